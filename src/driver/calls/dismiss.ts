// Ends calls that are no longer needed, with everything that works for them (SPEC 1.7). The one who waits gets the
// failed answer first: a crash in between leaves work that nobody waits for, and loading drops that.

import type { CallId, DialogId } from '../../core/base/ids.ts';
import { DISMISSED } from '../../core/dialog/dismissal.ts';
import type { Fact } from '../../core/dialog/record.ts';
import type { InboundCall } from '../../core/dialog/record-parts.ts';
import type { DialogState, Frame, OpenCall } from '../../core/dialog/state.ts';
import { currentAside, openCalls, topFrame } from '../../core/dialog/state.ts';
import { closeQuestions, type QuestionClosing } from '../../core/dialog/view/question-closing.ts';
import { commit } from '../commit.ts';
import type { AbortReason, Dialog, Tree } from '../driver-context.ts';
import { earlierCourses } from '../generate/earlier-courses.ts';
import { dequeue } from '../tree.ts';
import { findOpenCall, supplyResponse } from './deliver.ts';

/**
 * Dismisses an open call of the tree; false when no dialog waits for it. The caller gets a failed answer `dismissed`.
 * `msgId`: of the person's word.
 */
export function dismissCall(tree: Tree, callId: CallId, msgId?: string): boolean {
  const { ctx } = tree;
  for (const caller of tree.dialogs.values()) {
    const call = findOpenCall(caller, callId);
    if (!call) continue;
    endCalls(caller, [call], msgId);
    ctx.wake(caller);
    return true;
  }
  return false;
}

/** Drops what dialogs do for callers that do not wait for it any more. */
export function dropUnwanted(tree: Tree): void {
  for (const dialog of [...tree.dialogs.values()]) {
    for (const { inbound } of dialog.state.frames) {
      if (!inbound || tree.unknownCalls.has(inbound.callId) || isAwaited(dialog, inbound)) continue;
      dropCall(dialog, inbound.callId);
    }
  }
}

/**
 * Finds calls that dialogs of a loaded tree work on and that their callers lost in a power cut. Answers to such a
 * dialog were already shown as done, so it continues.
 */
export async function unknownCalls(tree: Tree): Promise<ReadonlySet<CallId>> {
  const unknown = new Set<CallId>();
  for (const dialog of tree.dialogs.values()) {
    for (const { inbound } of dialog.state.frames) {
      if (!inbound || isAwaited(dialog, inbound) || !wasAnswered(dialog)) continue;
      if (!(await knowsOf(tree.dialogs.get(inbound.callerDialogId), inbound.callId))) unknown.add(inbound.callId);
    }
  }
  return unknown;
}

function isAwaited({ tree, ref }: Dialog, { callerDialogId, callId }: InboundCall): boolean {
  const caller = tree.dialogs.get(callerDialogId);
  return caller !== undefined && findOpenCall(caller, callId)?.targets.includes(ref.selfId) === true;
}

function wasAnswered({ records, state }: Dialog): boolean {
  return state.course > 1 || records.some(({ kind }) => kind === 'questionAnswered' || kind === 'responseSupplied');
}

/** True if any course of a caller has a record of a call, open or ended. */
async function knowsOf(caller: Dialog | undefined, callId: CallId): Promise<boolean> {
  if (!caller) return false;
  for (const records of [caller.records, ...(await earlierCourses(caller))]) {
    if (records.some(record => record.kind === 'tellaskMade' && record.callId === callId)) return true;
  }
  return false;
}

/** Ends what the top frame of a dialog has begun, so that it can be answered as failed. */
export function endTopFrame(dialog: Dialog): void {
  endCalls(dialog, topFrame(dialog.state).pending);
  // Calls of the frames beneath stay open.
  commit(dialog, ...closingFacts({ ...dialog.state, frames: [noFrame] }, dismissal));
}

/** Ends the asides that the dialog is in, with all that is open in them. */
export function endAsides(dialog: Dialog): void {
  for (let aside = currentAside(dialog.state); aside; aside = currentAside(dialog.state)) {
    endTopFrame(dialog);
    commit(dialog, { kind: 'asideEnded', asideId: aside.asideId });
  }
}

const dismissal: QuestionClosing = { reason: DISMISSED, because: 'dismissed' };

/** The facts that close everything that is open in a dialog: questions, tool calls, and calls to others. */
export function closingFacts(state: DialogState, closing: QuestionClosing): Fact[] {
  return [
    ...closeQuestions(state.questions, closing),
    ...state.toolCalls.map(
      ({ callId }): Fact => ({ kind: 'toolReturned', callId, ok: false, content: closing.reason }),
    ),
    ...openCalls(state).flatMap(call => failedAnswers(call, DISMISSED)),
  ];
}

/** The failed answers that close a call. */
export function failedAnswers({ callId, targets, agentId }: OpenCall, content: string): Fact[] {
  return targets.map(from => ({ kind: 'responseSupplied', callId, from, agentId, ok: false, content }));
}

/** `msgId` stands in the last answer: a call that a torn write left open is dismissed again. */
function endCalls(caller: Dialog, calls: readonly OpenCall[], msgId?: string): void {
  const { tree } = caller;
  const answers = calls.flatMap(call => failedAnswers(call, DISMISSED));
  commit(
    caller,
    ...answers.map((fact, at) => (msgId !== undefined && at === answers.length - 1 ? { ...fact, msgId } : fact)),
  );
  dropCallees(tree, calls);
}

/** Ends work for calls whose caller no longer waits. */
export function dropCallees(tree: Tree, calls: readonly OpenCall[]): void {
  for (const { callId, targets } of calls) {
    for (const target of targets) dropAt(tree, target, callId);
  }
}

function dropAt(tree: Tree, target: DialogId, callId: CallId): void {
  dequeue(tree, target, callId);
  const dialog = tree.dialogs.get(target);
  if (dialog) dropCall(dialog, callId);
}

/** Ends what a dialog does for one call: its current assignment with all that hangs on it, or one TellaskBack. */
function dropCall(dialog: Dialog, callId: CallId): void {
  const { tree } = dialog;
  const { ctx } = tree;
  const [main, ...backs] = dialog.state.frames;
  if (main.inbound?.callId === callId) dropTask(dialog);
  else if (!backs.some(({ inbound }) => inbound?.callId === callId)) return;
  else dropBack(dialog, callId);
  commit(dialog, { kind: 'assignmentDropped', callId, reason: DISMISSED });
  ctx.wake(dialog);
}

function dropTask(dialog: Dialog): void {
  endCalls(dialog, openCalls(dialog.state));
  endStep(dialog);
  // Those that ask back without working for this task.
  for (const { inbound } of dialog.state.frames.slice(1).reverse()) {
    if (inbound) supplyResponse(dialog, { inbound, ok: false, content: DISMISSED });
  }
}

function dropBack(dialog: Dialog, callId: CallId): void {
  const frameOf = (): Frame | undefined => dialog.state.frames.find(({ inbound }) => inbound?.callId === callId);
  endCalls(dialog, frameOf()?.pending ?? []);
  if (frameOf() === topFrame(dialog.state)) endStep(dialog);
}

/** Aborts the running step and the rest of its generation; these belong to the top frame. */
function endStep(dialog: Dialog): void {
  dialog.abort?.abort('dismissed' satisfies AbortReason);
  commit(dialog, ...closingFacts({ ...dialog.state, frames: [noFrame] }, dismissal));
}

const noFrame: Frame = { pending: [], attention: 'rest' };
