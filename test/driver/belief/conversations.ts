// Conversations as people talk: corrections, digressions, two wishes in one sentence, "the same again but for two",
// "tomorrow", consent with a correction, a plan, a rollback. Each turn has the words and what a prediction makes of
// them.
import type { Json } from '../../../src/core/belief/values/json.ts';
import { head } from '../../core/belief/support.ts';

export const eveningText = `${head}flows:
  - name: book_table
    title: A table
    intent: Change
    description: Book a table
    confirm: true
    slots:
      place: {type: BaseSlot, priority: required, ask: Where would you like to eat?}
      day: {type: BaseSlot, priority: required, ask: On which day?}
      people: {type: LevelSlot, priority: required, min: 1, ask: For how many?}
      note: {type: FreeTextSlot, priority: optional}
  - name: file_expense
    title: An expense
    intent: Change
    description: File an expense
    entity: receipt
    confirm: true
    slots:
      receipt: {type: ExactSlot, priority: required, pattern: '\\d+'}
      amount: {type: LevelSlot, priority: required, min: 0}
      date: {type: BaseSlot, priority: required}
  - name: find_show
    title: A show
    intent: Read
    description: Find a show
    slots:
      day: {type: BaseSlot, priority: required}
      kind: {type: CategorySlot, priority: required, options: [film, play, concert]}
      costs: {type: BaseSlot, priority: optional, set_by: agent}
  - {name: remind, intent: Report, description: Set a reminder, slots: {what: {type: FreeTextSlot, priority: required}, day: {type: BaseSlot, priority: optional}}}
  - {name: weather, intent: Converse, description: Talk about the weather}
  - {name: evening, title: An evening, intent: Plan, description: Plan an evening}
`;

/** What a turn does; the responder asks `asks` itself, in its first reply to it. */
export interface Turn {
  readonly said: string;
  readonly commands: readonly { readonly [key: string]: Json }[];
  /** The kind of question that is open after it. */
  readonly open?: 'clarify' | 'plan' | 'ask';
  /** It answers the open question with something else, so that this is put once more. */
  readonly digresses?: true;
  /** The responder asks the person in its first reply. */
  readonly asks?: string;
  /** Steps that the responder proposes. */
  readonly steps?: readonly Json[];
  /** The person rolls back to this turn after it. */
  readonly back?: number;
  /** `flow.slot` as it is believed after it, of the highest live run, else of the last. */
  readonly holds?: Readonly<Record<string, Json>>;
}

const start = (flow: string) => ({ start: flow });
const set = (flow: string, slot: string, value: Json) => ({ set: { flow, slot, value } });
const fix = (flow: string, slot: string, value: Json) => ({ correct: { flow, slot, value } });
const yes = (flow: string) => ({ confirm: { flow } });
const again = (flow: string) => ({ again: { flow } });
const want = (flow: string, slot: string) => ({ request: { flow, slot } });
const talk = { converse: true };

const t = 'book_table';
const x = 'file_expense';
const f = 'find_show';

const thanks = (said: string): Turn => ({ said, commands: [talk] });
const table = (place: string, day: string, people: number) => [
  start(t),
  set(t, 'place', place),
  set(t, 'day', day),
  set(t, 'people', people),
];

