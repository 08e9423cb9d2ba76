// Ends work from outside: the person stops it, this process ends, or the previous one did.
import { pauseOf } from '../core/dialog/display-state.ts';
import type { Fact } from '../core/dialog/record.ts';
import { waitsForModel } from '../core/dialog/state.ts';
import { restartInterruption } from '../core/trouble.ts';
import { releaseAll } from './held-calls.ts';
import type { AbortReason, Dialog, Tree } from './tree.ts';

/** Ends everything that runs in a tree, keeping all that was said. */
export function endWork(tree: Tree): void {
  for (const dialog of tree.dialogs.values()) {
    const { abort, background } = dialog;
    releaseAll(dialog);
    abort?.abort('closing' satisfies AbortReason);
    background?.abort('closing' satisfies AbortReason);
  }
}

/** Does a step's work outside of this process, which `endEffects` ends. */
export async function withEffects<T>(dialog: Dialog, work: () => Promise<T>): Promise<T> {
  dialog.hasEffects = true;
  try {
    return await work();
  } finally {
    dialog.hasEffects = false;
  }
}

/** Ends what a tree does outside of this process; its dialogs learn that and go on. */
export function endEffects(tree: Tree): void {
  for (const { hasEffects, abort } of tree.dialogs.values())
    if (hasEffects) abort?.abort('lapsed' satisfies AbortReason);
}

/** Work in flight when the process died is marked interrupted (SPEC 11.2). */
export function restartFacts({ state }: Dialog): Fact[] {
  const { generating, genseq, toolCalls, interruption } = state;
  const isWaiting = waitsForModel(pauseOf(state, 'running'));
  if (interruption || !(generating || isWaiting || toolCalls.some(call => call.started))) return [];
  const ended: Fact[] = generating ? [{ kind: 'generationEnded', genseq, outcome: 'cut' }] : [];
  return [...ended, { kind: 'interrupted', ...restartInterruption }];
}

/** A stop by the person is recorded; at closing the dialog simply goes on at the next start. */
export function stopFacts(signal: AbortSignal): Fact[] {
  if (signal.reason !== ('stopped' satisfies AbortReason)) return [];
  return [{ kind: 'interrupted', code: 'stopped', message: 'stopped by you' }];
}
