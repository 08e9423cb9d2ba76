// A state as stored JSON and back (SPEC 16.9). What is stored has a version; what has none is taken for the labels of a turn.
import type { BeliefContext } from './apply-command.ts';
import { isPlainObject } from './json.ts';
import { type BeliefState, type Changed, emptyState, wrong } from './state.ts';
import { playTurn } from './turn.ts';

/** A state as it is stored. */
export type StoredState = BeliefState & { readonly version: 1 };

/** The JSON-safe form of a state. */
export function serialize(state: BeliefState): StoredState {
  return { version: 1, ...state };
}

/** A state from what `serialize` gave, or from the labels of one turn (`{turn?, predictions?, commands?}`). Never throws. */
export function fromDict(source: unknown, context: BeliefContext): Changed {
  if (!isPlainObject(source)) return wrong('bad-state', 'a stored state or the labels of a turn are an object');
  if ('version' in source) return fromStored(source);
  const { turn = 1, predictions = [], commands = [] } = source;
  if (!isCount(turn) || !Array.isArray(predictions) || !Array.isArray(commands)) {
    return wrong('bad-state', 'labels are {turn, predictions: […], commands: […]}');
  }
  return { ok: true, state: playTurn(context, emptyState, { turn, predictions, commands }).state };
}

function fromStored({ version, ...source }: { readonly [key: string]: unknown }): Changed {
  if (version !== 1) return wrong('bad-state', `version ${JSON.stringify(version)} of a stored state is not known`);
  const broken = Object.entries(parts).find(([key, passes]) => !passes(source[key]));
  if (broken !== undefined) return wrong('bad-state', `${broken[0]} of the stored state is broken`);
  return { ok: true, state: source as unknown as BeliefState };
}

type Check = (value: unknown) => boolean;

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
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

const isFlow = isOf({
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
  return isOf(parts)(value);
}

/** What each part of a stored state must be. */
const parts: Readonly<Record<keyof BeliefState, Check>> = {
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
