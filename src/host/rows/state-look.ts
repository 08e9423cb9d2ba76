// How each display state looks and is called in trees, lists and tooltips (SPEC 1.4, 13.1).
import { assertNever } from '../../core/assert.ts';
import { clockTime } from '../../core/clock-time.ts';
import type { DisplayState } from '../../core/dialog/display-state.ts';
import { lookOf, type Pause } from '../../core/dialog/state.ts';
import type { TreeRow } from './tree-row.ts';
import type { Translate } from './wording.ts';

const icons: Record<DisplayState, NonNullable<TreeRow['icon']>> = {
  generating: { name: 'loading~spin', color: 'charts.blue' },
  'awaiting-q4h': { name: 'question', color: 'charts.yellow' },
  'awaiting-subdialogs': { name: 'watch', color: 'charts.purple' },
  interrupted: { name: 'debug-pause', color: 'problemsWarningIcon.foreground' },
  idle: { name: 'comment' },
  completed: { name: 'pass', color: 'charts.green' },
  archived: { name: 'archive', color: 'disabledForeground' },
};

/** The icon of a state. */
export function stateIcon(state: DisplayState): NonNullable<TreeRow['icon']> {
  return icons[state];
}

/** What is said of a dialog that has something to do and does not generate, in place of its states. */
export function pauseWords(pause: Pause, t: Translate): string {
  switch (pause.kind) {
    case 'left':
      return t('Left when it was closed');
    case 'retry':
      return t('Tries again at {0}', clockTime(pause.at));
    case 'inLine':
      return t('In line for its model');
    default:
      return assertNever(pause);
  }
}

/** The same with what it looks like, as in its panel. */
export function pauseLook(
  pause: Pause,
  t: Translate,
): { readonly icon: NonNullable<TreeRow['icon']>; readonly words: string } {
  return { icon: icons[lookOf(pause)], words: pauseWords(pause, t) };
}

/** The state in a few words of the person's language, which are those of the panels. */
export function stateWords(state: DisplayState, t: Translate): string {
  const words: Record<DisplayState, string> = {
    generating: t('Working'),
    'awaiting-q4h': t('Needs your answer'),
    'awaiting-subdialogs': t('Waiting for subdialogs'),
    interrupted: t('Interrupted'),
    idle: t('Idle'),
    completed: t('Completed'),
    archived: t('Archived'),
  };
  return words[state];
}
