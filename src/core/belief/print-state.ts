// A state in the shape that the command line prints (SPEC 16.11). Reads only the state, no domain.
import type { BeliefState, Flow, Slot } from './state.ts';

/** The JSON of a state: `{turn, intent, flow_stack, predictions, flags, refused}`, the top of the stack first. */
export function printState(state: BeliefState) {
  const { turn, intent, stack, predictions, flags, refused } = state;
  return { turn, intent, flow_stack: stack.map(printFlow), predictions, flags, refused };
}

/** The JSON of a flow: `{flow_id, flow, intent, status, turn_ids, slots}`. */
export function printFlow({ flowId, flow, intent, status, turnIds, slots }: Flow) {
  return { flow_id: flowId, flow, intent, status, turn_ids: turnIds, slots: printSlots(slots) };
}

/** The JSON of an ended flow: `{flow_id, flow, status, turn_ids, slots}` (SPEC 16.8). */
export function printEnded({ flowId, flow, status, turnIds, slots }: Flow) {
  return { flow_id: flowId, flow, status, turn_ids: turnIds, slots: printSlots(slots) };
}

function printSlots(slots: Flow['slots']) {
  return Object.fromEntries(Object.entries(slots).map(([name, slot]) => [name, printSlot(slot)]));
}

function printSlot({ type, priority, value, filled, reason, isDefault, verified }: Slot) {
  return {
    type,
    priority,
    value,
    filled,
    ...(reason !== undefined && { reason }),
    ...(isDefault && { default: true }),
    ...(verified && { verified }),
  };
}
