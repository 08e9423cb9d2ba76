// The beliefs of one dialog in its state: the present beliefs, and the remaining steps of a turn. Earlier turns stay in
// the records. The fold of the facts of `record.ts`; pure and total.
import { assertNever } from '../base/assert.ts';
import { copying, type Lists, withoutFirst } from '../base/fold-lists.ts';
import { applyChanges, type Change } from './history/patch.ts';
import { afterTurn } from './history/turn-entry.ts';
import { awaitedOf, isFilled } from './missing.ts';
import type { BeliefFact } from './record.ts';
import { activeFlow, type BeliefState, emptyState, isLive } from './state.ts';

/** Keep-going rounds in a turn (SPEC 16.7). */
export const MAX_ROUNDS = 5;

/** Words of the person that no turn has taken in yet. */
export interface DueWords {
  readonly content: string;
  /** The question that they answer, with the options that it offered; `ask`: one of the responder's own. */
  readonly question?: {
    readonly kind: 'clarify' | 'plan' | 'ask';
    readonly headline: string;
    readonly options?: readonly string[];
    /** Another flow is active by now: the answer decides nothing about that one. */
    readonly isPast?: true;
  };
}

export interface BeliefProgress {
  /** As recorded after the turn that everything goes on from. */
  readonly base: BeliefState;
  /** The present beliefs. */
  readonly state: BeliefState;
  /** The highest number that a turn was given. */
  readonly lastTurn: number;
  /** A turn has begun and not ended. */
  readonly isOpen: boolean;
  /** Keep-going rounds of this turn. */
  readonly rounds: number;
  readonly due: readonly DueWords[];
  /** The problem of the last prediction; the next attempt is the last one. */
  readonly unread?: string;
  /** A plan was made that the person has not seen. */
  readonly showsPlan?: true;
  /** What the responder is told of a rollback, until the turn after it ends. */
  readonly wentBack?: string;
  /**
   * The newest reply that asked for more than changes of beliefs, or for one that was refused; the model must read the
   * results.
   */
  readonly acted?: number;
  /** Nothing has changed, and no tool was used, since the last turn without the person began. */
  readonly isIdle?: true;
}

/** Before the first turn. */
export const newBeliefProgress: BeliefProgress = {
  base: emptyState,
  state: emptyState,
  lastTurn: 0,
  isOpen: false,
  rounds: 0,
  due: [],
};

/** Folds one fact. Differences that do not fit change nothing. */
export function foldBelief(belief: BeliefProgress, fact: BeliefFact): BeliefProgress {
  return foldBeliefIn(copying, belief, fact);
}

/** The same with lists that may be changed in place. */
export function foldBeliefIn(lists: Lists, belief: BeliefProgress, fact: BeliefFact): BeliefProgress {
  const folded = foldFact(belief, fact, lists);
  return isSameActive(belief.state, folded.state) ? folded : { ...folded, due: folded.due.map(ofPastQuestion) };
}

/** True if the same flow is active in both, or none. */
export function isSameActive(one: BeliefState, other: BeliefState): boolean {
  return activeFlow(one)?.flowId === activeFlow(other)?.flowId;
}

function ofPastQuestion({ question, ...words }: DueWords): DueWords {
  return { ...words, ...(question && { question: { ...question, isPast: true } }) };
}

function foldFact(belief: BeliefProgress, fact: BeliefFact, lists: Lists): BeliefProgress {
  switch (fact.kind) {
    case 'turnBegan': {
      const state = changed(belief.state, fact.changes, fact.turn);
      const begun = { ...belief, state, lastTurn: fact.turn, isOpen: true, rounds: 0 };
      // A click, or work that goes on, takes in no words.
      if (fact.by !== 'person' || fact.note !== undefined) return begun;
      const { unread: _, showsPlan: __, ...taken } = begun;
      return { ...taken, due: fact.takes === undefined ? [] : withoutFirst(lists, taken.due, fact.takes) };
    }
    case 'predictionUnread':
      return { ...belief, unread: fact.problem };
    case 'beliefChanged': {
      const state = changed(belief.state, fact.changes, belief.state.turn);
      const { isIdle, ...rest } = belief;
      const stays = isIdle && fact.changes.length === 0;
      return { ...rest, state, ...(stays && { isIdle }), ...(fact.showsPlan && { showsPlan: true }) };
    }
    case 'turnEnded': {
      const before = fact.entry.isOnTop ? belief.state : belief.base;
      const state = afterTurn(belief, fact.entry).state ?? before;
      const { isIdle: _, wentBack: __, acted: ___, ...rest } = belief;
      return { ...rest, base: state, state, isOpen: false };
    }
    case 'keptGoing':
      return { ...belief, rounds: fact.round, isIdle: true };
    case 'rolledBack': {
      const {
        unread: _,
        showsPlan: __,
        ...kept
      } = { ...belief, ...(fact.note !== undefined && { wentBack: fact.note }) };
      const nextFlow = Math.max(belief.state.nextFlow, fact.state.nextFlow);
      return { ...kept, base: fact.state, state: { ...fact.state, nextFlow }, isOpen: false, rounds: 0 };
    }
    default:
      return assertNever(fact);
  }
}

/** The question for the person before the active flow continues (SPEC 16.5, 16.14). */
export type FlowQuestion = 'showPlan' | 'askToResume' | 'askForSlots' | 'askToConfirm';

/** What is to be done before the model speaks, if anything (SPEC 16.4, 16.5). */
export function beforeSpeaking({ state, due, showsPlan }: BeliefProgress): 'takeTurn' | FlowQuestion | undefined {
  if (due.length > 0) return 'takeTurn';
  const asking = askingOf(state);
  if (asking === 'showPlan') return showsPlan ? asking : undefined;
  // Requests of the person are answered first.
  return state.requested === undefined ? asking : undefined;
}

/** The step after the model has spoken and nothing is left to feed back (SPEC 16.5, 16.7, 16.8). */
export function afterSpeaking({
  state,
  isOpen,
  rounds,
  isIdle,
}: BeliefProgress): FlowQuestion | 'keepGoing' | 'endTurn' | undefined {
  if (!isOpen) return undefined;
  const asking = askingOf(state);
  if (asking === 'showPlan' || (asking && state.requested !== undefined)) return asking;
  if (!state.flags.keep_going || rounds >= MAX_ROUNDS || isIdle) return 'endTurn';
  return asking ?? 'keepGoing';
}

/**
 * True while the active flow waits for a value or for the person's word, so that the responder only answers what the
 * person asks for (SPEC 16.5, 16.15). A plan that waits for approval is thought over meanwhile.
 */
export function isHeld(state: BeliefState): boolean {
  const asking = askingOf(state);
  return asking !== undefined && asking !== 'showPlan';
}

/** A flow runs only when it is filled and the person has given the needed word; talk is free in between. */
function askingOf(state: BeliefState): FlowQuestion | undefined {
  const active = state.isTalk ? undefined : activeFlow(state);
  if (active === undefined) return undefined;
  const awaited = awaitedOf(active);
  if (awaited === 'approval') return 'showPlan';
  if (awaited === 'resume') return 'askToResume';
  if (!isFilled(active)) return 'askForSlots';
  return awaited === 'confirm' ? 'askToConfirm' : undefined;
}

/** Internal flows that are to run (SPEC 16.3). */
export function internalFlows({ state }: BeliefProgress): BeliefState['background'] {
  return state.background.filter(isLive);
}

function changed(state: BeliefState, changes: readonly Change[], turn: number): BeliefState {
  return applyChanges(state, changes, turn) ?? state;
}
