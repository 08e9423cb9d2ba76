// Caps of tokens and cost for a tree and for each member in it (SPEC 10.4), and of generations that a tree makes
// without a word of the person (SPEC 7.4): when one is reached, one dialog asks the person, the others of the tree wait
// for the same answer.
import type { AgentId, DialogId, QuestionId } from '../../core/base/ids.ts';
import type { Fact } from '../../core/dialog/record.ts';
import { sealedCap } from '../../core/dialog/seals.ts';
import type { DialogState } from '../../core/dialog/state.ts';
import type { Branch, CapReport } from '../../core/prompt/words/questions.ts';
import {
  type Cap,
  capLeft,
  DEFAULT_MAX_GENERATIONS,
  isReached,
  type RaisedCap,
  type ReachedCap,
  raise,
  raisedLimit,
  raisedTo,
  type Spending,
  spendingOf,
  sumSpending,
} from '../../core/spending/spending.ts';
import type { Member } from '../../core/team/team.ts';
import type { Tree } from '../driver-context.ts';
import { rootOf, statesOf } from '../tree.ts';

/** A dialog and the member that speaks in it. */
interface Speaker {
  readonly state: DialogState;
  readonly member: Member;
}

/**
 * What a cap requires of a dialog's next generation: ask the person, wait (for the answer to another dialog's question,
 * or for reservations to be released), or nothing.
 */
export function capNow(tree: Tree, speaker: Speaker): 'ask' | 'wait' | undefined {
  if (isUnattended(tree) || reachedCaps(tree, speaker).length > 0) {
    const { asking } = tree.totals;
    const isAsked =
      asking.size > 0 &&
      statesOf(tree).some(({ questions }) => questions.some(({ questionKind }) => questionKind === 'cap'));
    return isAsked ? 'wait' : 'ask';
  }
  const dialog = tree.dialogs.get(speaker.state.identity.selfId);
  const needs = dialog && tree.waitingForRoom.get(dialog);
  return needs && !hasRoom(tree, speaker, needs) ? 'wait' : undefined;
}

/**
 * True if a generation of this estimated size fits beside the running ones. A generation that runs alone always fits:
 * its usage is known afterwards, and a cap below its estimate would never be asked about.
 */
export function hasRoom(tree: Tree, speaker: Speaker, needs: Spending): boolean {
  const { reserved } = tree;
  if (reserved.size === 0) return true;
  if (tree.totals.unattended() + reserved.size >= maxGenerations(tree)) return false;
  return capsOf(tree, speaker).every(({ cap, spent, limit, agentId }) => {
    const atWork = [...reserved.values()].filter(each => agentId === undefined || each.agentId === agentId);
    if (atWork.length === 0) return true;
    const after = sumSpending([spent, needs, ...atWork]);
    return (
      (cap.maxTokens === undefined || after.tokens <= (limit.maxTokens ?? 0)) &&
      (cap.maxCost === undefined || after.cost <= (limit.maxCost ?? 0))
    );
  });
}

/** True if tokens or money of this dialog's generations are limited at all. */
export function isCapped(tree: Tree, speaker: Speaker): boolean {
  return capsOf(tree, speaker).length > 0;
}

/** The question about the caps that keep this dialog from going on. */
export function capQuestion(tree: Tree, speaker: Speaker): Fact {
  const { ctx } = tree;
  const atWork = sumSpending([...tree.reserved.values()]);
  const report: CapReport = {
    reached: reachedCaps(tree, speaker).map(({ agentId, spent, cap, limit }) => ({
      ...(agentId !== undefined && { agentId }),
      spent,
      cap,
      left: capLeft(cap, limit, spent),
    })),
    ...(isUnattended(tree) && {
      unattended: { made: tree.totals.unattended(), cap: maxGenerations(tree) },
    }),
    atWork: { ...atWork, count: tree.reserved.size },
    branches: branchesOf(tree),
  };
  return {
    kind: 'questionAsked',
    questionId: ctx.newId() as QuestionId,
    questionKind: 'cap',
    ...ctx.minds.texts().capQuestion(report),
    genseq: speaker.state.genseq,
  };
}

/**
 * The facts recorded in the root when the person lets the tree continue. The person's message itself resets the count
 * of generations.
 */
export function capsRaised(tree: Tree, speaker: Speaker): Fact[] {
  const { rootId, ctx } = tree;
  return reachedCaps(tree, speaker).map(reached => {
    const cap = raise(reached);
    return { kind: 'capRaised', cap: { ...cap, seal: ctx.seals.seal(sealedCap(rootId, cap)) } };
  });
}

/** A cap that holds for a dialog; `limit` is what it was raised to. */
interface HeldCap extends ReachedCap {
  readonly limit: Cap;
}

function reachedCaps(tree: Tree, speaker: Speaker): HeldCap[] {
  return capsOf(tree, speaker).filter(({ cap, spent, limit }) => isReached(spent, cap, limit));
}

function capsOf(tree: Tree, { state, member }: Speaker): HeldCap[] {
  const { agentId } = state.identity;
  const treeCap = tree.ctx.treeCap?.() ?? {};
  if (!limits(treeCap) && !limits(member)) return [];
  const states = statesOf(tree);
  const raised = rootOf(tree).state.raisedCaps ?? [];
  const isOurs = (each: RaisedCap) => tree.ctx.seals.holds(each.seal, sealedCap(tree.rootId, each));
  const held = (cap: Cap, of: readonly DialogState[], whose?: AgentId): HeldCap => ({
    ...(whose !== undefined && { agentId: whose }),
    cap,
    spent: spendingOf(of),
    limit: raisedLimit(cap, raisedTo(raised, whose, isOurs)),
  });
  const own = () => states.filter(({ identity }) => identity.agentId === agentId);
  return [
    ...(limits(treeCap) ? [held(capOf(treeCap), states)] : []),
    ...(limits(member) ? [held(capOf(member), own(), agentId)] : []),
  ];
}

function isUnattended(tree: Tree): boolean {
  return tree.totals.unattended() >= maxGenerations(tree);
}

function maxGenerations({ ctx }: Tree): number {
  return ctx.treeCap?.().maxGenerations ?? DEFAULT_MAX_GENERATIONS;
}

function limits({ maxTokens, maxCost }: Cap): boolean {
  return maxTokens !== undefined || maxCost !== undefined;
}

function capOf({ maxTokens, maxCost }: Cap): Cap {
  return { ...(maxTokens !== undefined && { maxTokens }), ...(maxCost !== undefined && { maxCost }) };
}

/** The usage of each branch, highest first: the root itself, and each dialog right below it with its subtree. */
function branchesOf(tree: Tree): Branch[] {
  const branches = new Map<DialogId, { top: DialogState; readonly states: DialogState[] }>();
  for (const state of statesOf(tree)) {
    const top = topOf(tree, state);
    const branch = branches.get(top.identity.selfId) ?? { top, states: [] };
    branch.states.push(state);
    branches.set(top.identity.selfId, branch);
  }
  return [...branches.values()]
    .map(({ top, states }) => ({
      agentId: top.identity.agentId,
      headline: top.headline,
      isRoot: top.identity.kind === 'root',
      ...spendingOf(states),
    }))
    .toSorted((a, b) => b.cost - a.cost || b.tokens - a.tokens);
}

/** The root for itself, for any other dialog the one right below the root. */
function topOf(tree: Tree, state: DialogState): DialogState {
  const { identity } = state;
  if (identity.kind === 'root' || identity.depth <= 1) return state;
  const above = tree.dialogs.get(identity.supdialogId)?.state;
  return above ? topOf(tree, above) : state;
}
