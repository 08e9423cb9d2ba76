// The line of a root in lists, made from its records: for roots that no driver has listed yet.

import type { DialogId, RootId } from '../../core/base/ids.ts';
import { needsDrive } from '../../core/dialog/next-step.ts';
import { type RootSummary, rootSummary } from '../../core/dialog/view/projection.ts';
import { type CourseRow, foldDialogs } from './read-trees.ts';

/** `undefined` when the root cannot be folded. The newest courses of each dialog must be among the lines. */
export function summaryOfLines(lines: readonly CourseRow[], root: RootId): RootSummary | undefined {
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

/** In how many milliseconds from `now` a tree has work: 0 means now. `undefined`: after the next message. */
export function dueInMs({ needsDrive, sleeps }: RootSummary, now: number): number | undefined {
  if (needsDrive) return 0;
  const dues = (sleeps ?? []).flatMap(({ until }) => (until === undefined ? [] : [Date.parse(until)]));
  // Not below 1: its line would say that it has work before a worker woke it.
  return dues.length === 0 ? undefined : Math.max(1, Math.min(...dues) - now);
}

/** What has to be looked at to tell whether a tree goes on. Its time tells itself. */
export function watchesOf({ sleeps }: RootSummary): string | null {
  const watches = (sleeps ?? []).filter(({ file, root }) => file || root !== undefined);
  return watches.length === 0 ? null : JSON.stringify(watches);
}
