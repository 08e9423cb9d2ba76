// What closes a course or a dialog, after the tool calls and tellasks of the same generation (SPEC 3.1, 6.1, 1.6).

import { endFacts } from '../core/belief/domain/rules.ts';
import { closeQuestions, type QuestionClosing } from '../core/dialog/question-closing.ts';
import type { RecordOf } from '../core/dialog/record.ts';
import type { InboundCall } from '../core/dialog/record-parts.ts';
import {
  type Closing,
  carry,
  currentAside,
  currentAssignment,
  type DialogState,
  topFrame,
} from '../core/dialog/state.ts';
import type { ImageRef } from '../core/image.ts';
import type { AssignmentText } from '../core/prompt/words.ts';
import { withoutBlankEdges } from '../core/text/blank-edges.ts';
import { closingFacts } from './calls/dismiss.ts';
import { commit } from './commit.ts';
import { transcriptOf } from './generate/build-prompt.ts';
import { type AbortReason, type Dialog, rootOf, type Tree } from './tree.ts';

/** Starts a new course, or completes the root. */
export function closeDialog(dialog: Dialog, closing: Closing): void {
  const { tree } = dialog;
  if (closing.kind === 'newCourse') startCourse(dialog, closing);
  else completeRoot(tree, { by: 'agent', forced: false });
}

/** Starts a new course on request; in an aside only the aside's own talk is dropped (SPEC 19.5). */
export function startCourse(
  dialog: Dialog,
  { reason, prompt = '', by }: Omit<Extract<Closing, { kind: 'newCourse' }>, 'kind'>,
): void {
  const aside = currentAside(dialog.state);
  if (aside) {
    const text = withoutBlankEdges(prompt) || dialog.tree.ctx.minds.texts().aside.cleared;
    const closed = closeQuestions(dialog.state.questions, { reason, because: 'new-course' });
    commit(dialog, ...closed, { kind: 'asideCleared', asideId: aside.asideId, prompt: text, ...(by && { by }) });
    return;
  }
  const texts = [withoutBlankEdges(prompt) || openingPrompt(dialog)];
  openCourse(dialog, { reason, texts, ...(by && { by }) });
}

/**
 * Starts a new course in the middle of the work, because the model's context or the course file is full. Messages
 * and results that the model has not read yet become part of the opening, with their images.
 */
export function beginNextCourse(dialog: Dialog, because: 'context' | 'file'): void {
  const opening = openingPrompt(dialog);
  const unread = unreadIn(dialog);
  const why = because === 'file' ? [dialog.tree.ctx.minds.texts().courseWasFull(lastWords(dialog.state))] : [];
  const reason = because === 'file' ? 'full' : 'clear_mind';
  openCourse(dialog, { reason, texts: [opening, ...why, ...unread.texts], images: unread.images });
}

interface Opening {
  readonly reason: RecordOf<'courseStarted'>['reason'];
  readonly texts: readonly string[];
  readonly images?: readonly ImageRef[];
  readonly by?: 'person';
}

/** Starts course n+1: questions are cleared, everything that outlives a course is carried over (SPEC 6.1). */
function openCourse(dialog: Dialog, { reason, texts, images = [], by }: Opening): void {
  commit(dialog, ...closeQuestions(dialog.state.questions, { reason, because: 'new-course' }));
  const unsaid = transcriptOf(dialog).unsaid();
  const { state } = dialog;
  commit(dialog, {
    kind: 'courseStarted',
    course: state.course + 1,
    identity: state.identity,
    carried: carry(state),
    prompt: [...texts, ...unsaid].join('\n\n'),
    ...(images.length > 0 && { images }),
    reason,
    ...(by && { by }),
  });
}

/** Marks a root done and ends everything open in its tree (SPEC 1.6). The root's record decides. */
export function completeRoot(tree: Tree, how: { by: 'agent' | 'person'; forced: boolean }): void {
  const { ctx } = tree;
  endDialog(rootOf(tree), how);
  closeSubdialogs(tree);
  for (const dialog of tree.dialogs.values()) ctx.markIndexesDirty(dialog);
}

