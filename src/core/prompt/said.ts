// Texts for models that are made where the language of their reader is not known. Pure.
import type { ResultWords } from './words/en/results.ts';

/** A text that is worded once the language is known. */
export type Said = (words: ResultWords) => string;

/** A text in the language of these words. */
export function worded(text: string | Said, words: ResultWords): string {
  return typeof text === 'string' ? text : text(words);
}
