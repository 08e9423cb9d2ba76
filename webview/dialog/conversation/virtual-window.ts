// Which items of a long list are worth having in the page, by measured and estimated heights. Pure.
import type { Item } from '../items/item.ts';

/** Items `start` up to, not including, `end`. */
export interface RowSpan {
  readonly start: number;
  readonly end: number;
}

/** Part of the list in pixels from its top. */
export interface Range {
  readonly top: number;
  readonly bottom: number;
}

/** Items rendered at first, from the newest up; more than any window shows. */
export const FIRST_ITEMS = 12;

/** The span that covers a range of pixels; never empty unless the list is. */
export function spanOf(heights: readonly number[], range: Range): RowSpan {
  let start = 0;
  let top = 0;
  while (start < heights.length - 1 && top + (heights[start] ?? 0) <= range.top) top += heights[start++] ?? 0;
  let end = start;
  while (end < heights.length && (end === start || top < range.bottom)) top += heights[end++] ?? 0;
  return { start, end };
}

/** Height of the items `from` up to, not including, `to`. */
export function heightOf(heights: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum += heights[index] ?? 0;
  return sum;
}

/**
 * The same items after the list became another one: it grew at its end, got earlier items before its start, or steps in it
 * became a group.
 */
export function followSpan(span: RowSpan, before: readonly Item[], after: readonly Item[]): RowSpan {
  if (before === after) return span;
  const start = placeOf(before[span.start], after) ?? span.start;
  const last = placeOf(before[span.end - 1], after);
  const end = span.end >= before.length ? after.length : last === undefined ? span.end : last + 1;
  return { start: Math.min(start, Math.max(Math.min(end, after.length) - 1, 0)), end: Math.min(end, after.length) };
}

/** Where an item is in a list, by itself or in a group. */
function placeOf(wanted: Item | undefined, items: readonly Item[]): number | undefined {
  if (!wanted) return undefined;
  const isIt = ({ key }: Item) => key === wanted.key;
  const at = items.findIndex(item => isIt(item) || (item.kind === 'steps' && item.steps.some(isIt)));
  return at < 0 ? undefined : at;
}

/** Pixels that an item probably takes in a column `width` pixels wide; only the scroll bar depends on it. */
export function estimateHeight(item: Item, width: number): number {
  const lines = (text: string) => Math.ceil((text.length * 7) / Math.max(width, 100)) + 1;
  switch (item.kind) {
    case 'user':
      return 24 + 20 * lines(item.content) + (item.images ? 180 : 0);
    case 'prose':
      return 24 + 20 * lines(item.text);
    case 'answer':
    case 'assignment':
    case 'tellask':
      return 110;
    case 'question':
      return 130;
    case 'automatic':
      return item.isFolded ? 0 : 70;
    case 'steps':
      return 32 + 24 * Math.min(item.files.length, 8);
    case 'meta':
      return item.isFolded ? 0 : 22;
    default:
      return 32;
  }
}
