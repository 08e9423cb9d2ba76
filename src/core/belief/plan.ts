// Plans (SPEC 16.5): a Plan flow stacks its sub-flows once the person has approved it. Replanning drops the remaining
// steps; a plan that becomes Invalid takes its sub-flows with it (`endFlow`).
import { type Domain, type FlowSpec, flowOf, limits } from './domain/domain.ts';
import { isUnder, stackSteps, withInvalid } from './stack.ts';
import {
  type BeliefState,
  type Changed,
  type Flow,
  flowById,
  isLive,
  type PlanStep,
  withDerived,
  withFlow,
  wrong,
} from './state.ts';

/**
 * Marks a plan as shown to the person; until it is approved there is no `has_plan`. Refused when the stack has no room
 * for its flows, since the person would approve it in vain.
 */
export function proposePlan(state: BeliefState, planId: string, steps?: readonly PlanStep[]): Changed {
  const plan = livePlan(state, planId);
  if (plan === undefined) return noPlan(planId);
  const room = limits.stack - state.stack.filter(flow => isLive(flow) && !isUnder(state, flow, planId)).length;
  const flows = steps?.filter(step => 'flow' in step) ?? [];
  if (flows.length > room) return wrong('stack-full', { id: 'no-room', most: limits.stack, room });
  return { ok: true, state: withDerived(withFlow(state, { ...plan, awaitsApproval: true, ...(steps && { steps }) })) };
}

/**
 * Stacks the steps of an approved plan, the first on top, and sets `keep_going`. Steps left from an earlier approval
 * become Invalid. An unknown step refuses the whole plan.
 */
export function approvePlan(
  domain: Domain,
  state: BeliefState,
  { planId, steps }: { planId: string; steps: readonly string[] },
): Changed {
  const plan = livePlan(state, planId);
  if (plan === undefined) return noPlan(planId);
  const specs = steps.map(name => flowOf(domain, name));
  const unknown = steps.find((_, index) => specs[index] === undefined);
  if (unknown !== undefined) return wrong('unknown-flow', { id: 'unknown-flow', flow: unknown });
  const { awaitsApproval: _, ...approved } = plan;
  const left = state.stack.filter(flow => flow.planId === planId && isLive(flow));
  const cleared = left.reduce(withInvalid, withFlow(state, approved));
  const stacked = stackSteps(cleared, planId, specs as FlowSpec[]);
  if (!stacked.ok) return stacked;
  const flags = { ...stacked.state.flags, keep_going: true };
  return { ok: true, state: withDerived({ ...stacked.state, flags }) };
}

function livePlan(state: BeliefState, planId: string): Flow | undefined {
  const plan = flowById(state, planId);
  return plan?.intent === 'Plan' && isLive(plan) ? plan : undefined;
}

function noPlan(planId: string): Changed {
  return wrong('not-live', { id: 'no-live-plan', flowId: planId });
}
