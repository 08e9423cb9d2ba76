// Find in the dialog: over its items, since only a few of them are in the page. Pure.
import { assertNever } from '../../../src/core/base/assert.ts';
import type { Item } from '../items/item.ts';

/** Find in Dialog while it is open. */
export interface Find {
  readonly query: string;
  /** The key of the match in view, '' before the first. */
  readonly current: string;
  /** Counts the times that a person asked for it: each puts the focus into its field. */
  readonly asked: number;
}

/** The initial state of Find. */
export const closedFind: Find = { query: '', current: '', asked: 0 };

/** An item in which the query occurs, and how often. */
export interface Match {
  readonly key: string;
  readonly hits: number;
}

/** The items in which the query occurs, upper case or not; none for an empty query. */
export function findItems(items: readonly Item[], query: string): readonly Match[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  return items.flatMap(item => {
    const hits = textOf(item).toLowerCase().split(wanted).length - 1;
    return hits > 0 ? [{ key: item.key, hits }] : [];
  });
}

/** The number of the present item's first hit, from 1, or 0 before the first step; and the number of hits. */
export function countHits(matches: readonly Match[], current: string): { readonly at: number; readonly all: number } {
  const sum = (some: readonly Match[]) => some.reduce((count, { hits }) => count + hits, 0);
  const at = matches.findIndex(({ key }) => key === current);
  return { at: at < 0 ? 0 : sum(matches.slice(0, at)) + 1, all: sum(matches) };
}

/** The match after (`step` 1) or before (-1) the present one, round the end. */
export function stepMatch(matches: readonly Match[], current: string, step: 1 | -1): string | undefined {
  const at = matches.findIndex(({ key }) => key === current);
  if (at < 0) return matches.at(step === 1 ? 0 : -1)?.key;
  return matches[(at + step + matches.length) % matches.length]?.key;
}

/** The visible text of an item with everything unfolded. */
function textOf(item: Item): string {
  switch (item.kind) {
    case 'user':
      return [item.content, ...(item.images ?? []).map(({ name }) => name)].join('\n');
    case 'automatic':
      return item.isFolded ? '' : item.content;
    case 'told':
      return item.content;
    case 'answer':
      return `${item.headline ?? ''}\n${item.content}`;
    case 'thinking':
    case 'prose':
      return item.text;
    case 'assignment':
      return `${item.call.headline}\n${item.call.body}`;
    case 'tellask':
      return `${item.headline}\n${item.body}`;
    case 'tool':
      return `${item.name}\n${item.args}\n${item.state.kind === 'returned' ? item.state.content : ''}`;
    case 'steps':
      return item.steps.map(textOf).join('\n');
    case 'question':
      return `${item.headline}\n${item.body}\n${item.state.kind === 'answered' ? item.state.content : ''}`;
    case 'changed':
      return item.changes.files.map(({ path }) => path).join('\n');
    case 'interruption':
      return item.why.message;
    case 'given':
      return item.failed ?? '';
    case 'drafts':
      return item.drafts.map(({ text }) => text).join('\n');
    case 'aside':
    case 'asideEnd':
    case 'pruned':
    case 'course':
    case 'milestone':
    case 'meta':
      return '';
    default:
      return assertNever(item);
  }
}
