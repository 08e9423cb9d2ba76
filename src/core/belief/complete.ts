// Ends a flow that was carried out, and starts its successor (SPEC 16.14): a flow completes only after the person has
// confirmed it, and the first `next` whose condition holds is started.
import type { BeliefContext } from './context.ts';
import { holds } from './domain/condition.ts';
import { flowOf, type NextFlow } from './domain/domain.ts';
import { endFlow, pushFlow, raiseFlow } from './stack.ts';
import { type BeliefState, type Changed, type Flow, lacksConfirmation, liveFlow, withDerived, wrong } from './state.ts';

/** Completes a live flow. */
export function completeFlow({ domain }: BeliefContext, state: BeliefState, flow: Flow): Changed {
  if (lacksConfirmation(flow)) return wrong('not-allowed', { id: 'not-confirmed', flow: flow.flow });
  const ended = endFlow(state, flow.flowId, 'Completed');
  const next = flowOf(domain, flow.flow)?.next?.find(each => follows(each, flow));
  const spec = next && flowOf(domain, next.start);
  if (!ended.ok || spec === undefined) return ended;
  const waiting = liveFlow(ended.state, spec.name);
  const started =
    waiting === undefined
      ? pushFlow(ended.state, spec, { natural: false, planId: flow.planId })
      : raiseFlow(ended.state, waiting.flowId);
  if (!started.ok) return ended;
  const flags = { ...started.state.flags, keep_going: true };
  return { ok: true, state: withDerived({ ...started.state, flags }) };
}

function follows({ if: condition }: NextFlow, { slots }: Flow): boolean {
  return condition === undefined || holds(condition, name => (slots[name]?.isHidden ? undefined : slots[name]));
}
