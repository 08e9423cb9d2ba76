// The text of the status-bar item: what needs the person, works and waits (SPEC 13.1, 13.12). Pure.
import { type RootRow, standingOfRoot } from '../../core/dialog/standing.ts';
import { standingIcons } from './state-look.ts';
import { countQuestions, type Translate } from './wording.ts';

/** How many things need the person and how many of them are questions; how many dialogs generate; how many roots wait. */
export interface Activity {
  readonly needed: number;
  readonly questions: number;
  readonly generating: number;
  readonly waiting: number;
}

/** Counts over the roots; `live` is what the runtime and the inbox say. */
export function countActivity(roots: readonly RootRow[], live: { generating: number; questions: number }): Activity {
  const standings = roots.map(standingOfRoot);
  const others = roots.filter((root, at) => standings[at] === 'needsYou' && root.questions === 0).length;
  return {
    ...live,
    needed: live.questions + others,
    waiting: standings.filter(standing => standing === 'waiting').length,
  };
}

/** The text with icons, the same in words for a screen reader and the tooltip, and what a click runs. */
export function statusText(activity: Activity, t: Translate): { text: string; words: string; command: string } {
  const { needed, questions, generating, waiting } = activity;
  const parts = [
    { standing: 'needsYou', count: needed, words: wordsOfNeeded(activity, t) },
    { standing: 'working', count: generating, words: t('{0} working', generating) },
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
