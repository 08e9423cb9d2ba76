// A state in the shape that the command line prints (SPEC 16.11). Reads only the state, no domain.
import { awaitedOf, isSlotFilled } from '../../core/belief/missing.ts';
import { type BeliefState, type Flow, isLive, type Slot } from '../../core/belief/state.ts';
import { keptText, whyOf } from '../../core/belief/values/reasons.ts';

/**
 * The JSON of a state: `{turn, intent, flow_stack, predictions, flags, requested?, refused}`, the top of the stack
 * first.
 */
export function printState(state: BeliefState) {
  const { turn, intent, stack, predictions, flags, refused, requested = [] } = state;
  return {
    turn,
    intent,
    flow_stack: stack.map(printFlow),
    predictions,
    flags,
    ...(requested.length > 0 && { requested: requested.map(({ flow, slot }) => ({ flow, slot })) }),
    refused: refused.map(({ command, ...kept }) => ({ command, reason: keptText(kept) })),
  };
}

/** The JSON of a flow: `{flow_id, flow, intent, status, turn_ids, slots, awaits?, again?}`. */
function printFlow(run: Flow) {
  const { flowId, flow, intent, status, turnIds, slots, again } = run;
  const awaits = isLive(run) ? awaitedOf(run) : undefined;
  return {
    flow_id: flowId,
    flow,
    intent,
    status,
    turn_ids: turnIds,
    slots: printSlots(slots),
    ...(awaits !== undefined && { awaits }),
    ...(again !== undefined && { again }),
  };
}

/** The JSON of an ended flow: `{flow_id, flow, status, turn_ids, slots}` (SPEC 16.8). */
export function printEnded({ flowId, flow, status, turnIds, slots }: Flow) {
  return { flow_id: flowId, flow, status, turn_ids: turnIds, slots: printSlots(slots) };
}

function printSlots(slots: Flow['slots']) {
  return Object.fromEntries(Object.entries(slots).map(([name, slot]) => [name, printSlot(slot)]));
}

function printSlot(slot: Slot) {
  const { type, priority, value, isDefault, verified, from, isHidden, ask, setBy } = slot;
  return {
    type,
    priority,
    value,
    filled: isSlotFilled(slot),
    ...(whyOf(slot) && { reason: keptText(slot) }),
    ...(isDefault && { default: true }),
    ...(verified && { verified }),
    ...(from !== undefined && { from }),
    ...(isHidden && { hidden: true }),
    ...(ask !== undefined && { ask }),
    ...(setBy !== undefined && { set_by: setBy }),
  };
}
