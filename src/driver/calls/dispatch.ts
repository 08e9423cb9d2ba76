// Dispatches the tellasks of a complete generation in order: each becomes an open call, a question for the human, or an
// error result (SPEC 3). The caller's record fixes the targets first, so a crash before they exist is repaired from it.

import type { AgentId, CallId, DialogId, QuestionId } from '../../core/base/ids.ts';
import { registryKey } from '../../core/base/ids.ts';
import type { Fact } from '../../core/dialog/record.ts';
import type { CallKind, SaidTellask } from '../../core/dialog/record-parts.ts';
import { type DialogState, type OpenCall, openCalls } from '../../core/dialog/state.ts';
import { answeredBefore } from '../../core/dialog/transcript/answered-before.ts';
import { splitOptions } from '../../core/dialog/view/answer-options.ts';
import { displayState } from '../../core/dialog/view/display-state.ts';
import { speakerOf } from '../../core/dialog/view/speaker.ts';
import { wouldWaitOnItself } from '../../core/dialog/view/wait-graph.ts';
import { withOptions } from '../../core/tellask/call-tools.ts';
import { routeTellask, type TellaskRoute } from '../../core/tellask/route.ts';
import type { TellaskRefusal } from '../../core/tellask/segment.ts';
import { withoutBlankEdges } from '../../core/text/blank-edges.ts';
import { commit } from '../commit.ts';
import type { Dialog, Tree } from '../driver-context.ts';
import { enqueue, lookupIn, rootOf, statesOf } from '../tree.ts';
import { deliverGiven, deliverTold, findOpenCall, offerQueuedCalls } from './deliver.ts';
import { dropCallees } from './dismiss.ts';
import { createSubdialog } from './subdialog.ts';

/** Dispatches everything that the last generation tellasked: all calls are recorded, then brought to their targets. */
export function dispatchTellasks(dialog: Dialog): void {
  const { tree } = dialog;
  const { tellasks } = dialog.state;
  const { facts, sessions } = decide(dialog);
  const replaced = facts.flatMap(fact => ('instead' in fact ? (findOpenCall(dialog, fact.instead) ?? []) : []));
  commit(dialog, ...facts);
  dropCallees(tree, replaced);
  for (const [key, target] of sessions) tree.registry.set(key, target);
  for (const { callId } of tellasks) {
    const call = findOpenCall(dialog, callId);
    if (call) placeCall(dialog, call);
    offerQueuedCalls(tree);
  }
}

/** Brings an open call to its targets: makes what does not exist, puts the call in line of what does. Idempotent. */
export function placeCall(caller: Dialog, call: OpenCall): void {
  const { tree } = caller;
  for (const target of call.targets) {
    const existing = tree.dialogs.get(target);
    if (!existing) createSubdialog(caller, call, target);
    else if (existing.state.given?.callId === call.callId) deliverGiven(existing);
    else if (!isWorkedOn(existing.state, call)) {
      enqueue(tree, target, { callId: call.callId, callKind: call.callKind, caller: caller.ref.selfId });
    }
  }
  deliverTold(caller, call);
}

function isWorkedOn(state: DialogState, { callId }: OpenCall): boolean {
  return state.frames.some(({ inbound }) => inbound?.callId === callId);
}

/** Decides each tellask of the last generation, in order, and the new sessions. Pure. */
function decide(dialog: Dialog): { facts: readonly Fact[]; sessions: Dispatching['sessions'] } {
  const { tree } = dialog;
  const { ctx } = tree;
  const team = ctx.minds.team();
  const speaker = speakerOf(dialog.state);
  const sessions = new Map<string, DialogId>();
  const reassign = (dialog.state.reassign ?? []).filter(callId => findOpenCall(dialog, callId));
  const dispatching: Dispatching = { dialog, sessions, reassign, takeRoom: roomFor(dialog) };
  const facts = dialog.state.tellasks.map(tellask => {
    const fact = factOf(dispatching, tellask, routeTellask(tellask, speaker, team));
    const instead = fact.kind === 'tellaskMade' && fact.callKind !== 'A' ? reassign.shift() : undefined;
    return instead === undefined ? fact : { ...fact, instead };
  });
  return { facts, sessions };
}

interface Dispatching {
  readonly dialog: Dialog;
  /** Registered subdialogs that these tellasks make, as in `Tree.registry`. */
  readonly sessions: Map<string, DialogId>;
  /** Calls whose place the next tellasks take, in order. */
  readonly reassign: readonly CallId[];
  readonly takeRoom: TakeRoom;
}

function factOf(dispatching: Dispatching, tellask: SaidTellask, route: TellaskRoute): Fact {
  const { dialog } = dispatching;
  const { results } = dialog.tree.ctx.minds.texts();
  if (tellask.isCut) return refusedFact(tellask, { reason: 'cut-off', message: results.cutOff });
  switch (route.kind) {
    case 'human':
      return questionFact(dialog, tellask);
    case 'tellaskBack':
      return made(tellask, 'A', [route.to], route.agentId);
    case 'registered':
      return registeredFact(dispatching, tellask, route);
    case 'fresh':
      return freshFact(dispatching, tellask, route);
    case 'refused':
      return refusedFact(tellask, { reason: route.reason, message: route.message(results) });
  }
}

