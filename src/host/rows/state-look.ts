// How each display state looks and is called in trees, lists and tooltips (SPEC 1.4, 13.1).
import { clockTime } from '../../core/clock-time.ts';
import type { DisplayState } from '../../core/dialog/display-state.ts';
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

/** How a dialog looks that was left at work when its process ended in an orderly way: as in its panel. */
export const leftIcon = icons.interrupted;

/** That state in words. */
export function leftWords(t: Translate): string {
  return t('Left when it was closed');
}

/** How a dialog looks that waits to try again after a failure. */
export const retryIcon = icons['awaiting-subdialogs'];

/** That in words; `at` is the instant (ISO). */
export function retryWords(at: string, t: Translate): string {
  return t('Tries again at {0}', clockTime(at));
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
