// Checks that a value from a file has every part of a state (SPEC 16.9, 18.3). Pure and fast: it runs on every stored
// turn.

import { isPlainObject } from '../base/plain-object.ts';
import {
  type Check,
  type ChecksFor,
  count,
  flag,
  given,
  list,
  maybe,
  number,
  object,
  objectOf,
  someOf,
  text,
  typed,
} from '../base/shape.ts';
import type { BeliefState, Flow, Past, PlanStep, Slot } from './state.ts';
import type { Json } from './values/json.ts';
import { isReason, type Reason } from './values/reasons.ts';

// Asked for at the first value: the reasons are loaded late.
const known = typed<Reason>(value => isReason(value));

const isSlot = objectOf<Slot>({
  type: text,
  priority: someOf('required', 'elective', 'optional'),
  value: given<Json>(),
  filled: flag,
  why: maybe(known),
  reason: maybe(text),
  isDefault: maybe(someOf(true)),
  verified: maybe(list(text)),
  from: maybe(text),
  isHidden: maybe(someOf(true)),
  ask: maybe(someOf('due', 'asked')),
  setBy: maybe(someOf('agent')),
});

const isStep = typed<PlanStep>(
  value =>
    isPlainObject(value) &&
    (text(value.flow) || text(value.tellask)) &&
    (value.slots === undefined || isPlainObject(value.slots)),
);

/** True if a value from a file has every part of a flow. */
export const isFlow = objectOf<Flow>({
  flowId: text,
  flow: text,
  intent: text,
  status: someOf('Pending', 'Active', 'Completed', 'Invalid'),
  turnIds: list(count),
  slots: typed<Flow['slots']>(value => isPlainObject(value) && Object.values(value).every(isSlot)),
  naturalBirth: flag,
  planId: maybe(text),
  awaitsApproval: maybe(someOf(true)),
  steps: maybe(list(isStep)),
  confirm: maybe(someOf('due', 'asked', 'given')),
  resume: maybe(someOf('due')),
  again: maybe(count),
});

/** The type of each part of a stored state. */
export const stateParts: ChecksFor<BeliefState> = {
  turn: count,
  intent: text,
  stack: list(isFlow),
  background: list(isFlow),
  predictions: list(object({ flow: text, confidence: number })),
  flags: object({ keep_going: flag, has_issues: flag, has_plan: flag, natural_birth: flag }),
  refused: list(object({ command: given<Json>(), why: maybe(known), reason: maybe(text) })),
  isTalk: flag,
  endings: list(text),
  scratchpad: list(object({ flowId: text, flow: text, turn: count, text: text })),
  nextFlow: count,
  requested: maybe(list(object({ flow: text, slot: text, isOpen: maybe(someOf(true)) }))),
  past: maybe(typed<Past>(value => isPlainObject(value) && Object.values(value).every(isPlainObject))),
};

/** True if a value from a file has every part of a state. */
export const isBeliefState: Check<BeliefState> = objectOf<BeliefState>(stateParts);
