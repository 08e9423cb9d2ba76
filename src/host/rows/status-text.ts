// The text of the status-bar item: what needs the person, works and waits (SPEC 13.1, 13.12). Pure.
import { type RootRow, type Standing, standingOfRoot } from '../../core/dialog/view/standing.ts';
import { standingIcons } from './state-look.ts';
import { countQuestions, type Translate } from './wording.ts';

/**
 * How many things need the person and how many of them are questions; how many roots work and wait, as the Overview
 * counts them.
 */
export interface Activity {
  readonly needed: number;
  readonly questions: number;
  readonly working: number;
  readonly waiting: number;
}

/** Counts over the roots; `questions` are those of the inbox. */
export function countActivity(roots: readonly RootRow[], questions: number): Activity {
  const standings = roots.map(standingOfRoot);
  const countOf = (wanted: Standing) => standings.filter(standing => standing === wanted).length;
  const others = roots.filter((root, at) => standings[at] === 'needsYou' && root.questions === 0).length;
  return { questions, needed: questions + others, working: countOf('working'), waiting: countOf('waiting') };
}

/** The text with icons, the same in words for a screen reader and the tooltip, and what a click runs. */
export function statusText(activity: Activity, t: Translate): { text: string; words: string; command: string } {
  const { needed, questions, working, waiting } = activity;
  const parts = [
    { standing: 'needsYou', count: needed, words: wordsOfNeeded(activity, t) },
    { standing: 'working', count: working, words: t('{0} working', working) },
    { standing: 'waiting', count: waiting, words: t('{0} waiting', waiting) },
  ] as const;
  const shown = parts.filter(({ count }) => count > 0);
  const icons = shown.map(({ standing, count }) => `$(${standingIcons[standing].name}) ${count}`);
  return {
    text: ['$(comment-discussion) Dominds', ...icons].join('  '),
    words: `Dominds: ${shown.map(({ words }) => words).join(', ') || t('nothing to do')}`,
    command: questions > 0 ? 'dominds.answerQuestion' : 'dominds.dialogs.focus',
  };
}

function wordsOfNeeded({ needed, questions }: Activity, t: Translate): string {
  const what = needed === 1 ? t('1 needs you') : t('{0} need you', needed);
  return questions > 0 ? `${what} (${countQuestions(questions, t)})` : what;
}
