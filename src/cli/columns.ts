// How wide a text is on a terminal, and cutting it to a width.
import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();

/** Columns that a text takes. */
export function columnsOf(text: string): number {
  return stringWidth(text);
}

/** The text, or its beginning with `…`, in at most so many columns. */
export function fitColumns(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let fitting = '';
  let left = columns - 1;
  for (const { segment } of graphemes.segment(text)) {
    left -= columnsOf(segment);
    if (left < 0) break;
    fitting += segment;
  }
  return columns > 0 ? `${fitting}…` : '';
}
