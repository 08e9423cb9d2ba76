// A person's manual changes of the beliefs (SPEC 16.4, 16.11). Each is checked and then recorded as facts, or refused.
// Each field is written once, as the check that an intent from a page or another process passes.
import { anyFactOf, type FactsOf, number, text, typed } from '../base/shape.ts';
import { asJson, isSameJson, type Json } from './values/json.ts';

const json = typed<Json>(value => value !== undefined && isSameJson(asJson(value), value as Json));

const intents = {
  /** A value for a slot of a live flow; the highest of that name. */
  setSlot: { flow: text, slot: text, value: json },
  clearSlot: { flow: text, slot: text },
  /** A new flow on top; it runs, or asks for what it lacks. */
  startFlow: { flow: text },
  cancelFlow: { flow: text },
  /** Back to the beliefs after a turn. */
  rollBack: { turn: number },
};

export type BeliefIntent = FactsOf<typeof intents>;
/** A change of the present beliefs. */
export type BeliefEdit = Exclude<BeliefIntent, { kind: 'rollBack' }>;

/** True if a foreign value is an intent. */
export const isBeliefIntent = anyFactOf(intents);
