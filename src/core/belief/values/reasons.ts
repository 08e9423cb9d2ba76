// Why a slot or a flow refuses what it is given, and what a slot still lacks: as data, which states keep, and in
// English, which models read.
import { type FactOf, type Plain, type WordsFor, wordsOf } from '../../base/fact.ts';
import { type PatternProblem, patternProblemText } from '../../text/pattern-problem.ts';
import type { FlowStatus } from './flow-status.ts';

/** What the content of a command looks like. */
export type CommandForm = 'the name of a flow' | '{flow}' | '{flow, slot}' | '{flow, slot, value}' | '{from, to}';

/** The arguments of each reason. */
export interface Reasons {
  /** In words already: in a state of an older version, English. */
  told: { readonly text: string };
  // values
  'no-value': Plain;
  'not-json': Plain;
  'not-finite': Plain;
  'needs-one-value': Plain;
  'needs-texts': Plain;
  'needs-number': Plain;
  'needs-text': Plain;
  'needs-object': Plain;
  below: { readonly value: number; readonly least: number };
  above: { readonly value: number; readonly most: number };
  'long-text': { readonly most: number };
  'bad-pattern': { readonly pattern: string; readonly problem: PatternProblem };
  'no-match': { readonly value: string; readonly pattern: string };
  'none-of': { readonly value: string; readonly options: readonly string[] };
  twice: { readonly name: string };
  // ranges
  'needs-range': Plain;
  'not-in-range': { readonly key: string };
  'needs-one-range': Plain;
  'needs-ends': Plain;
  'start-after-stop': { readonly start: string; readonly stop: string };
  'needs-unit': Plain;
  'needs-length': Plain;
  'negative-length': Plain;
  // choices
  'needs-option': Plain;
  'needs-options': Plain;
  'no-candidate': Plain;
  'needs-items': Plain;
  'several-options': { readonly value: string; readonly options: readonly string[] };
  'no-such-candidate': { readonly value: string };
  // entities
  'needs-entities': Plain;
  'missing-entities': { readonly names: readonly string[] };
  // charts and formulas; `at` counts characters from 1
  'needs-chart': Plain;
  'needs-chart-type': Plain;
  'not-in-chart': { readonly key: string };
  'bad-axes': Plain;
  'needs-formula': Plain;
  'stray-character': { readonly character: string; readonly at: number };
  'unexpected-token': { readonly token: string; readonly at: number };
  'missing-bracket': { readonly bracket: string };
  'empty-formula': Plain;
  'unfinished-formula': Plain;
  // slots and flows
  'unknown-slot': { readonly flow: string; readonly slot: string };
  'set-by-agent': Plain;
  /** The reason of that slot. */
  slot: { readonly slot: string; readonly why: Reason };
  'internal-flow': { readonly flow: string };
  'stack-full': { readonly most: number };
  'not-internal': { readonly flow: string };
  'not-live': { readonly flow: string };
  'unknown-flow': { readonly flow: string };
  'no-transition': { readonly flow: string; readonly from: FlowStatus; readonly to: FlowStatus };
  'internal-step': { readonly flow: string };
  'stack-too-deep': { readonly most: number };
  // commands
  'needs-command': Plain;
  'unknown-command': { readonly command: string };
  'command-needs': { readonly command: string; readonly form: CommandForm };
  'no-live-flow': { readonly flow: string };
  'nobody-told': { readonly flow: string };
  'still-lacks': { readonly flow: string; readonly slot: string };
  'not-the-active': { readonly flow: string; readonly status: FlowStatus };
  'replaces-itself': { readonly flow: string };
  'internal-replaces': { readonly flow: string };
  'none-before': { readonly flow: string };
  'not-confirmed': { readonly flow: string };
  // the responder's own changes
  'nothing-active': Plain;
  'awaits-approval': { readonly flow: string };
  'awaits-resume': { readonly flow: string };
  'slots-first': { readonly slots: readonly string[] };
  'no-plan-active': Plain;
  'plan-size': { readonly most: number };
  'no-room': { readonly most: number; readonly room: number };
  'no-live-plan': { readonly flowId: string };
  'has-issue': Plain;
  // stored states and turns
  'needs-state': Plain;
  'needs-labels': Plain;
  'unknown-version': { readonly version: string };
  'broken-part': { readonly part: string };
  'changes-misfit': { readonly turn: number };
  'no-such-turn': { readonly turn: number; readonly last: number };
  // predictions
  'needs-prediction': Plain;
  'never-predicted': { readonly flow: string };
  'unread-prediction': { readonly problem: string };
  // what a set value still lacks
  uncertain: { readonly values: readonly string[] };
  'too-few': { readonly size: number; readonly least: number };
  'is-empty': Plain;
  lacks: { readonly names: readonly string[] };
}

