// What keeps a flow from running (SPEC 16.2). Reads only the state, no domain.
import type { Flow } from './state.ts';

/** Whether a flow may run: all required slots are filled, and of elective ones, if there are any, at least one. */
export function isFilled({ slots }: Pick<Flow, 'slots'>): boolean {
  const missing = missingSlots({ slots });
  return missing.required.length === 0 && missing.elective.length === 0;
}

/** Names of the slots that keep a flow from running; `elective`: one of these is enough. */
export interface MissingSlots {
  readonly required: readonly string[];
  readonly elective: readonly string[];
}

/** What exactly is missing (SPEC 16.5). */
export function missingSlots({ slots }: Pick<Flow, 'slots'>): MissingSlots {
  const all = Object.entries(slots);
  const electives = all.filter(([, { priority }]) => priority === 'elective');
  return {
    required: all.flatMap(([name, slot]) => (slot.priority === 'required' && !slot.filled ? [name] : [])),
    elective: electives.some(([, { filled }]) => filled) ? [] : electives.map(([name]) => name),
  };
}
