// The turns of a dialog from its records, all courses in their order: what a slider, `state history` and a rollback
// look at. What is believed now is in the dialog's state; this is asked for when somebody wants to see more.

import { list, number } from '../../base/shape.ts';
import type { CourseRecord, RecordOf } from '../../dialog/record.ts';
import { type BeliefState, emptyState, type Flow } from '../state.ts';
import { isFlow } from '../state-shape.ts';
import type { Json } from '../values/json.ts';
import { applyChanges, type Change, diffStates, withPatches } from './patch.ts';
import { afterTurn, type Entries, type RolledBack, type StoredTurn, type TurnEntry } from './turn-entry.ts';

/** A turn that is over, as lists show it. */
export interface TurnSummary {
  readonly turn: number;
  /** The turn that it went on from; null for turn 0. */
  readonly after: number | null;
  /** When it ended; absent for turn 0. */
  readonly at?: string;
  /** The person by words or clicks, or work that went on by itself. */
  readonly by: 'person' | 'agent' | 'internal';
  /** The first line of the person's words. */
  readonly said?: string;
  readonly commands: readonly Json[];
  readonly intent: string;
  /** Flows that ended in it: completed ones in that order, then invalid ones. */
  readonly ended: readonly Flow[];
  readonly hasSnapshot: boolean;
  /** True if the present beliefs descend from it; false on a branch that a rollback abandoned. */
  readonly isCurrent: boolean;
}

export interface BeliefHistory extends Entries {
  /** In the order in which they happened, turn 0 first. */
  readonly turns: readonly TurnSummary[];
  readonly rollbacks: readonly (RolledBack & { readonly at: string })[];
}

/** The history of a dialog. In a fork, turns before the fork are known by their last state only. */
export function historyOf(records: Iterable<CourseRecord>): BeliefHistory {
  const reading: Reading = {
    entries: [],
    ends: new Map(),
    states: new Map(),
    rollbacks: [],
    base: 0,
    now: emptyState,
    since: [],
  };
  addEntry(reading, { turn: 0, after: null, changes: [], ended: [], snapshot: emptyState });
  for (const record of records) take(reading, record);
  const current = pathTo(reading.entries, reading.base);
  const turns = reading.entries.map(({ turn, after, ended, snapshot }): TurnSummary => {
    const { began, at } = reading.ends.get(turn) ?? {};
    return {
      turn,
      after,
      ...(at !== undefined && { at }),
      by: began?.by ?? 'person',
      ...(began?.said !== undefined && { said: began.said }),
      commands: began?.commands ?? [],
      intent: reading.states.get(turn)?.intent ?? emptyState.intent,
      ended,
      hasSnapshot: snapshot !== undefined,
      isCurrent: current.has(turn),
    };
  });
  return { entries: reading.entries, rollbacks: reading.rollbacks, turns };
}

interface Reading {
  readonly entries: TurnEntry[];
  readonly ends: Map<number, { readonly began?: RecordOf<'turnBegan'>; readonly at: string }>;
  readonly states: Map<number, BeliefState>;
  readonly rollbacks: (RolledBack & { readonly at: string })[];
  began?: RecordOf<'turnBegan'>;
  base: number;
  /** The beliefs after the last record, and the path from the state after the last turn. */
  now: BeliefState;
  since: readonly Change[];
}

function take(reading: Reading, record: CourseRecord): void {
  switch (record.kind) {
    case 'courseStarted': {
      const belief = record.carried.belief;
      if (belief && !reading.states.has(belief.base.turn)) {
        const { base, state } = belief;
        addEntry(reading, { turn: base.turn, after: null, changes: [], ended: [], snapshot: base });
        goOnFrom(reading, base, state);
      }
      return;
    }
    case 'turnBegan':
      reading.began = record;
      change(reading, record.changes, record.turn);
      return;
    case 'beliefChanged':
      change(reading, record.changes, reading.now.turn);
      return;
    case 'turnEnded':
      reading.ends.set(record.entry.turn, { ...(reading.began && { began: reading.began }), at: record.at });
      endTurn(reading, record.entry);
      return;
    case 'rolledBack': {
      const { from, to, at, state } = record;
      reading.rollbacks.push({ from, to, at });
      goOnFrom(reading, state, { ...state, nextFlow: Math.max(reading.now.nextFlow, state.nextFlow) });
      return;
    }
    default:
  }
}

/** Differences that do not fit change nothing, as in the fold. */
function change(reading: Reading, changes: readonly Change[], turn: number): void {
  const now = withPatches(reading.now, changes, turn);
  if (now === undefined || !isReadable(now)) return;
  reading.now = now;
  reading.since = [...reading.since, ...changes];
}

/** Checks the fields that are read here; a whole state is checked once per turn. */
function isReadable({ stack, background, nextFlow }: BeliefState): boolean {
  return list(isFlow)(stack) && list(isFlow)(background) && number(nextFlow);
}

function goOnFrom(reading: Reading, base: BeliefState, now: BeliefState): void {
  reading.base = base.turn;
  reading.now = now;
  reading.since = diffStates(base, now);
}

/** Makes an entry whole that goes on from the other records of its turn. */
function endTurn(reading: Reading, stored: StoredTurn): void {
  const { isOnTop, ...entry } = stored;
  const { now, since, states } = reading;
  const { state, ended } = afterTurn({ base: states.get(entry.after ?? 0) ?? now, state: now }, stored);
  const changes = isOnTop && state ? [...since, ...diffStates(now, state)] : entry.changes;
  addEntry(reading, { ...entry, changes, ended });
  const after = states.get(entry.turn) ?? now;
  goOnFrom(reading, after, after);
}

function addEntry({ entries, states }: Reading, entry: TurnEntry): void {
  const { turn, after, changes, snapshot } = entry;
  const before = after === null ? emptyState : states.get(after);
  const state = snapshot ?? (before && applyChanges(before, changes, turn));
  if (state) states.set(turn, state);
  entries.push(entry);
}

function pathTo(entries: readonly TurnEntry[], turn: number): ReadonlySet<number> {
  const after = new Map(entries.map(entry => [entry.turn, entry.after]));
  const path = new Set<number>();
  for (let at: number | null | undefined = turn; typeof at === 'number' && !path.has(at); at = after.get(at))
    path.add(at);
  return path;
}
