// The states that people see, derived from recorded facts; nothing stores them (SPEC 1.4).
import { needsDrive } from '../next-step.ts';
import { sleepingCall, sleepOf } from '../sleep.ts';
import type { DialogState, Pause, Status } from '../state.ts';
import { currentAssignment, openCalls } from '../state.ts';

export type DisplayState =
  | 'generating'
  | 'awaiting-q4h'
  | 'awaiting-subdialogs'
  | 'interrupted'
  | 'idle'
  | 'completed'
  | 'archived';

/**
 * Every state that holds, the most urgent first; never empty. `rootStatus` decides for a subdialog, whose persisted
 * status changes only with its root's.
 */
export function displayStates(state: DialogState, rootStatus: Status): readonly [DisplayState, ...DisplayState[]] {
  if (rootStatus !== 'running') return [rootStatus];
  const holding: DisplayState[] = [];
  if (isAtWork(state)) holding.push('generating');
  if (state.questions.length > 0) holding.push('awaiting-q4h');
  if (openCalls(state).length > 0) holding.push('awaiting-subdialogs');
  if (state.interruption) holding.push('interrupted');
  const [first, ...others] = holding;
  return first ? [first, ...others] : [isAnswered(state) ? 'completed' : 'idle'];
}

/** The one state shown in lists: the most urgent. */
export function displayState(state: DialogState, rootStatus: Status): DisplayState {
  return displayStates(state, rootStatus)[0];
}

/** The reason why a dialog with something to do is not generating; its display state is that of an idle one. */
export function pauseOf(state: DialogState, rootStatus: Status): Pause | undefined {
  const { pause } = state;
  const sleep = rootStatus === 'running' ? sleepOf(state) : undefined;
  // Left where its time is past and nobody wakes it: no record says so.
  if (sleep && state.queued.length === 0 && !state.processEnds?.length)
    return pause?.kind === 'left' ? pause : { kind: 'asleep', ...sleep };
  if (!pause || rootStatus !== 'running' || (pause.kind === 'left' && !isLeft(state))) return undefined;
  return needsDrive(state, { pushMax: pause.kind === 'left' ? Number.POSITIVE_INFINITY : 0 }) ? pause : undefined;
}

/** A generation runs, or what it called for is being done. */
export function isAtWork(state: DialogState): boolean {
  const hasCalls = state.toolCalls.length > 0 && !sleepingCall(state);
  const unfinished = hasCalls || state.tellasks.length > 0;
  const isHeldUp = state.questions.length > 0 || state.interruption !== null || isLeft(state);
  return state.generating || (unfinished && !isHeldUp);
}

/** Its process left it, and nothing of it was begun again since. */
function isLeft({ pause, toolCalls }: DialogState): boolean {
  return pause?.kind === 'left' && !toolCalls.some(({ started }) => started);
}

/** A fresh subdialog that gave its answer; a registered one stays idle, since it may be called again. */
function isAnswered(state: DialogState): boolean {
  const { identity } = state;
  return (
    identity.kind === 'sub' &&
    identity.tellaskSession === undefined &&
    currentAssignment(state) === undefined &&
    state.frames[0].attention !== 'unanswered'
  );
}
