// The command that an exact option of a question stands for, so that it needs no prediction (SPEC 16.19). Pure.
import { type Domain, flowMeaning, flowOf, slotOf } from './domain/domain.ts';
import { missingSlots } from './missing.ts';
import { activeFlow, type BeliefState, type Flow } from './state.ts';
import type { Json } from './values/json.ts';

/** An option, and all that were offered. */
interface Chosen {
  readonly option: string;
  readonly offered: readonly string[];
}

/**
 * A value of the only slot of the active flow that has all these options, a missing one first; else the start of the
 * predicted flow that the option describes. Undefined when it may mean several slots, or none.
 */
export function optionMeant(domain: Domain, state: BeliefState, { option, offered }: Chosen): Json | undefined {
  const active = state.isTalk ? undefined : activeFlow(state);
  const slot = active && slotMeant(domain, active, offered);
  if (active && slot !== undefined) return { set: { flow: active.flow, slot, value: option } };
  const meant = state.predictions.filter(({ flow }) => flowMeaning(domain, flow) === option);
  return meant.length === 1 && meant[0] ? { start: meant[0].flow } : undefined;
}

function slotMeant(domain: Domain, { flow, slots }: Flow, offered: readonly string[]): string | undefined {
  const having = Object.entries(slots).flatMap(([name, { isHidden, value, setBy }]) => {
    if (isHidden || setBy) return [];
    const { options = [], candidates = [] } = slotOf(flowOf(domain, flow), name) ?? {};
    const uncertain = Array.isArray(value) ? value : [];
    const all: readonly Json[] = [...options, ...candidates, ...uncertain];
    return offered.every(each => all.includes(each)) ? [name] : [];
  });
  const { required, elective } = missingSlots({ slots });
  const missing = having.filter(name => required.includes(name) || elective.includes(name));
  const [only, ...others] = missing.length > 0 ? missing : having;
  return others.length === 0 ? only : undefined;
}
