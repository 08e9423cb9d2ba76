// One command on a dialogue state (SPEC 16.4, 16.6). Pure and total: what cannot be done is a refusal and changes
// nothing.
import { assertNever } from '../base/assert.ts';
import { startAgain } from './again.ts';
import type { BeliefCommand } from './command.ts';
import { completeFlow } from './complete.ts';
import type { BeliefContext } from './context.ts';
import { type FlowSpec, flowOf, slotOf } from './domain/domain.ts';
import { refuseUnfilled } from './missing.ts';
import { settled } from './settle.ts';
import { clearSlot, movedSlots, type SlotsSet, setSlot } from './slots.ts';
import { endFlow, inTurn, pushFlow, raiseFlow, withInvalid } from './stack.ts';
import {
  activeFlow,
  type BeliefState,
  type Changed,
  type Flow,
  flowById,
  isLive,
  lacksConfirmation,
  liveFlow,
  withDerived,
  withFlow,
  wrong,
} from './state.ts';
import { isSameEntity } from './values/fit-entities.ts';
import { fitDated } from './values/fit-value.ts';
import type { Json } from './values/json.ts';

/** Applies a command of the person, or of the labels that stand for the person, with what follows from it. */
export function applyCommand(context: BeliefContext, state: BeliefState, command: BeliefCommand): Changed {
  const done = carryOut(context, state, command);
  if (!done.ok) return done;
  const isInterruption = context.by !== 'agent' && (command.kind === 'start' || command.kind === 'again');
  return { ok: true, state: settled({ ...context, isInterruption }, state, done.state) };
}

function carryOut(context: BeliefContext, state: BeliefState, command: BeliefCommand): Changed {
  switch (command.kind) {
    case 'start':
      return start(context, state, command);
    case 'set':
    case 'correct':
      return changeSlot(context, state, {
        ...command,
        change: (spec, slots) => setSlot({ ...context, spec, slots }, command.slot, command.value),
      });
    case 'clear':
      return changeSlot(context, state, {
        ...command,
        change: (spec, slots) => clearSlot(spec, slots, command.slot),
      });
    case 'cancel':
    case 'invalidate':
      return invalidate(context, state, command.flow);
    case 'complete':
      return complete(context, state, command.flow);
    case 'fallback':
      return fallBack(context, state, command);
    case 'request':
      return request(context, state, command);
    case 'again':
      return again(context, state, command.flow);
    case 'confirm':
      return confirm(context, state, command.flow);
    case 'clarify':
      return { ok: true, state };
    case 'converse':
      return { ok: true, state: withDerived({ ...state, isTalk: true }) };
    default:
      return assertNever(command);
  }
}

type Of<K extends BeliefCommand['kind']> = Extract<BeliefCommand, { kind: K }>;

function start(context: BeliefContext, state: BeliefState, { flow: name, entity }: Of<'start'>): Changed {
  const spec = flowOf(context.domain, name);
  if (spec === undefined) return unknownFlow(name);
  const meant = name === spec.name ? undefined : liveFlow(state, name);
  if (name !== spec.name) return meant === undefined ? notLive(name) : goOnWith(state, meant.flowId);
  const carried = carriedOver(context, state, { spec, entity });
  return carried === undefined
    ? pushFlow(state, spec, { natural: context.by !== 'agent', planId: planOnTop(state) })
    : goOnWith(state, carried.flowId);
}

/** The person goes on with a flow, also with one that was interrupted. */
function goOnWith(state: BeliefState, flowId: string): Changed {
  const raised = raiseFlow(state, flowId);
  const flow = raised.ok ? flowById(raised.state, flowId) : undefined;
  return raised.ok && flow ? { ok: true, state: withFlow(raised.state, withoutResume(flow)) } : raised;
}

function withoutResume({ resume: _, ...flow }: Flow): Flow {
  return flow;
}

/**
 * The live run that a start continues (SPEC 16.4, 16.13): one about the same entity, a part of it, or more; if the turn
 * names none, or one that does not fit, the highest.
 */
function carriedOver(
  context: BeliefContext,
  state: BeliefState,
  { spec, entity }: { spec: FlowSpec; entity: Json | undefined },
): Flow | undefined {
  const slot = spec.entity === undefined ? undefined : slotOf(spec, spec.entity);
  const fit = slot === undefined || entity === undefined ? undefined : fitDated(slot, entity, context);
  if (!fit?.ok) return liveFlow(state, spec.name);
  return state.stack.find(flow => {
    if (flow.flow !== spec.name || !isLive(flow)) return false;
    const own = flow.slots[spec.entity ?? '']?.value ?? null;
    return own === null || isSameEntity(own, fit.value);
  });
}

/** The plan whose turn it is: the active flow, or the one that stacked it. A flow started now is a step of it. */
function planOnTop(state: BeliefState): string | undefined {
  const active = activeFlow(state);
  return active?.intent === 'Plan' ? active.flowId : active?.planId;
}

interface SlotChange {
  readonly flow: string;
  readonly slot: string;
  readonly change: (spec: FlowSpec, slots: Flow['slots']) => SlotsSet;
}

