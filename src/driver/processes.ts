// Background commands of the dialogs that are driven here (SPEC 21.5).
import type { CallId } from '../core/base/ids.ts';
import type { Fact, RecordOf } from '../core/dialog/record.ts';
import type { FoundAtEnd } from '../tools/shell/background.ts';
import { commit } from './commit.ts';
import type { Dialog, Tree } from './driver-context.ts';
import { lookAtAcceptance } from './evidence/look.ts';
import { factsOfChanges } from './tools/file-changes.ts';
import { rootOf } from './tree.ts';

/** Records that a command ended and what it changed, and lets its dialog go on with that. */
export function recordEnd(
  dialog: Dialog,
  end: Pick<RecordOf<'processEnded'>, 'processId' | 'outcome' | 'code'>,
  found?: FoundAtEnd,
): void {
  const { state, tree } = dialog;
  if (tree.isLost || tree.ctx.closing() || rootOf(tree).state.status === 'archived') return;
  const changes = found ? changesAtEnd(dialog, end.processId as CallId, found) : [];
  // The end of its dialog ended it: what it changed stands.
  if (!state.processes?.some(({ processId }) => processId === end.processId)) {
    if (changes.length > 0) commit(dialog, ...changes);
    return;
  }
  tree.ctx.minds.renew();
  // While it counts as running, changed acceptance lines are those of a member.
  lookAtAcceptance(tree);
  commit(dialog, ...changes, { kind: 'processEnded', ...end });
  tree.ctx.wake(dialog);
}

function changesAtEnd(dialog: Dialog, callId: CallId, { findings, since }: FoundAtEnd): Fact[] {
  const { found, ...changed } = findings;
  // Whatever changed while it ran is found; others may have worked in that time.
  const result = { ...changed, ...(found && { found: { ...found, unsure: 'meanwhile' as const } }) };
  return factsOfChanges(dialog, { callId, result, since });
}

/** What a new process records of commands that ran in the one before: they are gone, and nobody saw what they did. */
export function lostFacts({ state: { processes = [] } }: Dialog): Fact[] {
  return processes.flatMap(({ processId }): Fact[] => [
    { kind: 'filesChanged', callId: processId as CallId, changes: [], byCommand: true, untold: 'all' },
    { kind: 'processEnded', processId, outcome: 'lost' },
  ]);
}

/** Whether commands run in the background of a tree, which end with the process that drives it. */
export function hasProcesses({ dialogs }: Tree): boolean {
  return [...dialogs.values()].some(({ state }) => state.processes?.length);
}
