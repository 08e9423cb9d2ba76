// The beliefs of one dialog as its state holds them: what is believed now, and what of a turn is still to be done. Earlier turns
// stay in the records. The fold of the facts of `record.ts`; pure and total.
import { assertNever } from '../assert.ts';
import { applyChanges, type Change } from './diff.ts';
import { isFilled } from './missing.ts';
import type { BeliefFact } from './record.ts';
import { activeFlow, type BeliefState, emptyState, isLive } from './state.ts';

/** Keep-going rounds in a turn (SPEC 16.7). */
export const MAX_ROUNDS = 5;

/** Words of the person that no turn has taken in yet. */
export interface DueWords {
  readonly content: string;
  /** The question that they answer. */
  readonly question?: { readonly kind: 'clarify' | 'plan'; readonly headline: string };
}

export interface TrackedBelief {
  /** As recorded after the turn that everything goes on from. */
  readonly base: BeliefState;
  /** What is believed now. */
  readonly state: BeliefState;
  /** The highest number that a turn was given. */
  readonly lastTurn: number;
  /** A turn has begun and not ended. */
  readonly isOpen: boolean;
  /** Keep-going rounds of this turn. */
  readonly rounds: number;
  readonly due: readonly DueWords[];
  /** Why the last prediction could not be read; the next one is the last try. */
  readonly unread?: string;
  /** A plan was made that the person has not seen. */
  readonly showsPlan?: true;
}

/** Before the first turn. */
export const newTrackedBelief: TrackedBelief = {
  base: emptyState,
  state: emptyState,
  lastTurn: 0,
  isOpen: false,
  rounds: 0,
  due: [],
};

/** Folds one fact. Differences that do not fit change nothing. */
export function foldBelief(belief: TrackedBelief, fact: BeliefFact): TrackedBelief {
  switch (fact.kind) {
    case 'turnBegan': {
      const state = changed(belief.state, fact.changes, fact.turn);
      const begun = { ...belief, state, lastTurn: fact.turn, isOpen: true, rounds: 0 };
      // A click, or work that goes on, takes in no words.
      if (fact.by !== 'person' || fact.note !== undefined) return begun;
      const { unread: _, showsPlan: __, ...taken } = begun;
      return { ...taken, due: fact.takes === undefined ? [] : taken.due.slice(fact.takes) };
    }
    case 'predictionUnread':
      return { ...belief, unread: fact.problem };
    case 'beliefChanged': {
      const state = changed(belief.state, fact.changes, belief.state.turn);
      return { ...belief, state, ...(fact.showsPlan && { showsPlan: true }) };
    }
    case 'turnEnded': {
      const state = changed(belief.base, fact.entry.changes, fact.entry.turn);
      return { ...belief, base: state, state, isOpen: false };
    }
    case 'keptGoing':
      return { ...belief, rounds: fact.round };
    case 'rolledBack': {
      const { unread: _, showsPlan: __, ...kept } = belief;
      const nextFlow = Math.max(belief.state.nextFlow, fact.state.nextFlow);
      return { ...kept, base: fact.state, state: { ...fact.state, nextFlow }, isOpen: false, rounds: 0 };
    }
    default:
      return assertNever(fact);
  }
}

/** The same with words that wait for their turn. */
export function withDueWords(belief: TrackedBelief, words: DueWords): TrackedBelief {
  return { ...belief, due: [...belief.due, words] };
}

/** What is to be done before the model speaks, if anything (SPEC 16.4, 16.5). */
export function beforeSpeaking({
  state,
  due,
  showsPlan,
}: TrackedBelief): 'takeTurn' | 'showPlan' | 'askForSlots' | undefined {
  if (due.length > 0) return 'takeTurn';
  if (showsPlan && isPlanToApprove(state)) return 'showPlan';
  return isBlocked(state) ? 'askForSlots' : undefined;
}

/** What is to be done when the model has spoken and nothing is left to feed back (SPEC 16.5, 16.7, 16.8). */
export function afterSpeaking({
  state,
  isOpen,
  rounds,
}: TrackedBelief): 'showPlan' | 'askForSlots' | 'keepGoing' | 'endTurn' | undefined {
  if (!isOpen) return undefined;
  if (isPlanToApprove(state)) return 'showPlan';
  if (!state.flags.keep_going || rounds >= MAX_ROUNDS) return 'endTurn';
  return isBlocked(state) ? 'askForSlots' : 'keepGoing';
}

/** A flow runs only when it is filled; talk is free in between. */
function isBlocked(state: BeliefState): boolean {
  const active = activeFlow(state);
  return active !== undefined && !state.isTalk && !isFilled(active);
}

function isPlanToApprove(state: BeliefState): boolean {
  return activeFlow(state)?.awaitsApproval === true && !state.isTalk;
}

/** Internal flows that are to run (SPEC 16.3). */
export function internalFlows({ state }: TrackedBelief): BeliefState['background'] {
  return state.background.filter(isLive);
}

function changed(state: BeliefState, changes: readonly Change[], turn: number): BeliefState {
  return applyChanges(state, changes, turn) ?? state;
}
