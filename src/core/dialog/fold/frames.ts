// The stack of a dialog's frames as it changes: the assignment it works on, and the callers that it answers in between
// (SPEC 3.4). Pure.
import { callIdOf, copying, type Lists, withoutId } from '../../base/fold-lists.ts';
import type { AsideId, CallId, DialogId } from '../../base/ids.ts';
import type { Aside, Attention, DialogState, Frame, OpenCall, ToldWords } from '../state.ts';
import { topFrame } from '../state.ts';

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
function inTopFrame(
  state: DialogState,
  change: (frame: Frame) => Frame,
  lists: Lists = copying,
): Pick<DialogState, 'frames'> {
  const { frames } = state;
  return { frames: framesWith(state, frames.length - 1, change(topFrame(state)), lists) };
}

/** The frames with one more on top. */
export function withFrame({ frames }: Pick<DialogState, 'frames'>, frame: Frame, lists: Lists): DialogState['frames'] {
  return lists.added<Frame>(frames, frame) as readonly Frame[] as DialogState['frames'];
}

/** An open call with its places; the newest frame's, should a file name several alike. */
interface OpenPlace {
  readonly index: number;
  readonly frame: Frame;
  readonly at: number;
  readonly call: OpenCall;
}

/** Where a call is open; undefined when it is not. */
export function openPlace({ frames }: DialogState, callId: CallId, lists: Lists = copying): OpenPlace | undefined {
  const index = lists.holder(frames, pendingOf, callIdOf, callId);
  const frame = frames[index];
  const at = frame ? lists.find(frame.pending, callIdOf, callId) : -1;
  const call = frame?.pending[at];
  return frame && call && { index, frame, at, call };
}

/** Where a call is open that waits for the answer of this dialog. */
export function awaitedPlace(
  state: DialogState,
  { callId, from }: { readonly callId: CallId; readonly from: DialogId },
  lists: Lists,
): OpenPlace | undefined {
  const place = openPlace(state, callId, lists);
  return place && lists.find(place.call.targets, itself, from) >= 0 ? place : undefined;
}

/** One target of a call has answered: the call closes with its last target; a late second answer changes nothing. */
export function supplied(
  state: DialogState,
  answer: { readonly callId: CallId; readonly from: DialogId },
  lists: Lists,
): Partial<DialogState> {
  const counted = { messageCount: state.messageCount + 1 };
  const place = awaitedPlace(state, answer, lists);
  if (!place) return counted;
  const { index, frame, at, call } = place;
  const targets = withoutId(lists, call.targets, itself, answer.from);
  const pending =
    targets.length > 0 ? lists.replaced(frame.pending, at, { ...call, targets }) : lists.without(frame.pending, at);
  const isUnread = pending.length > 0 && targets.length === 0;
  const heard: Frame = { ...frame, pending, attention: 'unanswered', ...(isUnread && { unread: true }) };
  return { ...counted, frames: framesWith(state, index, heard, lists) };
}

/** True if the running frame answers this call. */
export function isTop(state: DialogState, callId: CallId): boolean {
  return topFrame(state).inbound?.callId === callId;
}

/** The frame that answers this call is over; in the main one what it asked others stays pending. */
export function endAnswering(state: DialogState, callId: CallId, lists: Lists): Partial<DialogState> {
  const [main] = state.frames;
  if (main.inbound?.callId === callId)
    return { frames: framesWith(state, 0, { pending: main.pending, attention: 'rest' }, lists) };
  return { frames: withoutFrame(state, callId, frame => frame.inbound !== undefined, lists) };
}

/**
 * A frame above the one that waits. One that is to read answers has something to say at once; words are yet to come.
 */
export function openAside(state: DialogState, aside: Aside, lists: Lists): Partial<DialogState> {
  const isForAnswers = aside.because === 'answers';
  const { frames } = isForAnswers ? inTopFrame(state, asRead, lists) : state;
  const attention = isForAnswers ? 'unanswered' : 'rest';
  return {
    frames: withFrame({ frames }, { aside, pending: [], attention }, lists),
    emptyOutputs: 0,
  };
}

/** The aside is over; the frame beneath goes on waiting, or with its answers. */
export function endAside(state: DialogState, asideId: AsideId, lists: Lists): Partial<DialogState> {
  return { frames: withoutFrame(state, asideId, frame => frame.aside !== undefined, lists), emptyOutputs: 0 };
}

/** True if the person spoke in an aside and got no reply. */
export function hasUnansweredWords({ frames }: DialogState): boolean {
  return frames.some(({ aside, attention }) => aside?.because === 'words' && attention === 'unanswered');
}

/** The frame in work waits for one more call. */
export function withOpenCall(state: DialogState, call: OpenCall, lists: Lists): Partial<DialogState> {
  const changed = inTopFrame(state, frame => ({ ...frame, pending: lists.added(frame.pending, call) }), lists);
  lists.holds(changed.frames, changed.frames.length - 1, call.callId);
  return changed;
}

/** A new call takes the place of another, in the frame that waits for that; undefined when none does. */
export function replaceCall(
  state: DialogState,
  replaced: CallId,
  call: OpenCall,
  lists: Lists,
): Partial<DialogState> | undefined {
  const place = openPlace(state, replaced, lists);
  if (!place) return undefined;
  const changed = { frames: withCall(state, place, call, lists) };
  lists.holds(changed.frames, place.index, call.callId);
  return changed;
}

/** Notes for the callee are part of the call, so they reach the dialog that takes it. */
export function foldWordToCallee(
  state: DialogState,
  callId: CallId,
  words: ToldWords,
  lists: Lists,
): Partial<DialogState> | undefined {
  const place = openPlace(state, callId, lists);
  if (!place) return undefined;
  const { call } = place;
  return { frames: withCall(state, place, { ...call, told: lists.added(call.told ?? [], words) }, lists) };
}

/** Words reach the frame that answers this call; no change when none does. */
export function hearCaller(state: DialogState, callId: CallId, lists: Lists): Partial<DialogState> {
  const counted = { messageCount: state.messageCount + 1 };
  const index = lists.find(state.frames, frameIdOf, callId);
  const frame = state.frames[index];
  if (!frame?.inbound) return counted;
  const told: Frame = { ...frame, told: (frame.told ?? 0) + 1, attention: 'unanswered' };
  return { ...counted, frames: framesWith(state, index, told, lists) };
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

const pendingOf = ({ pending }: Frame): readonly OpenCall[] => pending;
const frameIdOf = ({ inbound, aside }: Frame): string | undefined => inbound?.callId ?? aside?.asideId;
const itself = (id: string): string => id;

/** The frames with another in one place. */
export function framesWith({ frames }: DialogState, index: number, frame: Frame, lists: Lists): DialogState['frames'] {
  return lists.replaced<Frame>(frames, index, frame) as readonly Frame[] as DialogState['frames'];
}

function withCall(state: DialogState, { index, frame, at }: OpenPlace, call: OpenCall, lists: Lists) {
  return framesWith(state, index, { ...frame, pending: lists.replaced(frame.pending, at, call) }, lists);
}

/** The frames without those of an id; the main one stays. */
function withoutFrame(
  { frames }: DialogState,
  id: string,
  isMeant: (frame: Frame) => boolean,
  lists: Lists,
): DialogState['frames'] {
  let left: readonly Frame[] = frames;
  for (;;) {
    const index = lists.find(left, frameIdOf, id);
    const frame = left[index];
    if (index <= 0 || !frame || !isMeant(frame)) return left as DialogState['frames'];
    left = lists.without(left, index);
  }
}
