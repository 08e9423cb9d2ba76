// Finds the one span in which two texts differ. Pure.

/** The part of the first text from `start` to `end` (offsets) that `text` takes the place of. */
export interface ChangedSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The smallest span between equal beginning and end, never within a line break or a character; `undefined`: no
 * difference.
 */
export function changedSpan(before: string, after: string): ChangedSpan | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  while (start > 0 && isWithin(before, start)) start--;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  while (same > 0 && (isWithin(before, before.length - same) || isWithin(after, after.length - same))) same--;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}

/** True if a cursor cannot be placed before this offset. */
function isWithin(text: string, offset: number): boolean {
  const [left, right] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  const isBreak = left === 13 && right === 10;
  return isBreak || (left >= 0xd800 && left <= 0xdbff) || (right >= 0xdc00 && right <= 0xdfff);
}
