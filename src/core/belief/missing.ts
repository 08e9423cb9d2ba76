// What keeps a flow from running (SPEC 16.2, 16.14). Reads only the state, no domain.
import type { Flow, Slot } from './state.ts';

/** Whether a slot counts as filled: by its type, and it is not still to be asked for in any case. */
export function isSlotFilled({ filled, ask }: Slot): boolean {
  return filled && ask === undefined;
}

/** Whether a flow may run: nothing is missing that the person can give. */
export function isFilled({ slots }: Pick<Flow, 'slots'>): boolean {
  const missing = missingSlots({ slots });
  return missing.required.length === 0 && missing.elective.length === 0;
}

/** Names of the slots that keep a flow from running; `elective`: one of these is enough. */
export interface MissingSlots {
  readonly required: readonly string[];
  readonly elective: readonly string[];
}

/**
 * What exactly the person is asked for (SPEC 16.5): slots that count, are not the responder's to set, and are required, or are to be
 * asked for in any case.
 */
export function missingSlots({ slots }: Pick<Flow, 'slots'>): MissingSlots {
  const own = Object.entries(slots).filter(([, { isHidden, setBy }]) => !isHidden && setBy === undefined);
  const electives = own.filter(([, { priority }]) => priority === 'elective');
  const isWanted = ({ priority, ask }: Slot) => priority === 'required' || (priority === 'optional' && ask === 'due');
  return {
    required: own.flatMap(([name, slot]) => (isWanted(slot) && !isSlotFilled(slot) ? [name] : [])),
    elective: electives.some(([, slot]) => isSlotFilled(slot)) ? [] : electives.map(([name]) => name),
  };
}

/** Required slots that the responder must fill before the flow is complete. */
export function slotsForAgent({ slots }: Pick<Flow, 'slots'>): readonly string[] {
  return Object.entries(slots).flatMap(([name, { setBy, priority, filled, isHidden }]) =>
    setBy === 'agent' && priority === 'required' && !filled && !isHidden ? [name] : [],
  );
}
