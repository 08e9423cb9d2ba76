// What is wrong with a domain file, and what to do.

import type { WordsFor } from '../../core/base/fact.ts';
import { limits, universalIntents } from '../../core/belief/domain/domain.ts';
import type { ConditionPart, ConditionProblem, DomainFaults } from '../../core/belief/domain-faults.ts';
import { reasonText } from '../../core/belief/values/reasons.ts';
import { patternProblemText } from '../../core/text/pattern-problem.ts';
import type { Clauses } from '../words.ts';

const nameForm = 'Use letters, digits, _, - and ., with a letter first.';
const intentsForm = 'Write four of your own, as in {Read: read, Clean: prepare, Change: transform, Report: schedule}.';
const typesForm =
  'Write a list of four, as in [FormulaSlot, ChartSlot, {name: PlaceSlot, base: DictionarySlot}, ScoreSlot].';
const nextForm = 'Write next: [{if: condition, start: flow}].';
const conditionForm = 'Write a comparison, as in kind == "return" and filled(order).';
const nameKinds = { domain: 'a domain', flow: 'a flow', intent: 'an intent', slot: 'a slot' };

export const domainFaultsEn: WordsFor<DomainFaults, Clauses> = {
  'domain-not-a-map': ['a domain file is a map with name, intents, slot_types and flows', 'Write these four keys.'],
  'domain-unknown-key': ({ name, known }) => [`unknown key ${name}`, `Known keys: ${known.join(', ')}.`],
  'name-missing': ({ of }) => [`the ${of} has no name`, nameForm],
  'bad-name': ({ of, given }) => [`${shown(given)} is not a valid name for ${nameKinds[of]}`, nameForm],

  'intents-not-a-map': ['intents must be a map of your four intents and their roles', intentsForm],
  'intent-count': ({ count }) => [
    `there are ${count + universalIntents.length} intents; exactly ${limits.ownIntents + universalIntents.length} are needed, ${limits.ownIntents} of them your own`,
    intentsForm,
  ],
  'role-twice': ({ role }) => [`two intents have the role ${role}`, 'Give each role to one intent.'],
  'universal-intent': ({ name }) => [`the intent ${name} is in every domain`, 'Remove it here.'],
  'bad-role': ({ given, roles }) => [`${shown(given)} is not a role of an intent`, oneOf(roles)],

  'types-not-a-list': ['slot_types must be a list of your four slot types', typesForm],
  'type-count': ({ count }) => [
    `there are ${count} slot types of your own; exactly ${limits.ownTypes} are needed`,
    typesForm,
  ],
  'type-twice': ({ name }) => [`the slot type ${name} is listed twice`, 'Rename one of the two.'],
  'bad-own-type': ['a slot type is a name, or {name, base}', nameForm],
  'universal-type': ({ name }) => [`the slot type ${name} is in every domain`, 'Name a type of your own instead.'],
  'type-without-base': ({ name, near }) => [
    `the slot type ${name} has no base, so it checks nothing`,
    `Did you mean \`${near}\`? If not, give it a base: {name: ${name}, base: BaseSlot}.`,
  ],
  'bad-base': ({ given, bases }) => [`${shown(given)} is not a base of a slot type`, oneOf(bases)],

  'flows-not-a-list': ['flows must be a list', 'Write flows as - {name, intent, description, slots}.'],
  'too-many-flows': ({ count, most }) => [
    `there are ${count} flows; at most ${most} are allowed`,
    'Merge or remove some.',
  ],
  'flow-twice': ({ name }) => [`the flow ${name} is listed twice`, 'Rename one of the two.'],
  'flow-not-a-map': ['a flow is a map', 'Write {name, intent, description, slots}.'],
  'bad-intent': ({ given, intents }) => [
    given === null ? 'the flow has no intent' : `${shown(given)} is not an intent of this domain`,
    oneOf(intents),
  ],
  'bad-entity': ({ entity }) => [
    `entity ${entity} is not a slot of this flow`,
    'Name the slot that the flow is about.',
  ],
  'slots-not-a-map': ['slots must be a map', 'Write name: {type, priority}.'],
  'lone-elective': ({ slot }) => [
    `${slot} is the only elective slot; a flow has none, or at least two`,
    'Make it required or optional, or add another elective slot.',
  ],
  'next-not-a-list': ['next must be a list', nextForm],
  'next-without-start': ['an entry of next must name the flow to start', nextForm],
  'unknown-next': ({ flow, near }) => [`there is no flow ${flow}`, `Name a flow${meant(near)}.`],
  'internal-next': ({ flow }) => [`${flow} is internal`, 'Name a flow that is not Internal.'],

  'bad-type': ({ given, types }) => [
    given === null ? 'the slot has no type' : `${shown(given)} is not a slot type of this domain`,
    oneOf(types),
  ],
  'bad-priority': ({ given, priorities }) => [
    given === null ? 'the slot has no priority' : `${shown(given)} is not a priority`,
    oneOf(priorities),
  ],
  'bad-slot-number': ({ given }) => [`${shown(given)} is not a valid number here`, 'Write a number that fits.'],
  'min-above-max': ({ min, max }) => [`max ${max} is below min ${min}`, 'Make max at least as great as min.'],
  'pattern-not-text': ({ given }) => [`${shown(given)} is not a regular expression`, 'Correct the pattern.'],
  'unusable-pattern': ({ problem }) => {
    const { what, remedy } = patternProblemText(problem);
    return [`this regular expression cannot be used: ${what}`, `${remedy}.`];
  },
  'bad-name-list': ({ key }) => [`${key} must be a list of different names`, `Write ${key}: [first, second].`],
  'candidates-not-a-list': ['candidates must be a list', 'Write candidates: [first, second].'],
  'default-not-optional': ['only an optional slot has a default; this one is ignored', 'Make the slot optional.'],
  'bad-default': ({ why }) => [`the default does not fit its type: ${reasonText(why)}`, 'Write a value of this type.'],
  'asked-and-set': ['a slot that the agent sets is never asked for', 'Remove ask or set_by.'],
  'sources-not-a-list': ['from must be a list of slots of flows', 'Write from: [flow.slot].'],
  'unknown-source': ({ flow, slot, near }) => [
    slot === null ? `there is no flow ${flow}` : `${flow} has no slot ${slot}`,
    `Write flow.slot of a flow of this domain${meant(near)}.`,
  ],

  'bad-word': ({ given, words }) => [
    `${shown(given)} is not allowed here`,
    words.length === 1 ? `Write ${words[0]}, or remove it.` : oneOf(words),
  ],
  'condition-not-text': ['a condition is a text', conditionForm],
  'unreadable-condition': ({ problem }) => [`this condition cannot be read: ${conditionText(problem)}`, conditionForm],
  'circular-condition': ({ slot }) => [`whether ${slot} counts depends on ${slot} itself`, 'Use another slot.'],
  'unknown-condition-slot': ({ flow, slot, near }) => [
    `${flow} has no slot ${slot}`,
    `Name a slot of ${flow}${meant(near)}. Put a text in quotes.`,
  ],
};

const parts: Readonly<Record<ConditionPart, string>> = {
  operand: 'a slot or a value',
  comparison: '`==`, `!=`, `<` or `in`',
  bracket: '`)`',
  listEnd: '`,` or `]`',
  end: '`and`, `or` or the end',
};

function conditionText(problem: ConditionProblem): string {
  switch (problem.kind) {
    case 'tooLong':
      return `it has ${problem.length} characters, more than ${problem.most}`;
    case 'ends':
      return `it ends where ${parts[problem.expected]} is expected`;
    case 'stray':
      return `found ${problem.found} at ${problem.at}, expected ${parts[problem.expected]}`;
  }
}

function shown(given: unknown): string {
  return JSON.stringify(given);
}

function oneOf(options: readonly (string | boolean)[]): string {
  return `Write one of ${options.join(', ')}.`;
}

function meant(near: string | null): string {
  return near === null ? '' : ` (did you mean \`${near}\`?)`;
}
