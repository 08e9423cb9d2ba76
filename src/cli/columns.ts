// How wide a text is on a terminal, and cutting it to a width.
import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();

/** Columns that a text takes. */
export function columnsOf(text: string): number {
  return stringWidth(text);
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
  for (const { segment } of graphemes.segment(text)) {
    left -= columnsOf(segment);
    if (left < 0) break;
    fitting += segment;
  }
  return columns > 0 ? `${fitting}…` : '';
}
