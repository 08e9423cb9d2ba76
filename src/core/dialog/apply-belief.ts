// How the facts of dialogue state change the state of their dialog; what they mean to the beliefs is `core/belief/belief-progress.ts`. In a
// dialog without a domain they change nothing.

import { type DueWords, foldBelief, withDueWords } from '../belief/belief-progress.ts';
import type { BeliefFact } from '../belief/record.ts';
import { activeFlow } from '../belief/state.ts';
import type { SideCall } from '../call-figures.ts';
import { withTrace } from './circles.ts';
import { countSideCall, handedOver } from './fold-parts.ts';
import { attending, spoken } from './frames.ts';
import type { CourseRecord, Fact, RecordOf } from './record.ts';
import type { DialogState, OpenQuestion } from './state.ts';

type Change<K extends BeliefFact['kind']> = (state: DialogState, record: RecordOf<K>) => Partial<DialogState>;

const changes: { readonly [K in BeliefFact['kind']]: Change<K> } = {
  turnBegan: (state, { call, note, wakes, ...told }) => ({
    ...called(state, call),
    ...handedOver(state, told),
    ...(note !== undefined && { messageCount: state.messageCount + 1 }),
    ...(wakes && attending(state, 'unanswered')),
  }),
  predictionUnread: (state, record) => called(state, record),
  beliefChanged: (state, { call, note, wakes, trace, ...told }) => ({
    ...handedOver(state, told),
    ...(call && countSideCall(state, call)),
    ...(trace && { recentInternal: withTrace(state.recentInternal ?? [], trace) }),
    ...(note !== undefined && { messageCount: state.messageCount + 1 }),
    ...(wakes && attending(state, 'unanswered')),
  }),
  turnEnded: () => ({}),
  keptGoing: state => spoken(state),
  rolledBack: (state, record) => ({ ...handedOver(state, record), ...(record.rests && workEnded(state)) }),
};

/** Nothing that the last reply asked for happens any more. A new course stays wanted: the person may have asked for it. */
function workEnded(state: DialogState): Partial<DialogState> {
  return { ...attending(state, 'rest'), tellasks: [], ...(state.closing?.kind === 'done' && { closing: null }) };
}

/** The change that each kind of fact makes. */
export const beliefChanges: { readonly [K in BeliefFact['kind']]: Change<K> } = {
  turnBegan: fold('turnBegan'),
  predictionUnread: fold('predictionUnread'),
  beliefChanged: fold('beliefChanged'),
  turnEnded: fold('turnEnded'),
  keptGoing: fold('keptGoing'),
  rolledBack: fold('rolledBack'),
};

function fold<K extends BeliefFact['kind']>(kind: K): Change<K> {
  return (state, record) => {
    if (!state.belief) return {};
    const change = changes[kind] as Change<K>;
    return { ...change(state, record), belief: foldBelief(state.belief, factOf(record)) };
  };
}

/** Words of the person wait for their turn. */
export function wordsDue({ belief }: DialogState, words: DueWords): Partial<DialogState> {
  return belief ? { belief: withDueWords(belief, words) } : {};
}

/** The answer to a question about missing slots or a plan is a turn of its own. */
export function answerDue(
  state: DialogState,
  { questionKind: kind, headline, options, form }: OpenQuestion,
  content: string,
): Partial<DialogState> {
  if (form || (kind !== 'clarify' && kind !== 'plan')) return {};
  return wordsDue(state, { content, question: { kind, headline, ...(options && { options }) } });
}

/** A round in which a tool was used is not idle, unless it only asks for another round. */
export function withToolUsed({ belief }: DialogState, name: string): Partial<DialogState> {
  if (!belief?.isIdle || name === 'keep_going') return {};
  const { isIdle: _, ...used } = belief;
  return { belief: used };
}

/** A copy has nothing left to take in. */
export function withoutDue({ belief }: DialogState): Partial<DialogState> {
  return belief ? { belief: { ...belief, due: [] } } : {};
}

/** The question shows the plan. */
export function planShown({ belief }: DialogState): Partial<DialogState> {
  if (!belief?.showsPlan) return {};
  const { showsPlan: _, ...shown } = belief;
  return { belief: shown };
}

/** The question that showed the plan is gone with its course; the plan still waits for the person. */
export function planUnseen({ belief }: DialogState): Partial<DialogState> {
  const isAwaited = belief !== undefined && activeFlow(belief.state)?.awaitsApproval === true;
  return isAwaited ? { belief: { ...belief, showsPlan: true } } : {};
}

function called(state: DialogState, call: SideCall | undefined): Partial<DialogState> {
  return call ? { ...countSideCall(state, call), generating: false } : {};
}

function factOf(record: CourseRecord & BeliefFact): BeliefFact {
  return record satisfies Fact as BeliefFact;
}
