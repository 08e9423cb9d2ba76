// How the facts of dialogue state change the state of their dialog; what they mean to the beliefs is
// `core/belief/belief-progress.ts`. In a dialog without a domain they change nothing.

import type { Lists } from '../../base/fold-lists.ts';
import { type DueWords, foldBeliefIn } from '../../belief/belief-progress.ts';
import type { BeliefFact } from '../../belief/record.ts';
import { activeFlow } from '../../belief/state.ts';
import type { SideCall } from '../../spending/call-figures.ts';
import { withTrace } from '../circles.ts';
import { ownOption } from '../own-options.ts';
import { readPermission } from '../permission.ts';
import type { CourseRecord, Fact, RecordOf } from '../record.ts';
import { type DialogState, isOwnTalk, newestSaying } from '../state.ts';
import type { OpenQuestion, Permission } from '../tool-call.ts';
import { countSideCall, handedOver } from './fold-parts.ts';
import { attending, spoken } from './frames.ts';

type Change<K extends BeliefFact['kind']> = (
  state: DialogState,
  record: RecordOf<K>,
  lists: Lists,
) => Partial<DialogState>;

const changes: { readonly [K in BeliefFact['kind']]: Change<K> } = {
  turnBegan: (state, { call, note, wakes, ...told }, lists) => ({
    ...called(state, call, lists),
    ...handedOver(state, told),
    ...(note !== undefined && { messageCount: state.messageCount + 1 }),
    ...(wakes && attending(state, 'unanswered', lists)),
  }),
  predictionUnread: (state, record, lists) => called(state, record, lists),
  beliefChanged: (state, { call, note, wakes, trace, ...told }, lists) => ({
    ...handedOver(state, told),
    ...(call && countSideCall(state, call, lists)),
    ...(trace && { recentInternal: withTrace(state.recentInternal ?? [], trace) }),
    ...(note !== undefined && { messageCount: state.messageCount + 1 }),
    ...(wakes && attending(state, 'unanswered', lists)),
  }),
  turnEnded: () => ({}),
  keptGoing: (state, _, lists) => spoken(state, lists),
  rolledBack: (state, record, lists) => ({
    ...handedOver(state, record),
    ...(record.note !== undefined && { messageCount: state.messageCount + 1 }),
    ...(record.rests && workEnded(state, lists)),
  }),
};

/**
 * Nothing that the last reply asked for happens any more. A new course stays wanted: the person may have asked for it.
 */
function workEnded(state: DialogState, lists: Lists): Partial<DialogState> {
  return { ...attending(state, 'rest', lists), tellasks: [], ...(state.closing?.kind === 'done' && { closing: null }) };
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
  return (state, record, lists) => {
    if (!state.belief) return {};
    const change = changes[kind] as Change<K>;
    return { ...change(state, record, lists), belief: foldBeliefIn(lists, state.belief, factOf(record)) };
  };
}

/** Words of the person wait for their turn. */
export function wordsDue({ belief }: DialogState, words: DueWords, lists: Lists): Partial<DialogState> {
  return belief ? { belief: { ...belief, due: lists.added(belief.due, words) } } : {};
}

/**
 * Every answer of the person is a turn of its own, whoever asked; what only chooses how the runtime goes on is none
 * (SPEC 16.19).
 */
export function answerDue(
  state: DialogState,
  question: OpenQuestion,
  { content, by, seal }: Pick<RecordOf<'questionAnswered'>, 'content' | 'by' | 'seal'>,
  lists: Lists,
): Partial<DialogState> {
  if (state.belief === undefined || question.form || by?.kind === 'policy') return {};
  const { questionKind: kind, headline, options } = question;
  if (kind === 'clarify' || kind === 'plan' || kind === 'ask') {
    return wordsDue(state, { content, question: { kind, headline, ...(options && { options }) } }, lists);
  }
  const words = kind === 'permission' ? wordsOfDenial(readPermission(question, content, seal)) : freeWords(content);
  return words === '' ? {} : wordsDue(state, { content: words }, lists);
}

function wordsOfDenial(permission: Permission): string {
  return permission.kind === 'refused' ? permission.said : '';
}

function freeWords(answer: string): string {
  return ownOption(answer) === undefined ? answer : '';
}

/** Changes of the beliefs whose result the model need not read when it has said all. */
const deeds: ReadonlySet<string> = new Set(['finish_flow', 'set_slot', 'cancel_flow', 'keep_going']);

/** A round in which a tool was used is not idle, unless it only asks for another round. */
export function withToolUsed(
  { belief }: DialogState,
  { name, genseq }: Pick<RecordOf<'toolCalled'>, 'name' | 'genseq'>,
): Partial<DialogState> {
  if (!belief || (!belief.isIdle && deeds.has(name)) || name === 'keep_going') return {};
  const { isIdle: _, ...used } = belief;
  return { belief: deeds.has(name) ? used : { ...used, acted: genseq } };
}

/**
 * What a result asks of the model. A turn ends when something was said: a reply that changed beliefs alone, and left no
 * flow to work on, needs no other reply (SPEC 16.20).
 */
export function afterResult(state: DialogState, ok: boolean, lists: Lists): Partial<DialogState> {
  const { belief, toolCalls, tellasks, closing, genseq } = state;
  if (!belief || !isOwnTalk(state)) return attending(state, 'unanswered', lists);
  if (!ok) return { belief: { ...belief, acted: genseq }, ...attending(state, 'unanswered', lists) };
  const isOver = toolCalls.length === 1 && tellasks.length === 0 && closing === null && belief.acted !== genseq;
  const endsTurn =
    isOver && belief.isOpen && activeFlow(belief.state) === undefined && newestSaying(state).trim() !== '';
  return attending(state, endsTurn ? 'answered' : 'unanswered', lists);
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

function called(state: DialogState, call: SideCall | undefined, lists: Lists): Partial<DialogState> {
  return call ? { ...countSideCall(state, call, lists), generating: false } : {};
}

function factOf(record: CourseRecord & BeliefFact): BeliefFact {
  return record satisfies Fact as BeliefFact;
}