export type Reason = FactOf<Reasons>;

/** A refusal with its reason. */
export interface RefusedFor {
  readonly ok: false;
  readonly why: Reason;
}

/** Refuses something. */
export function refusedFor(why: Reason): RefusedFor {
  return { ok: false, why };
}

/** True if a value from a file is a reason that can be said. */
export function isReason(value: unknown): value is Reason {
  const { id } = (value ?? {}) as { id?: unknown };
  if (typeof id !== 'string' || !Object.hasOwn(english, id)) return false;
  try {
    return typeof reasonText(value as Reason) === 'string';
  } catch {
    // What it names is not there, or of another type.
    return false;
  }
}

/** What a state keeps of a reason: as data, or in words as older versions did. */
export interface Kept {
  readonly why?: Reason;
  /** English; in states of older versions only. */
  readonly reason?: string;
}

/** The reason that a state keeps, if there is one. */
export function whyOf({ why, reason }: Kept): Reason | undefined {
  return why ?? (reason === undefined ? undefined : { id: 'told', text: reason });
}

/** What a state keeps of a reason, in English; '' for none. */
export function keptText(kept: Kept): string {
  const why = whyOf(kept);
  return why === undefined ? '' : reasonText(why);
}

/** A reason in English. */
export function reasonText(why: Reason): string {
  return wordsOf(english, why);
}

