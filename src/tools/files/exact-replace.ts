// Exact replacement in a text that keeps every line ending it does not touch (SPEC 12.4). Models write `\n`; their `\n`
// also matches `\r\n`, and their text gets the line endings of the file. Pure.
import { unixLines } from '../../core/text/lines.ts';

/** The start and end of a text within another. */
export interface ExactMatch {
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
}

/** Every place of `sought` in `text`, none overlapping, in order. `sought` must not be empty. */
export function findExactly(text: string, sought: string): readonly ExactMatch[] {
  const plain = unixLines(text);
  const wanted = unixLines(sought);
  const found: ExactMatch[] = [];
  const toOriginal = positionsIn(text);
  let line = 1;
  let counted = 0;
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + wanted.length)) {
    for (; counted < at; counted++) if (plain[counted] === '\n') line += 1;
    found.push({ start: toOriginal(at), end: toOriginal(at + wanted.length), line });
  }
  return found;
}

/** The text with these places replaced. */
export function replaceFound(text: string, places: readonly ExactMatch[], replacement: string): string {
  const written = withLineEndsOf(text, replacement);
  const kept = places.map(({ start }, index) => text.slice(places[index - 1]?.end ?? 0, start) + written);
  return kept.join('') + text.slice(places.at(-1)?.end ?? 0);
}

/** `written` with the line endings of most lines of `text`; unchanged when `text` has none. */
export function withLineEndsOf(text: string, written: string): string {
  const all = text.split('\n').length - 1;
  if (all === 0) return written;
  const windows = text.split('\r\n').length - 1;
  return windows * 2 > all ? unixLines(written).replaceAll('\n', '\r\n') : unixLines(written);
}

/** From positions in `unixLines(text)`, asked in rising order, to positions in `text`. */
function positionsIn(text: string): (position: number) => number {
  let skipped = 0;
  let next = text.indexOf('\r\n');
  return position => {
    // The `\r` before a line feed belongs to it: a place that begins there begins at the `\r`.
    while (next >= 0 && next - skipped < position) {
      skipped += 1;
      next = text.indexOf('\r\n', next + 2);
    }
    return position + skipped;
  };
}
