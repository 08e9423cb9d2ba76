// How a dialog stands as a small mark, which is that of the trees (SPEC 13.12); neither colour nor form says it alone.
import type { JSX } from 'preact';
import type { Pause } from '../../src/core/dialog/state.ts';
import type { DisplayState } from '../../src/core/dialog/view/display-state.ts';
import { type Need, type Standing, standingOf } from '../../src/core/dialog/view/standing.ts';
import type { Interruption } from '../../src/core/facts/interruption.ts';
import { Icon, type IconName } from './icons.tsx';
import { useWords } from './words/use-words.ts';

const marks: Readonly<Record<Standing, IconName>> = {
  needsYou: 'question',
  working: 'busy',
  waiting: 'clock',
  paused: 'pause',
  idle: 'comment',
  completed: 'done',
  archived: 'archive',
};

const needMarks: Readonly<Record<Need, IconName>> = {
  question: marks.needsYou,
  trouble: 'warning',
  draft: 'edit',
  ended: marks.completed,
};

interface StandingMarkProps {
  readonly standing: Standing;
  /** Why a root needs the person. */
  readonly need?: Need | undefined;
  /** No dialog has this standing: it only names the standing. */
  readonly still?: boolean;
}

/** The mark alone. */
export function StandingMark({ standing, need, still = false }: StandingMarkProps): JSX.Element {
  const look = still ? 'none' : need === 'ended' ? 'completed' : standing;
  return (
    <span class="standing" data-look={look} aria-hidden="true">
      <Icon name={need ? needMarks[need] : marks[standing]} />
    </span>
  );
}

interface StateMarkProps {
  readonly state: DisplayState;
  readonly pause?: Pause;
  readonly interruption?: Interruption | null;
  /** Why the dialog needs the person, where the state does not say it. */
  readonly need?: Need;
  /** In place of the word of the standing. */
  readonly words?: string;
}

/** The mark of a dialog with its word. */
export function StateMark({ state, pause, interruption, need, words }: StateMarkProps): JSX.Element {
  const { standing: wordOf } = useWords();
  const own = standingOf({ state, ...(pause && { pause }), ...(interruption && { interruption }) });
  const standing = need ? 'needsYou' : own;
  const isTrouble = state === 'interrupted' && standing === 'needsYou';
  return (
    <span class="state-mark">
      <StandingMark standing={standing} need={isTrouble ? 'trouble' : need} />
      {words ?? wordOf(standing)}
    </span>
  );
}
