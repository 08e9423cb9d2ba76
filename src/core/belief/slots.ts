// Filling the slots of one flow (SPEC 16.2, 16.14). A value that fails its type leaves the old one.
import { type FlowSpec, type SlotSpec, slotOf } from './domain/domain.ts';
import type { Flow, Slot } from './state.ts';
import type { EntityLookup } from './values/fit-entities.ts';
import { fillingOf, fitDated } from './values/fit-value.ts';
import type { Json } from './values/json.ts';
import { type RefusedFor, refusedFor } from './values/reasons.ts';
import type { DayNow } from './values/relative-day.ts';

export type SlotsSet = { readonly ok: true; readonly slots: Flow['slots'] } | RefusedFor;

/** The source of a value: the person's words, the person's hand, or the responder. */
export type Setter = 'words' | 'hand' | 'agent';

/** The slots to change, and who changes them; without `by` it is the person's words. */
export interface SlotChange {
  readonly spec: FlowSpec;
  readonly slots: Flow['slots'];
  readonly lookUp?: EntityLookup | undefined;
  readonly by?: Setter | undefined;
  /** Relative dates are resolved from this day; absent: they stay. */
  readonly today?: DayNow | undefined;
}

/** All slots of a flow, unset or with their defaults, in the order of the domain. */
export function emptySlots(spec: FlowSpec): Flow['slots'] {
  return Object.fromEntries(Object.entries(spec.slots).map(([name, slot]) => [name, unsetSlot(slot)]));
}

/** Sets one slot; `from` names the slot that the value is taken over from. The reason of a refusal names the slot. */
export function setSlot(
  { spec, slots, lookUp, by = 'words', today }: SlotChange,
  name: string,
  value: unknown,
  from?: string,
): SlotsSet {
  const slot = slotOf(spec, name);
  if (slot === undefined) return refusedFor({ id: 'unknown-slot', flow: spec.name, slot: name });
  if (slot.setBy === 'agent' && by === 'words') {
    return refusedFor({ id: 'slot', slot: name, why: { id: 'set-by-agent' } });
  }
  const fit = fitDated(slot, value, { lookUp, today });
  if (!fit.ok) return refusedFor({ id: 'slot', slot: name, why: fit.why });
  const { verified } = fit;
  // A value set by hand answers a slot that is always asked for; words are confirmed first.
  const ask = by === 'hand' ? undefined : slots[name]?.ask;
  const set = { ...slotWith(slot, fit.value), ...(verified && { verified }), ...(from !== undefined && { from }) };
  return { ok: true, slots: { ...slots, [name]: { ...set, ...(ask && { ask }) } } };
}

/** Sets a slot to a value of another: the only one of several fits a slot of one value. */
export function setFromOther(change: SlotChange, name: string, value: Json, from?: string): SlotsSet {
  const set = setSlot({ ...change, by: 'agent' }, name, value, from);
  const [only, ...more] = Array.isArray(value) ? value : [];
  return set.ok || only === undefined || more.length > 0 ? set : setSlot({ ...change, by: 'agent' }, name, only, from);
}

/** Takes the value of one slot away: its default holds again. */
export function clearSlot(spec: FlowSpec, slots: Flow['slots'], name: string): SlotsSet {
  const slot = slotOf(spec, name);
  if (slot === undefined) return refusedFor({ id: 'unknown-slot', flow: spec.name, slot: name });
  const { ask: _, ...unset } = unsetSlot(slot);
  return { ok: true, slots: { ...slots, [name]: unset } };
}

/** Values of equally named slots of another flow, each checked again; misfits stay unset (SPEC 16.6). */
export function movedSlots(spec: FlowSpec, from: Flow['slots'], lookUp?: EntityLookup): Flow['slots'] {
  const values = Object.entries(from).flatMap(([name, { value, isDefault }]) =>
    value === null || isDefault ? [] : [[name, value] as const],
  );
  return slotsWithValues({ spec, slots: emptySlots(spec), lookUp }, Object.fromEntries(values));
}

/** Slots with these values as well; one that does not fit is left out. */
export function slotsWithValues(change: SlotChange, values: Readonly<Record<string, Json>>): Flow['slots'] {
  let { slots } = change;
  for (const [name, value] of Object.entries(values)) {
    const set = setFromOther({ ...change, slots }, name, value);
    if (set.ok) slots = set.slots;
  }
  return slots;
}

function unsetSlot(spec: SlotSpec): Slot {
  const { type, priority, default: held } = spec;
  const ask = spec.ask === undefined ? {} : { ask: 'due' as const };
  if (held !== undefined) return { ...slotWith(spec, held), isDefault: true, ...ask };
  return { type, priority, value: null, filled: false, ...agents(spec), ...ask };
}

function slotWith(spec: SlotSpec, value: Json): Slot {
  const { type, priority } = spec;
  return { type, priority, value, ...fillingOf(spec, value), ...agents(spec) };
}

function agents({ setBy }: SlotSpec): Pick<Slot, 'setBy'> {
  return setBy === undefined ? {} : { setBy };
}
