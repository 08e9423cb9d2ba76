// The facts for a change of beliefs (SPEC 16.4, 16.8). Every change belongs to a turn: the responder's changes after
// the end of a turn begin a new one.

import type { SideCall } from '../spending/call-figures.ts';
import { type BeliefProgress, foldBelief } from './belief-progress.ts';
import { diffStates } from './history/patch.ts';
import { turnEntry } from './history/turn-entry.ts';
import type { BeliefFact, Believer, TurnBegan } from './record.ts';
import type { BeliefState, Changed, Wrong } from './state.ts';
import { beginTurn, type Ending, endTurn } from './turn.ts';
import type { Json } from './values/json.ts';

/** A turn to begin; `make` is what it makes of the state, its flags cleared. */
export interface NewTurn extends Pick<TurnBegan, 'said' | 'takes' | 'note' | 'wakes' | 'msgId'> {
  readonly by: Believer;
  readonly commands: readonly Json[];
  readonly call?: SideCall;
  readonly make: (state: BeliefState) => BeliefState;
}

/** Begins a turn; one that is open ends first, as `ending` says. */
export function beginFacts(belief: BeliefProgress, turn: NewTurn, ending: Ending = {}): readonly BeliefFact[] {
  const ended = endFacts(belief, ending);
  const before = ended.reduce(foldBelief, belief);
  const number = before.lastTurn + 1;
  const { make, ...told } = turn;
  const changes = diffStates(before.state, make(beginTurn(before.state, number)));
  return [...ended, { kind: 'turnBegan', turn: number, ...told, changes }];
}

/** Ends the turn that is open, if one is. */
export function endFacts(belief: BeliefProgress, ending: Ending = {}): readonly BeliefFact[] {
  if (!belief.isOpen) return [];
  return [{ kind: 'turnEnded', entry: turnEntry(belief, endTurn(belief.state, ending)) }];
}

type Changing = Omit<Extract<BeliefFact, { kind: 'beliefChanged' }>, 'kind' | 'changes'>;

/** A change in the open turn, or in one that it begins; refused when `change` refuses. */
export function changeFacts(
  belief: BeliefProgress,
  told: Changing,
  change: (state: BeliefState) => Changed,
): { readonly ok: true; readonly facts: readonly BeliefFact[]; readonly state: BeliefState } | Wrong {
  const begun: readonly BeliefFact[] = belief.isOpen ? [] : [continued(belief, told.by)];
  const before = begun.reduce(foldBelief, belief).state;
  const changed = change(before);
  if (!changed.ok) return changed;
  const changes = diffStates(before, changed.state);
  return { ok: true, facts: [...begun, { kind: 'beliefChanged', ...told, changes }], state: changed.state };
}

/** Work goes on after the turn has ended, with the flags that it left. */
function continued({ state, lastTurn }: BeliefProgress, by: Believer): BeliefFact {
  const changes = diffStates(state, { ...state, predictions: [], refused: [] });
  return { kind: 'turnBegan', turn: lastTurn + 1, by, commands: [], changes };
}
