// The line of a root in lists, made from its records: for roots that no driver has listed yet.

import type { DialogId, RootId } from '../../core/dialog/ids.ts';
import { needsDrive } from '../../core/dialog/next-step.ts';
import { type RootSummary, rootSummary } from '../../core/dialog/projection.ts';
import { foldDialogs, type StoredLine } from './read-trees.ts';

/** `undefined` when the root cannot be folded. The newest courses of each dialog must be among the lines. */
export function summaryOfLines(lines: readonly StoredLine[], root: RootId): RootSummary | undefined {
  const newest = new Map<DialogId, number>();
  for (const { dialog, course } of lines) newest.set(dialog, Math.max(course, newest.get(dialog) ?? 0));
  const dialogs = foldDialogs(lines.filter(({ dialog, course }) => newest.get(dialog) === course));
  const state = dialogs.get(root as string as DialogId)?.state;
  if (!state) return undefined;
  const states = [...dialogs.values()].map(each => each.state);
  const isDue = states.some(each => needsDrive(each, { pushMax: 0 }));
  return { ...rootSummary(state, states, isDue), lastNumber: lastNumberOf(dialogs) };
}

function lastNumberOf(dialogs: ReturnType<typeof foldDialogs>): number {
  const numbers = [...dialogs.values()].map(({ records }) => records.findLast(({ n }) => n !== undefined)?.n ?? 0);
  return Math.max(0, ...numbers);
}
