// How wide a text is on a terminal, and cutting it to a width.
import { charactersOf, wideColumnsOf } from './wide-text.ts';

/** Each of these is one column and one character. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Columns that a text takes. */
export function columnsOf(text: string): number {
  return PLAIN.test(text) ? text.length : wideColumnsOf(text);
}

/** Texts of one column, each with spaces behind it, so that the next column begins at one place. */
export function alignColumns(texts: readonly string[]): readonly string[] {
  const widths = texts.map(columnsOf);
  const widest = widths.reduce((most, width) => Math.max(most, width), 0);
  return texts.map((text, index) => text + ' '.repeat(widest - (widths[index] ?? 0)));
}

/** The text, or its beginning with `…`, in at most so many columns. */
export function fitColumns(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let fitting = '';
  let left = columns - 1;
  for (const character of PLAIN.test(text) ? text : charactersOf(text)) {
    left -= columnsOf(character);
    if (left < 0) break;
    fitting += character;
  }
  return columns > 0 ? `${fitting}…` : '';
}
