// What the generations of a turn took, told once: a turn is what the responder does in a row. The line of its last
// generation sums up those before it, which it refers to.
import type { Usage } from '../../../src/core/base/chat.ts';
import { addUsage } from '../../../src/core/dialog/fold/fold-parts.ts';
import type { DialogState } from '../../../src/core/dialog/state.ts';
import type { Item, MetaItem } from './item.ts';

/** What some generations took together. */
export interface Taken {
  readonly models: readonly string[];
  /** Of the generations whose server told it. */
  readonly tokens?: DialogState['tokens'];
  /** Generations whose server did not. */
  readonly unknown: number;
  /** The tokens that caps count for these. */
  readonly estimate?: number;
  readonly cost?: number;
  /** Milliseconds. */
  readonly ms?: number;
}

/**
 * Joins the generation at a position to the one before it in the same turn, whose line goes unless it says more than
 * numbers.
 */
export function joinGeneration(items: Item[], position: number): void {
  const item = items[position];
  if (item?.kind !== 'meta') return;
  for (let at = position - 1; at >= 0; at--) {
    const before = items[at];
    if (before?.kind === 'meta') {
      const isUsual = before.outcome === 'complete' && before.finish === undefined;
      const kept: MetaItem = isUsual ? { ...before, isFolded: true } : before;
      items[at] = kept;
      items[position] = { ...item, before: kept };
      return;
    }
    if (!before || !('opens' in before)) return;
  }
}

/** Joins all generations of the turn that goes on at a position: what is before it came later. */
export function joinTurn(items: Item[], position: number): void {
  for (let at = position; at < items.length; at++) {
    const item = items[at];
    if (item?.kind === 'meta') joinGeneration(items, at);
    else if (!item || !('opens' in item)) return;
  }
}

/** The generations of a turn up to its last one, in order. */
export function generationsOf(last: MetaItem): readonly MetaItem[] {
  const found: MetaItem[] = [];
  for (let item: MetaItem | undefined = last; item; item = item.before) found.push(item);
  return found.reverse();
}

/** What generations took together. A scripted model takes nothing. */
export function takenBy(generations: readonly MetaItem[]): Taken {
  const untold = generations.filter(
    ({ usage, estimate, outcome, model }) =>
      !usage && (estimate !== undefined || (outcome === 'complete' && model !== 'playbook')),
  );
  const used = generations.flatMap(({ usage }): Usage[] => (usage ? [usage] : []));
  const sum = (key: 'estimate' | 'cost' | 'ms') => {
    const known = generations.flatMap(item => item[key] ?? []);
    return known.length > 0 ? { [key]: known.reduce((total, each) => total + each, 0) } : {};
  };
  return {
    models: [...new Set(generations.flatMap(({ model }) => model ?? []))],
    unknown: untold.length,
    ...(used.length > 0 && { tokens: used.reduce(addUsage, { prompt: 0, completion: 0 }) }),
    ...sum('estimate'),
    ...sum('cost'),
    ...sum('ms'),
  };
}