const english: WordsFor<Reasons, string> = {
  told: ({ text }) => text,
  'no-value': 'there is no value',
  'not-json': 'the value is no JSON, or is nested too deeply',
  'not-finite': 'the number is not finite',
  'needs-one-value': 'one value is needed: a text, a number, true or false',
  'needs-texts': 'a text or a list of texts is needed, none of them empty',
  'needs-number': 'a number is needed',
  'needs-text': 'a text is needed',
  'needs-object': 'an object is needed',
  below: ({ value, least }) => `${value} is below ${least}`,
  above: ({ value, most }) => `${value} is above ${most}`,
  'long-text': ({ most }) => `the text is longer than ${most} characters`,
  'bad-pattern': ({ pattern, problem }) => `the pattern ${pattern} cannot be used: ${patternProblemText(problem).what}`,
  'no-match': ({ value, pattern }) => `${value} does not match ${pattern}`,
  'none-of': ({ value, options }) => `${value} is none of ${options.join(', ')}`,
  twice: ({ name }) => `${name} is there twice`,
  'needs-range': '{start, stop} or {unit, length} is needed',
  'not-in-range': ({ key }) => `${key} does not belong in a range`,
  'needs-one-range': 'either {start, stop} or {unit, length} is needed',
  'needs-ends': 'start and stop must both be set, each a number or a text',
  'start-after-stop': ({ start, stop }) => `start ${start} is after stop ${stop}`,
  'needs-unit': 'the unit must be a text',
  'needs-length': 'the length must be a number',
  'negative-length': 'the length is below 0',
  'needs-option': 'an option is needed',
  'needs-options': 'an option or a list of options is needed',
  'no-candidate': 'there is no candidate',
  'needs-items': 'a list of items or of {item, checked} is needed',
  'several-options': ({ value, options }) => `${value} may be ${options.join(' or ')}`,
  'no-such-candidate': ({ value }) => `${value} is none of the candidates`,
  'needs-entities': 'a list of names or of {name, …} is needed',
  'missing-entities': ({ names }) => `${names.join(', ')} ${names.length === 1 ? 'does' : 'do'} not exist`,
  'needs-chart': '{type, x, y} is needed',
  'needs-chart-type': 'the type of the chart is missing',
  'not-in-chart': ({ key }) => `${key} does not belong in a chart`,
  'bad-axes': 'x and y are names, or lists of names',
  'needs-formula': 'a formula is a text',
  'stray-character': ({ character, at }) => `${character} at ${at} does not belong in a formula`,
  'unexpected-token': ({ token, at }) => `${token} is not expected at ${at}`,
  'missing-bracket': ({ bracket }) => `a closing ${bracket} is missing`,
  'empty-formula': 'the formula is empty',
  'unfinished-formula': 'the formula ends too early',
  'unknown-slot': ({ flow, slot }) => `${flow} has no slot ${slot}`,
  'set-by-agent': 'the agent sets it; it is not taken from words',
  slot: ({ slot, why }) => `${slot}: ${reasonText(why)}`,
  'internal-flow': ({ flow }) => `${flow} is internal; it runs in the background only`,
  'stack-full': ({ most }) => `${most} flows are on the stack already`,
  'not-internal': ({ flow }) => `${flow} is not internal; it waits for its turn`,
  'not-live': ({ flow }) => `${flow} is not live`,
  'unknown-flow': ({ flow }) => `there is no flow ${flow}`,
  'no-transition': ({ flow, from, to }) => `${flow} is ${from}; it cannot become ${to}`,
  'internal-step': ({ flow }) => `${flow} is internal; it is no step of a plan`,
  'stack-too-deep': ({ most }) => `a stack of more than ${most} flows is too deep`,
  'needs-command': 'a command is an object with one key',
  'unknown-command': ({ command }) => `there is no command ${command}`,
  'command-needs': ({ command, form }) => `${command} needs ${form}`,
  'no-live-flow': ({ flow }) => `no flow ${flow} is pending or active`,
  'nobody-told': ({ flow }) => `${flow} is internal; nobody is told of it`,
  'still-lacks': ({ flow, slot }) => `${flow} still lacks ${slot}`,
  'not-the-active': ({ flow, status }) => `${flow} is ${status}; only the active flow is replaced`,
  'replaces-itself': ({ flow }) => `${flow} cannot be replaced by itself`,
  'internal-replaces': ({ flow }) => `${flow} is internal; it replaces no flow`,
  'none-before': ({ flow }) => `there was no ${flow} before`,
  'not-confirmed': ({ flow }) => `the person has not confirmed ${flow}`,
  'nothing-active': 'no flow is active',
  'awaits-approval': ({ flow }) => `${flow} waits for the person to approve its steps`,
  'awaits-resume': ({ flow }) => `the person has not said that ${flow} goes on`,
  'slots-first': ({ slots }) => `${slots.join(', ')} must be set first, with set_slot`,
  'no-plan-active': 'no Plan flow is active',
  'plan-size': ({ most }) => `a plan has 1 to ${most} steps`,
  'no-room': ({ most, room }) =>
    `the stack takes at most ${most} flows: this plan may have at most ${room} steps that are flows`,
  'no-live-plan': ({ flowId }) => `${flowId} is no live plan`,
  'has-issue': 'there is an issue in this turn; the person is to decide',
  'needs-state': 'a stored state or the labels of a turn are an object',
  'needs-labels': 'labels are {turn, predictions: […], commands: […]}',
  'unknown-version': ({ version }) => `version ${version} of a stored state is not known`,
  'broken-part': ({ part }) => `${part} of the stored state is broken`,
  'changes-misfit': ({ turn }) => `the differences up to turn ${turn} do not fit`,
  'no-such-turn': ({ turn, last }) => `there is no turn ${turn}; turns go from 0 to ${last}`,
  'needs-prediction': 'a prediction is {flow, confidence from 0 to 1}',
  'never-predicted': ({ flow }) => `${flow} is internal; it is never predicted`,
  'unread-prediction': ({ problem }) => `the prediction could not be read: ${problem}`,
  uncertain: ({ values }) => `uncertain: ${values.join(' or ')}`,
  'too-few': ({ size, least }) => `has ${size} of at least ${least}`,
  'is-empty': 'is empty',
  lacks: ({ names }) => `lacks ${names.join(', ')}`,
};
