// Background commands of the dialogs that are driven here (SPEC 21.5).
import type { DialogRef } from '../core/dialog/ids.ts';
import type { Fact, RecordOf } from '../core/dialog/record.ts';
import { commit } from './commit.ts';
import type { Driver } from './driver.ts';
import type { Dialog, Tree } from './tree.ts';

/**
 * What ends the commands of a dialog, of a tree, or all. Resolves when nothing of them is left. `lost`: their dialogs did not want
 * that, and are to be told.
 */
export interface Backgrounds {
  endOf(of?: Partial<DialogRef>, as?: 'stopped' | 'lost'): Promise<void>;
}

/** Records that a command ended, and lets its dialog go on with that. */
export function recordEnd(
  driver: Driver,
  ref: DialogRef,
  end: Pick<RecordOf<'processEnded'>, 'processId' | 'outcome' | 'code'>,
): void {
  const dialog = driver.loadedTree(ref.rootId)?.dialogs.get(ref.selfId);
  if (!dialog || dialog.tree.isLost || driver.ctx.closing()) return;
  if (!dialog.state.processes?.some(({ processId }) => processId === end.processId)) return;
  commit(dialog, { kind: 'processEnded', ...end });
  driver.ctx.wake(dialog);
}

/** What a new process records of commands that ran in the one before: they are gone. */
export function lostFacts({ state: { processes = [] } }: Dialog): Fact[] {
  return processes.map(({ processId }) => ({ kind: 'processEnded', processId, outcome: 'lost' }));
}

/** Whether commands run in the background of a tree, which end with the process that drives it. */
export function hasProcesses({ dialogs }: Tree): boolean {
  return [...dialogs.values()].some(({ state }) => state.processes?.length);
}
