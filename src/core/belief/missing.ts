// Finds the slots that keep a flow from running (SPEC 16.2, 16.14). Reads only the state, no domain.
import { type Flow, isLive, lacksConfirmation, type Slot, type Wrong, wrong } from './state.ts';

/** True if a slot counts as filled: by its type, and it need not still be asked for. */
export function isSlotFilled({ filled, ask }: Slot): boolean {
  return filled && ask === undefined;
}

/** True if a flow may run: no slot that the person can give is missing. */
export function isFilled({ slots }: Pick<Flow, 'slots'>): boolean {
  const missing = missingSlots({ slots });
  return missing.required.length === 0 && missing.elective.length === 0;
}

/** What the active flow needs the person's word on. */
export type Awaited = 'approval' | 'resume' | 'confirm';

/**
 * What the active flow needs the person's word on before it continues, however full its slots are; undefined for
 * nothing. Whoever confirms its values also lets an interrupted flow resume: one question is enough.
 */
export function awaitedOf(flow: Flow): Awaited | undefined {
  if (flow.awaitsApproval) return 'approval';
  const awaitsValues = lacksConfirmation(flow);
  if (flow.resume === 'due') return awaitsValues && isFilled(flow) ? 'confirm' : 'resume';
  return awaitsValues ? 'confirm' : undefined;
}

/** What views say a flow waits for: its values are confirmed once it has them. */
export function waitingFor(flow: Flow): Awaited | undefined {
  const awaited = isLive(flow) ? awaitedOf(flow) : undefined;
  return awaited === 'confirm' && !isFilled(flow) ? undefined : awaited;
}

/** Names of the slots that keep a flow from running; `elective`: one of these is enough. */
export interface MissingSlots {
  readonly required: readonly string[];
  readonly elective: readonly string[];
}

/**
 * The slots that the person is asked for (SPEC 16.5): those that count, are not set by the responder, and are required
 * or always asked for.
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

/** Refuses a flow that still needs values from the person, with the first one. */
export function refuseUnfilled(flow: Flow): Wrong | undefined {
  const { required, elective } = missingSlots(flow);
  const [slot] = [...required, ...elective];
  return slot === undefined ? undefined : wrong('not-allowed', { id: 'still-lacks', flow: flow.flow, slot });
}

/** Required slots that the responder must fill before the flow is complete. */
export function slotsForAgent({ slots }: Pick<Flow, 'slots'>): readonly string[] {
  return Object.entries(slots).flatMap(([name, { setBy, priority, filled, isHidden }]) =>
    setBy === 'agent' && priority === 'required' && !filled && !isHidden ? [name] : [],
  );
}
