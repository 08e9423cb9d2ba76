// What is in front of the person in this window and in the pages that it serves, for notices to people who are not
// looking (SPEC 21.2).
import { type Disposable, EventEmitter, window } from 'vscode';
import { PagesInView } from '../../pages/pages-in-view.ts';
import type { InView } from '../../runtime.ts';
import type { Host } from '../host.ts';

export class InFront implements InView {
  readonly #changes = new EventEmitter<void>();
  #views: Pick<Host, 'panels' | 'overview'> | undefined;

  /** The pages that this window serves. */
  readonly pages = new PagesInView();

  readonly onChange = this.#changes.event;

  /** A dialog is looked at in its panel, a question in the Overview's inbox as well, while the window has the focus. */
  isSeen: InView['isSeen'] = ({ questionId, ...dialog }) => {
    if (this.pages.isSeen({ ...dialog, ...(questionId !== undefined && { questionId }) })) return true;
    if (!this.#views || !window.state.focused) return false;
    const { panels, overview } = this.#views;
    return panels.isVisible(dialog) || (questionId !== undefined && overview.isVisible);
  };

  /** From now on looks at these. */
  follow(views: Pick<Host, 'panels' | 'overview'>): readonly Disposable[] {
    this.#views = views;
    const changed = () => this.#changes.fire();
    return [
      this.#changes,
      this.pages.onChange(changed),
      window.onDidChangeWindowState(changed),
      views.panels.onChange(changed),
      views.overview.onChange(changed),
    ];
  }
}
