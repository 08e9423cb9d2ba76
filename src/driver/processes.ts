// Background commands of the dialogs that are driven here (SPEC 21.5).
import type { Fact, RecordOf } from '../core/dialog/record.ts';
import { commit } from './commit.ts';
import type { Dialog, Tree } from './tree.ts';

/** Records that a command ended, and lets its dialog go on with that. */
export function recordEnd(dialog: Dialog, end: Pick<RecordOf<'processEnded'>, 'processId' | 'outcome' | 'code'>): void {
  const { state, tree } = dialog;
  if (tree.isLost || tree.ctx.closing()) return;
  if (!state.processes?.some(({ processId }) => processId === end.processId)) return;
  commit(dialog, { kind: 'processEnded', ...end });
  tree.ctx.wake(dialog);
}

/** What a new process records of commands that ran in the one before: they are gone. */
export function lostFacts({ state: { processes = [] } }: Dialog): Fact[] {
  return processes.map(({ processId }) => ({ kind: 'processEnded', processId, outcome: 'lost' }));
}

/** Whether commands run in the background of a tree, which end with the process that drives it. */
export function hasProcesses({ dialogs }: Tree): boolean {
  return [...dialogs.values()].some(({ state }) => state.processes?.length);
}
