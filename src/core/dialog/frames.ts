// The stack of a dialog's frames as it changes: the assignment it works on, and the callers that it answers in between
// (SPEC 3.4). Pure.
import type { CallId, DialogId } from './ids.ts';
import type { Attention, DialogState, Frame } from './state.ts';
import { topFrame } from './state.ts';

/** The frame in work asks this of the model; no change when it does already. */
export function attending(state: DialogState, attention: Attention): Partial<DialogState> {
  const top = topFrame(state);
  if (top.attention === attention) return {};
  // Nearly always there is one frame, and every message comes by here.
  if (state.frames.length === 1) return { frames: [{ ...top, attention }] };
  return inTopFrame(state, frame => ({ ...frame, attention }));
}

/** Something was said that the model has to react to. */
export function spoken(state: DialogState): Partial<DialogState> {
  return { ...attending(state, 'unanswered'), messageCount: state.messageCount + 1 };
}

/** A change of the frame in work. */
export function inTopFrame(state: DialogState, change: (frame: Frame) => Frame): Partial<DialogState> {
  return { frames: mapFrames(state, each => (each === topFrame(state) ? change(each) : each)) };
}

/** One target of a call has answered: the call closes with its last target; a late second answer changes nothing. */
export function supplied(state: DialogState, callId: CallId, from: DialogId): Partial<DialogState> {
  const frames = mapFrames(state, frame => {
    if (!frame.pending.some(call => call.callId === callId && call.targets.includes(from))) return frame;
    const pending = frame.pending
      .map(call => (call.callId === callId ? { ...call, targets: call.targets.filter(id => id !== from) } : call))
      .filter(call => call.targets.length > 0);
    return { ...frame, pending, attention: 'unanswered' as const };
  });
  return { messageCount: state.messageCount + 1, frames };
}

/** Whether the frame in work answers this call. */
export function isTop(state: DialogState, callId: CallId): boolean {
  return topFrame(state).inbound?.callId === callId;
}

/** The frame that answers this call is over; in the main one what it asked others stays pending. */
export function endAnswering(state: DialogState, callId: CallId): Partial<DialogState> {
  const [main, ...backs] = state.frames;
  if (main.inbound?.callId === callId) return { frames: [{ pending: main.pending, attention: 'rest' }, ...backs] };
  return { frames: [main, ...backs.filter(frame => frame.inbound?.callId !== callId)] };
}

function mapFrames({ frames }: DialogState, change: (frame: Frame) => Frame): DialogState['frames'] {
  const [main, ...backs] = frames;
  return [change(main), ...backs.map(change)];
}