/** A question for the person, or the answer that an equal one got before (SPEC 23.8). */
function questionFact({ tree, state, records }: Dialog, tellask: SaidTellask): Fact {
  const { ctx } = tree;
  const { callId, mention, body: written } = tellask;
  const headline = withoutMention(tellask.headline, mention);
  const body = withoutBlankEdges(withOptions(written, tellask.options));
  const before = answeredBefore(records, { headline, body });
  if (before) {
    const message = ctx.minds.texts().facts.answeredBefore(headline, before.content, before.at);
    return { ...refusedFact(tellask, { reason: 'answered-before', message }), repeats: before.questionId };
  }
  const options = tellask.options?.map(({ label }) => label) ?? splitOptions(written).options;
  return {
    kind: 'questionAsked',
    questionId: ctx.newId() as QuestionId,
    questionKind: 'ask',
    headline,
    body,
    callId,
    ...(options.length > 0 && { options }),
    genseq: state.genseq,
  };
}

function registeredFact(
  { dialog, sessions, reassign, takeRoom }: Dispatching,
  tellask: SaidTellask,
  { agentId, session }: Extract<TellaskRoute, { kind: 'registered' }>,
): Fact {
  const { tree } = dialog;
  const key = registryKey(agentId, session);
  const known = tree.registry.get(key) ?? sessions.get(key);
  if (known === undefined) {
    const refusal = takeRoom(1);
    if (refusal) return refusedFact(tellask, refusal);
    const target = tree.ctx.newId() as DialogId;
    sessions.set(key, target);
    return made(tellask, 'B', [target], agentId);
  }
  const [replaced] = reassign;
  const waiting = dialog.state.frames.find(({ pending }) => pending.some(({ callId }) => callId === replaced));
  if (wouldWaitOnItself(dialog.state, known, lookupIn(tree), waiting)) {
    const message = tree.ctx.minds.texts().results.waitsOnItself(key, known === dialog.ref.selfId);
    return refusedFact(tellask, { reason: 'would-wait-on-itself', message });
  }
  return made(tellask, 'B', [known], agentId);
}

function freshFact(
  { dialog, takeRoom }: Dispatching,
  tellask: SaidTellask,
  { agentId, count }: Extract<TellaskRoute, { kind: 'fresh' }>,
): Fact {
  const refusal = takeRoom(count);
  if (refusal) return refusedFact(tellask, refusal);
  const targets = Array.from({ length: count }, () => dialog.tree.ctx.newId() as DialogId);
  return made(tellask, 'C', targets, agentId);
}

interface Refusal {
  readonly reason: TellaskRefusal;
  readonly message: string;
}

/** Takes room for so many more subdialogs, which count from then on; or says why there is none. */
type TakeRoom = (more: number) => Refusal | undefined;

/** Limits of depth and number of a root's tree (SPEC 3.6). */
function roomFor({ tree, state: { identity } }: Dialog): TakeRoom {
  const { ctx } = tree;
  const depth = identity.kind === 'sub' ? identity.depth : 0;
  const { results } = ctx.minds.texts();
  let alive: number | undefined;
  return more => {
    if (depth >= ctx.limits.depth) {
      return { reason: 'too-deep', message: results.tooDeep(ctx.limits.depth) };
    }
    alive ??= aliveSubdialogs(tree);
    if (alive + more > ctx.limits.subdialogs) {
      return { reason: 'too-many', message: results.tooMany(alive, ctx.limits.subdialogs) };
    }
    alive += more;
    return undefined;
  };
}

/** Subdialogs that work or wait; answered ones are not alive. */
function aliveSubdialogs(tree: Tree): number {
  const rootStatus = rootOf(tree).state.status;
  let alive = 0;
  for (const { state } of tree.dialogs.values()) {
    if (state.identity.kind === 'root') continue;
    const display = displayState(state, rootStatus);
    if (display !== 'completed' && (display !== 'idle' || state.frames[0].attention === 'unanswered')) alive += 1;
  }
  return alive + unmadeTargets(tree);
}

/** Subdialogs that a recorded call is about to create. */
function unmadeTargets(tree: Tree): number {
  const targets = statesOf(tree).flatMap(state => openCalls(state).flatMap(call => call.targets));
  return new Set(targets.filter(target => !tree.dialogs.has(target))).size;
}

function made(tellask: SaidTellask, callKind: CallKind, targets: readonly DialogId[], agentId: AgentId): Fact {
  return { kind: 'tellaskMade', callId: tellask.callId, callKind, targets, agentId };
}

function refusedFact({ callId }: SaidTellask, { reason, message }: Refusal) {
  return { kind: 'tellaskRefused', callId, reason, message } as const;
}

/** A question's headline for people: what follows `@human`. */
function withoutMention(headline: string, mention: string): string {
  const text = headline.trim();
  const rest = text.slice(mention.length + 1).replace(/^\s*:?\s*/, '');
  return rest === '' ? text : rest;
}
