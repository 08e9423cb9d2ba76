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

export interface History {
  /** In the order in which they happened, turn 0 first, numbers rising. */
  readonly entries: readonly TurnEntry[];
  readonly rollbacks: readonly RolledBack[];
  /** As recorded after the turn that everything now goes on from. */
  readonly base: BeliefState;
  /** What is believed now: `base`, with flow ids that go on from all that were ever given. */
  readonly state: BeliefState;
}

/** A history that has only turn 0. */
export const newHistory: History = {
  entries: [{ turn: 0, after: null, changes: [], ended: [], snapshot: emptyState }],
  rollbacks: [],
  base: emptyState,
  state: emptyState,
};

/** The number that the next turn gets; never given twice. */
export function nextTurn({ entries }: History): number {
  return (entries.at(-1)?.turn ?? 0) + 1;
}

/** The entry of a turn that is over, to be recorded. Its state must have begun from `history.state`. */
export function turnEntry({ base }: Pick<History, 'base'>, { state, ended, takesSnapshot }: TurnEnd): TurnEntry {
  const changes = diffStates(base, state);
  return { turn: state.turn, after: base.turn, changes, ended, ...(takesSnapshot && { snapshot: state }) };
}

/** The history with one more turn. */
export function withTurn(history: History, end: TurnEnd): History {
  return { ...history, entries: [...history.entries, turnEntry(history, end)], base: end.state, state: end.state };
}

export type StateFound = { readonly ok: true; readonly state: BeliefState } | Wrong;

/** What was believed after a turn: the nearest full state before it, and the differences from there. */
export function stateAt({ entries }: Pick<History, 'entries'>, turn: number): StateFound {
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

export type RolledBackTo = { readonly ok: true; readonly history: History; readonly rolledBack: RolledBack } | Wrong;

/** What a person is told after a rollback. */
export const rollbackNote = 'The conversation and what was done to files stay as they are; only the beliefs went back.';

/** Goes back to what was believed after a turn. Flow ids and turn numbers go on; nothing is lost. */
export function rollback(history: History, turn: number): RolledBackTo {
  const found = stateAt(history, turn);
  if (!found.ok) return found;
  const rolledBack = { from: history.base.turn, to: turn };
  const nextFlow = Math.max(history.state.nextFlow, found.state.nextFlow);
  return {
    ok: true,
    rolledBack,
    history: {
      entries: history.entries,
      rollbacks: [...history.rollbacks, rolledBack],
      base: found.state,
      state: { ...found.state, nextFlow },
    },
  };
}

/** The turns that what is believed now comes from, turn 0 first. All others are on abandoned branches. */
export function currentTurns({ entries, base }: History): readonly number[] {
  return (pathTo(entries, base.turn) ?? []).map(({ turn }) => turn);
}

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
