// Starts courses: on request, or because the model's context or the course file is full (SPEC 6.1).

import type { CourseRecord, RecordOf } from '../core/dialog/record.ts';
import type { InboundCall } from '../core/dialog/record-parts.ts';
import {
  type Closing,
  carry,
  currentAside,
  currentAssignment,
  type DialogState,
  topFrame,
} from '../core/dialog/state.ts';
import type { UnreadMessage } from '../core/dialog/transcript/transcript.ts';
import { closeQuestions } from '../core/dialog/view/question-closing.ts';
import type { InterruptCode } from '../core/facts/interruption.ts';
import type { AssignmentText } from '../core/prompt/words/words.ts';
import { withoutBlankEdges } from '../core/text/blank-edges.ts';
import { commit } from './commit.ts';
import type { Dialog } from './driver-context.ts';
import { transcriptOf } from './generate/transcript-of.ts';
import { canTidy } from './member.ts';
import { openingLedger } from './opening-ledger.ts';

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
    const unread = kept(dialog, transcriptOf(dialog).unread(asideId)).map(({ text }) => text);
    const ledger = isOpeningRefused(dialog) ? '' : openingLedger(dialog, unread, { aside: asideId }).text;
    commit(dialog, ...closed, {
      kind: 'asideCleared',
      asideId,
      prompt: joined([opening, ledger, ...unread]),
      ...(by && { by }),
    });
    return;
  }
  const unread = kept(dialog, [...unreadOpening(dialog), ...transcriptOf(dialog).unread()]);
  const own = withoutBlankEdges(prompt);
  openCourse(dialog, { reason, own, unread, ...(by && { by }) });
}

/**
 * The words that the present course was opened with, if the model has not read it: two courses may be started in a row.
 */
function unreadOpening(dialog: Dialog): readonly UnreadMessage[] {
  const [first] = dialog.records;
  if (first?.kind !== 'courseStarted' || dialog.records.some(isReply)) return [];
  const text = withoutBlankEdges(first.prompt.slice(first.opening ?? earlierOpening(dialog, first)));
  const images = first.images ?? [];
  return text === '' && images.length === 0 ? [] : [{ text, images, again: true }];
}

/** Where the generated opening ends in the prompt of an earlier version. */
function earlierOpening(dialog: Dialog, { course, prompt }: RecordOf<'courseStarted'>): number {
  const opening = openingPrompt(dialog, course);
  return prompt.startsWith(opening) ? opening.length : 0;
}

function isReply(record: CourseRecord): boolean {
  return record.kind === 'generationEnded' && record.outcome === 'complete';
}

/**
 * Without results of tools, which the model wanted for the talk that it leaves, and without words that a server refused
 * by themselves: they may be what it blocks, or what is too long.
 */
function kept(dialog: Dialog, unread: readonly UnreadMessage[]): readonly UnreadMessage[] {
  const words = unread.filter(({ isResult }) => !isResult);
  return sinceCleared(dialog).some(isRefusal) ? words.filter(({ again }) => !again) : words;
}

/** The server refused what a cleared mind began with: the ledger may hold what it blocks, and begins anew. */
function isOpeningRefused(dialog: Dialog): boolean {
  const [opening, ...others] = sinceCleared(dialog);
  return opening?.kind !== 'dialogCreated' && others.some(isRefusal) && !others.some(isReply);
}

function sinceCleared({ records }: Dialog): readonly CourseRecord[] {
  const since = records.findLastIndex(({ kind }) => kind === 'courseStarted' || kind === 'asideCleared');
  return records.slice(Math.max(0, since));
}

function isRefusal(record: CourseRecord): boolean {
  return record.kind === 'interrupted' && refusals.has(record.code);
}

/** How a dialog is interrupted by what its request says. */
const refusals: ReadonlySet<InterruptCode> = new Set(['bad-request', 'context-full', 'blocked']);

/**
 * Starts a new course in the middle of the work, because the model's context or the course file is full. Messages
 * and results that the model has not read yet become part of the opening, with their images.
 */
export function beginNextCourse(dialog: Dialog, because: 'context' | 'file'): void {
  const again = unreadOpening(dialog);
  const unread = [...again, ...transcriptOf(dialog).unread()];
  const takesWords = again.length === 0 && (because === 'file' || !canTidy(dialog));
  const why = takesWords ? [dialog.tree.ctx.minds.texts().courseWasFull(lastWords(dialog.state))] : [];
  const reason = because === 'file' ? 'full' : 'clear_mind';
  openCourse(dialog, { reason, why, unread });
}

/**
 * Starts the course in which the talk goes on from an earlier point: it opens with the ledger of the `records` before
 * that. What the model has not read since counts no more.
 */
export function restoreCourse(
  dialog: Dialog,
  { records, why, revertId }: { records: readonly CourseRecord[]; why: string; revertId: string },
): void {
  openCourse(dialog, { reason: 'restore', why: [why], unread: [], by: 'person', since: { records, revertId } });
}

interface Opening {
  readonly reason: RecordOf<'courseStarted'>['reason'];
  /** Takes the place of the generated opening; may be ''. */
  readonly own?: string;
  readonly why?: readonly string[];
  readonly unread: readonly UnreadMessage[];
  readonly by?: 'person';
  /** Of a restore. */
  readonly since?: { readonly records: readonly CourseRecord[]; readonly revertId: string };
}

/** Starts course n+1: questions are cleared, everything that outlives a course is carried over (SPEC 6.1). */
function openCourse(dialog: Dialog, { reason, own = '', why = [], unread, by, since }: Opening): void {
  const isRefused = isOpeningRefused(dialog);
  commit(dialog, ...closeQuestions(dialog.state.questions, { reason, because: 'new-course' }));
  const unsaid = since ? [] : transcriptOf(dialog).unsaid();
  const rest = [own, ...why, ...unread.map(({ text }) => text), ...unsaid];
  const known = isRefused && !since ? undefined : openingLedger(dialog, rest, since);
  const { state } = dialog;
  const opening = joined([own === '' ? openingPrompt(dialog, state.course + 1) : '', known?.text ?? '']);
  const images = unread.flatMap(words => words.images);
  commit(dialog, {
    kind: 'courseStarted',
    course: state.course + 1,
    identity: state.identity,
    carried: carry(state),
    prompt: joined([opening, ...rest]),
    opening: opening.length,
    ...(known && { ledger: known.ledger }),
    ...(images.length > 0 && { images }),
    reason,
    ...(by && { by }),
    ...(since && { revertId: since.revertId }),
  });
}

function joined(texts: readonly string[]): string {
  return texts.filter(text => text !== '').join('\n\n');
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
