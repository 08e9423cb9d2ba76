// Tool calls that a server holds open while the person answers it (SPEC 22.1). They live in this process alone: they
// are let go with the record that ends the call, and with the tree.
import type { CallId } from '../core/base/ids.ts';
import type { DialogState } from '../core/dialog/state.ts';

/** What ends each of them at its server. */
export type HeldCalls = Map<CallId, () => void>;

interface Holder {
  readonly state: DialogState;
  held?: HeldCalls;
}

/** Keeps a call that is held open. */
export function hold(dialog: Holder, callId: CallId, release: () => void): void {
  dialog.held ??= new Map();
  dialog.held.set(callId, release);
}

/** Lets go of held calls that are not open any more. */
export function releaseEnded(dialog: Holder): void {
  for (const [callId, release] of dialog.held ?? []) {
    if (dialog.state.toolCalls.some(call => call.callId === callId)) continue;
    dialog.held?.delete(callId);
    release();
  }
}

/** Lets go of all. */
export function releaseAll(dialog: Holder): void {
  for (const release of dialog.held?.values() ?? []) release();
  delete dialog.held;
}