/** Ends what subdialogs of a closed root still do. Loading does it too, so that a crash in between is mended. */
export function closeSubdialogs(tree: Tree): void {
  const root = rootOf(tree);
  const isCompletion = (record: { kind: string }): record is RecordOf<'dialogCompleted'> =>
    record.kind === 'dialogCompleted';
  const { by, forced } = root.records.findLast(isCompletion) ?? { by: 'person', forced: true };
  for (const dialog of tree.dialogs.values()) {
    if (dialog !== root && isOpen(dialog.state)) endDialog(dialog, { by, forced });
  }
  tree.callQueues.clear();
}

const completion: QuestionClosing = { reason: 'the root dialog was marked done', because: 'completed' };

function endDialog(dialog: Dialog, how: { by: 'agent' | 'person'; forced: boolean }): void {
  dialog.abort?.abort('dismissed' satisfies AbortReason);
  const { belief } = dialog.state;
  const facts = [...(belief ? endFacts(belief) : []), ...closingFacts(dialog.state, completion)];
  commit(dialog, ...facts, { kind: 'dialogCompleted', ...how });
}

/**
 * True if loading a tree changes nothing in it: no generation or call of it is under way. Its root may wait for the
 * person, or be interrupted.
 */
export function isFinished(tree: Tree): boolean {
  const root = rootOf(tree);
  return [...tree.dialogs.values()].every(dialog => !(dialog === root ? isAtWork(root.state) : isOpen(dialog.state)));
}

/** True if a dialog works, waits, or would once it is driven. */
function isOpen(state: DialogState): boolean {
  const { frames, questions, interruption } = state;
  return isAtWork(state) || frames[0].attention === 'unanswered' || questions.length > 0 || interruption !== null;
}

function isAtWork({ frames, toolCalls, tellasks, closing, generating, processes }: DialogState): boolean {
  const [main] = frames;
  const isCalled = frames.length > 1 || main.inbound !== undefined || main.pending.length > 0;
  return (
    isCalled ||
    toolCalls.length > 0 ||
    tellasks.length > 0 ||
    closing !== null ||
    generating ||
    (processes?.length ?? 0) > 0
  );
}

/** Characters of the last saying that a course passes on when it was full. */
const LAST_WORDS = 4_000;

function lastWords({ saying }: DialogState): string {
  const words = saying.text.trim();
  return words.length > LAST_WORDS ? `… ${words.slice(-LAST_WORDS)}` : words;
}

/** Messages and results of tools after the last reply, and the images of these messages. */
function unreadIn(dialog: Dialog): Required<Pick<Opening, 'texts' | 'images'>> {
  const messages = transcriptOf(dialog).messages();
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const reply = messages[last];
  const calls = reply?.role === 'assistant' ? (reply.toolCalls ?? []) : [];
  const unread = messages.slice(last + 1);
  const texts = unread.map(message => {
    if (message.role !== 'tool') return message.content;
    const name = calls.find(({ id }) => id === message.toolCallId)?.name ?? '';
    return dialog.tree.ctx.minds.texts().textToolResult(name, true, message.content);
  });
  return { texts, images: unread.flatMap(message => (message.role === 'user' ? (message.images ?? []) : [])) };
}

function openingPrompt(dialog: Dialog): string {
  const texts = dialog.tree.ctx.minds.texts();
  const own = currentAssignment(dialog.state);
  const asked = topFrame(dialog.state).inbound;
  const opening = texts.openingPrompt(dialog.state.course + 1, own && asText(own));
  // It goes on with its own task once the TellaskBack is answered.
  return asked && asked !== own ? `${opening}\n\n${texts.arrivingTellaskBack(asText(asked))}` : opening;
}

function asText({ callerAgentId: caller, headline, body }: InboundCall): AssignmentText {
  return { caller, headline, body };
}
