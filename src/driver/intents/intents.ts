// The person's intents on dialogs: each is checked and recorded, then the dialog is driven. A refused intent changes
// nothing and gives the reason (SPEC 5.3, 5.4, 11.1, 1.6, 1.7).

import type { CallId, DialogRef, QuestionId } from '../../core/base/ids.ts';
import type { GivenImage, ImageRef } from '../../core/base/image.ts';
import { pickableText, readTaken } from '../../core/changes/picked.ts';
import type { AnsweredBy } from '../../core/dialog/answered-by.ts';
import { readAnswer } from '../../core/dialog/form-answers.ts';
import { nextStep, placeOfWords } from '../../core/dialog/next-step.ts';
import { ownOption } from '../../core/dialog/own-options.ts';
import { permissionAnswer } from '../../core/dialog/permission.ts';
import type { Fact } from '../../core/dialog/record.ts';
import { sleepOf } from '../../core/dialog/sleep.ts';
import { currentAside, openCalls } from '../../core/dialog/state.ts';
import type { OpenQuestion } from '../../core/dialog/tool-call.ts';
import { refusalOfClosed, refusalToSay } from '../../core/dialog/view/refusal-to-say.ts';
import type { WorkDecision } from '../../core/dialog/workplace.ts';
import type { PendingWork } from '../../core/facts/refusals.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import { subjectOf } from '../../core/tellask/title.ts';
import { withoutBlankEdges } from '../../core/text/blank-edges.ts';
import { refuseText } from '../../core/text/message-text.ts';
import { actAs } from '../acting.ts';
import { questionsDropped } from '../belief/turn.ts';
import { deliverTold, findOpenCall, supplyResponse } from '../calls/deliver.ts';
import { dismissCall, endAsides, endTopFrame } from '../calls/dismiss.ts';
import { commit } from '../commit.ts';
import { completeRoot } from '../complete-root.ts';
import { draftIntent } from '../draft/intents.ts';
import type { Driver } from '../driver.ts';
import type { AbortReason, Dialog, Tree } from '../driver-context.ts';
import { stoppedFact } from '../end-work.ts';
import { capsRaised } from '../generate/caps.ts';
import { memberOf, policyOf } from '../member.ts';
import { startCourse } from '../start-course.ts';
import { permissionSeal } from '../tools/permission.ts';
import { rootOf, statesOf } from '../tree.ts';
import { isApplied } from './applied.ts';
import { answerRead, wordsSaid } from './asides.ts';
import { checkImages, keepImages } from './attach-images.ts';
import { changeStatus, reopenForWords } from './change-status.ts';
import { questionFate } from './question-fate.ts';
import { takenAsAnswer } from './queued-messages.ts';

interface SaidToDialog {
  readonly msgId: string;
  readonly content: string;
  readonly images?: readonly GivenImage[];
  readonly by?: AnsweredBy | undefined;
}

/**
 * Says something to a dialog, which reopens a completed root; queued when it generates or waits for the person. The
 * same `msgId` is applied once.
 */
export function say(
  driver: Driver,
  dialog: Dialog,
  { images: given = [], by, ...message }: SaidToDialog,
): Outcome<{ queued: boolean }> {
  const { tree } = dialog;
  const content = withoutBlankEdges(message.content);
  const { state } = dialog;
  const refused = refusalToSay(state, rootOf(tree).state.status, { content, images: given });
  if (refused) return refused;
  if (isApplied(dialog, message.msgId)) return { ok: true, queued: isQueued(dialog, message.msgId) };
  const checked = checkImages(given);
  if (!checked.ok) return checked;
  if (state.draft) {
    const sent = draftIntent(driver, tree, { kind: 'send', run: 'draft', ...message });
    return sent.ok ? { ok: true, queued: false } : sent;
  }
  reopenForWords(tree);
  const { closed, ...dropped } = questionsDropped(dialog, content);
  const left = closed.length > 0 ? { ...dialog.state, questions: [] } : dialog.state;
  const place = dialog.driving ? 'queue' : placeOfWords(left);
  const images = keepImages(driver.ctx, dialog.ref, checked.images);
  const said = { msgId: message.msgId, content, ...(images.length > 0 && { images }), ...(by && { by }) };
  const resumed: Fact[] = state.interruption ? [{ kind: 'resumed' }] : [];
  const facts: readonly Fact[] =
    place === 'queue'
      ? [{ kind: 'messageQueued', ...said }, ...resumed]
      : wordsSaid(driver.ctx, [{ ...said, ...dropped }], place);
  commit(dialog, ...closed, ...facts);
  driver.release(tree);
  return { ok: true, queued: isQueued(dialog, message.msgId) };
}

