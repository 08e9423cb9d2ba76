// What a person does to the beliefs of a dialog: checked, recorded as a turn, and then the driver is let loose (SPEC
// 16.4, 16.8). And what views ask about earlier turns.

import { type BeliefProgress, foldBelief, isSameActive } from '../../core/belief/belief-progress.ts';
import type { BeliefCommand } from '../../core/belief/command.ts';
import type { Domain } from '../../core/belief/domain/domain.ts';
import {
  applyCommand,
  beginFacts,
  changeFacts,
  compareTurns,
  endFacts,
  historyOf,
  lookAtTurn,
  parseCommand,
  rollbackNote,
} from '../../core/belief/domain/rules.ts';
import type { Difference } from '../../core/belief/history/changes-in-words.ts';
import type { BeliefHistory } from '../../core/belief/history/read-history.ts';
import type { TurnLook } from '../../core/belief/history/turn-queries.ts';
import type { BeliefEdit, BeliefIntent } from '../../core/belief/intent.ts';
import type { BeliefFact } from '../../core/belief/record.ts';
import { activeFlow, type BeliefState, type Flow, withDerived } from '../../core/belief/state.ts';
import type { Json } from '../../core/belief/values/json.ts';
import type { Reason } from '../../core/belief/values/reasons.ts';
import type { Fact } from '../../core/dialog/record.ts';
import { isOwnTalk } from '../../core/dialog/state.ts';
import { closeQuestions, type QuestionClosing } from '../../core/dialog/view/question-closing.ts';
import { refusalOfClosed } from '../../core/dialog/view/refusal-to-say.ts';
import { DriveError, type Outcome, type Refusal, refuse } from '../../core/facts/trouble.ts';
import { editedText } from '../../core/prompt/belief-text.ts';
import { actAs } from '../acting.ts';
import { commit } from '../commit.ts';
import type { Driver } from '../driver.ts';
import type { AbortReason, Dialog, Tree } from '../driver-context.ts';
import { allRecords } from '../generate/earlier-courses.ts';
import { isApplied } from '../intents/applied.ts';
import { rootOf } from '../tree.ts';
import { beliefContext, domainOf, endingNow } from './turn.ts';

/** The outcome of an intent. `note` names the effects that a rollback does not undo. */
export type Believed = Outcome<{
  readonly belief: BeliefProgress;
  readonly rolledBack?: { readonly from: number; readonly to: number };
  readonly note?: string;
}>;

/** Everything a panel shows of the beliefs of a dialog (SPEC 16.11). */
export interface BeliefView extends BeliefHistory {
  readonly now: BeliefProgress;
  /** Absent when the domain file cannot be used now. */
  readonly domain?: Domain;
}

/** One intent; a refusal changes nothing. The same `msgId` is applied once. */
export async function beliefIntent(
  driver: Driver,
  tree: Tree,
  intent: BeliefIntent,
  handed: { readonly msgId?: string | undefined } = {},
): Promise<Believed> {
  const root = rootOf(tree);
  const { by } = driver.ctx.actor;
  const viewed = intent.kind === 'rollBack' ? await beliefView(driver, tree) : undefined;
  const { belief } = root.state;
  if (!belief) return noBelief();
  const closed = refusalOfClosed(root.state.status);
  if (closed) return closed;
  if (handed.msgId !== undefined && isApplied(root, handed.msgId)) return { ok: true, belief };
  const at: At = { driver, tree, root, belief, msgId: handed.msgId };
  if (intent.kind !== 'rollBack') return edit(at, intent);
  if (!viewed?.ok) return viewed ?? noBelief();
  const { view } = viewed;
  const found = lookAtTurn(view, intent.turn);
  if (!found.ok) return found;
  const undone = view.turns.flatMap(({ turn, isCurrent, ended }) => (isCurrent && turn > intent.turn ? ended : []));
  return actAs(driver.ctx, by, () => rollBack(at, { turn: intent.turn, state: found.state, undone }));
}

/** The beliefs of a tree's root with all their turns. */
export async function beliefView(driver: Driver, tree: Tree): Promise<Outcome<{ view: BeliefView }>> {
  const root = rootOf(tree);
  const { belief, identity } = root.state;
  if (!belief) return noBelief();
  const { domain } = domainOf(driver.ctx, identity);
  return { ok: true, view: { ...historyOf(await allRecords(root)), now: belief, ...(domain && { domain }) } };
}

/** The beliefs after a turn, and the flows that ended in it. */
export async function beliefAt(driver: Driver, tree: Tree, turn: number): Promise<Outcome<TurnLook>> {
  const viewed = await beliefView(driver, tree);
  return viewed.ok ? lookAtTurn(viewed.view, turn) : viewed;
}

/** The changes from one turn to another, in either direction. */
export async function beliefDiff(
  driver: Driver,
  tree: Tree,
  turns: { readonly from: number; readonly to: number },
): Promise<Outcome<{ differences: readonly Difference[] }>> {
  const viewed = await beliefView(driver, tree);
  return viewed.ok ? compareTurns(viewed.view, turns) : viewed;
}

const noBelief = (): Refusal => refuse('no-belief');

interface At {
  readonly driver: Driver;
  readonly tree: Tree;
  readonly root: Dialog;
  readonly belief: BeliefProgress;
  readonly msgId: string | undefined;
}

/**
 * An edit is a command of the open turn, or a turn of its own. A question of the runtime is asked again if it still
 * applies.
 */
