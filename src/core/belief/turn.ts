// A turn of the person (SPEC 16.4, 16.8): begin, predictions, commands, and the clean-up at its end. The parts are
// there for a driver that works between them; `playTurn` is all of them at once.

import { isPlainObject } from '../base/plain-object.ts';
import { applyCommand } from './apply-command.ts';
import { type BeliefCommand, type ParsedCommand, parseCommand } from './command.ts';
import type { BeliefContext } from './context.ts';
import { flowOf, limits } from './domain/domain.ts';
import { awaitedOf, isFilled } from './missing.ts';
import { inTurn, popEnded, withTopActive } from './stack.ts';
import {
  activeFlow,
  type BeliefState,
  type Changed,
  type Flow,
  type Prediction,
  withDerived,
  withFlow,
} from './state.ts';
import { asJson, type Json } from './values/json.ts';
import type { Reason } from './values/reasons.ts';

/** The data of a turn, from a model or from labels. */
export interface TurnLabels {
  readonly turn: number;
  readonly predictions: readonly unknown[];
  readonly commands: readonly unknown[];
}

/** A turn that is over. */
export interface TurnEnd {
  /** After the clean-up. */
  readonly state: BeliefState;
  /** Flows that left the stack: completed ones in completion order, then invalid ones. */
  readonly ended: readonly Flow[];
  /** More than one flow was completed: the full state must be stored. */
  readonly takesSnapshot: boolean;
}

/** Plays a whole turn. Invalid parts are listed in `state.refused`; it never throws. */
export function playTurn(context: BeliefContext, before: BeliefState, labels: TurnLabels): TurnEnd {
  const begun = withPredictions(context, beginTurn(before, labels.turn), labels.predictions);
  return endTurn(withCommands(context, begun, labels.commands));
}

/** Begins a turn: flags and remarks of the last one are cleared, and its question counts as answered. */
export function beginTurn(state: BeliefState, turn: number): BeliefState {
  const flags = { ...state.flags, keep_going: false, has_issues: false };
  const begun = { ...state, turn, flags, predictions: [], refused: [], endings: [], isTalk: false };
  return withDerived(withAnswered(withRequestsLeft(begun)));
}

/** The responder has answered the request, unless the turn ended first. */
function withRequestsLeft(state: BeliefState): BeliefState {
  const { requested, ...rest } = state;
  const left = requested?.flatMap(({ isOpen, ...each }) => (isOpen ? [each] : [])) ?? [];
  return left.length > 0 ? { ...rest, requested: left } : rest;
}

/** A slot that is always asked for needs no second question: values that the person leaves unchanged are confirmed. */
function withAnswered(state: BeliefState): BeliefState {
  const active = activeFlow(state);
  return active === undefined ? state : withAsk(state, active, { from: 'asked' });
}

function withAsk(state: BeliefState, flow: Flow, { from, to }: { from: 'due' | 'asked'; to?: 'asked' }): BeliefState {
  const changed = Object.entries(flow.slots).filter(([, { ask }]) => ask === from);
  if (changed.length === 0) return state;
  const slots = changed.map(([name, { ask: _, ...slot }]) => [name, to === undefined ? slot : { ...slot, ask: to }]);
  return withFlow(state, { ...flow, slots: { ...flow.slots, ...Object.fromEntries(slots) } });
}

/** Keeps the best predictions; those that are none, of unknown or of Internal flows are refused. */
export function withPredictions(
  { domain }: BeliefContext,
  state: BeliefState,
  sources: readonly unknown[],
): BeliefState {
  let next = state;
  const kept = new Map<string, Prediction>();
  for (const source of sources) {
    const prediction = isPrediction(source) ? source : undefined;
    const spec = prediction && flowOf(domain, prediction.flow);
    if (prediction === undefined) next = refused(next, source, { id: 'needs-prediction' });
    else if (spec === undefined) next = refused(next, source, { id: 'unknown-flow', flow: prediction.flow });
    else if (spec.intent === 'Internal') next = refused(next, source, { id: 'never-predicted', flow: spec.name });
    else if (!((kept.get(spec.name)?.confidence ?? -1) >= prediction.confidence)) {
      kept.set(spec.name, { flow: spec.name, confidence: prediction.confidence + 0 });
    }
  }
  const best = [...kept.values()].sort((a, b) => b.confidence - a.confidence);
  return { ...next, predictions: best.slice(0, limits.predictions) };
}

interface Parsed {
  readonly source: unknown;
  readonly result: ParsedCommand;
}