/**
 * Answers an open question: check, record and resume in one step. A repeated `msgId` is applied once. `permitsNothing`:
 * the answer came from a file in the folder, so its author is unknown. `queuedMsgId`: the answer was a queued message
 * of the asking dialog and leaves its queue.
 */
export function answerQuestion(
  driver: Driver,
  tree: Tree,
  answer: {
    questionId: string;
    content: string;
    msgId: string;
    by: AnsweredBy;
    permitsNothing?: true | undefined;
    queuedMsgId?: string | undefined;
    images?: readonly GivenImage[] | undefined;
  },
): Outcome<{ dialog: DialogRef }> {
  const dialog = [...tree.dialogs.values()].find(({ state }) =>
    state.questions.some(({ questionId }) => questionId === answer.questionId),
  );
  if (!dialog) return refuseAnswered(tree, answer);
  const said = withoutBlankEdges(answer.content);
  const unusable = refuseText(said, 'answer');
  if (unusable) return unusable;
  const taken = takenAsAnswer(dialog, answer.queuedMsgId);
  if (!taken.ok) return taken;
  const { msgId } = answer;
  const question = dialog.state.questions.find(({ questionId }) => questionId === answer.questionId);
  const content = question?.questionKind === 'permission' ? permissionAnswer(said) : said;
  const unfit = question?.form && readAnswer(question.form, content);
  if (unfit && 'kind' in unfit) return refuse('form-unfit', { field: unfit.field, fields: unfit.fields });
  const kind = question?.questionKind;
  const decided = workDecidedBy(question, content);
  if (!decided.ok) return decided;
  if ((kind === 'permission' || kind === 'acceptance' || kind === 'merge') && answer.permitsNothing) {
    return refuse('permission-elsewhere');
  }
  const checked = checkImages(answer.images ?? []);
  if (!checked.ok) return checked;
  const images = keepImages(driver.ctx, dialog.ref, checked.images);
  const stops = ownOption(content) === 'stop' && (kind === 'repeat' || kind === 'provider' || kind === 'cap');
  if (kind === 'cap' && !stops) {
    const speaker = { state: dialog.state, member: memberOf(driver.ctx, dialog.state) };
    commit(rootOf(tree), ...capsRaised(tree, speaker));
  }
  // Looked at before the answer, which is a word of the person: generations are counted from it.
  const held = kind === 'cap' && stops ? heldByCap(driver, tree) : [];
  commit(
    dialog,
    ...(images.length > 0 ? [imagesQueued(answer, images)] : []),
    {
      kind: 'questionAnswered',
      questionId: answer.questionId as QuestionId,
      msgId,
      content,
      by: answer.by,
      ...(question && permissionSeal(dialog, question, content)),
    },
    ...taken.facts,
    ...decided.facts,
    ...answerRead(dialog, question),
    ...(stops ? [stoppedFact] : []),
  );
  for (const each of held) commit(each, stoppedFact);
  driver.release(tree);
  return { ok: true, dialog: dialog.ref };
}

/** Images of an answer reach the model as the message after it: results of calls hold text. */
function imagesQueued({ msgId, by }: { msgId: string; by: AnsweredBy }, images: readonly ImageRef[]): Fact {
  return { kind: 'messageQueued', msgId: `${msgId}-images`, content: '', images, by };
}

/** What the person's answer makes of the work of a teammate: words send it back (SPEC 27.2). */
function workDecidedBy(question: OpenQuestion | undefined, content: string): Outcome<{ facts: readonly Fact[] }> {
  if (question?.questionKind !== 'merge' || question.callId === undefined) return { ok: true, facts: [] };
  const { callId, work } = question;
  const files = work?.files ?? [];
  const option = ownOption(content);
  const read = readTaken(content, files);
  if (read.kind === 'unfit') return refuse('merge-unfit', { unknown: read.unknown, files: files.map(pickableText) });
  const what = option === 'take all' || read.kind === 'parts' ? 'take' : option === 'drop' ? 'drop' : 'back';
  const decision: WorkDecision = {
    what,
    ...(read.kind === 'parts' && { paths: read.parts }),
    ...(what === 'back' && option !== 'send back' && { words: content }),
    ...(what === 'take' && work && { mark: work.mark }),
  };
  return { ok: true, facts: [{ kind: 'workDecided', callId, decision, by: 'person' }] };
}

/** The dialogs that wait for the same answer: they stop as well. */
function heldByCap({ ctx }: Driver, tree: Tree): readonly Dialog[] {
  return [...tree.dialogs.values()].filter(({ state }) => {
    const policy = policyOf(ctx, state, tree);
    const asking = { pushMax: policy.pushMax, cap: policy.cap && ('ask' as const) };
    return nextStep(state, asking).kind === 'askAboutCap';
  });
}

