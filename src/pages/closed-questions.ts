// Questions that were closed without an answer: kept visible with the reason, so that none disappears silently (SPEC
// 5.5, 1.7). Pure: fed with events and pending questions.

import type { FeedEvent } from '../core/dialog/view/feed-event.ts';
import type { PendingQuestion } from '../core/dialog/view/projection.ts';
import { type QuestionClosing, questionClosingOf } from '../core/dialog/view/question-closing.ts';
import type { ClosedQuestion } from '../protocol/overview.ts';
import { plainHeadline } from './headline.ts';

/** Remembered at most; the oldest are forgotten first. */
const KEPT = 20;

export interface ClosedQuestions {
  /** Takes note of answers and closings as they are recorded. */
  receive(event: FeedEvent): void;
  /** Another rtws was opened: its pending questions have nothing to do with those before, which are forgotten. */
  startOver(pending: readonly PendingQuestion[]): void;
  /** Compares the pending questions with the previous ones. */
  follow(pending: readonly PendingQuestion[]): void;
  /** The newest first. */
  list(): readonly ClosedQuestion[];
  forget(): void;
}

/** Nothing closed yet. `now` gives epoch milliseconds. */
export function createClosedQuestions(now: () => number): ClosedQuestions {
  let before: readonly PendingQuestion[] = [];
  let closed: readonly ClosedQuestion[] = [];
  const answered = new Set<string>();
  const closings = new Map<string, QuestionClosing>();
  const close = (
    { id, rootId, selfId, agentId, tellaskHead, bodyContent }: PendingQuestion,
    closing = closings.get(id),
  ): ClosedQuestion => ({
    id,
    rootId,
    selfId,
    agentId,
    headline: plainHeadline(tellaskHead) || plainHeadline(bodyContent),
    ...(closing && { closing }),
    closedAt: new Date(now()).toISOString(),
  });
  return {
    receive(event) {
      if (event.type !== 'recorded') return;
      const { record } = event;
      if (record.kind === 'questionAnswered') answered.add(record.questionId);
      if (record.kind === 'questionClosed') closings.set(record.questionId, questionClosingOf(record));
    },
    startOver(pending) {
      closed = [];
      before = pending;
    },
    follow(pending) {
      const still = new Set<string>(pending.map(({ id }) => id));
      const gone = before.filter(({ id }) => !still.has(id));
      const unanswered = gone.filter(({ id }) => !answered.has(id));
      closed = [...unanswered.map(question => close(question)), ...closed].slice(0, KEPT);
      for (const { id } of gone) {
        answered.delete(id);
        closings.delete(id);
      }
      before = pending;
    },
    list: () => closed,
    forget() {
      closed = [];
    },
  };
}