/**
 * Consent holds for the values of the whole turn, in whatever order they are told: it comes behind changes of its flow.
 */
function consentLast(parsed: readonly Parsed[]): readonly Parsed[] {
  const ordered = [...parsed];
  for (const each of parsed) {
    if (!each.result.ok || each.result.command.kind !== 'confirm') continue;
    const { flow } = each.result.command;
    const from = ordered.indexOf(each);
    const to = ordered.findLastIndex(
      ({ result }) => result.ok && 'slot' in result.command && result.command.flow === flow,
    );
    if (to > from) ordered.splice(to, 0, ...ordered.splice(from, 1));
  }
  return ordered;
}

/** Applies commands in their order; those that are refused are kept with their reason and make an issue. */
export function withCommands(context: BeliefContext, state: BeliefState, sources: readonly unknown[]): BeliefState {
  const parsed = consentLast(sources.map(source => ({ source, result: parseCommand(source) })));
  const commands = parsed.map(({ result }) => (result.ok ? result.command : undefined));
  let next = state;
  parsed.forEach(({ source, result }, index) => {
    const done: Changed = result.ok
      ? applyCommand(context, next, withEntity(context, result.command, commands.slice(index + 1)))
      : result;
    next = done.ok ? done.state : refused(next, source, done.why);
  });
  return next;
}

/** The same state with an issue without a command: work does not continue by itself from here. */
export function withIssue(state: BeliefState, why: Reason): BeliefState {
  return refused(state, null, why);
}

/** How a turn ends. */
export interface Ending {
  /** The responder has not spoken in it, so the person's requests stand. */
  readonly isUnanswered?: boolean;
}

/**
 * Ends a turn: the active flow counts it as its own and the person is asked for what it lacks or to confirm it, ended
 * flows leave the stack.
 */
export function endTurn(state: BeliefState, { isUnanswered = false }: Ending = {}): TurnEnd {
  const topped = withTopActive(isUnanswered ? withOpenRequests(state) : state);
  const active = activeFlow(topped);
  const counted = active === undefined ? topped : asked(withFlow(topped, inTurn(active, topped.turn)));
  const all = [...counted.stack, ...counted.background];
  const over = counted.endings.flatMap(id => all.filter(({ flowId }) => flowId === id));
  const completed = over.filter(({ status }) => status === 'Completed');
  return {
    state: withDerived(popEnded(counted, over)),
    ended: [...completed, ...over.filter(({ status }) => status === 'Invalid')],
    takesSnapshot: completed.filter(({ intent }) => intent !== 'Internal').length > 1,
  };
}

function withOpenRequests({ requested, ...state }: BeliefState): BeliefState {
  return requested === undefined ? state : { ...state, requested: requested.map(each => ({ ...each, isOpen: true })) };
}

function asked(state: BeliefState): BeliefState {
  const active = state.isTalk ? undefined : activeFlow(state);
  if (active === undefined) return state;
  if (!isFilled(active)) return withAsk(state, active, { from: 'due', to: 'asked' });
  const isAsked = active.confirm === 'due' && awaitedOf(active) === 'confirm';
  return isAsked ? withFlow(state, { ...active, confirm: 'asked' }) : state;
}

/** A started flow is about what the commands after it set for it, before it is started once more. */
function withEntity(
  { domain }: BeliefContext,
  command: BeliefCommand,
  later: readonly (BeliefCommand | undefined)[],
): BeliefCommand {
  if (command.kind !== 'start') return command;
  const slot = flowOf(domain, command.flow)?.entity;
  const again = later.findIndex(each => each?.kind === 'start' && each.flow === command.flow);
  const own = later.slice(0, again === -1 ? later.length : again);
  const setting = own.find(
    each => (each?.kind === 'set' || each?.kind === 'correct') && each.flow === command.flow && each.slot === slot,
  );
  return setting !== undefined && 'value' in setting ? { ...command, entity: setting.value } : command;
}

function isPrediction(source: unknown): source is Prediction & { readonly [key: string]: Json } {
  if (!isPlainObject(source) || typeof source.flow !== 'string' || typeof source.confidence !== 'number') return false;
  return source.confidence >= 0 && source.confidence <= 1;
}

/** An error in the state, not an ambiguity: work does not continue by itself from here. */
function refused(state: BeliefState, command: unknown, why: Reason): BeliefState {
  return withDerived({
    ...state,
    flags: { ...state.flags, has_issues: true },
    refused: [...state.refused, { command: asJson(command) ?? null, why }],
  });
}
