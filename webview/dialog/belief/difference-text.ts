// A difference between two dialogue states, in the words of a language.
import type { Difference } from '../../../src/core/belief/history/changes-in-words.ts';

/** What to say of a difference, by its kind. */
export type DifferenceWords = {
  readonly [K in Difference['kind']]: (difference: Extract<Difference, { kind: K }>) => string;
};

/** A difference in words. */
export function differenceText(words: DifferenceWords, difference: Difference): string {
  return (words[difference.kind] as (difference: Difference) => string)(difference);
}
