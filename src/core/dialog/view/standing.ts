// How a dialog stands for the person: the one order in which trees, Overview, badge and status bar show dialogs (SPEC
// 13.12). Pure.
import { isTrouble } from '../../facts/interruption.ts';
import { goesOn } from '../state.ts';
import type { DisplayState } from './display-state.ts';
import type { DialogNode, RootSummary } from './projection.ts';

/** Ordered from needing the person to archived. */
export const standings = ['needsYou', 'working', 'waiting', 'paused', 'idle', 'completed', 'archived'] as const;

/**
 * `working`: a model or a tool is busy; `waiting`: it continues by itself; `paused`: it continues when the person says
 * so; `idle`: it has nothing left to do.
 */
export type Standing = (typeof standings)[number];

/** The reasons why a root needs the person, most urgent first. `ended`: it ended and was not opened since. */
export const needs = ['question', 'trouble', 'draft', 'ended'] as const;
export type Need = (typeof needs)[number];

/** A root as lists show it; `unseen`: it ended, and the person has not looked at it. */
export type RootRow = RootSummary & { readonly unseen?: true };

/** How one dialog stands, its subdialogs aside. */
export function standingOf({
  state,
  pause,
  interruption,
}: Pick<DialogNode, 'state' | 'interruption'> & {
  readonly pause?: RootSummary['pause'];
}): Standing {
  if (pause) return goesOn(pause) ? 'waiting' : 'paused';
  return state === 'interrupted' && interruption && isTrouble(interruption.code)
    ? 'needsYou'
    : standingsOfStates[state];
}

const standingsOfStates: Readonly<Record<DisplayState, Standing>> = {
  generating: 'working',
  'awaiting-q4h': 'needsYou',
  'awaiting-subdialogs': 'waiting',
  interrupted: 'paused',
  idle: 'idle',
  completed: 'completed',
  archived: 'archived',
};

/** The reason why a root needs the person, if it does. */
export function needOf({ status, questions, trouble, toAccept, unseen }: RootRow): Need | undefined {
  if (status === 'archived') return undefined;
  if (status === 'running' && questions > 0) return 'question';
  if (status === 'running' && trouble) return 'trouble';
  if (status === 'running' && toAccept) return 'draft';
  return unseen ? 'ended' : undefined;
}

/** How a root stands with all that is below it. */
export function standingOfRoot(root: RootRow): Standing {
  if (needOf(root)) return 'needsYou';
  if (root.status !== 'running') return root.status;
  if (root.atWork) return 'working';
  if (root.interrupted && root.state === 'awaiting-subdialogs') return 'paused';
  return standingOf(root);
}

/** True if something in the tree is working or continues by itself, so that *Stop* has something to stop. */
export function goesOnInTree({ status, state, atWork, pause, sleeps, needsDrive }: RootSummary): boolean {
  if (status !== 'running') return false;
  // Lines of earlier versions do not say whether they are at work.
  if (atWork || state === 'generating' || goesOn(pause) || sleeps?.length) return true;
  // A background command needs its driver too, but goes on without the dialog.
  return needsDrive && state.startsWith('awaiting');
}

/**
 * True if something in the tree continues only when the person says so, so that *Continue* has something to continue.
 */
export function isPausedInTree({ status, state, interrupted, pause }: RootSummary): boolean {
  return status === 'running' && (interrupted === true || state === 'interrupted' || pause?.kind === 'left');
}

/** Roots grouped by standing, with every group present. Within each, the most urgent come first, then the newest. */
export function byStanding(roots: Iterable<RootRow>): ReadonlyMap<Standing, readonly RootRow[]> {
  const groups = new Map<Standing, RootRow[]>(standings.map(standing => [standing, []]));
  for (const root of roots) groups.get(standingOfRoot(root))?.push(root);
  for (const group of groups.values()) group.sort((a, b) => urgency(a) - urgency(b) || (a.rootId < b.rootId ? 1 : -1));
  return groups;
}

function urgency(root: RootRow): number {
  const need = needOf(root);
  return need ? needs.indexOf(need) : needs.length;
}
