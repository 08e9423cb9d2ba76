// Tool calls that were asked back (SPEC 22.1): the server of a tool wants forms filled in before it goes on. The
// questions are the person's; their answers are kept with the open call, which is then performed once more. Pure.

import { callIdOf, copying, type Lists, withId } from '../base/fold-lists.ts';
import type { CallId } from '../base/ids.ts';
import type { FieldsOf } from '../base/shape.ts';
import type { AskedBack, askedBackFields, FilledForm, OpenToolCall } from './tool-call.ts';

/** The open calls once one of them was asked back: it is not at work until it has its answers. */
export function askedBack(
  calls: readonly OpenToolCall[],
  { callId, held, state }: FieldsOf<typeof askedBackFields> & { readonly callId: CallId },
  lists: Lists = copying,
): readonly OpenToolCall[] {
  return withId(lists, calls, callIdOf, callId, call => {
    const filled = held && call.asked?.held ? call.asked.filled : [];
    const asked: AskedBack = { ...(held && { held }), ...(state !== undefined && { state }), filled };
    return { ...call, started: false, asked };
  });
}

/** The open calls with one more form filled in. */
export function withFilled(
  calls: readonly OpenToolCall[],
  callId: CallId | undefined,
  filled: FilledForm,
  lists: Lists,
): readonly OpenToolCall[] {
  if (callId === undefined) return calls;
  return withId(lists, calls, callIdOf, callId, call =>
    call.asked ? { ...call, asked: { ...call.asked, filled: lists.added(call.asked.filled, filled) } } : call,
  );
}
