// What people look at in browsers, for notices to those who are not looking (SPEC 21.2): pages say when they have the
// focus.

import { type DialogRef, formatRef } from '../core/base/ids.ts';
import { Listeners } from '../core/base/listeners.ts';
import type { InView } from '../runtime.ts';

export class PagesInView implements InView {
  /** By the tab; a page without a dialog is the Overview, whose inbox shows every question. */
  readonly #looking = new Map<object, DialogRef | undefined>();
  readonly #changes = new Listeners();

  isSeen: InView['isSeen'] = ({ questionId, ...dialog }) =>
    [...this.#looking.values()].some(shown =>
      shown ? formatRef(shown) === formatRef(dialog) : questionId !== undefined,
    );

  onChange: InView['onChange'] = listener => this.#changes.add(listener);

  /** The page of a tab has the focus. */
  look(tab: object, shown: DialogRef | undefined): void {
    if (this.#looking.has(tab)) return;
    this.#looking.set(tab, shown);
    this.#changes.tell();
  }

  /** It has the focus no more. */
  lookAway(tab: object): void {
    if (this.#looking.delete(tab)) this.#changes.tell();
  }
}
