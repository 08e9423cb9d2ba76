// Rows of the Q4H tree: every pending question of every dialog, the one that waits longest first (SPEC 5, 13.1). Pure.

import type { QuestionKind } from '../../core/dialog/record-parts.ts';
import type { PendingQuestion } from '../../core/dialog/view/projection.ts';
import { hasWaitedLong } from '../../core/dialog/view/waiting.ts';
import { firstLine } from '../../pages/headline.ts';
import type { TreeRow } from './tree-row.ts';
import { formatAge, type Wording } from './wording.ts';

/** Names of things that a row shows and that only the runtime knows. */
export interface QuestionPlace {
  readonly member: string;
  readonly rootHeadline: string;
  /** Names of those who wait for the answer, the nearest first. */
  readonly blocked: readonly string[];
}

/** One question with who asks it, for which root, and since when. */
export function questionRow(question: PendingQuestion, place: QuestionPlace, wording: Wording): TreeRow {
  const { t } = wording;
  const age = formatAge(question.askedAt, wording);
  const label = questionLabel(question, t);
  const root = firstLine(place.rootHeadline, 40);
  const body = question.bodyContent.trim();
  const stale = hasWaitedLong(question, wording.now);
  const blocked = place.blocked.length > 0 ? t('Waiting behind it: {0}', place.blocked.join(', ')) : '';
  return {
    id: question.id,
    label,
    // The dialog comes last: many questions are the same, and a narrow view cuts it first.
    description: [place.member, age, stale ? t('waiting long') : '', root].filter(part => part !== '').join(' · '),
    tooltip: [
      `${label}`,
      ...(body ? ['', firstLines(body), ''] : []),
      t('{0} asks in “{1}”', place.member, root),
      ...(blocked ? [blocked] : []),
    ].join('\n'),
    icon: { name: kindIcon(question.kind), color: stale ? 'list.errorForeground' : 'charts.yellow' },
    traits: ['question', question.kind, ...(showsText(question) ? ['change'] : []), ...(stale ? ['stale'] : [])],
    expansion: 'none',
    click: { command: 'dominds.answerQuestion', target: questionTarget(question) },
    spoken: [t('{0}, asked by {1} in {2}, {3}', label, place.member, root, age), blocked]
      .filter(part => part !== '')
      .join(', '),
  };
}

/** True if a question can be shown as a diff of a file. */
export function showsText({ about }: Pick<PendingQuestion, 'about'>): boolean {
  return about?.kind === 'text';
}

/** A question's reference in commands and links. */
export interface QuestionTarget {
  readonly rootId: PendingQuestion['rootId'];
  readonly selfId: PendingQuestion['selfId'];
  readonly questionId: PendingQuestion['id'];
}

/** What menus and links hand over to a command for this question. */
export function questionTarget({ rootId, selfId, id }: PendingQuestion): QuestionTarget {
  return { rootId, selfId, questionId: id };
}

/** The question itself, without the `@human` it was addressed to. */
export function questionLabel(question: PendingQuestion, t: Wording['t']): string {
  const headline = question.tellaskHead.replace(/^@(human|ask_human)\b:?\s*/, '');
  return firstLine(headline) || firstLine(question.bodyContent) || t('Question');
}

function kindIcon(kind: QuestionKind): string {
  if (kind === 'permission') return 'shield';
  if (kind === 'diligence' || kind === 'repeat' || kind === 'cap') return 'debug-restart';
  if (kind === 'provider') return 'plug';
  return 'question';
}

function firstLines(text: string): string {
  const lines = text.split('\n');
  return lines.length > 6 ? `${lines.slice(0, 6).join('\n')}\n…` : text;
}

/**
 * Questions of the runtime with options are answered by a pick; questions of members, permissions, work of members and
 * forms that want more than a choice, in their dialog (SPEC 13.4).
 */
export function isBrief({ options = [], kind, form }: Pick<PendingQuestion, 'options' | 'kind' | 'form'>): boolean {
  // A form can always be declined.
  return options.length > (form ? 1 : 0) && kind !== 'permission' && kind !== 'ask' && kind !== 'merge';
}
