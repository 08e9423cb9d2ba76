// Finds who waits for whom in a tree, directly or indirectly (SPEC 3.2, 3.6). Nodes are frames, not dialogs: a dialog
// that waits for its subdialogs can still answer a TellaskBack, or talk in an aside. A frame waits for the calls made
// in it, and for the frames above it, since a dialog works in its top frame only.
import type { AsideId, CallId, DialogId } from '../../base/ids.ts';
import type { DialogState, Frame, OpenCall } from '../state.ts';
import { topFrame } from '../state.ts';

/** Looks up a dialog of the same tree. */
export type Lookup = (selfId: DialogId) => DialogState | undefined;

/**
 * True when a kind-B call to `target` would, directly or through others, wait on the frame of the caller that waits for
 * it: its top frame, or the one whose call it takes over.
 */
export function wouldWaitOnItself(
  caller: DialogState,
  target: DialogId,
  lookup: Lookup,
  waiting: Frame = topFrame(caller),
): boolean {
  const start = frameKey({ dialogId: caller.identity.selfId, frameId: idOf(caller.frames, waiting) });
  // A queued TellaskBack blocks nothing: it is taken as soon as the frame before it waits for it.
  for (const { node } of framesWaitedFor({ dialogId: target, frameId: undefined }, lookup, noNodes)) {
    if (frameKey(node) === start) return true;
  }
  return false;
}

/** True if the dialog's current work waits for an answer to this call, directly or indirectly. */
export function waitsForAnswerTo(dialog: DialogState, callId: CallId, lookup: Lookup): boolean {
  const top = { dialogId: dialog.identity.selfId, frameId: idOf(dialog.frames, topFrame(dialog)) };
  for (const { frame } of framesWaitedFor(top, lookup, firstBack)) {
    if (frame?.pending.some(call => call.callId === callId)) return true;
  }
  return false;
}

/** A dialog's own task (`frameId` absent), an aside, or the frame that answers one TellaskBack. */
interface Node {
  readonly dialogId: DialogId;
  readonly frameId: CallId | AsideId | undefined;
}

/** What a queued TellaskBack waits for, given the frames of the dialog that it is queued for. */
type InLine = (dialogId: DialogId, frames: readonly Frame[]) => readonly Node[];

const noNodes: InLine = () => [];

/** The TellaskBacks that are being answered, of which the lowest waits for those above it. */
const firstBack: InLine = (dialogId, frames) => {
  const back = frames.slice(1).find(({ inbound }) => inbound)?.inbound;
  return back ? [{ dialogId, frameId: back.callId }] : [];
};

/** A frame and every frame that it waits for, each once. A TellaskBack in line has a node without a frame. */
function* framesWaitedFor(
  start: Node,
  lookup: Lookup,
  inLine: InLine,
): Generator<{ node: Node; frame: Frame | undefined }> {
  const seen = new Set<string>();
  const open: Node[] = [start];
  for (let node = open.pop(); node; node = open.pop()) {
    const key = frameKey(node);
    if (seen.has(key)) continue;
    seen.add(key);
    const frames = lookup(node.dialogId)?.frames ?? [];
    const level = levelOf(frames, node);
    const frame = frames[level];
    yield { node, frame };
    if (!frame) {
      open.push(...inLine(node.dialogId, frames));
      continue;
    }
    const above = frames[level + 1];
    if (above) open.push({ dialogId: node.dialogId, frameId: idOf(frames, above) });
    open.push(...frame.pending.flatMap(waitedOn));
  }
}

function levelOf(frames: readonly Frame[], { frameId }: Node): number {
  return frames.findIndex(frame => idOf(frames, frame) === frameId);
}

function idOf(frames: readonly Frame[], frame: Frame): Node['frameId'] {
  return frame === frames[0] ? undefined : (frame.aside?.asideId ?? frame.inbound?.callId);
}

function frameKey({ dialogId, frameId }: Node): string {
  return frameId === undefined ? dialogId : `${dialogId} ${frameId}`;
}

function waitedOn(call: OpenCall): Node[] {
  return call.targets.map(dialogId => ({ dialogId, frameId: call.callKind === 'A' ? call.callId : undefined }));
}
