// How each standing of a dialog looks and is called in trees, lists and the status bar (SPEC 1.4, 13.12): one icon and
// one word each, which are those of the panels.
import { assertNever } from '../../core/base/assert.ts';
import { saySleep } from '../../core/dialog/sleep.ts';
import type { Pause } from '../../core/dialog/state.ts';
import type { DisplayState } from '../../core/dialog/view/display-state.ts';
import {
  type Need,
  needOf,
  type RootRow,
  type Standing,
  standingOf,
  standingOfRoot,
} from '../../core/dialog/view/standing.ts';
import type { EvidenceState } from '../../core/evidence/evidence.ts';
import { clockTime } from '../../core/text/clock-time.ts';
import type { TreeRow } from './tree-row.ts';
import type { Translate } from './wording.ts';

type Icon = NonNullable<TreeRow['icon']>;

/** The icon of each standing. */
export const standingIcons: Readonly<Record<Standing, Icon>> = {
  needsYou: { name: 'question', color: 'charts.yellow' },
  working: { name: 'loading~spin', color: 'charts.blue' },
  waiting: { name: 'clockface', color: 'charts.blue' },
  paused: { name: 'debug-pause', color: 'descriptionForeground' },
  idle: { name: 'comment' },
  completed: { name: 'pass', color: 'charts.green' },
  archived: { name: 'archive', color: 'disabledForeground' },
};

const needIcons: Readonly<Record<Need, Icon>> = {
  question: standingIcons.needsYou,
  trouble: { name: 'warning', color: 'problemsWarningIcon.foreground' },
  draft: { name: 'edit', color: 'charts.yellow' },
  ended: standingIcons.completed,
};

/** The icon of a root: within *Needs you* it says why. */
export function rootIcon(root: RootRow): Icon {
  const need = needOf(root);
  return need ? needIcons[need] : standingIcons[standingOfRoot(root)];
}

/** The icon of one dialog of a tree. */
export function dialogIcon(node: Parameters<typeof standingOf>[0]): Icon {
  const standing = standingOf(node);
  return node.state === 'interrupted' && standing === 'needsYou' ? needIcons.trouble : standingIcons[standing];
}

/** The state of the evidence for acceptance lines (SPEC 26.4). */
export function evidenceWords(state: EvidenceState, t: Translate): string {
  switch (state) {
    case 'verified':
      return t('Verified');
    case 'claimed':
      return t('Claimed');
    case 'failed':
      return t('Check failed');
    case 'open':
      return t('Not verified yet');
    default:
      return assertNever(state);
  }
}

/** The label of a dialog that has something to do and is not generating, instead of its states. */
export function pauseLabel(pause: Pause, t: Translate): string {
  switch (pause.kind) {
    case 'left':
      return t('Paused: not running');
    case 'retry':
      return t('Retries at {0}', clockTime(pause.at));
    case 'inLine':
      return t('Waiting for a free model slot');
    case 'asleep':
      return saySleep(pause, {
        fileChanges: path => t('{0} changes', path),
        dialogEnds: rootId => t('dialog {0} ends', rootId),
        waitingUntil: first => t('Waiting until {0}', first.join(t(' or '))),
      });
    default:
      return assertNever(pause);
  }
}

/** What a root needs from the person besides answers, in a few words; '' for nothing, or answers alone. */
export function needWords(need: Need | undefined, t: Translate): string {
  switch (need) {
    case 'trouble':
      return t('Stopped by a problem');
    case 'draft':
      return t('Draft to accept');
    case 'ended':
      return t('Done');
    case 'question':
    case undefined:
      return '';
    default:
      return assertNever(need);
  }
}

/** The word of a standing in the person's language. */
export function standingWord(standing: Standing, t: Translate): string {
  const words: Record<Standing, string> = {
    needsYou: t('Needs you'),
    working: t('Working'),
    waiting: t('Waiting'),
    paused: t('Paused'),
    idle: t('Idle'),
    completed: t('Completed'),
    archived: t('Archived'),
  };
  return words[standing];
}

/** The word of a state that holds among others. */
export function stateWord(state: DisplayState, t: Translate): string {
  return standingWord(standingOf({ state }), t);
}
