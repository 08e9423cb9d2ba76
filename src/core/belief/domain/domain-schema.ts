// The JSON schema of domain files, for completion and hover in the editor (SPEC 16.1). Rules across the file are
// checked when it is read (`domain-file.ts`).
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

/** The keys of some slots, besides those of every slot. */
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

const conditionForm = 'With ==, !=, <, in, and, or, not, filled(slot).';

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
  title: text('What people read instead of the name.', 'Order number'),
  description: text('What belongs into it; the model reads this.'),
  default: { description: 'Holds while an optional slot is unset.' },
  ask: {
    description:
      'The question that asks for it. always: the person is asked once, even when the words named a value. A list: both.',
    type: ['string', 'array'],
    items: { type: 'string' },
    examples: ['always', 'How do you want to pay?'],
  },
  when: text(`The slot counts only while this holds of the other slots. ${conditionForm}`, 'kind == "return"'),
  from: {
    description: 'Slots of flows whose value it takes over, the first that is known.',
    type: 'array',
    items: { type: 'string' },
    examples: [['find.what']],
  },
  set_by: {
    description: 'agent: never taken from the words of the person; the agent sets it.',
    type: 'string',
    enum: ['agent'],
  },
  ...Object.fromEntries(
    [...new Set([...universalTypes, ...knownOwnTypes].flatMap(keysOf))].map(key => [key, slotKeys[key] ?? {}]),
  ),
});

const flow = map('Something that can be done.', {
  name: text('How it is called; unique in the domain.', 'query'),
  title: text('What people read instead of the name.', 'Find the figures'),
  intent: text(`${universalIntents.join(', ')}, or one of \`intents\`.`),
  description: text('When it is meant; the model reads this.'),
  slots: { ...map('What it must know, by name.', {}), additionalProperties: slot },
  entity: text('The slot that says what it is about: another value makes another flow.'),
  confirm: { description: 'The person confirms the values before it is carried out.', type: 'boolean' },
  next: {
    description: 'What follows when it is complete: the first flow whose condition holds.',
    type: 'array',
    items: map('A flow that may follow.', {
      if: text(`Over the slots of the completed flow; always when absent. ${conditionForm}`),
      start: text('The flow to start.'),
    }),
  },
  on_resume: {
    description:
      'Whether the person is asked before it goes on after an interruption; absent: when they interrupted it.',
    type: 'string',
    enum: ['ask', 'go'],
  },
});