/** Stops running work in a dialog and marks the rest interrupted. Resolves when it has ended. */
export async function stopDialogs(driver: Driver, dialogs: readonly Dialog[]): Promise<DialogRef[]> {
  const stopped: DialogRef[] = [];
  for (const dialog of dialogs) {
    dialog.stoppedBy = driver.ctx.actor.by;
    dialog.background?.abort('stopped' satisfies AbortReason);
    if (dialog.abort) dialog.abort.abort('stopped' satisfies AbortReason);
    else if (dialog.driving || isWaiting(driver, dialog)) commit(dialog, stoppedFact);
    else continue;
    stopped.push(dialog.ref);
  }
  await Promise.all(dialogs.map(dialog => driver.ended(dialog)));
  return stopped;
}

/** Stops a tree until no dialog of it works: a message may come meanwhile. */
export async function standStill(driver: Driver, tree: Tree): Promise<void> {
  const dialogs = [...tree.dialogs.values()];
  while (dialogs.some(({ driving }) => driving)) await stopDialogs(driver, dialogs);
}

/**
 * True if a dialog would go on by itself: at once, when its sleep is over, or when others give back what they reserved.
 */
function isWaiting(driver: Driver, dialog: Dialog): boolean {
  return driver.isDialogDue(dialog) || sleepOf(dialog.state) !== undefined || dialog.tree.waitingForRoom.has(dialog);
}

/** Resumes interrupted dialogs and all others of the tree that have something to do. */
export function continueDialogs(driver: Driver, tree: Tree, dialogs: readonly Dialog[]): DialogRef[] {
  return resume(
    driver,
    tree,
    dialogs.filter(dialog => dialog.state.interruption !== null || driver.isDialogDue(dialog)),
  );
}

/** The same for what an earlier process left. A dialog that the person or trouble stopped waits for the person. */
export function continueLeft(driver: Driver, tree: Tree): DialogRef[] {
  const left = [...tree.dialogs.values()].filter(
    dialog => dialog.state.interruption?.code === 'restart' || driver.isDialogDue(dialog),
  );
  return left.length > 0 ? resume(driver, tree, left) : [];
}

function resume(driver: Driver, tree: Tree, continued: readonly Dialog[]): DialogRef[] {
  for (const dialog of continued) {
    if (dialog.state.interruption) commit(dialog, { kind: 'resumed' });
  }
  driver.release(tree);
  return continued.map(({ ref }) => ref);
}

/** Marks a root done; refused with the reasons while anything is pending (SPEC 1.6). */
export async function markDone(driver: Driver, tree: Tree): Promise<Outcome<object>> {
  const work = pendingIn(tree);
  const isHeldUp = rootOf(tree).state.status === 'running' && work.length > 0;
  return isHeldUp ? refuse('pending-work', { work }) : forceDone(driver, tree);
}

/** Marks a root done and ends whatever is pending. */
export async function forceDone(driver: Driver, tree: Tree): Promise<Outcome<object>> {
  const { status } = rootOf(tree).state;
  if (status === 'completed') return { ok: true };
  if (status !== 'running') return refuse('root-not-running');
  completeRoot(tree, { by: 'person', forced: pendingIn(tree).length > 0 });
  await driver.quiet(tree);
  return { ok: true };
}

/** Puts a root into the archive; a running one must have nothing pending. */
export async function archiveRoot(driver: Driver, tree: Tree): Promise<Outcome<object>> {
  const root = rootOf(tree);
  const { by } = driver.ctx.actor;
  if (root.state.status === 'archived') return { ok: true };
  if (root.state.status === 'running') {
    const done = await markDone(driver, tree);
    if (!done.ok) return done;
  }
  actAs(driver.ctx, by, () => changeStatus(tree, { kind: 'dialogArchived' }));
  await driver.quiet(tree);
  return { ok: true };
}

/** Reopens a completed or archived root; it is driven after the next message. */
export async function reopenRoot(driver: Driver, tree: Tree): Promise<Outcome<object>> {
  const root = rootOf(tree);
  if (root.state.status === 'running') return { ok: true };
  changeStatus(tree, { kind: 'dialogReopened' });
  await driver.quiet(tree);
  return { ok: true };
}

/** Ends a call that is no longer needed (SPEC 1.7). The same `msgId` is applied once. */
export function dismiss(
  driver: Driver,
  tree: Tree,
  callId: CallId,
  { msgId }: { readonly msgId?: string | undefined } = {},
): Outcome<{ callId: CallId }> {
  if (msgId !== undefined && appliedIn(tree, msgId)) return { ok: true, callId };
  if (!dismissCall(tree, callId, msgId)) return refuse('unknown-call', { callId });
  driver.release(tree);
  return { ok: true, callId };
}