function changeSlot(context: BeliefContext, state: BeliefState, { flow: name, slot, change }: SlotChange): Changed {
  const spec = flowOf(context.domain, name);
  if (spec === undefined) return unknownFlow(name);
  const flow = liveFlow(state, name);
  if (flow === undefined) return notLive(name);
  const set = change(spec, flow.slots);
  if (!set.ok) return wrong(slotOf(spec, slot) === undefined ? 'unknown-slot' : 'bad-value', set.why);
  const touched = flow.status === 'Active' ? inTurn(flow, state.turn) : flow;
  const isTaken = context.by !== 'agent';
  const changed = { ...(isTaken ? withoutResume(touched) : touched), slots: set.slots };
  return { ok: true, state: withDerived(withFlow(withoutRequest(state, { flow: spec.name, slot }), changed)) };
}

/** A slot with a value counts as answered. */
function withoutRequest(state: BeliefState, answered: { flow: string; slot: string }): BeliefState {
  const left = state.requested?.filter(({ flow, slot }) => flow !== answered.flow || slot !== answered.slot);
  return left === undefined || left.length === state.requested?.length ? state : { ...state, requested: left };
}

function request({ domain }: BeliefContext, state: BeliefState, { flow: name, slot }: Of<'request'>): Changed {
  const spec = flowOf(domain, name);
  if (spec === undefined) return unknownFlow(name);
  if (spec.intent === 'Internal') return wrong('internal-flow', { id: 'nobody-told', flow: name });
  if (slotOf(spec, slot) === undefined) return wrong('unknown-slot', { id: 'unknown-slot', flow: name, slot });
  const requested = { flow: spec.name, slot };
  const others = withoutRequest(state, requested);
  return { ok: true, state: { ...others, requested: [...(others.requested ?? []), requested] } };
}

function again(context: BeliefContext, state: BeliefState, name: string): Changed {
  const spec = flowOf(context.domain, name);
  if (spec === undefined) return unknownFlow(name);
  return startAgain(context, state, spec, name);
}

/**
 * A flow without confirmation goes on if it was interrupted; so does one whose values the person has not been asked
 * about, which are still confirmed. What is confirmed is part of the turn, so that another wish of it interrupts
 * nothing.
 */
function confirm({ domain, by }: BeliefContext, state: BeliefState, name: string): Changed {
  if (flowOf(domain, name) === undefined) return unknownFlow(name);
  const flow = liveFlow(state, name);
  if (flow === undefined) return notLive(name);
  const meant = inTurn(withoutResume(flow), state.turn);
  const unfilled = lacksConfirmation(flow) ? refuseUnfilled(flow) : undefined;
  if (unfilled && flow.resume !== 'due') return unfilled;
  const isHeard = !unfilled && (flow.confirm === 'asked' || (by === 'hand' && flow.confirm === 'due'));
  return { ok: true, state: withFlow(state, isHeard ? { ...meant, confirm: 'given' } : meant) };
}

/** A pending flow becomes Active first, so that its status changes only in ways that there are (SPEC 16.3, 16.16). */
function complete(context: BeliefContext, state: BeliefState, name: string): Changed {
  if (flowOf(context.domain, name) === undefined) return unknownFlow(name);
  const flow = liveFlow(state, name);
  if (flow === undefined) return notLive(name);
  const raised: Changed = flow.status === 'Pending' ? raiseFlow(state, flow.flowId) : { ok: true, state };
  const active = raised.ok ? flowById(raised.state, flow.flowId) : undefined;
  return raised.ok && active ? completeFlow(context, raised.state, withoutCopies(context, active)) : raised;
}

/** Labels that complete a flow stand for a person who has seen its copied values. */
function withoutCopies({ domain }: BeliefContext, flow: Flow): Flow {
  const { confirm: _, ...rest } = flow;
  return flowOf(domain, flow.flow)?.confirm ? flow : rest;
}

/** Also a flow that the domain no longer has. */
function invalidate({ domain }: BeliefContext, state: BeliefState, name: string): Changed {
  const flow = liveFlow(state, name);
  if (flow !== undefined) return endFlow(state, flow.flowId, 'Invalid');
  return flowOf(domain, name) === undefined ? unknownFlow(name) : notLive(name);
}

/** The new flow takes the place of the active one, with what still fits; the old one is Invalid. */
function fallBack({ domain, lookUp }: BeliefContext, state: BeliefState, { from, to }: Of<'fallback'>): Changed {
  const spec = flowOf(domain, to);
  if (flowOf(domain, from) === undefined) return unknownFlow(from);
  if (spec === undefined) return unknownFlow(to);
  const old = liveFlow(state, from);
  if (old === undefined) return notLive(from);
  if (old.status !== 'Active') return wrong('wrong-status', { id: 'not-the-active', flow: from, status: old.status });
  if (from === to) return wrong('bad-command', { id: 'replaces-itself', flow: from });
  if (spec.intent === 'Internal') return wrong('internal-flow', { id: 'internal-replaces', flow: to });
  const slots = movedSlots(spec, old.slots, lookUp);
  return pushFlow(withInvalid(state, old), spec, { natural: old.naturalBirth, planId: old.planId, slots });
}

function unknownFlow(name: string): Changed {
  return wrong('unknown-flow', { id: 'unknown-flow', flow: name });
}

function notLive(name: string): Changed {
  return wrong('not-live', { id: 'no-live-flow', flow: name });
}
