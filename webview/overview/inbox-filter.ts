// The shown questions of the inbox, their order, and the common answers of all of them. Pure.
import type { QuestionKind } from '../../src/core/dialog/record-parts.ts';
import type { InboxQuestion } from '../../src/protocol/overview.ts';

/**
 * `waiting`: the one that waits longest first; `newest`: the reverse; `blocking`: the one behind which most dialogs
 * wait first.
 */
export const inboxOrders = ['waiting', 'newest', 'blocking'] as const;
export type InboxOrder = (typeof inboxOrders)[number];

export interface InboxFilter {
  /** Words of the question, its dialog or its member; '' for all. */
  readonly words: string;
  /** '' for all kinds. */
  readonly kind: QuestionKind | '';
  readonly order: InboxOrder;
}

export const wholeInbox: InboxFilter = { words: '', kind: '', order: 'waiting' };

/** True if the filter needs all questions, not only the first page. */
export function needsAll({ words, kind, order }: InboxFilter): boolean {
  return words.trim() !== '' || kind !== '' || order !== 'waiting';
}

/** The questions that fit, in order. They come with the one that waits longest first. */
export function filterInbox(
  questions: readonly InboxQuestion[],
  { words, kind, order }: InboxFilter,
  nameOf: (agentId: string) => string,
): readonly InboxQuestion[] {
  const wanted = words.trim().toLowerCase();
  const fitting = questions.filter(question => {
    const { tellaskHead, bodyContent, rootHeadline, agentId } = question;
    const text = [tellaskHead, bodyContent, rootHeadline, nameOf(agentId)].join('\n').toLowerCase();
    return (kind === '' || question.kind === kind) && text.includes(wanted);
  });
  if (order === 'newest') return fitting.toReversed();
  return order === 'blocking' ? fitting.toSorted((a, b) => b.blocked.length - a.blocked.length) : fitting;
}

/** The kinds that occur, each once. */
export function kindsIn(questions: readonly InboxQuestion[]): readonly QuestionKind[] {
  return [...new Set(questions.map(({ kind }) => kind))];
}

/**
 * The common answers of several questions; none for one alone, and never for permissions: a call is read before it is
 * allowed.
 */
export function commonOptions(questions: readonly InboxQuestion[]): readonly string[] {
  const [first, ...others] = questions;
  if (!first || others.length === 0 || questions.some(({ kind }) => kind === 'permission')) return [];
  return (first.options ?? []).filter(option => others.every(({ options = [] }) => options.includes(option)));
}