/** Says something to those who work on an open call, as its caller does with `tell_subdialog` (SPEC 19.2). */
export function tellCallee(
  driver: Driver,
  tree: Tree,
  { callId, content: typed, msgId }: { readonly callId: CallId; readonly content: string; readonly msgId: string },
): Outcome<{ callId: CallId }> {
  const content = withoutBlankEdges(typed);
  const unusable = refuseText(content, 'message');
  if (unusable) return unusable;
  if (appliedIn(tree, msgId)) return { ok: true, callId };
  for (const caller of tree.dialogs.values()) {
    const call = findOpenCall(caller, callId);
    if (!call || call.callKind === 'A') continue;
    commit(caller, { kind: 'calleeTold', callId, content, by: 'person', msgId });
    deliverTold(caller, { ...call, told: [...(call.told ?? []), { content, by: 'person' }] });
    driver.release(tree);
    return { ok: true, callId };
  }
  return refuse('unknown-call', { callId });
}

/** Answers the caller of an interrupted subdialog with a failure (SPEC 4.4). */
export function answerAsFailed(driver: Driver, dialog: Dialog): Outcome<object> {
  const { tree } = dialog;
  const { interruption, frames } = dialog.state;
  const inbound = frames.findLast(frame => !frame.aside)?.inbound;
  if (!interruption || !inbound) {
    return refuse('not-interrupted');
  }
  endAsides(dialog);
  endTopFrame(dialog);
  supplyResponse(dialog, { inbound, ok: false, content: interruption.message });
  commit(dialog, { kind: 'resumed' });
  driver.release(tree);
  return { ok: true };
}

/** `clear_mind` by a person (SPEC 6.7). */
export async function clearMind(
  driver: Driver,
  dialog: Dialog,
  reminder: string | undefined,
): Promise<Outcome<{ course: number }>> {
  const { tree } = dialog;
  const closed = refusalOfClosed(rootOf(tree).state.status);
  if (closed) return closed;
  if (dialog.state.draft) {
    return refuse('draft-one-course');
  }
  const reminders = reminder?.trim() ? [...dialog.state.reminders, reminder.trim()] : undefined;
  const facts: Fact[] = [
    ...(reminders ? [{ kind: 'remindersSet', reminders } as const] : []),
    ...dialog.state.toolCalls.map(
      ({ callId }): Fact => ({ kind: 'toolReturned', callId, ok: false, content: 'refused: the course was ended' }),
    ),
    ...(dialog.state.interruption ? [{ kind: 'resumed' } as const] : []),
  ];
  const course = dialog.state.course + (currentAside(dialog.state) ? 0 : 1);
  if (dialog.driving || dialog.state.tellasks.length > 0) {
    // The drive loop starts the course once the generation that runs has ended and its tellasks are out.
    commit(dialog, ...facts, { kind: 'clearMindRequested', reason: 'clear_mind', by: 'person' });
    dialog.abort?.abort('new-course' satisfies AbortReason);
  } else {
    commit(dialog, ...facts);
    startCourse(dialog, { reason: 'clear_mind', by: 'person' });
  }
  driver.release(tree);
  return { ok: true, course };
}

/** The open questions and calls of a tree. */
function pendingIn(tree: Tree): PendingWork[] {
  return statesOf(tree).flatMap(state => {
    const { agentId } = state.identity;
    return [
      ...state.questions.map(({ headline }) => ({ agentId, headline })),
      ...openCalls(state).map(call => ({ agentId, calledId: call.agentId, headline: subjectOf(call) })),
    ];
  });
}

/** The dialog of the tree whose records hold a word with this id. */
function appliedIn(tree: Tree, msgId: string): Dialog | undefined {
  return [...tree.dialogs.values()].find(dialog => isApplied(dialog, msgId));
}

function isQueued(dialog: Dialog, msgId: string): boolean {
  return dialog.state.queued.some(message => message.msgId === msgId);
}

function refuseAnswered(tree: Tree, { questionId, msgId }: AnswerIds): Outcome<{ dialog: DialogRef }> {
  // This very answer came twice, perhaps in a course that is over.
  const applied = appliedIn(tree, msgId);
  if (applied) return { ok: true, dialog: applied.ref };
  return questionFate(tree, questionId) ?? refuse('unknown-question', { questionId });
}

interface AnswerIds {
  readonly questionId: string;
  readonly msgId: string;
}
