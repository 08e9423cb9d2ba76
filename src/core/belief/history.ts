// The states of all turns, as differences and a few full states (SPEC 16.8). Turns are numbered on after a rollback, since the
// conversation is not undone: what was abandoned stays as a branch, and can still be looked at.
import { applyChanges, type Change, diffStates } from './diff.ts';
import { type BeliefState, emptyState, type Flow, type Wrong, wrong } from './state.ts';
import type { TurnEnd } from './turn.ts';

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

/** The person went back. */
export interface RolledBack {
  readonly from: number;
  readonly to: number;
}

/** The entry of a turn that is over, to be recorded. Its state must have begun from the state after `base`. */
export function turnEntry(
  { base }: { readonly base: BeliefState },
  { state, ended, takesSnapshot }: TurnEnd,
): TurnEntry {
  const changes = diffStates(base, state);
  return { turn: state.turn, after: base.turn, changes, ended, ...(takesSnapshot && { snapshot: state }) };
}

/** Turns in the order in which they happened, turn 0 first, numbers rising. */
export interface Entries {
  readonly entries: readonly TurnEntry[];
}

export type StateFound = { readonly ok: true; readonly state: BeliefState } | Wrong;

/** What was believed after a turn: the nearest full state before it, and the differences from there. */
export function stateAt({ entries }: Entries, turn: number): StateFound {
  const path = pathTo(entries, turn);
  if (path === undefined) return outOfRange(entries, turn);
  const from = path.findLastIndex(({ snapshot }) => snapshot !== undefined);
  let state: BeliefState | undefined = path[from]?.snapshot ?? emptyState;
  for (const { turn: reached, changes } of path.slice(from + 1)) {
    state = applyChanges(state, changes, reached);
    if (state === undefined) return wrong('bad-state', `the differences of turn ${reached} do not fit`);
  }
  return { ok: true, state };
}

/** What a person is told after a rollback. */
export const rollbackNote = 'The conversation and what was done to files stay as they are; only the beliefs went back.';

/** The entries from turn 0 to this turn; undefined when there is no such turn. */
function pathTo(entries: readonly TurnEntry[], turn: number): TurnEntry[] | undefined {
  const path: TurnEntry[] = [];
  let wanted: number | null = turn;
  // Numbers rise and a turn goes on from an earlier one, so one pass from the end finds the whole path.
  for (let index = entries.length - 1; index >= 0 && wanted !== null; index -= 1) {
    const entry = entries[index];
    if (entry?.turn !== wanted) continue;
    path.push(entry);
    wanted = entry.after;
  }
  return wanted === null ? path.reverse() : undefined;
}

function outOfRange(entries: readonly TurnEntry[], turn: number): Wrong {
  return wrong('out-of-range', `there is no turn ${turn}; turns go from 0 to ${entries.at(-1)?.turn ?? 0}`);
}
