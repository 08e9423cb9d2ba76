// Filling the slots of one flow (SPEC 16.2). A value that fails its type leaves the old one.
import { type FlowSpec, type Json, type SlotSpec, slotOf } from './domain.ts';
import type { EntityLookup } from './fit-entities.ts';
import { fillingOf, fitValue } from './fit-value.ts';
import type { Flow, Slot } from './state.ts';

export type SlotsSet =
  | { readonly ok: true; readonly slots: Flow['slots'] }
  | { readonly ok: false; readonly reason: string };

/** All slots of a flow, unset or with their defaults, in the order of the domain. */
export function emptySlots(spec: FlowSpec): Flow['slots'] {
  return Object.fromEntries(Object.entries(spec.slots).map(([name, slot]) => [name, unsetSlot(slot)]));
}

/** Sets one slot. The reason of a refusal names the slot. */
export function setSlot(
  { spec, slots, lookUp }: { spec: FlowSpec; slots: Flow['slots']; lookUp?: EntityLookup | undefined },
  name: string,
  value: unknown,
): SlotsSet {
  const slot = slotOf(spec, name);
  if (slot === undefined) return { ok: false, reason: `${spec.name} has no slot ${name}` };
  const fit = fitValue(slot, value, lookUp);
  if (!fit.ok) return { ok: false, reason: `${name}: ${fit.reason}` };
  return { ok: true, slots: { ...slots, [name]: slotWith(slot, fit.value, fit.verified) } };
}

/** Takes the value of one slot away: its default holds again. */
export function clearSlot(spec: FlowSpec, slots: Flow['slots'], name: string): SlotsSet {
  const slot = slotOf(spec, name);
  if (slot === undefined) return { ok: false, reason: `${spec.name} has no slot ${name}` };
  return { ok: true, slots: { ...slots, [name]: unsetSlot(slot) } };
}

/** Values of equal-named slots of another flow, each checked anew; what does not fit stays unset (SPEC 16.6). */
export function movedSlots(spec: FlowSpec, from: Flow['slots'], lookUp?: EntityLookup): Flow['slots'] {
  let slots = emptySlots(spec);
  for (const [name, { value, isDefault }] of Object.entries(from)) {
    if (value === null || isDefault) continue;
    const set = setSlot({ spec, slots, lookUp }, name, value);
    if (set.ok) slots = set.slots;
  }
  return slots;
}

function unsetSlot(spec: SlotSpec): Slot {
  const { default: held } = spec;
  if (held === undefined) return { type: spec.type, priority: spec.priority, value: null, filled: false };
  return { ...slotWith(spec, held), isDefault: true };
}

function slotWith(spec: SlotSpec, value: Json, verified?: readonly string[]): Slot {
  const { type, priority } = spec;
  return { type, priority, value, ...fillingOf(spec, value), ...(verified && { verified }) };
}
