// The stack of a dialog's frames as it changes: the assignment it works on, and the callers that it answers in between
// (SPEC 3.4). Pure.
import { copying, type Lists } from './fold-lists.ts';
import type { AsideId, CallId, DialogId } from './ids.ts';
import type { Aside, Attention, DialogState, Frame, OpenCall, ToldWords } from './state.ts';
import { topFrame } from './state.ts';

/** The frame in work asks this of the model; no change when it does already. */
export function attending(state: DialogState, attention: Attention, lists: Lists = copying): Partial<DialogState> {
  const top = topFrame(state);
  if (top.attention === attention) return {};
  // Nearly always there is one frame, and every message comes by here.
  if (state.frames.length === 1) return { frames: [{ ...top, attention }] };
  return inTopFrame(state, frame => ({ ...frame, attention }), lists);
}

/** Something was said that the model has to react to. */
export function spoken(state: DialogState, lists: Lists = copying): Partial<DialogState> {
  return { ...attending(state, 'unanswered', lists), messageCount: state.messageCount + 1 };
}

/** A change of the frame in work. */
export function inTopFrame(
  state: DialogState,
  change: (frame: Frame) => Frame,
  lists: Lists = copying,
): Partial<DialogState> {
  const { frames } = state;
  return { frames: lists.replaced(frames, frames.length - 1, change(topFrame(state))) as DialogState['frames'] };
}

/** The frames with one more on top. */
export function withFrame({ frames }: DialogState, frame: Frame, lists: Lists): DialogState['frames'] {
  return lists.added<Frame>(frames, frame) as readonly Frame[] as DialogState['frames'];
}

/** One target of a call has answered: the call closes with its last target; a late second answer changes nothing. */
export function supplied(state: DialogState, callId: CallId, from: DialogId): Partial<DialogState> {
  const frames = mapFrames(state, frame => {
    if (!frame.pending.some(call => call.callId === callId && call.targets.includes(from))) return frame;
    const pending = frame.pending
      .map(call => (call.callId === callId ? { ...call, targets: call.targets.filter(id => id !== from) } : call))
      .filter(call => call.targets.length > 0);
    const isUnread = pending.length > 0 && !pending.some(call => call.callId === callId);
    return { ...frame, pending, attention: 'unanswered' as const, ...(isUnread && { unread: true as const }) };
  });
  return { messageCount: state.messageCount + 1, frames };
}

/** True if the running frame answers this call. */
export function isTop(state: DialogState, callId: CallId): boolean {
  return topFrame(state).inbound?.callId === callId;
}

/** The frame that answers this call is over; in the main one what it asked others stays pending. */
export function endAnswering(state: DialogState, callId: CallId): Partial<DialogState> {
  const [main, ...backs] = state.frames;
  if (main.inbound?.callId === callId) return { frames: [{ pending: main.pending, attention: 'rest' }, ...backs] };
  return { frames: [main, ...backs.filter(frame => frame.inbound?.callId !== callId)] };
}

/** A frame above the one that waits. One that is to read answers has something to say at once; words are yet to come. */
export function openAside(state: DialogState, aside: Aside, lists: Lists): Partial<DialogState> {
  const isForAnswers = aside.because === 'answers';
  const beneath = isForAnswers ? (inTopFrame(state, asRead, lists).frames ?? state.frames) : state.frames;
  const attention = isForAnswers ? 'unanswered' : 'rest';
  return {
    frames: withFrame({ ...state, frames: beneath }, { aside, pending: [], attention }, lists),
    emptyOutputs: 0,
  };
}

/** The aside is over; the frame beneath goes on waiting, or with its answers. */
export function endAside(state: DialogState, asideId: AsideId): Partial<DialogState> {
  const [main, ...above] = state.frames;
  return { frames: [main, ...above.filter(({ aside }) => aside?.asideId !== asideId)], emptyOutputs: 0 };
}

/** True if the person spoke in an aside and got no reply. */
export function hasUnansweredWords({ frames }: DialogState): boolean {
  return frames.some(({ aside, attention }) => aside?.because === 'words' && attention === 'unanswered');
}

/** A new call takes the place of another, in the frame that waits for that. */
export function replaceCall(state: DialogState, replaced: CallId, call: OpenCall): Partial<DialogState> {
  const exchange = (each: OpenCall) => (each.callId === replaced ? call : each);
  return { frames: mapFrames(state, frame => ({ ...frame, pending: frame.pending.map(exchange) })) };
}

/** Notes for the callee are part of the call, so they reach the dialog that takes it. */
export function tellCallee(state: DialogState, callId: CallId, words: ToldWords): Partial<DialogState> {
  const note = (call: OpenCall) => (call.callId === callId ? { ...call, told: [...(call.told ?? []), words] } : call);
  return { frames: mapFrames(state, frame => ({ ...frame, pending: frame.pending.map(note) })) };
}

/** Words reach the frame that answers this call; no change when none does. */
export function hearCaller(state: DialogState, callId: CallId): Partial<DialogState> {
  const hear = (frame: Frame): Frame =>
    frame.inbound?.callId === callId ? { ...frame, told: (frame.told ?? 0) + 1, attention: 'unanswered' } : frame;
  return { frames: mapFrames(state, hear), messageCount: state.messageCount + 1 };
}

/** A generation begins with all that was told to the frame in work. */
export function withWordsHeard(state: DialogState, lists: Lists = copying): Partial<DialogState> {
  const { told, unread } = topFrame(state);
  if (told === undefined && unread === undefined) return {};
  return inTopFrame(state, frame => asRead(told === undefined ? frame : { ...frame, heard: told }), lists);
}

/** True if a note reached the running frame since its generation began. */
export function hasUnheard({ told = 0, heard = 0 }: Frame): boolean {
  return told > heard;
}

function asRead({ unread, ...frame }: Frame): Frame {
  return frame;
}

function mapFrames({ frames }: DialogState, change: (frame: Frame) => Frame): DialogState['frames'] {
  const [main, ...backs] = frames;
  return [change(main), ...backs.map(change)];
}
