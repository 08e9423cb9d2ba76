// What follows from a change by the rules of the domain (SPEC 16.14): values are carried over into a flow that becomes
// active, slots count or do not, a confirmation no longer holds, an interrupted flow is to be asked about. Pure.
import { holds } from './domain/condition.ts';
import { type Domain, type FlowSpec, flowOf, slotOf, splitSource } from './domain/domain.ts';
import type { Setter } from './slots.ts';
import { emptySlots, setFromOther } from './slots.ts';
import { isUnder } from './stack.ts';
import {
  activeFlow,
  type BeliefState,
  emptyState,
  type Flow,
  flowById,
  hasCopies,
  isLive,
  type Slot,
} from './state.ts';
import type { EntityLookup } from './values/fit-entities.ts';
import { isSameJson, type Json } from './values/json.ts';
import { dontCare } from './values/plain-value.ts';

interface Settling {
  readonly domain: Domain;
  readonly lookUp?: EntityLookup | undefined;
  /** The person interrupted the flow that was active. */
  readonly isInterruption: boolean;
  /** Absent: the person's words. */
  readonly by?: Setter | undefined;
}

/** The state after a change, with what follows from it. */
export function settled(settling: Settling, before: BeliefState, after: BeliefState): BeliefState {
  if (before.stack === after.stack) return after;
  const stack = after.stack.map(flow => {
    const spec = isLive(flow) ? flowOf(settling.domain, flow.flow) : undefined;
    return spec === undefined ? flow : settledFlow(settling, { before, after, spec, flow });
  });
  return { ...after, stack };
}

interface Settled {
  readonly before: BeliefState;
  readonly after: BeliefState;
  readonly spec: FlowSpec;
  readonly flow: Flow;
}

function settledFlow(settling: Settling, { before, after, spec, flow }: Settled): Flow {
  const old = flowById(before, flow.flowId);
  const begins = old?.status !== 'Active';
  const whole = old === flow ? flow : withNewSlots(spec, flow);
  const carried =
    flow.status === 'Active'
      ? withCarried(settling, { before: begins ? emptyState : before, after, spec, flow: whole })
      : whole;
  if (carried === old) return flow;
  const counted = withHidden(spec, carried);
  const confirm = confirmOf(settling, { spec, flow: counted, old });
  const isStopped = old?.status === 'Active' && flow.status === 'Pending' && asksToResume(settling, after, spec, flow);
  return {
    ...counted,
    ...(confirm !== undefined && { confirm }),
    ...(isStopped && { resume: 'due' as const }),
  };
}

/** The slots of a flow that began before the domain had all of them. */
function withNewSlots(spec: FlowSpec, flow: Flow): Flow {
  const isWhole = Object.keys(spec.slots).every(name => Object.hasOwn(flow.slots, name));
  return isWhole ? flow : { ...flow, slots: { ...emptySlots(spec), ...flow.slots } };
}

/**
 * Slots that have no value of their own take over the first that is known of those that the domain names, and that was
 * not known before.
 */
function withCarried({ lookUp }: Settling, { before, after, spec, flow }: Settled): Flow {
  let { slots } = flow;
  for (const [name, { from = [] }] of Object.entries(spec.slots)) {
    const slot = slots[name];
    if (slot === undefined || (slot.value !== null && !slot.isDefault)) continue;
    for (const source of from) {
      const value = knownValue(after, source);
      if (value === undefined || isSameJson(value, knownValue(before, source) ?? null)) continue;
      const set = setFromOther({ spec, slots, lookUp }, name, value, source);
      if (!set.ok) continue;
      slots = set.slots;
      break;
    }
  }
  return slots === flow.slots ? flow : { ...flow, slots };
}

/** The value of a slot in this conversation: of the highest flow that has one, else of the run that ended last. */
function knownValue({ stack, past }: BeliefState, source: string): Json | undefined {
  const [flow, name] = splitSource(source);
  const known = stack.map(each => (each.flow === flow ? each.slots[name] : undefined)).find(isKnown);
  const value = known?.value ?? past?.[flow]?.[name];
  return value === dontCare ? undefined : value;
}

function isKnown(slot: Slot | undefined): slot is Slot {
  return slot !== undefined && slot.value !== null && !slot.isDefault && !slot.isHidden;
}

/**
 * A slot whose condition does not hold does not count, and is unset for the conditions of others. Neither does one that
 * the domain no longer has.
 */
function withHidden(spec: FlowSpec, flow: Flow): Flow {
  const decided = new Map<string, boolean>();
  const isHidden = (name: string): boolean => {
    const known = decided.get(name);
    if (known !== undefined) return known;
    const own = slotOf(spec, name);
    const hidden =
      own === undefined ||
      (own.when !== undefined && !holds(own.when, of => (isHidden(of) ? undefined : flow.slots[of])));
    decided.set(name, hidden);
    return hidden;
  };
  const changed = Object.entries(flow.slots).filter(([name, slot]) => isHidden(name) !== (slot.isHidden ?? false));
  if (changed.length === 0) return flow;
  const slots = changed.map(([name, { isHidden: wasHidden, ...slot }]) => [
    name,
    wasHidden ? slot : { ...slot, isHidden: true as const },
  ]);
  return { ...flow, slots: { ...flow.slots, ...Object.fromEntries(slots) } };
}

/**
 * A changed value must be confirmed again; additions of the responder to its own slots need not. What the person
 * changes while they are asked stays asked, so that a correction with consent is consent. An approved step takes what
 * was left open.
 */
function confirmOf(
  { by }: Settling,
  { spec, flow, old }: { spec: FlowSpec; flow: Flow; old: Flow | undefined },
): Flow['confirm'] {
  if (spec.confirm === undefined && flow.confirm === undefined && !hasCopies(flow)) return undefined;
  const { confirm = 'due' } = flow;
  const changed = Object.keys(flow.slots).filter(name => isChanged(flow.slots[name], old?.slots[name]));
  // Copies are confirmed once, whatever is changed later.
  if (spec.confirm === undefined && confirm === 'given') return confirm;
  if (old === undefined ? confirm === 'given' : changed.length === 0) return confirm;
  if (by === 'agent') return 'due';
  if (confirm === 'given') return flow.planId !== undefined && changed.every(isOpen) ? 'given' : 'due';
  return confirm;

  function isOpen(name: string): boolean {
    const before = old?.slots[name];
    return before === undefined || before.value === null || before.isDefault === true;
  }
}

function isChanged(slot: Slot | undefined, before: Slot | undefined): boolean {
  return slot !== undefined && slot.setBy === undefined && !isSameJson(slot.value, before?.value ?? null);
}

/**
 * Neither a step of the plan interrupts it, nor does one wish of a turn the wish before it: what the person has just
 * spoken of goes on.
 */
function asksToResume({ isInterruption }: Settling, after: BeliefState, spec: FlowSpec, flow: Flow): boolean {
  if (!flow.turnIds.some(turn => turn < after.turn)) return false;
  if (isInterruption && flow.turnIds.includes(after.turn)) return false;
  const top = activeFlow(after);
  const isOwn = top !== undefined && (isUnder(after, top, flow.flowId) || sharesPlan(top, flow));
  return !isOwn && (spec.onResume ?? (isInterruption ? 'ask' : 'go')) === 'ask';
}

function sharesPlan(flow: Flow, other: Flow): boolean {
  return flow.planId !== undefined && flow.planId === other.planId;
}