export const conversations: Readonly<Record<string, readonly Turn[]>> = {
  'a correction with consent': [
    {
      said: 'a table at Luigi’s for 23',
      commands: [start(t), set(t, 'place', 'Luigi'), set(t, 'people', 23)],
      open: 'clarify',
    },
    { said: 'tomorrow', commands: [set(t, 'day', 'tomorrow')], open: 'plan', holds: { [`${t}.day`]: '2026-11-29' } },
    { said: '32, not 23. The rest is right', commands: [fix(t, 'people', 32), yes(t)], holds: { [`${t}.people`]: 32 } },
    thanks('lovely'),
    { said: 'and remind me to bring the list', commands: [start('remind'), set('remind', 'what', 'bring the list')] },
    thanks('good'),
    {
      said: 'what is on today, a film?',
      commands: [start(f), set(f, 'day', 'today'), set(f, 'kind', 'film')],
      holds: { [`${f}.day`]: '2026-11-28' },
    },
    thanks('not for me'),
    { said: 'does it rain?', commands: [start('weather')] },
    thanks('bye'),
  ],
  'the same again but for two': [
    { said: 'table for four at Luigi’s next Friday', commands: table('Luigi', 'next Friday', 4), open: 'plan' },
    { said: 'yes please', commands: [yes(t)], holds: { [`${t}.day`]: '2026-12-04' } },
    thanks('great'),
    { said: 'the same again but for two', commands: [again(t), fix(t, 'people', 2)], open: 'plan' },
    { said: 'perfect, do it', commands: [yes(t)], holds: { [`${t}.people`]: 2, [`${t}.place`]: 'Luigi' } },
    thanks('thank you'),
    { said: 'a play tomorrow?', commands: [start(f), set(f, 'day', 'tomorrow'), set(f, 'kind', 'play')] },
    { said: 'any others?', commands: [again(f)], open: 'plan' },
    { said: 'yes, another', commands: [yes(f)], holds: { [`${f}.kind`]: 'play' } },
    thanks('bye now'),
  ],
  'an answer to the responder': [
    { said: 'a table for two at Wong’s on Wednesday', commands: table('Wong', 'Wednesday', 2), open: 'plan' },
    { said: 'go ahead', commands: [yes(t)], asks: 'Wednesday is full. Another day?', open: 'ask' },
    {
      said: 'Friday then',
      commands: [fix(t, 'day', 'Friday'), yes(t)],
      open: 'plan',
      holds: { [`${t}.day`]: 'Friday' },
    },
    { said: 'yes, that is it', commands: [yes(t)], holds: { [`${t}.day`]: 'Friday' } },
    thanks('super'),
    { said: 'find me a concert', commands: [start(f), set(f, 'kind', 'concert')], open: 'clarify' },
    {
      said: 'the day after tomorrow',
      commands: [set(f, 'day', 'day after tomorrow')],
      holds: { [`${f}.day`]: '2026-11-30' },
    },
    thanks('too late'),
    thanks('well'),
    thanks('so long'),
  ],
  'two wishes in one sentence': [
    {
      said: 'a table at Luigi’s for 3 tomorrow, and remind me to call Ann',
      commands: [...table('Luigi', 'tomorrow', 3), start('remind'), set('remind', 'what', 'call Ann')],
      open: 'plan',
    },
    { said: 'yes, go on; and is it cold?', commands: [yes(t), start('weather')], holds: { [`${t}.people`]: 3 } },
    thanks('brr'),
    {
      said: 'a film on Sunday and one on Monday',
      commands: [start(f), set(f, 'day', 'Sunday'), set(f, 'kind', 'film')],
    },
    thanks('hm'),
    {
      said: 'expense 12, 80 euros, yesterday',
      commands: [start(x), set(x, 'receipt', '12'), set(x, 'amount', 80), set(x, 'date', 'yesterday')],
      open: 'plan',
    },
    {
      said: 'right, and remind me of the receipt',
      commands: [yes(x), start('remind'), set('remind', 'what', 'receipt')],
      holds: { [`${x}.date`]: '2026-11-27' },
    },
    thanks('yes'),
    thanks('ok then'),
    thanks('bye bye'),
  ],
  'a digression': [
    { said: 'book Luigi’s', commands: [start(t), set(t, 'place', 'Luigi')], open: 'clarify' },
    {
      said: 'Friday, 4 of us; what about rain?',
      commands: [set(t, 'day', 'Friday'), set(t, 'people', 4), start('weather')],
      open: 'plan',
    },
    { said: 'all right, book it', commands: [yes(t)], holds: { [`${t}.people`]: 4 } },
    { said: 'what did the film cost?', commands: [want(f, 'costs')] },
    thanks('oh'),
    {
      said: 'a table at Wong’s for 2',
      commands: [start(t), set(t, 'place', 'Wong'), set(t, 'people', 2)],
      open: 'clarify',
    },
    { said: 'on Monday, if you are open', commands: [set(t, 'day', 'Monday')], open: 'plan' },
    { said: 'yes book', commands: [yes(t)], holds: { [`${t}.place`]: 'Wong', [`${t}.day`]: 'Monday' } },
    thanks('cheers'),
    thanks('good night'),
  ],
  'two of one kind': [
    {
      said: 'expense 11, 40 euros',
      commands: [start(x), set(x, 'receipt', '11'), set(x, 'amount', 40)],
      open: 'clarify',
    },
    {
      said: 'and 12 was 90, today',
      commands: [start(x), set(x, 'receipt', '12'), set(x, 'amount', 90), set(x, 'date', 'today')],
      open: 'plan',
    },
    {
      said: 'the first was yesterday, and this one is right',
      commands: [set(`${x}#1`, 'date', 'yesterday'), yes(`${x}#2`)],
      open: 'plan',
    },
    {
      said: 'no, 45; then it is right',
      commands: [fix(x, 'amount', 45), yes(x)],
      holds: { [`${x}.amount`]: 45, [`${x}.receipt`]: '11' },
    },
    thanks('phew'),
    { said: 'table for 5 at Luigi’s tomorrow', commands: table('Luigi', 'tomorrow', 5), open: 'plan' },
    { said: 'six, sorry', commands: [fix(t, 'people', 6)], open: 'plan' },
    { said: 'exactly', commands: [yes(t)], holds: { [`${t}.people`]: 6 } },
    thanks('bravo'),
    thanks('see you'),
  ],
  'a plan': [
    {
      said: 'plan our evening tomorrow',
      commands: [start('evening')],
      steps: [
        { flow: f, slots: { day: 'tomorrow', kind: 'film' } },
        { flow: t, slots: { place: 'Luigi', day: 'tomorrow', people: 2 } },
      ],
      open: 'plan',
    },
    { said: 'approve', commands: [], holds: { [`${t}.people`]: 2, [`${t}.day`]: '2026-11-29' } },
    thanks('wonderful'),
    {
      said: 'plan Friday as well',
      commands: [start('evening')],
      steps: [{ flow: t, slots: { place: 'Wong', day: 'Friday' } }],
      open: 'plan',
    },
    { said: 'yes', commands: [], open: 'clarify' },
    { said: 'for seven', commands: [set(t, 'people', 7)], holds: { [`${t}.people`]: 7, [`${t}.place`]: 'Wong' } },
    thanks('fine'),
    thanks('and?'),
    thanks('ah'),
    thanks('adieu'),
  ],
  'a rollback': [
    { said: 'table at Luigi’s for two today', commands: table('Luigi', 'today', 2), open: 'plan' },
    { said: 'do it', commands: [yes(t)] },
    {
      said: 'a film today',
      commands: [start(f), set(f, 'day', 'today'), set(f, 'kind', 'film')],
      back: 2,
      holds: { [`${t}.people`]: 2 },
    },
    thanks('where were we?'),
    {
      said: 'a concert today, rather',
      commands: [start(f), set(f, 'day', 'today'), set(f, 'kind', 'concert')],
      holds: { [`${f}.kind`]: 'concert' },
    },
    thanks('nice'),
    { said: 'remind me of it', commands: [start('remind'), set('remind', 'what', 'concert')], back: 5 },
    thanks('no reminder'),
    thanks('done'),
    thanks('later'),
  ],
  options: [
    { said: 'what is on tomorrow?', commands: [start(f), set(f, 'day', 'tomorrow')], open: 'clarify' },
    { said: 'concert', commands: [], holds: { [`${f}.kind`]: 'concert' } },
    { said: 'and on Monday?', commands: [start(f), set(f, 'day', 'Monday')], open: 'clarify' },
    { said: 'Film', commands: [], holds: { [`${f}.kind`]: 'film', [`${f}.day`]: 'Monday' } },
    thanks('mhm'),
    { said: 'Luigi, 2, tomorrow', commands: table('Luigi', 'tomorrow', 2), open: 'plan' },
    { said: 'approve', commands: [], holds: { [`${t}.place`]: 'Luigi' } },
    { said: 'Wong, 2, today', commands: table('Wong', 'today', 2), open: 'plan' },
    { said: 'drop', commands: [] },
    thanks('that is all'),
  ],
  'a change of mind': [
    { said: 'a table at Wong’s', commands: [start(t), set(t, 'place', 'Wong')], open: 'clarify' },
    { said: 'forget it', commands: [] },
    {
      said: 'a film, no, a play, today',
      commands: [start(f), set(f, 'kind', 'play'), set(f, 'day', 'today')],
      holds: { [`${f}.kind`]: 'play' },
    },
    thanks('dull'),
    { said: 'then Luigi’s for 8 tomorrow', commands: table('Luigi', 'tomorrow', 8), open: 'plan' },
    {
      said: 'make it the day after tomorrow and 9, then go',
      commands: [yes(t), fix(t, 'day', 'day after tomorrow'), fix(t, 'people', 9)],
      holds: { [`${t}.day`]: '2026-11-30', [`${t}.people`]: 9 },
    },
    thanks('yeah'),
    {
      said: 'expense 7 of 3.50 last Friday',
      commands: [start(x), set(x, 'receipt', '7'), set(x, 'amount', 3.5), set(x, 'date', 'last Friday')],
      open: 'plan',
    },
    { said: 'never mind', commands: [] },
    thanks('tomorrow then'),
  ],
  'an interruption': [
    {
      said: 'expense 5, 20 euros, today',
      commands: [start(x), set(x, 'receipt', '5'), set(x, 'amount', 20), set(x, 'date', 'today')],
      open: 'plan',
    },
    {
      said: 'wait, is there a film today?',
      commands: [start(f), set(f, 'day', 'today'), set(f, 'kind', 'film')],
      digresses: true,
      open: 'plan',
    },
    { said: 'go on', commands: [], holds: { [`${x}.amount`]: 20 } },
    thanks('good good'),
    {
      said: 'Luigi’s tomorrow',
      commands: [start(t), set(t, 'place', 'Luigi'), set(t, 'day', 'tomorrow')],
      open: 'clarify',
    },
    {
      said: 'three. And remind me to dress up',
      commands: [set(t, 'people', 3), start('remind'), set('remind', 'what', 'dress up')],
      open: 'plan',
    },
    { said: 'yes indeed', commands: [yes(t)], holds: { [`${t}.people`]: 3 } },
    thanks('aha'),
    thanks('yup'),
    thanks('ciao'),
  ],
  'piece by piece': [
    { said: 'I want to eat out', commands: [start(t)], open: 'clarify' },
    {
      said: 'at Wong’s, in two weeks',
      commands: [set(t, 'place', 'Wong'), set(t, 'day', 'in two weeks')],
      open: 'clarify',
      holds: { [`${t}.day`]: '2026-12-12' },
    },
    {
      said: 'five of us, one in a wheelchair',
      commands: [set(t, 'people', 5), set(t, 'note', 'wheelchair')],
      open: 'plan',
    },
    { said: 'yes thanks', commands: [yes(t)], holds: { [`${t}.people`]: 5, [`${t}.note`]: ['wheelchair'] } },
    { said: 'file the receipt', commands: [start(x)], open: 'clarify' },
    { said: '99', commands: [set(x, 'receipt', '99')], open: 'clarify' },
    { said: '120 euros, yesterday', commands: [set(x, 'amount', 120), set(x, 'date', 'yesterday')], open: 'plan' },
    { said: 'it was 102; else right', commands: [fix(x, 'amount', 102), yes(x)], holds: { [`${x}.amount`]: 102 } },
    thanks('puh'),
    thanks('night'),
  ],
};
