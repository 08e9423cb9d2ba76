// UI state that several parts of the draft view share: the compared drafts. None of it outlives the page.
import { signal } from '@preact/signals';

/** Ids of the drafts that are compared, in the order in which they were chosen: none, one, or two. */
export const compared = signal<readonly string[]>([]);

/** The word that is being written to the message that waits. */
export const addition = signal('');

/** Goes up when the field for it is to have the focus. */
export const additionFocus = signal(0);

/** Takes a draft into the comparison or out of it; of three the one chosen first is left. */
export function toggleCompared(id: string): void {
  const others = compared.value.filter(each => each !== id);
  compared.value = others.length < compared.value.length ? others : [...others, id].slice(-2);
}

/** No draft is compared any more. */
export function endComparison(): void {
  compared.value = [];
}
