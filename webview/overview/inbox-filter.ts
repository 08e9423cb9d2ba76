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

/** Questions that one answer fits. */
export interface LikeQuestions {
  readonly key: string;
  readonly options: readonly string[];
  readonly questions: readonly InboxQuestion[];
}

/**
 * Several questions with the same options: of one kind where the runtime asks, of the same words where members do. Never
 * permissions: a call is read before it is allowed.
 */
export function likeQuestions(questions: readonly InboxQuestion[]): readonly LikeQuestions[] {
  const groups = Map.groupBy(questions, ({ kind, tellaskHead, options = [], form }) =>
    kind === 'permission' || options.length === 0 || form
      ? undefined
      : [kind, ...(byMembers.has(kind) ? [tellaskHead.trim()] : []), ...options].join('\n'),
  );
  return [...groups].flatMap(([key, alike]) =>
    key === undefined || alike.length < 2 ? [] : [{ key, options: alike[0]?.options ?? [], questions: alike }],
  );
}

const byMembers: ReadonlySet<QuestionKind> = new Set(['ask', 'acceptance', 'merge']);
