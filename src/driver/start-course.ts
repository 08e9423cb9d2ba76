// Starts courses: on request, or because the model's context or the course file is full (SPEC 6.1).
import { closeQuestions } from '../core/dialog/question-closing.ts';
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
import type { Unread } from '../core/dialog/transcript.ts';
import type { ImageRef } from '../core/image.ts';
import type { AssignmentText } from '../core/prompt/words.ts';
import { withoutBlankEdges } from '../core/text/blank-edges.ts';
import type { InterruptCode } from '../core/trouble.ts';
import { commit } from './commit.ts';
import { transcriptOf } from './generate/build-prompt.ts';
import { canTidy } from './member.ts';
import type { Dialog } from './tree.ts';

/** Starts a new course on request; in an aside only the aside's own talk is dropped (SPEC 19.5). */
export function startCourse(
  dialog: Dialog,
  { reason, prompt = '', by }: Omit<Extract<Closing, { kind: 'newCourse' }>, 'kind'>,
): void {
  const aside = currentAside(dialog.state);
  if (aside) {
    const { asideId } = aside;
    const opening = withoutBlankEdges(prompt) || dialog.tree.ctx.minds.texts().aside.cleared;
    const closed = closeQuestions(dialog.state.questions, { reason, because: 'new-course' });
    const texts = [opening, ...kept(dialog, transcriptOf(dialog).unread(asideId)).map(({ text }) => text)];
    commit(dialog, ...closed, { kind: 'asideCleared', asideId, prompt: texts.join('\n\n'), ...(by && { by }) });
    return;
  }
  const opening = withoutBlankEdges(prompt) || openingPrompt(dialog, dialog.state.course + 1);
  const unread = kept(dialog, [...unreadOpening(dialog), ...transcriptOf(dialog).unread()]);
  const images = unread.flatMap(words => words.images);
  openCourse(dialog, { reason, texts: [opening, ...unread.map(({ text }) => text)], images, ...(by && { by }) });
}

/** The words that the present course was opened with, if the model has not read it: two courses may be started in a row. */
function unreadOpening(dialog: Dialog): readonly Unread[] {
  const [first] = dialog.records;
  const isRead = dialog.records.some(record => record.kind === 'generationEnded' && record.outcome === 'complete');
  if (first?.kind !== 'courseStarted' || isRead) return [];
  const opening = openingPrompt(dialog, first.course);
  const words = first.prompt.startsWith(opening) ? first.prompt.slice(opening.length) : first.prompt;
  const text = withoutBlankEdges(words);
  const images = first.images ?? [];
  return text === '' && images.length === 0 ? [] : [{ text, images, again: true }];
}

/** Without results of tools, which the model wanted for the talk that it leaves, and without words that a server refused by themselves: they may be what it blocks, or what is too long. */
function kept({ records }: Dialog, unread: readonly Unread[]): readonly Unread[] {
  const words = unread.filter(({ isResult }) => !isResult);
  const since = records.findLastIndex(({ kind }) => kind === 'courseStarted' || kind === 'asideCleared');
  const isRefused = records.slice(since).some(record => record.kind === 'interrupted' && refusals.has(record.code));
  return isRefused ? words.filter(({ again }) => !again) : words;
}

/** How a dialog is interrupted by what its request says. */
const refusals: ReadonlySet<InterruptCode> = new Set(['bad-request', 'context-full', 'blocked']);

/**
 * Starts a new course in the middle of the work, because the model's context or the course file is full. Messages
 * and results that the model has not read yet become part of the opening, with their images.
 */
export function beginNextCourse(dialog: Dialog, because: 'context' | 'file'): void {
  const opening = openingPrompt(dialog, dialog.state.course + 1);
  const again = unreadOpening(dialog);
  const unread = [...again, ...transcriptOf(dialog).unread()];
  const takesWords = again.length === 0 && (because === 'file' || !canTidy(dialog));
  const why = takesWords ? [dialog.tree.ctx.minds.texts().courseWasFull(lastWords(dialog.state))] : [];
  const reason = because === 'file' ? 'full' : 'clear_mind';
  const images = unread.flatMap(each => each.images);
  openCourse(dialog, { reason, texts: [opening, ...why, ...unread.map(({ text }) => text)], images });
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

/** Characters of the last saying that a course passes on when it was full. */
const LAST_WORDS = 4_000;

function lastWords({ saying }: DialogState): string {
  const words = saying.text.trim();
  return words.length > LAST_WORDS ? `… ${words.slice(-LAST_WORDS)}` : words;
}

function openingPrompt(dialog: Dialog, course: number): string {
  const texts = dialog.tree.ctx.minds.texts();
  const own = currentAssignment(dialog.state);
  const asked = topFrame(dialog.state).inbound;
  const opening = texts.openingPrompt(course, own && asText(own));
  // It goes on with its own task once the TellaskBack is answered.
  return asked && asked !== own ? `${opening}\n\n${texts.arrivingTellaskBack(asText(asked))}` : opening;
}

function asText({ callerAgentId: caller, headline, body }: InboundCall): AssignmentText {
  return { caller, headline, body };
}
