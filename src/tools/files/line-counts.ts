// How many lines a change of a text adds and removes. Pure.
import { structuredPatch } from 'diff';
import { unixLines } from '../../core/text/lines.ts';

/** A change with more differing lines than this counts as one block. */
const MAX_EDITS = 1_000;

/** Lines that become new or go between two texts; `undefined` stands for no file. */
export function lineCounts(before = '', after = ''): { readonly added: number; readonly removed: number } {
  const [old, fresh] = [unixLines(before), unixLines(after)];
  const patch = structuredPatch('', '', old, fresh, '', '', { context: 0, maxEditLength: MAX_EDITS });
  if (!patch) return blockCounts(old.split('\n'), fresh.split('\n'));
  const signs = patch.hunks.flatMap(({ lines }) => lines.map(line => line[0]));
  return { added: signs.filter(sign => sign === '+').length, removed: signs.filter(sign => sign === '-').length };
}

/** All lines between the first and the last that differ. */
function blockCounts(old: readonly string[], fresh: readonly string[]): { added: number; removed: number } {
  const most = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < most && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  return { added: fresh.length - start - end, removed: old.length - start - end };
}
