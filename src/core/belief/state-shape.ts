// Whether a value from a file has every part of a state (SPEC 16.9, 18.3). Pure and quick: it runs on every stored turn.
import { isPlainObject } from './json.ts';
import type { BeliefState } from './state.ts';

type Check = (value: unknown) => boolean;

/** A whole number from 0. */
export const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
const isString: Check = value => typeof value === 'string';
const isBoolean: Check = value => typeof value === 'boolean';
const isAbsentOr =
  (passes: Check): Check =>
  value =>
    value === undefined || passes(value);
const isList =
  (passes: Check): Check =>
  value =>
    Array.isArray(value) && value.every(passes);
const isOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  value =>
    isPlainObject(value) && Object.entries(checks).every(([key, passes]) => passes(value[key]));
const isOneOf =
  (...allowed: readonly unknown[]): Check =>
  value =>
    allowed.includes(value);

const isSlot = isOf({
  type: isString,
  priority: isOneOf('required', 'elective', 'optional'),
  value: value => value !== undefined,
  filled: isBoolean,
  reason: isAbsentOr(isString),
  isDefault: isAbsentOr(isOneOf(true)),
  verified: isAbsentOr(isList(isString)),
});

const isStep: Check = value =>
  isPlainObject(value) && (isString(value.flow) || isString(value.tellask)) && isAbsentOr(isPlainObject)(value.slots);

/** Whether a value from a file has every part of a flow. */
export const isFlow = isOf({
  flowId: isString,
  flow: isString,
  intent: isString,
  status: isOneOf('Pending', 'Active', 'Completed', 'Invalid'),
  turnIds: isList(isCount),
  slots: value => isPlainObject(value) && Object.values(value).every(isSlot),
  naturalBirth: isBoolean,
  planId: isAbsentOr(isString),
  awaitsApproval: isAbsentOr(isOneOf(true)),
  steps: isAbsentOr(isList(isStep)),
});

/** Whether a value from a file has every part of a state. */
export function isBeliefState(value: unknown): value is BeliefState {
  return isOf(stateParts)(value);
}

/** What each part of a stored state must be. */
export const stateParts: Readonly<Record<keyof BeliefState, Check>> = {
  turn: isCount,
  intent: isString,
  stack: isList(isFlow),
  background: isList(isFlow),
  predictions: isList(isOf({ flow: isString, confidence: value => typeof value === 'number' })),
  flags: isOf({ keep_going: isBoolean, has_issues: isBoolean, has_plan: isBoolean, natural_birth: isBoolean }),
  refused: isList(isOf({ command: value => value !== undefined, reason: isString })),
  isTalk: isBoolean,
  endings: isList(isString),
  scratchpad: isList(isOf({ flowId: isString, flow: isString, turn: isCount, text: isString })),
  nextFlow: isCount,
};
