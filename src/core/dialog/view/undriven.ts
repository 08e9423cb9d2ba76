// What views show of work that no process drives: it continues when the person says so. Derived, never recorded.

import type { DialogId } from '../../base/ids.ts';
import { isOverdue } from '../sleep.ts';
import type { DialogState } from '../state.ts';
import { waitsForModel } from '../state.ts';
import { pauseOf } from './display-state.ts';
import { type RootSummary, rootSummary } from './projection.ts';

/** The state of a dialog with something to do that no process drives. */
export function leftState(state: DialogState): DialogState {
  return state.pause ? state : { ...state, pause: { kind: 'left' } };
}

/**
 * The line of a root by the states that its dialogs show. A left subdialog keeps it waiting, like an interrupted one,
 * and so do calls that the dialogs `withLeftCalls` made and that were not brought to their callees.
 */
export function shownLine(
  line: RootSummary,
  [root, ...others]: readonly [DialogState, ...DialogState[]],
  withLeftCalls: ReadonlySet<DialogId>,
): RootSummary {
  const dialogs = [root, ...others];
  if (withLeftCalls.size === 0 && !dialogs.some(({ pause }) => pause?.kind === 'left')) return line;
  const shown = { ...line, ...rootSummary(root, dialogs, line.needsDrive) };
  const isLeftBelow = others.some(state => pauseOf(state, root.status)?.kind === 'left');
  if (!isLeftBelow && withLeftCalls.size === 0) return shown;
  const isLeft = !shown.pause && withLeftCalls.has(root.identity.selfId);
  return { ...shown, interrupted: true, ...(isLeft && { pause: { kind: 'left' } }) };
}

/** The line of a root with something to do that no process drives, and whose dialogs were not read. */
export function leftLine(root: RootSummary): RootSummary {
  if (root.status !== 'running') return root;
  if (diedAtWork(root) || root.atWork) return diedLine(root);
  if (root.state === 'awaiting-subdialogs') return { ...root, interrupted: true };
  return root.state === 'idle' && !root.pause ? { ...root, pause: { kind: 'left' } } : root;
}

/** The line of a root that no process drives, nor wakes when its time has come. */
export function overdueLine(root: RootSummary, now: number): RootSummary {
  const { status, pause, sleeps } = root;
  if (status !== 'running' || !sleeps?.some(sleep => isOverdue(sleep, now))) return root;
  if (pause?.kind === 'asleep' && isOverdue(pause, now)) return { ...root, pause: { kind: 'left' } };
  return root.state === 'awaiting-subdialogs' ? { ...root, interrupted: true } : root;
}

/**
 * The line of a root with a dialog that was active or waited for its model when its process died: it counts as
 * interrupted, although that is not recorded yet (SPEC 11.2).
 */
export function diedLine(root: RootSummary): RootSummary {
  const left = { ...root, interrupted: true, atWork: null } as const;
  return diedAtWork(root) ? { ...left, state: 'interrupted', pause: null } : left;
}

/** True if the death of its process interrupted this dialog. */
export function diedAtWork({ state, pause }: Pick<RootSummary, 'state' | 'pause'>): boolean {
  return state === 'generating' || waitsForModel(pause);
}