function edit(at: At, intent: BeliefEdit): Believed {
  const { driver, tree, root, belief, msgId } = at;
  const { ctx } = driver;
  const source = commandOf(intent);
  const parsed = parseCommand(source);
  if (!parsed.ok) return refused(parsed.why);
  const changed = tryCommand(at, parsed.command);
  if (!changed.ok) return changed;
  const read = { words: ctx.minds.texts().belief, domain: domainOf(ctx, root.state.identity).domain };
  const edited = changed.apply(belief.state);
  const note = editedText(intent, { from: belief.state, to: edited }, read);
  // The steps of a plan stay right when something beneath it changes; a question about values does not.
  const keepsPlan = activeFlow(belief.state)?.awaitsApproval === true && isSameActive(belief.state, edited);
  const closed = closings(root, keepsPlan ? ['clarify'] : ['clarify', 'plan']);
  const wakes = intent.kind === 'startFlow' && root.state.questions.length === closed.length;
  const told = {
    by: 'person',
    note,
    ...(wakes && { wakes: true as const }),
    ...(msgId !== undefined && { msgId }),
  } as const;
  const facts = belief.isOpen
    ? editFacts(belief, { ...told, command: source }, changed.apply)
    : beginFacts(belief, { ...told, commands: [source], make: changed.apply });
  const goesOn = belief.isOpen || wakes || closed.length > 0;
  const ended = goesOn ? [] : endFacts(facts.reduce(foldBelief, belief), { isUnanswered: true });
  const resumed: Fact[] = wakes && root.state.interruption ? [{ kind: 'resumed' }] : [];
  commit(root, ...facts, ...ended, ...closed, ...resumed);
  driver.release(tree);
  return { ok: true, belief: root.state.belief ?? belief };
}

function editFacts(
  belief: BeliefProgress,
  told: Parameters<typeof changeFacts>[1],
  apply: (state: BeliefState) => BeliefState,
): readonly BeliefFact[] {
  const changed = changeFacts(belief, told, state => ({ ok: true, state: apply(state) }));
  return changed.ok ? changed.facts : [];
}

/** Tries the command on the current beliefs; it has the same effect at the beginning of a turn. */
function tryCommand(
  { driver, root, belief }: At,
  command: BeliefCommand,
): Outcome<{ apply: (state: BeliefState) => BeliefState }> {
  try {
    const context = { ...beliefContext(driver.ctx, root.state), by: 'hand' as const };
    const tried = applyCommand(context, belief.state, command);
    if (!tried.ok) return refused(tried.why);
    const apply = (state: BeliefState) => {
      const done = applyCommand(context, state, command);
      if (!done.ok) return state;
      // Work that is under way ends first; then the driver continues with it.
      const goesOn = command.kind === 'start' && belief.isOpen;
      return goesOn ? withDerived({ ...done.state, flags: { ...done.state.flags, keep_going: true } }) : done.state;
    };
    return { ok: true, apply };
  } catch (error) {
    if (!(error instanceof DriveError) || error.code !== 'broken-domain') throw error;
    return refuse('domain-broken', { reason: error.message });
  }
}

function commandOf(intent: BeliefEdit): { readonly [key: string]: Json } {
  switch (intent.kind) {
    case 'setSlot':
      return { correct: { flow: intent.flow, slot: intent.slot, value: intent.value } };
    case 'clearSlot':
      return { clear: { flow: intent.flow, slot: intent.slot } };
    case 'startFlow':
      return { start: intent.flow };
    case 'cancelFlow':
      return { cancel: intent.flow };
  }
}

/**
 * Ids and turn numbers go on; conversation and side effects stay (SPEC 16.8). The work of the turn that is left ends:
 * its reply and calls would change beliefs that they know nothing of. Words that no turn has taken are predicted anew.
 */
function rollBack(at: At, { turn, state, undone }: Target): Believed {
  const { driver, tree, root, belief, msgId } = at;
  const ended = endFacts(belief, endingNow(root));
  const before = ended.reduce(foldBelief, belief);
  const rolledBack = { from: before.base.turn, to: turn };
  const rests = isOwnTalk(root.state) && belief.due.length === 0;
  const over = [...undone, ...belief.state.stack].filter(({ status }) => status === 'Completed');
  const flows = [...new Set(over.map(({ flow }) => flow))];
  const told = { ...(rests && { rests }), ...(msgId !== undefined && { msgId }) };
  const note = driver.ctx.minds.texts().belief.rolledBack({ ...rolledBack, flows });
  const fact: Fact = { kind: 'rolledBack', ...rolledBack, state, ...told, note };
  commit(root, ...ended, ...closings(root, ['clarify', 'plan']), ...endedCalls(root), fact);
  root.abort?.abort('rolled-back' satisfies AbortReason);
  driver.release(tree);
  return { ok: true, belief: root.state.belief ?? belief, rolledBack, note: rollbackNote };
}

interface Target {
  readonly turn: number;
  /** The beliefs after it. */
  readonly state: BeliefState;
  /** Flows that have ended since. */
  readonly undone: readonly Flow[];
}

/** Ends the open tool calls, with what they ask the person. */
function endedCalls({ state, tree }: Dialog): Fact[] {
  const { toolCalls, questions } = state;
  const asked = questions.filter(question => toolCalls.some(({ callId }) => callId === question.callId));
  const content = tree.ctx.minds.texts().belief.callRolledBack;
  return [
    ...closeQuestions(asked, beliefsChanged),
    ...toolCalls.map(({ callId }): Fact => ({ kind: 'toolReturned', callId, ok: false, content })),
  ];
}

const beliefsChanged: QuestionClosing = { reason: 'the dialogue state was changed', because: 'beliefs-changed' };

function closings({ state }: Dialog, kinds: readonly string[]): Fact[] {
  const meant = state.questions.filter(({ questionKind, form }) => !form && kinds.includes(questionKind));
  return closeQuestions(meant, beliefsChanged);
}

function refused(why: Reason) {
  return refuse('belief-refused', { why });
}
