// The changes that the responder makes to the beliefs with its tools, and the person by approving a plan (SPEC 16.5 -
// 16.7). Pure and total: an impossible change is a refusal and changes nothing.
import { assertNever } from '../base/assert.ts';
import { applyCommand } from './apply-command.ts';
import { completeFlow } from './complete.ts';
import type { BeliefContext } from './context.ts';
import { type Domain, flowOf, limits } from './domain/domain.ts';
import { refuseUnfilled, slotsForAgent } from './missing.ts';
import { approvePlan, proposePlan } from './plan.ts';
import { withFinding } from './scratchpad.ts';
import { settled } from './settle.ts';
import { slotsWithValues } from './slots.ts';
import { endFlow } from './stack.ts';
import {
  activeFlow,
  type BeliefState,
  type Changed,
  type Flow,
  type PlanStep,
  withDerived,
  withFlow,
  wrong,
} from './state.ts';
import type { Json } from './values/json.ts';

export type Deed =
  /** Ends the active flow; `findings` go to the scratchpad. */
  | { readonly kind: 'finish'; readonly outcome: 'completed' | 'invalid'; readonly findings: readonly string[] }
  | { readonly kind: 'fallBack'; readonly to: string }
  | { readonly kind: 'start'; readonly flow: string; readonly slots: Readonly<Record<string, Json>> }
  | { readonly kind: 'cancel'; readonly flow: string }
  | { readonly kind: 'propose'; readonly steps: readonly PlanStep[] }
  | { readonly kind: 'approve'; readonly planId: string }
  /** The person says that the slots of a flow are right, or that it goes on. */
  | { readonly kind: 'confirm'; readonly flow: string }
  | { readonly kind: 'setSlot'; readonly flow: string; readonly slot: string; readonly value: Json }
  | { readonly kind: 'keepGoing'; readonly on: boolean };

/** Does it, with what follows from it. */
export function applyDeed(context: BeliefContext, state: BeliefState, deed: Deed): Changed {
  const done = carryOut({ ...context, by: 'agent' }, state, deed);
  // Only a value that the responder sets is unseen by the person; steps and carried values are not.
  const by = deed.kind === 'setSlot' || deed.kind === 'start' ? 'agent' : context.by;
  return done.ok ? { ok: true, state: settled({ ...context, by, isInterruption: false }, state, done.state) } : done;
}

function carryOut(context: BeliefContext, state: BeliefState, deed: Deed): Changed {
  switch (deed.kind) {
    case 'finish':
      return finish(context, state, deed);
    case 'fallBack': {
      const active = activeFlow(state);
      return active === undefined
        ? nothingActive
        : applyCommand(context, state, { kind: 'fallback', from: active.flow, to: deed.to });
    }
    case 'propose':
      return propose(context.domain, state, deed.steps);
    case 'approve':
      return approve(context, state, deed.planId);
    case 'confirm':
      return applyCommand(context, state, deed);
    case 'setSlot':
      return applyCommand(context, state, deed.value === null ? { ...deed, kind: 'clear' } : { ...deed, kind: 'set' });
    case 'start':
      return start(context, state, deed);
    case 'cancel':
      return applyCommand(context, state, deed);
    case 'keepGoing':
      return keepGoing(state, deed.on);
    default:
      return assertNever(deed);
  }
}

const nothingActive = wrong('not-live', { id: 'nothing-active' });

type Of<K extends Deed['kind']> = Extract<Deed, { kind: K }>;

/** All values fit, or nothing begins. */
function start(context: BeliefContext, state: BeliefState, { flow, slots }: Of<'start'>): Changed {
  const spec = flowOf(context.domain, flow);
  const entity = spec?.entity === undefined ? undefined : slots[spec.entity];
  const started = applyCommand(context, state, { kind: 'start', flow, ...(entity !== undefined && { entity }) });
  return Object.entries(slots).reduce<Changed>(
    (done, [slot, value]) => (done.ok ? applyCommand(context, done.state, { kind: 'set', flow, slot, value }) : done),
    started,
  );
}

