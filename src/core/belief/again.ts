// Another result with the same slots (SPEC 16.15): of a flow that is live, or of the run that ended last.
import type { BeliefContext } from './context.ts';
import { type FlowSpec, slotOf } from './domain/domain.ts';
import { emptySlots, slotsWithValues } from './slots.ts';
import { pushFlow, raiseFlow } from './stack.ts';
import { type BeliefState, type Changed, type Flow, liveFlow, withDerived, withFlow, wrong } from './state.ts';

/**
 * The person wants another result. Slots filled by the responder belong to the last one and are unset. Values of a run
 * that has ended are marked as copies, which the person confirms once.
 */
export function startAgain({ lookUp }: BeliefContext, state: BeliefState, spec: FlowSpec, name: string): Changed {
  const live = liveFlow(state, name);
  if (live !== undefined) {
    const raised = raiseFlow(state, live.flowId);
    return raised.ok ? marked(raised.state, spec, live.flowId) : raised;
  }
  const values = state.past?.[spec.name];
  if (values === undefined) return wrong('not-live', { id: 'none-before', flow: spec.name });
  const own = Object.entries(values).filter(([name]) => slotOf(spec, name)?.setBy === undefined);
  const copied = slotsWithValues({ spec, slots: emptySlots(spec), lookUp }, Object.fromEntries(own));
  const slots = Object.fromEntries(
    Object.entries(copied).map(([slot, each]) => [
      slot,
      each.value === null || each.isDefault ? each : { ...each, from: `${spec.name}.${slot}` },
    ]),
  );
  const pushed = pushFlow(state, spec, { natural: true, slots });
  return pushed.ok ? marked(pushed.state, spec, pushed.state.stack[0]?.flowId) : pushed;
}

function marked(state: BeliefState, spec: FlowSpec, flowId: string | undefined): Changed {
  const flow = state.stack.find(each => each.flowId === flowId);
  if (flow === undefined) return { ok: true, state };
  const { confirm, resume: _, ...rest } = flow;
  // Another result is confirmed anew; copies are not.
  const isKept = spec.confirm === undefined && confirm !== undefined;
  const slots = { ...flow.slots, ...agentSlots(spec) };
  return {
    ok: true,
    state: withDerived(withFlow(state, { ...rest, ...(isKept && { confirm }), slots, again: (flow.again ?? 0) + 1 })),
  };
}

function agentSlots(spec: FlowSpec): Flow['slots'] {
  const empty = Object.entries(emptySlots(spec));
  return Object.fromEntries(empty.filter(([name]) => slotOf(spec, name)?.setBy === 'agent'));
}
