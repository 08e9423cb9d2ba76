// Texts whose characters are not one column each. Loaded when the first comes: the tables of characters take twenty
// milliseconds.
import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();

/** Columns that a text takes on a terminal. */
export function wideColumnsOf(text: string): number {
  return stringWidth(text);
}

/** What a person sees as one character each. */
export function charactersOf(text: string): Iterable<string> {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
