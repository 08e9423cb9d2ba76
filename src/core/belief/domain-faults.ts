// Everything that can be wrong with a domain file, as data. `src/words/` makes sentences of it.
import type { FactOf, Plain } from '../base/fact.ts';
import type { PatternProblem } from '../text/pattern-problem.ts';
import type { Json } from './values/json.ts';
import type { Reason } from './values/reasons.ts';

/**
 * The arguments of each fault. `given` is the value in the file, null for none; `near` is a known name that was
 * probably meant.
 */
export interface DomainFaults {
  'domain-not-a-map': Plain;
  'domain-unknown-key': { readonly name: string; readonly known: readonly string[] };
  'name-missing': { readonly of: 'domain' | 'flow' };
  'bad-name': { readonly of: 'domain' | 'flow' | 'intent' | 'slot'; readonly given: Json };
  // intents
  'intents-not-a-map': Plain;
  'intent-count': { readonly count: number };
  'role-twice': { readonly role: string };
  'universal-intent': { readonly name: string };
  'bad-role': { readonly given: Json; readonly roles: readonly string[] };
  // slot types
  'types-not-a-list': Plain;
  'type-count': { readonly count: number };
  'type-twice': { readonly name: string };
  'bad-own-type': Plain;
  'universal-type': { readonly name: string };
  'type-without-base': { readonly name: string; readonly near: string };
  'bad-base': { readonly given: Json; readonly bases: readonly string[] };
  // flows
  'flows-not-a-list': Plain;
  'too-many-flows': { readonly count: number; readonly most: number };
  'flow-twice': { readonly name: string };
  'flow-not-a-map': Plain;
  'bad-intent': { readonly given: Json; readonly intents: readonly string[] };
  'bad-entity': { readonly entity: string };
  'slots-not-a-map': Plain;
  'lone-elective': { readonly slot: string };
  'next-not-a-list': Plain;
  'next-without-start': Plain;
  'unknown-next': { readonly flow: string; readonly near: string | null };
  'internal-next': { readonly flow: string };
  // slots
  'bad-type': { readonly given: Json; readonly types: readonly string[] };
  'bad-priority': { readonly given: Json; readonly priorities: readonly string[] };
  'bad-slot-number': { readonly given: Json };
  'min-above-max': { readonly min: number; readonly max: number };
  'pattern-not-text': { readonly given: Json };
  'unusable-pattern': { readonly problem: PatternProblem };
  'bad-name-list': { readonly key: string };
  'candidates-not-a-list': Plain;
  'default-not-optional': Plain;
  'bad-default': { readonly why: Reason };
  'asked-and-set': Plain;
  'sources-not-a-list': Plain;
  /** `slot` null: the flow itself is unknown. */
  'unknown-source': { readonly flow: string; readonly slot: string | null; readonly near: string | null };
  // values with fixed words, and conditions
  'bad-word': { readonly given: Json; readonly words: readonly (string | boolean)[] };
  'condition-not-text': Plain;
  'unreadable-condition': { readonly problem: ConditionProblem };
  'circular-condition': { readonly slot: string };
  'unknown-condition-slot': { readonly flow: string; readonly slot: string; readonly near: string | null };
}

export type DomainFault = FactOf<DomainFaults>;

/** The reason why a condition cannot be read. */
export type ConditionProblem =
  | { readonly kind: 'tooLong'; readonly length: number; readonly most: number }
  /** The token `found` at `at`, counted from 1, where something else is expected. */
  | { readonly kind: 'stray'; readonly found: string; readonly at: number; readonly expected: ConditionPart }
  | { readonly kind: 'ends'; readonly expected: ConditionPart };

/**
 * The expected part of a condition: a slot or a value, a comparison, a closing bracket, a list item or the list's end,
 * or the end.
 */
export type ConditionPart = 'operand' | 'comparison' | 'bracket' | 'listEnd' | 'end';
