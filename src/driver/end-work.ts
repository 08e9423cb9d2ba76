// Ends work from outside: the person stops it, this process ends, or the previous one did.

import type { Fact } from '../core/dialog/record.ts';
import { waitsForModel } from '../core/dialog/state.ts';
import { pauseOf } from '../core/dialog/view/display-state.ts';
import { restartInterruption } from '../core/facts/interruption.ts';
import type { AbortReason, Dialog, Tree } from './driver-context.ts';
import { releaseAll } from './held-calls.ts';
import { memberOf } from './member.ts';

/** Ends everything that runs in a tree, keeping all that was said. */
export function endWork(tree: Tree): void {
  for (const dialog of tree.dialogs.values()) {
    const { abort, background } = dialog;
    releaseAll(dialog);
    abort?.abort('closing' satisfies AbortReason);
    background?.abort('closing' satisfies AbortReason);
  }
}

/** Does work outside of this process, which `endEffects` ends by `abort`: by default that of the step that runs now. */
export async function withEffects<T>(dialog: Dialog, work: () => Promise<T>, abort = dialog.abort): Promise<T> {
  if (abort) dialog.effects.add(abort);
  try {
    return await work();
  } finally {
    if (abort) dialog.effects.delete(abort);
  }
}

/** Reads a reply: an agent of another vendor works while it gives one. */
export function withReply<T>(dialog: Dialog, read: () => Promise<T>, abort = dialog.abort): Promise<T> {
  const { acp } = memberOf(dialog.tree.ctx, dialog.state);
  return acp === undefined ? read() : withEffects(dialog, read, abort);
}

/** Ends what a tree does outside of this process; its dialogs learn that and go on. */
export function endEffects(tree: Tree): void {
  for (const { effects } of tree.dialogs.values())
    for (const abort of effects) abort.abort('lapsed' satisfies AbortReason);
}

/** Work in flight when the process died is marked interrupted (SPEC 11.2). */
export function restartFacts({ state }: Dialog): Fact[] {
  const { generating, genseq, toolCalls, interruption } = state;
  const isWaiting = waitsForModel(pauseOf(state, 'running'));
  if (interruption || !(generating || isWaiting || toolCalls.some(call => call.started))) return [];
  const ended: Fact[] = generating ? [{ kind: 'generationEnded', genseq, outcome: 'cut' }] : [];
  return [...ended, { kind: 'interrupted', ...restartInterruption }];
}

/** The person stopped a dialog. */
export const stoppedFact: Fact = { kind: 'interrupted', code: 'stopped', message: 'stopped by you' };

/** A stop by the person is recorded; at closing the dialog simply goes on at the next start. */
export function stopFacts(signal: AbortSignal): Fact[] {
  return signal.reason === ('stopped' satisfies AbortReason) ? [stoppedFact] : [];
}
