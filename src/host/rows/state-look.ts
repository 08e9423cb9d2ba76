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

/** What is said of a dialog that was left at work when its process ended in an orderly way. */
export function leftWords(t: Translate): string {
  return t('Left when it was closed');
}

/** What is said of one that waits to try again after a failure; `at` is the instant (ISO). */
export function retryWords(at: string, t: Translate): string {
  return t('Tries again at {0}', clockTime(at));
}

/** What is shown in place of the states, where a dialog was left or waits to try again; looks like that in its panel. */
export function asideLook(
  { left, retryAt }: { readonly left?: boolean; readonly retryAt?: string | null },
  t: Translate,
): { readonly icon: NonNullable<TreeRow['icon']>; readonly words: string } | undefined {
  if (left) return { icon: icons.interrupted, words: leftWords(t) };
  return retryAt ? { icon: icons['awaiting-subdialogs'], words: retryWords(retryAt, t) } : undefined;
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
