// The text of the status-bar item: running, waiting, questions (SPEC 13.1). Pure.
import type { RootSummary } from '../../core/dialog/projection.ts';
import { countQuestions, type Translate } from './wording.ts';

/** How many dialogs generate, how many roots wait for others, how many questions wait for the person. */
export interface Activity {
  readonly generating: number;
  readonly waiting: number;
  readonly questions: number;
}

/** Counts from the running roots; `live` is what the runtime says. */
export function countActivity(
  roots: readonly RootSummary[],
  live: { generating: number; questions: number },
): Activity {
  const waiting = roots.filter(({ state }) => state === 'awaiting-subdialogs').length;
  return { generating: live.generating, waiting, questions: live.questions };
}

/** The text with icons, the same in words for a screen reader and the tooltip, and what a click runs. */
export function statusText(activity: Activity, t: Translate): { text: string; words: string; command: string } {
  const { generating, waiting, questions } = activity;
  const icons: string[] = [];
  const words: string[] = [];
  if (generating > 0) icons.push(`$(loading~spin) ${generating}`);
  if (generating > 0) words.push(t('{0} working', generating));
  if (waiting > 0) icons.push(`$(watch) ${waiting}`);
  if (waiting > 0) words.push(t('{0} waiting for subdialogs', waiting));
  if (questions > 0) icons.push(`$(question) ${questions}`);
  if (questions > 0) words.push(countQuestions(questions, t));
  return {
    text: ['$(comment-discussion) Dominds', ...icons].join('  '),
    words: `Dominds: ${words.join(', ') || t('nothing is running')}`,
    command: questions > 0 ? 'dominds.answerQuestion' : 'dominds.dialogs.focus',
  };
}
