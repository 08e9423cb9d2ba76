// The JSON schema of domain files, for completion and hover in the editor (SPEC 16.1). What is right in a file as a whole is checked
// when it is read (`domain-file.ts`).
import { intentRoles, knownOwnTypes, universalIntents, universalTypes } from './domain.ts';
import { keysOf } from './slot-spec.ts';

/** The schema as plain JSON; draft 7. */
export function domainJsonSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...map('A domain: what a dialogue can be about.', {
      name: text('How the domain is called; the name of its file.', 'shop'),
      description: text('What it is for.'),
      intents: {
        ...map('Four intents of your own, each with its role.', {}),
        additionalProperties: { type: 'string', enum: [...intentRoles] },
        examples: [{ Read: 'read', Clean: 'prepare', Change: 'transform', Report: 'schedule' }],
      },
      slot_types: {
        description: 'Four slot types of your own: known names, or another name with the type that it behaves like.',
        type: 'array',
        examples: [[...knownOwnTypes]],
        items: { anyOf: [{ type: 'string', enum: [...knownOwnTypes] }, ownType] },
      },
      flows: { description: 'What can be done, up to 64.', type: 'array', items: flow },
    }),
  };
}

function text(description: string, ...examples: string[]): object {
  return { description, type: 'string', ...(examples.length > 0 && { examples }) };
}

function map(description: string, properties: object): object {
  return { description, type: 'object', properties };
}

const ownType = map('A slot type under a name of its own.', {
  name: text('Its name.', 'PlaceSlot'),
  base: { ...text('The type that it behaves like.'), enum: [...universalTypes] },
});

/** What each key of a slot says besides those that every slot has. */
const slotKeys: Readonly<Record<string, object>> = {
  min_size: { description: 'Entries that fill the slot; 1 when absent.', type: 'integer', minimum: 1 },
  min: { description: 'The least number.', type: 'number' },
  max: { description: 'The greatest number.', type: 'number' },
  pattern: text('A regular expression for the whole value; no lookaheads or backreferences.', '[A-Z]{2}\\d{4}'),
  keys: { description: 'Keys that must all be set.', type: 'array', items: { type: 'string' } },
  options: { description: 'What can be chosen.', type: 'array', items: { type: 'string' } },
  items: { description: 'What can be on the list.', type: 'array', items: { type: 'string' } },
  candidates: { description: 'What is proposed.', type: 'array', items: {} },
};

const slot = map('A slot of the flow.', {
  type: {
    ...text('What kind of value it takes; one of the 12 types, or of `slot_types`.'),
    examples: [...universalTypes],
  },
  priority: {
    description: 'required: the flow waits for it. elective: one of these is enough. optional: may stay unset.',
    type: 'string',
    enum: ['required', 'elective', 'optional'],
  },
  description: text('What belongs into it; the model reads this.'),
  default: { description: 'Holds while an optional slot is unset.' },
  ...Object.fromEntries(
    [...new Set([...universalTypes, ...knownOwnTypes].flatMap(keysOf))].map(key => [key, slotKeys[key] ?? {}]),
  ),
});

const flow = map('Something that can be done.', {
  name: text('How it is called; unique in the domain.', 'query'),
  intent: text(`${universalIntents.join(', ')}, or one of \`intents\`.`),
  description: text('When it is meant; the model reads this.'),
  slots: { ...map('What it must know, by name.', {}), additionalProperties: slot },
  entity: text('The slot that says what it is about: another value makes another flow.'),
});
