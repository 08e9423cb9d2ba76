// The flow stack (SPEC 16.3): at most one user-facing flow is Active, and it is the highest live one; every other
// transition than those of `flow-status.ts` is refused. Internal flows live beside the stack.
import { type FlowSpec, limits } from './domain/domain.ts';
import { emptySlots } from './slots.ts';
import {
  activeFlow,
  type BeliefState,
  type Changed,
  type Flow,
  flowById,
  isLive,
  withDerived,
  withFlow,
  wrong,
} from './state.ts';
import { mayBecome } from './values/flow-status.ts';
import type { Json } from './values/json.ts';

/** The origin of a new flow. */
export interface Birth {
  readonly natural: boolean;
  readonly planId?: string | undefined;
  /** Values it begins with. */
  readonly slots?: Flow['slots'] | undefined;
}

/** Puts a new flow on top: it is Active, the one beneath is Pending. Never an Internal one. */
export function pushFlow(state: BeliefState, spec: FlowSpec, birth: Birth): Changed {
  if (spec.intent === 'Internal') return wrong('internal-flow', { id: 'internal-flow', flow: spec.name });
  if (state.stack.filter(isLive).length >= limits.stack) {
    return wrong('stack-full', { id: 'stack-full', most: limits.stack });
  }
  const flow = newFlow(state, spec, birth);
  const stack = [flow, ...demoted(state.stack)];
  return changed({ ...state, stack, nextFlow: state.nextFlow + 1, isTalk: false });
}

/** Starts an Internal flow in the background; it is Active beside the active flow. */
export function startInternal(state: BeliefState, spec: FlowSpec): Changed {
  if (spec.intent !== 'Internal') return wrong('wrong-status', { id: 'not-internal', flow: spec.name });
  const flow = newFlow(state, spec, { natural: false });
  return changed({ ...state, background: [...state.background, flow], nextFlow: state.nextFlow + 1 });
}

/** Brings a live flow to the top: it is Active, the former one Pending. */
export function raiseFlow(state: BeliefState, flowId: string): Changed {
  const flow = state.stack.find(each => each.flowId === flowId);
  if (flow === undefined || !isLive(flow)) return wrong('not-live', { id: 'not-live', flow: flow?.flow ?? flowId });
  const others = state.stack.filter(each => each !== flow);
  return changed({ ...state, stack: [activated(flow, state.turn), ...demoted(others)], isTalk: false });
}

/**
 * Ends a flow. The next one below becomes Active at once; the sub-flows of a plan that becomes Invalid do too. A
 * completion with something left to do sets `keep_going`.
 */
export function endFlow(state: BeliefState, flowId: string, status: 'Completed' | 'Invalid'): Changed {
  const flow = flowById(state, flowId);
  if (flow === undefined) return wrong('not-live', { id: 'unknown-flow', flow: flowId });
  if (!mayBecome(flow.status, status)) {
    return wrong('wrong-status', { id: 'no-transition', flow: flow.flow, from: flow.status, to: status });
  }
  const next = withTopActive(status === 'Invalid' ? withInvalid(state, flow) : withEnded(state, flow, status));
  const goesOn = status === 'Completed' && state.stack.includes(flow) && activeFlow(next) !== undefined;
  return changed(goesOn ? { ...next, flags: { ...next.flags, keep_going: true } } : next);
}

/** A flow and its sub-flows Invalid, with nothing Active in its place yet. */
export function withInvalid(state: BeliefState, flow: Flow): BeliefState {
  const under = state.stack.filter(each => isLive(each) && isUnder(state, each, flow.flowId));
  return [...under, flow].reduce((next, each) => withEnded(next, each, 'Invalid'), state);
}

/** Puts flows that wait on top, the first one uppermost and Active: the steps of a plan. */
export function stackSteps(state: BeliefState, planId: string, specs: readonly FlowSpec[]): Changed {
  const internal = specs.find(({ intent }) => intent === 'Internal');
  if (internal !== undefined) return wrong('internal-flow', { id: 'internal-step', flow: internal.name });
  if (state.stack.filter(isLive).length + specs.length > limits.stack) {
    return wrong('stack-full', { id: 'stack-too-deep', most: limits.stack });
  }
  const steps = specs.map((spec, index): Flow => {
    const numbered = { ...state, nextFlow: state.nextFlow + index };
    return { ...newFlow(numbered, spec, { natural: false, planId }), status: 'Pending', turnIds: [] };
  });
  const stack = [...steps, ...demoted(state.stack)];
  return changed(withTopActive({ ...state, stack, nextFlow: state.nextFlow + steps.length }));
}

/**
 * Takes ended flows off the stack; their values stay known, for flows that take them over and for another result. A run
 * without values leaves those of the run before.
 */
export function popEnded(state: BeliefState, ended: readonly Flow[]): BeliefState {
  const remain = (flows: readonly Flow[]) => flows.filter(({ flowId }) => !ended.some(flow => flow.flowId === flowId));
  const past = new Map(Object.entries(state.past ?? {}));
  for (const { intent, flow, slots } of ended) {
    const values = setValues(slots);
    if (intent !== 'Internal' && (Object.keys(values).length > 0 || !past.has(flow))) past.set(flow, values);
  }
  return {
    ...state,
    stack: remain(state.stack),
    background: remain(state.background),
    endings: [],
    ...(past.size > 0 && { past: Object.fromEntries(past) }),
  };
}

function setValues(slots: Flow['slots']): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(slots).flatMap(([name, { value, isDefault, isHidden }]) =>
      value === null || isDefault || isHidden ? [] : [[name, value]],
    ),
  );
}

/** The same flow with the turn among those in which it was active. */
export function inTurn(flow: Flow, turn: number): Flow {
  return flow.turnIds.at(-1) === turn ? flow : { ...flow, turnIds: [...flow.turnIds, turn] };
}

/** The highest live flow is the Active one. */
export function withTopActive(state: BeliefState): BeliefState {
  const top = state.stack.find(isLive);
  return top === undefined || top.status === 'Active' ? state : withFlow(state, activated(top, state.turn));
}

function newFlow(state: BeliefState, spec: FlowSpec, { natural, planId, slots }: Birth): Flow {
  return {
    flowId: `flow-${state.nextFlow}`,
    flow: spec.name,
    intent: spec.intent,
    status: 'Active',
    turnIds: [state.turn],
    slots: slots ?? emptySlots(spec),
    naturalBirth: natural,
    ...(planId !== undefined && { planId }),
  };
}

function activated(flow: Flow, turn: number): Flow {
  return inTurn(flow.status === 'Active' ? flow : { ...flow, status: 'Active' }, turn);
}

function demoted(stack: readonly Flow[]): Flow[] {
  return stack.map(flow => (flow.status === 'Active' ? { ...flow, status: 'Pending' } : flow));
}

function withEnded(state: BeliefState, flow: Flow, status: 'Completed' | 'Invalid'): BeliefState {
  const wasActive = flow.status === 'Active' ? inTurn(flow, state.turn) : flow;
  return { ...withFlow(state, { ...wasActive, status }), endings: [...state.endings, flow.flowId] };
}

/** True if a flow was stacked by this plan, or by one of its plans. */
export function isUnder(state: BeliefState, flow: Flow, planId: string): boolean {
  let parent = flow.planId;
  while (parent !== undefined && parent !== planId) parent = flowById(state, parent)?.planId;
  return parent === planId;
}

function changed(state: BeliefState): Changed {
  return { ok: true, state: withDerived(state) };
}
