// Earlier turns, as people ask about them (SPEC 16.8, 16.11): from the history of a dialog, read once. Pure.
import { type Outcome, refuse } from '../../facts/trouble.ts';
import type { BeliefState, Flow } from '../state.ts';
import { type Difference, differences } from './changes-in-words.ts';
import { type Entries, stateAt } from './turn-entry.ts';

/** The beliefs after a turn, and the flows that ended in it. */
export interface TurnLook {
  readonly state: BeliefState;
  readonly ended: readonly Flow[];
}

/** Refused when there is no such turn. */
export function lookAtTurn({ entries }: Entries, turn: number): Outcome<TurnLook> {
  const found = stateAt({ entries }, turn);
  if (!found.ok) return refuse('turn-refused', { why: found.why });
  return { ok: true, state: found.state, ended: entries.find(entry => entry.turn === turn)?.ended ?? [] };
}

/** The changes from one turn to another, in either direction. Refused when there is no such turn. */
export function compareTurns(
  history: Entries,
  { from, to }: { readonly from: number; readonly to: number },
): Outcome<{ readonly differences: readonly Difference[] }> {
  const before = lookAtTurn(history, from);
  if (!before.ok) return before;
  const after = lookAtTurn(history, to);
  return after.ok ? { ok: true, differences: differences(before.state, after.state) } : after;
}
