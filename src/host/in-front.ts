// What is in front of the person in this window, for notices to people who are not looking (SPEC 21.2).
import { type Disposable, EventEmitter, window } from 'vscode';
import type { InView } from '../runtime.ts';
import type { Host } from './host.ts';

export class InFront implements InView {
  readonly #changes = new EventEmitter<void>();
  #views: Pick<Host, 'panels' | 'overview'> | undefined;

  readonly onChange = this.#changes.event;

  /** A dialog is looked at in its panel, a question in the Overview's inbox as well, while the window has the focus. */
  isSeen: InView['isSeen'] = ({ questionId, ...dialog }) => {
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
      window.onDidChangeWindowState(changed),
      views.panels.onChange(changed),
      views.overview.onChange(changed),
    ];
  }
}
