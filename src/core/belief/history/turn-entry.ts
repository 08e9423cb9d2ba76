// The states of all turns, as differences and a few full states (SPEC 16.8). Turns are numbered on after a rollback,
// since the conversation is not undone: what was abandoned stays as a branch, and can still be looked at.

import { popEnded } from '../stack.ts';
import { type BeliefState, emptyState, type Flow, type Wrong, wrong } from '../state.ts';
import { isBeliefState } from '../state-shape.ts';
import type { TurnEnd } from '../turn.ts';
import { applyChanges, type Change, diffStates, withPatches } from './patch.ts';

/** A turn that is over. JSON-safe. */
export interface TurnEntry {
  readonly turn: number;
  /** The turn that it goes on from; null for turn 0. */
  readonly after: number | null;
  /** From the state after `after`. May be empty. */
  readonly changes: readonly Change[];
  readonly ended: readonly Flow[];
  readonly snapshot?: BeliefState;
}

/**
 * The same in its recorded form. `isOnTop`: `ended` holds ids of flows that the turn's other records ended, and the
 * changes start from the state without them; nothing is stored twice (SPEC 16.18). Without it both are complete, as in
 * records of earlier versions.
 */
export interface StoredTurn extends Omit<TurnEntry, 'ended'> {
  readonly ended: readonly (Flow | string)[];
  readonly isOnTop?: true;
}

/** The person went back. */
export interface RolledBack {
  readonly from: number;
  readonly to: number;
}

/** At least every so many turns there is a full state, so that no turn is far from one (SPEC 16.18). */
const SNAPSHOT_EVERY = 64;

/** The entry of a turn that is over, to be recorded: what its end changes in `state`, which went on from `base`. */
export function turnEntry(
  { base, state }: { readonly base: BeliefState; readonly state: BeliefState },
  { state: after, ended, takesSnapshot }: TurnEnd,
): StoredTurn {
  const popped = popEnded(state, ended);
  const isDue = takesSnapshot || after.turn % SNAPSHOT_EVERY === 0;
  return {
    turn: after.turn,
    after: base.turn,
    changes: diffStates(popped, after),
    ended: ended.map(({ flowId }) => flowId),
    isOnTop: true,
    ...(isDue && { snapshot: after }),
  };
}

/**
 * Applies the end of a turn to the state before it; returns the flows that ended too. Undefined when its differences do
 * not fit.
 */
export function afterTurn(
  { base, state }: { readonly base: BeliefState; readonly state: BeliefState },
  { isOnTop, changes, ended, turn }: StoredTurn,
): { readonly state: BeliefState | undefined; readonly ended: readonly Flow[] } {
  const known = [...state.stack, ...state.background];
  const flows = ended.flatMap(each =>
    typeof each === 'string' ? (known.find(({ flowId }) => flowId === each) ?? []) : [each],
  );
  return { state: applyChanges(isOnTop ? popEnded(state, flows) : base, changes, turn), ended: flows };
}

/** Turns in the order in which they happened, turn 0 first, numbers rising. */
export interface Entries {
  readonly entries: readonly TurnEntry[];
}

export type StateFound = { readonly ok: true; readonly state: BeliefState } | Wrong;

/** The beliefs after a turn: the nearest full state before it, plus the differences since. */
export function stateAt({ entries }: Entries, turn: number): StateFound {
  const path = pathTo(entries, turn);
  if (path === undefined) return outOfRange(entries, turn);
  let state: BeliefState | undefined = path[0]?.snapshot ?? emptyState;
  for (const { turn: reached, changes } of path.slice(path[0]?.snapshot === undefined ? 0 : 1)) {
    state = withPatches(state, changes, reached);
    if (state === undefined) break;
  }
  // Each step is checked where it is recorded; here the last one says enough.
  return state !== undefined && isBeliefState(state)
    ? { ok: true, state }
    : wrong('bad-state', { id: 'changes-misfit', turn });
}

/** The note for the person after a rollback. */
export const rollbackNote = 'The conversation and what was done to files stay as they are; only the beliefs went back.';

/** The entries from the nearest full state, or from turn 0, to this turn; undefined when there is no such turn. */
function pathTo(entries: readonly TurnEntry[], turn: number): TurnEntry[] | undefined {
  const path: TurnEntry[] = [];
  for (let wanted: number | null = turn; wanted !== null; ) {
    const entry = entryOf(entries, wanted);
    // A turn goes on from an earlier one; a file that says otherwise is broken.
    if (entry === undefined || (entry.after ?? -1) >= entry.turn) return undefined;
    path.push(entry);
    wanted = entry.snapshot === undefined ? entry.after : null;
  }
  return path.reverse();
}

/** Numbers rise, so that half of the entries is left out at each look. */
function entryOf(entries: readonly TurnEntry[], turn: number): TurnEntry | undefined {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((entries[middle]?.turn ?? 0) < turn) from = middle + 1;
    else to = middle;
  }
  return entries[from]?.turn === turn ? entries[from] : undefined;
}

function outOfRange(entries: readonly TurnEntry[], turn: number): Wrong {
  return wrong('out-of-range', { id: 'no-such-turn', turn, last: entries.at(-1)?.turn ?? 0 });
}
