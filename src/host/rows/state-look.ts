// How each display state looks and is called in trees, lists and tooltips (SPEC 1.4, 13.1).
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

/** The state in a few words of the person's language. */
export function stateWords(state: DisplayState, t: Translate): string {
  const words: Record<DisplayState, string> = {
    generating: t('generating'),
    'awaiting-q4h': t('waiting for your answer'),
    'awaiting-subdialogs': t('waiting for subdialogs'),
    interrupted: t('interrupted'),
    idle: t('idle'),
    completed: t('completed'),
    archived: t('archived'),
  };
  return words[state];
}
