// The end of a sleep (SPEC 21.4): the result of the call that began it, recorded once.
import type { Waking } from '../core/dialog/sleep.ts';
import type { OpenToolCall } from '../core/dialog/tool-call.ts';
import { dayAndTime } from '../core/text/clock-time.ts';
import { commit } from './commit.ts';
import type { Dialog } from './driver-context.ts';

/** Ends the sleep that a call began. */
export function endSleep(dialog: Dialog, { callId }: Pick<OpenToolCall, 'callId'>, waking: Waking): void {
  const { ctx } = dialog.tree;
  const at = dayAndTime(new Date(ctx.now()).toISOString());
  commit(dialog, { kind: 'toolReturned', callId, ok: true, content: ctx.minds.texts().woken(waking, at) });
}
