// What people look at in browsers, for notices to those who are not looking (SPEC 21.2): pages say when they have the focus.
import { type DialogRef, formatRef } from '../core/dialog/ids.ts';
import type { InView } from '../runtime.ts';

export class PagesInView implements InView {
  /** By the tab; a page without a dialog is the Overview, whose inbox shows every question. */
  readonly #looking = new Map<object, DialogRef | undefined>();
  readonly #listeners = new Set<() => void>();

  isSeen: InView['isSeen'] = ({ questionId, ...dialog }) =>
    [...this.#looking.values()].some(shown =>
      shown ? formatRef(shown) === formatRef(dialog) : questionId !== undefined,
    );

  onChange: InView['onChange'] = listener => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };

  /** The page of a tab has the focus, or has it no more. */
  look(tab: object, isLooking: boolean, shown?: DialogRef): void {
    if (isLooking === this.#looking.has(tab)) return;
    if (isLooking) this.#looking.set(tab, shown);
    else this.#looking.delete(tab);
    for (const listener of this.#listeners) listener();
  }
}
