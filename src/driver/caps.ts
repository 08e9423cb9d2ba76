// Caps of tokens and cost for a tree and for each member in it (SPEC 10.4), and of generations that a tree makes without a word of
// the person (SPEC 7.4): when one is reached, one dialog asks the person, the others of the tree wait for the same answer.
import { formatCost } from '../core/cost.ts';
import type { QuestionId } from '../core/dialog/ids.ts';
import type { Fact } from '../core/dialog/record.ts';
import type { DialogState } from '../core/dialog/state.ts';
import {
  type Cap,
  DEFAULT_MAX_GENERATIONS,
  isReached,
  type ReachedCap,
  raise,
  raisedTo,
  spendingOf,
  unattendedGenerations,
} from '../core/spending.ts';
import type { Member } from '../core/team.ts';
import type { RunPorts } from './run.ts';
import { rootOf, statesOf, type Tree } from './tree.ts';

type Ports = Pick<RunPorts, 'treeCap' | 'newId'>;

/** A dialog and the member that speaks in it. */
export interface Speaker {
  readonly state: DialogState;
  readonly member: Member;
}

/** What a cap has to say to the next generation of a dialog: ask, wait until another dialog's question is answered, or nothing. */
export function capNow(run: Ports, tree: Tree, speaker: Speaker): 'ask' | 'wait' | undefined {
  if (!isUnattended(run, tree) && reachedCaps(run, tree, speaker).length === 0) return undefined;
  const isAsked = statesOf(tree).some(({ questions }) => questions.some(({ questionKind }) => questionKind === 'cap'));
  return isAsked ? 'wait' : 'ask';
}

/** The question about the caps that keep this dialog from going on. */
export function capQuestion(run: Ports, tree: Tree, speaker: Speaker): Fact {
  const reached = reachedCaps(run, tree, speaker).map(describe);
  const unattended = isUnattended(run, tree) ? [describeUnattended(run, tree)] : [];
  return {
    kind: 'questionAsked',
    questionId: run.newId() as QuestionId,
    questionKind: 'cap',
    headline: 'A cap is reached. Go on?',
    body: `${[...reached, ...unattended].join('\n')}\n\n"continue" allows as much again; anything else you write does so too, but "stop".`,
    options: ['continue', 'stop'],
    genseq: speaker.state.genseq,
  };
}

/** What is recorded in the root when the person lets the tree go on. Generations are counted anew by their word itself. */
export function capsRaised(run: Ports, tree: Tree, speaker: Speaker): Fact[] {
  return reachedCaps(run, tree, speaker).map(reached => ({ kind: 'capRaised', cap: raise(reached) }));
}

function reachedCaps(run: Ports, tree: Tree, { state, member }: Speaker): ReachedCap[] {
  const { agentId } = state.identity;
  const treeCap = run.treeCap?.() ?? {};
  if (!limits(treeCap) && !limits(member)) return [];
  const states = statesOf(tree);
  const own = states.filter(({ identity }) => identity.agentId === agentId);
  const caps: ReachedCap[] = [
    { cap: treeCap, spent: spendingOf(states) },
    { cap: capOf(member), spent: spendingOf(own), agentId },
  ];
  const raised = rootOf(tree).state.raisedCaps ?? [];
  return caps.filter(({ cap, spent, agentId: whose }) => isReached(spent, cap, raisedTo(raised, whose)));
}

function isUnattended(run: Ports, tree: Tree): boolean {
  return unattendedGenerations(statesOf(tree)) >= maxGenerations(run);
}

function maxGenerations(run: Ports): number {
  return run.treeCap?.().maxGenerations ?? DEFAULT_MAX_GENERATIONS;
}

function limits({ maxTokens, maxCost }: Cap): boolean {
  return maxTokens !== undefined || maxCost !== undefined;
}

function capOf({ maxTokens, maxCost }: Cap): Cap {
  return { ...(maxTokens !== undefined && { maxTokens }), ...(maxCost !== undefined && { maxCost }) };
}

function describe({ agentId, spent, cap }: ReachedCap): string {
  const who = agentId === undefined ? 'This dialog tree' : `@${agentId} in this tree`;
  const tokens = cap.maxTokens === undefined ? [] : [`${count(spent.tokens)} tokens (cap ${count(cap.maxTokens)})`];
  const cost =
    cap.maxCost === undefined ? [] : [`a cost of ${formatCost(spent.cost)} (cap ${formatCost(cap.maxCost)})`];
  return `${who} has used ${[...tokens, ...cost].join(' and ')}.`;
}

function describeUnattended(run: Ports, tree: Tree): string {
  const made = count(unattendedGenerations(statesOf(tree)));
  return `This dialog tree has made ${made} generations since you last said something (cap ${count(maxGenerations(run))}).`;
}

function count(tokens: number): string {
  return tokens.toLocaleString('en');
}
