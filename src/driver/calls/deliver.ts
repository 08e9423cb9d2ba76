// Calls and answers on their way between dialogs. Everything goes through records: an answer is stored by the one who
// gives it, then once by the one who asked; a call in line is derived from the caller's open call (SPEC 3.2, 3.3, 4.2).
import type { DialogId } from '../../core/base/ids.ts';
import { factsOf } from '../../core/dialog/fold/work-facts.ts';
import { canTakeAssignment, canTakeTellaskBack } from '../../core/dialog/next-step.ts';
import type { Fact } from '../../core/dialog/record.ts';
import type { InboundCall } from '../../core/dialog/record-parts.ts';
import { sleepingCall, sleepOf } from '../../core/dialog/sleep.ts';
import { type DialogState, type OpenCall, openCalls, topFrame } from '../../core/dialog/state.ts';
import type { OpenToolCall } from '../../core/dialog/tool-call.ts';
import { waitsForAnswerTo } from '../../core/dialog/view/wait-graph.ts';
import type { WorkFacts } from '../../core/dialog/work-shape.ts';
import { commit } from '../commit.ts';
import type { Dialog, Tree, WaitingCall } from '../driver-context.ts';
import { endSleep } from '../end-sleep.ts';
import { reviewed } from '../evidence/review.ts';
import { asInbound, dequeue, lookupIn } from '../tree.ts';

/** Records an answer with the one who gives it, then with the caller, and wakes the caller. */
export function supplyResponse(
  dialog: Dialog,
  answer: { inbound: InboundCall; ok: boolean; content: string; facts?: WorkFacts },
): void {
  const { inbound, ok, content } = answer;
  const { callId, callerDialogId: to, callKind } = inbound;
  // An answer to one who asks back is a word of the work, not its end.
  const facts = callKind === 'A' ? undefined : (answer.facts ?? factsOf(dialog.state));
  commit(dialog, { kind: 'responseGiven', callId, to, ok, content, ...(facts && { facts }) });
  deliverGiven(dialog);
}

/** Brings the last answer of a dialog to its caller, unless the caller has it. Repeating it changes nothing. */
export function deliverGiven(dialog: Dialog): void {
  const { tree } = dialog;
  const { ctx } = tree;
  const { given, identity } = dialog.state;
  const caller = given && tree.dialogs.get(given.to);
  const call = caller && findOpenCall(caller, given.callId);
  if (!caller || !call?.targets.includes(identity.selfId)) return;
  const { callId, ok, content, facts } = given;
  commit(
    caller,
    {
      kind: 'responseSupplied',
      callId,
      from: identity.selfId,
      agentId: identity.agentId,
      ok,
      content,
      ...(facts && { facts }),
    },
    ...reviewed(caller, call, given),
  );
  ctx.wake(caller);
}

/** Brings words for the callees of a call to those who work on it, which counts them. Repeating it changes nothing. */
export function deliverTold(caller: Dialog, { callId, targets, told = [] }: OpenCall): void {
  if (told.length === 0) return;
  const { tree } = caller;
  const callerAgentId = caller.state.identity.agentId;
  for (const target of targets) {
    const callee = tree.dialogs.get(target);
    const frame = callee?.state.frames.find(({ inbound }) => inbound?.callId === callId);
    const missing = frame ? told.slice(frame.told ?? 0) : [];
    if (!callee || missing.length === 0) continue;
    commit(callee, ...missing.map((words): Fact => ({ kind: 'wasTold', callId, callerAgentId, ...words })));
    tree.ctx.wake(callee);
  }
}

/** The open call of that id, if the dialog still waits for it. */
export function findOpenCall(dialog: Dialog, callId: string): OpenCall | undefined {
  return openCalls(dialog.state).find(call => call.callId === callId);
}

/**
 * True if an open call waits for a record and not for work: its callee is not made, does not know of it or has answered
 * it. So it is between two records, and after a crash until the tree is mended.
 */
export function isOnItsWay(caller: Dialog, { callId, callKind, targets }: OpenCall): boolean {
  return targets.some(target => {
    const callee = caller.tree.dialogs.get(target);
    if (!callee || callee.state.given?.callId === callId) return true;
    const isTaken = callee.state.frames.some(({ inbound }) => inbound?.callId === callId);
    return !isTaken && canTake(callee, { callId, callKind, caller: caller.ref.selfId });
  });
}

/** Gives a dialog the next call in its line if it can take one now; its loop is woken. */
export function offerCalls(dialog: Dialog): void {
  const { tree } = dialog;
  const { ctx } = tree;
  if (!dialog.driving && takeNextCall(dialog)) ctx.wake(dialog);
}

/** Offers every call in line: one more wait may be what another may be taken for. */
export function offerQueuedCalls(tree: Tree): void {
  for (const target of [...tree.callQueues.keys()]) {
    const dialog = tree.dialogs.get(target);
    if (dialog) offerCalls(dialog);
  }
}

/** Takes the first call in line that this dialog can take now, or wakes it for one; false when there is none. */
export function takeNextCall(dialog: Dialog): boolean {
  const { tree } = dialog;
  const { selfId } = dialog.ref;
  for (const waiting of tree.callQueues.get(selfId) ?? []) {
    const call = openCallOf(tree, waiting.caller, waiting.callId);
    if (!call?.open.targets.includes(selfId)) {
      dequeue(tree, selfId, waiting.callId);
      continue;
    }
    if (!canTake(dialog, waiting)) continue;
    commit(dialog, { kind: 'callReceived', call: asInbound(call.caller, call.open) });
    dequeue(tree, selfId, waiting.callId);
    deliverTold(call.caller, call.open);
    return true;
  }
  return wakeForCall(dialog);
}

/** Whoever asks back waits for the answer: a sleep is not in its way (SPEC 1.5). */
function wakeForCall(dialog: Dialog): boolean {
  const { tree, state, ref } = dialog;
  const call = (sleepOf(state) && sleepingCall(state)) ?? markingDone(state);
  const asking = (tree.callQueues.get(ref.selfId) ?? []).find(({ callKind }) => callKind === 'A');
  const by = asking && tree.dialogs.get(asking.caller)?.state.identity.agentId;
  if (!call || by === undefined) return false;
  if (call.sleep) endSleep(dialog, call, { kind: 'askedBack', by });
  else {
    const content = tree.ctx.minds.texts().evidence.askedBack(by);
    commit(dialog, { kind: 'toolReturned', callId: call.callId, ok: false, content });
  }
  return true;
}

/** The `mark_done` that waits for reviews alone. */
function markingDone(state: DialogState): OpenToolCall | undefined {
  const [call] = state.toolCalls;
  const isWaiting = call !== undefined && !call.started && topFrame(state).pending.some(({ review }) => review);
  return isWaiting && state.questions.length === 0 && state.interruption === null ? call : undefined;
}

/**
 * TellaskBacks are answered one after another: while one is being answered, another is taken only when that answer
 * waits for it (SPEC 3.2).
 */
function canTake({ tree, state }: Dialog, { callKind, callId }: WaitingCall): boolean {
  if (callKind !== 'A') return canTakeAssignment(state);
  if (!canTakeTellaskBack(state)) return false;
  const isAnswering = state.frames.slice(1).some(({ inbound }) => inbound);
  return !isAnswering || waitsForAnswerTo(state, callId, lookupIn(tree));
}

function openCallOf(tree: Tree, callerId: DialogId, callId: string): { caller: Dialog; open: OpenCall } | undefined {
  const caller = tree.dialogs.get(callerId);
  const open = caller && findOpenCall(caller, callId);
  return open && { caller, open };
}