/** A flow that could not be done is an issue; after the last flow there is nothing to go on to. */
function finish(context: BeliefContext, state: BeliefState, { outcome, findings }: Of<'finish'>): Changed {
  const active = activeFlow(state);
  if (active === undefined) return nothingActive;
  const ended = outcome === 'completed' ? complete(context, state, active) : endFlow(state, active.flowId, 'Invalid');
  if (!ended.ok) return ended;
  const found = findings.reduce((next, text) => withFinding(next, active, text), ended.state);
  const { flags } = found;
  const keep_going = flags.keep_going && activeFlow(found) !== undefined;
  const has_issues = flags.has_issues || outcome === 'invalid';
  return { ok: true, state: withDerived({ ...found, flags: { ...flags, keep_going, has_issues } }) };
}

/**
 * A flow runs only when it is filled and the person has given the needed word, so it is not completed before (SPEC
 * 16.5, 16.14).
 */
function complete(context: BeliefContext, state: BeliefState, active: Flow): Changed {
  const { flow } = active;
  if (active.awaitsApproval) return wrong('wrong-status', { id: 'awaits-approval', flow });
  if (active.resume === 'due') return wrong('wrong-status', { id: 'awaits-resume', flow });
  const unfilled = refuseUnfilled(active);
  if (unfilled) return unfilled;
  const unset = slotsForAgent(active);
  if (unset.length > 0) return wrong('not-allowed', { id: 'slots-first', slots: unset });
  return completeFlow(context, state, active);
}

function propose(domain: Domain, state: BeliefState, steps: readonly PlanStep[]): Changed {
  const plan = activeFlow(state);
  if (plan?.intent !== 'Plan') return wrong('not-live', { id: 'no-plan-active' });
  if (steps.length === 0 || steps.length > limits.stack) {
    return wrong('bad-command', { id: 'plan-size', most: limits.stack });
  }
  for (const step of steps) {
    if (!('flow' in step)) continue;
    const spec = flowOf(domain, step.flow);
    if (spec === undefined) return wrong('unknown-flow', { id: 'unknown-flow', flow: step.flow });
    if (spec.intent === 'Internal') return wrong('internal-flow', { id: 'internal-step', flow: step.flow });
    const strange = Object.keys(step.slots ?? {}).find(name => !Object.hasOwn(spec.slots, name));
    if (strange !== undefined) return wrong('unknown-slot', { id: 'unknown-slot', flow: step.flow, slot: strange });
  }
  return proposePlan(state, plan.flowId, steps);
}

/**
 * The steps are stacked with what the plan says of their slots, which the person has seen; a value that does not fit
 * will be asked for.
 */
function approve({ domain, lookUp, today }: BeliefContext, state: BeliefState, planId: string): Changed {
  const steps = (state.stack.find(({ flowId }) => flowId === planId)?.steps ?? []).filter(step => 'flow' in step);
  const known = new Set(state.stack.map(({ flowId }) => flowId));
  const approved = approvePlan(domain, state, { planId, steps: steps.map(({ flow }) => flow) });
  if (!approved.ok) return approved;
  const stacked = approved.state.stack.filter(({ flowId }) => !known.has(flowId));
  const filled = stacked.reduce(
    (next, flow, index) => withFlow(next, withValues(flow, steps[index]?.slots)),
    approved.state,
  );
  return { ok: true, state: withDerived(filled) };

  function withValues(flow: Flow, values: Readonly<Record<string, Json>> = {}): Flow {
    const spec = flowOf(domain, flow.flow);
    if (spec === undefined) return flow;
    const slots = slotsWithValues({ spec, slots: flow.slots, lookUp, today, by: 'hand' }, values);
    return { ...flow, slots, ...(spec.confirm && { confirm: 'given' as const }) };
  }
}

function keepGoing(state: BeliefState, on: boolean): Changed {
  if (on && state.flags.has_issues) return wrong('wrong-status', { id: 'has-issue' });
  return { ok: true, state: withDerived({ ...state, flags: { ...state.flags, keep_going: on } }) };
}
