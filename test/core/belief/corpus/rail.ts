// Trains: ranges in words, entities by their names, electives, tickets that take over what the search knew.
import {
  cancel,
  complete,
  confirm,
  correct,
  fallback,
  request,
  type Said,
  type Scene,
  set,
  start,
  told,
} from './dialogue.ts';

export const domain = `name: rail
intents: {Find: read, Note: prepare, Book: transform, Remind: schedule}
slot_types: [FormulaSlot, ChartSlot, ProposalSlot, ScoreSlot]
flows:
  - name: find_train
    intent: Find
    entity: to
    description: Look for a train
    slots:
      from: {type: BaseSlot, priority: required}
      to: {type: GroupSlot, priority: required}
      leave: {type: RangeSlot, priority: elective}
      arrive: {type: RangeSlot, priority: elective}
      changes: {type: LevelSlot, priority: optional, min: 0, max: 5}
      platform: {type: BaseSlot, priority: optional, set_by: agent}
  - name: buy_ticket
    intent: Book
    confirm: true
    description: Buy a ticket
    slots:
      from: {type: BaseSlot, priority: required, from: [find_train.from]}
      to: {type: GroupSlot, priority: required, from: [find_train.to]}
      travellers: {type: LevelSlot, priority: required, min: 1, max: 9, ask: always}
      class: {type: CategorySlot, priority: optional, options: ["1", "2"], default: "2"}
      railcard: {type: CategorySlot, priority: optional, options: [true, false]}
      card: {type: ExactSlot, priority: required, pattern: 'RC\\d{4}', when: railcard == true}
  - name: refund
    intent: Book
    description: Give a ticket back
    next: [{start: survey}]
    slots:
      ticket: {type: RemovalSlot, priority: required}
      why: {type: FreeTextSlot, priority: optional}
  - {name: survey, intent: Note, description: Ask how it went, slots: {mark: {type: LevelSlot, priority: optional, min: 1, max: 5}}}
  - name: lost_property
    intent: Note
    on_resume: ask
    description: Report something that was lost
    slots:
      what: {type: FreeTextSlot, priority: required}
      why: {type: FreeTextSlot, priority: optional}
`;

const towns = ['Leeds', 'Oslo', 'Vienna', 'Porto', 'Ghent'];
const goals = ['York', 'Bergen', 'Graz', 'Lisbon', 'Bruges'];
const windows: readonly Said<{ start: string; stop: string }>[] = [
  ['between 9 and 11 in the morning', { start: '9 am', stop: '11 am' }, { start: '9 am', stop: '11 am' }],
  ['from noon to 3 pm', 'noon to 3 pm', { start: 'noon', stop: '3 pm' }],
  ['late, ten to two at night', ['10 pm', '2 am'], { start: '10 pm', stop: '2 am' }],
  [
    'some time from March 30 to April 2',
    { start: 'March 30', stop: 'April 2' },
    { start: 'March 30', stop: 'April 2' },
  ],
  ['between Christmas and New Year', 'December 27 to January 2', { start: 'December 27', stop: 'January 2' }],
  ['Friday or Saturday, Friday first', { start: 'Friday', stop: 'Saturday' }, { start: 'Friday', stop: 'Saturday' }],
];
const counts: readonly Said<number>[] = [
  ['Two adults.', '2', 2],
  ['Just one.', 1, 1],
  ['We are four.', 4, 4],
];

const findAndBuy: Scene = tell => {
  const [from, to, window, count] = [tell.of(towns), tell.of(goals), tell.of(windows), tell.of(counts)];
  return [
    {
      said: tell.of([
        `I need a train from ${from} to ${to}.`,
        `How do I get from ${from} to ${to}?`,
        `${from} to ${to}, please.`,
      ]),
      commands: [start('find_train'), set('find_train', 'from', from), set('find_train', 'to', to)],
      predicted: ['find_train'],
      gold: { find_train: { from, to: [to] } },
      expect: { missing: ['leave', 'arrive'] },
    },
    {
      said: tell.of([`I can leave ${window[0]}.`, `Leaving ${window[0]}`]),
      commands: [set('find_train', 'leave', window[1])],
      gold: { find_train: { leave: window[2] } },
      expect: { missing: [] },
    },
    {
      said: tell.of(['Which platform is that?', 'And where does it leave from?']),
      commands: [request('find_train', 'platform')],
      expect: { requested: ['find_train.platform'] },
    },
    {
      said: tell.of(['Four, I guess.', 'Let us say platform four.']),
      commands: [set('find_train', 'platform', 4)],
      expect: { refused: ['platform: the agent sets it'] },
    },
    {
      said: tell.of(["OK, I'll buy that one.", 'Good. A ticket for it, please.']),
      commands: [complete('find_train'), start('buy_ticket')],
      gold: { buy_ticket: { from, to: [to] } },
      expect: {
        stack: ['buy_ticket:Active'],
        carried: ['from from find_train.from', 'to from find_train.to'],
        missing: ['travellers'],
      },
    },
    {
      said: count[0],
      commands: [set('buy_ticket', 'travellers', count[1])],
      gold: { buy_ticket: { travellers: count[2] } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['First class, actually.', 'Oh, and in first class.']),
      commands: [correct('buy_ticket', 'class', tell.of([1, '1', '1.0']))],
      gold: { buy_ticket: { class: '1' } },
      expect: { awaits: 'confirm' },
    },
    {
      said: tell.of(['Yes, buy it.', 'Go ahead.']),
      commands: [confirm('buy_ticket'), complete('buy_ticket')],
      expect: { stack: [], refused: [] },
    },
  ];
};

const railcard: Scene = tell => {
  const [from, to] = [tell.of(towns), tell.of(goals)];
  const number = tell.of(['RC1042', 'RC7780', 'RC0003']);
  return [
    {
      said: tell.of([
        `A ticket from ${from} to ${to} for two, I have a railcard.`,
        `Two of us, ${from} to ${to}, with my railcard.`,
      ]),
      commands: [
        start('buy_ticket'),
        set('buy_ticket', 'from', from),
        set('buy_ticket', 'to', [to]),
        set('buy_ticket', 'travellers', 2),
        set('buy_ticket', 'railcard', tell.of([true, 'true', 'yes'])),
      ],
      gold: { buy_ticket: { from, to: [to], travellers: 2, railcard: 'true' } },
      // The number of travellers is asked for although it was said.
      expect: { missing: ['travellers', 'card'] },
    },
    {
      said: tell.of(['Yes, two. The card is 1042.', 'Right, two of us. Card number 1042.']),
      commands: [set('buy_ticket', 'card', 1042)],
      expect: { refused: ['card: 1042 does not match'], missing: ['card'] },
    },
    {
      said: tell.of([`Sorry, ${number}.`, `It says ${number}.`]),
      commands: [set('buy_ticket', 'card', number)],
      gold: { buy_ticket: { card: number } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['Done?', 'So, is it bought?']),
      commands: [complete('buy_ticket')],
      expect: { refused: ['the person has not confirmed buy_ticket'], stack: ['buy_ticket:Active'] },
    },
    {
      said: tell.of(['Then yes, please.', 'Yes, I confirm.']),
      commands: [confirm('buy_ticket'), complete('buy_ticket')],
      expect: { stack: [] },
    },
  ];
};

const sameJourney: Scene = tell => {
  const [from, to] = [tell.of(towns), tell.of(goals)];
  const other = tell.of(['Rome', 'Nice', 'Kiel']);
  return [
    {
      said: tell.of([`Trains from ${from} to ${to} and ${other}?`, `I go to ${to} and then ${other}, from ${from}.`]),
      commands: [start('find_train'), set('find_train', 'from', from), set('find_train', 'to', [to, other])],
      gold: { find_train: { from, to: [to, other] } },
    },
    {
      said: tell.of([
        `About ${other} and ${to} again: leaving in the morning.`,
        `For ${other.toUpperCase()} and ${to}, mornings are best.`,
      ]),
      commands: [
        start('find_train'),
        set(
          'find_train',
          'to',
          tell.of([
            [other.toUpperCase(), to],
            [{ name: other }, to],
          ]),
        ),
        set('find_train', 'leave', '8 am - 11 am'),
      ],
      gold: { find_train: { leave: { start: '8 am', stop: '11 am' } } },
      expect: { stack: ['find_train:Active'] },
    },
    {
      said: tell.of(['And is there anything to Madrid?', 'Another thing: how about Madrid?']),
      commands: [start('find_train'), set('find_train', 'to', ['Madrid'])],
      gold: { find_train: { to: ['Madrid'] } },
      expect: { stack: ['find_train:Active', 'find_train:Pending'] },
    },
    {
      said: tell.of(['No, forget Madrid.', 'Hm, too far. Cancel that.']),
      commands: [cancel('find_train')],
      expect: { stack: ['find_train:Active'], awaits: 'resume' },
    },
    {
      said: tell.of(['Yes, the first one again.', 'Let us go on with the first trip.']),
      commands: [confirm('find_train')],
      expect: { stack: ['find_train:Active'], refused: [] },
    },
  ];
};

const backwards: Scene = tell => {
  const [from, to] = [tell.of(towns), tell.of(goals)];
  return [
    {
      said: tell.of([
        `From ${from} to ${to}, arriving between 5 pm and 11 am.`,
        `${from}–${to}, I must be there from 5 pm to 11 am.`,
      ]),
      commands: [
        start('find_train'),
        set('find_train', 'from', from),
        set('find_train', 'to', to),
        set('find_train', 'arrive', { start: '5 pm', stop: '11 am' }),
      ],
      gold: { find_train: { from, to: [to] } },
      expect: { refused: ['arrive: start 5 pm is after stop 11 am'], missing: ['leave', 'arrive'] },
    },
    {
      said: tell.of(['I mean 5 to 11 pm.', 'Sorry: between five and eleven in the evening.']),
      commands: [set('find_train', 'arrive', { start: '5 pm', stop: '11 pm' })],
      gold: { find_train: { arrive: { start: '5 pm', stop: '11 pm' } } },
      expect: { missing: [] },
    },
    {
      said: tell.of(['No changes, please.', 'Direct only.']),
      commands: [set('find_train', 'changes', tell.of([0, '0']))],
      gold: { find_train: { changes: 0 } },
    },
    {
      said: tell.of(['I left my umbrella on the last one, by the way.', 'Oh no, I forgot my bag on a train.']),
      commands: [start('lost_property')],
      expect: { stack: ['lost_property:Active', 'find_train:Pending'], missing: ['what'] },
    },
    {
      said: tell.of(['A red umbrella.', 'It is a brown bag.']),
      commands: [set('lost_property', 'what', 'a red umbrella'), complete('lost_property')],
      expect: { stack: ['find_train:Active'], awaits: 'resume' },
    },
  ];
};

const refundInstead: Scene = tell => {
  const ticket = tell.of(['T-100', 'T-207', 'T-9']);
  const why = tell.of(['I am ill', 'the train was late', 'wrong day']);
  return [
    {
      said: tell.of([`I lost my ticket ${ticket}, because ${why}.`, `Ticket ${ticket} is of no use, ${why}.`]),
      commands: [start('lost_property'), set('lost_property', 'why', why)],
      gold: { lost_property: { why: [why] } },
      expect: { missing: ['what'] },
    },
    {
      said: tell.of(['No, no. I want my money back.', 'I mean: a refund, please.']),
      commands: [fallback('lost_property', 'refund')],
      gold: { refund: { why: [why] } },
      expect: { stack: ['refund:Active'], missing: ['ticket'] },
    },
    {
      said: tell.of([ticket, `It is ${ticket}.`]),
      commands: [set('refund', 'ticket', tell.of([[ticket], ticket, { name: ticket }]))],
      expect: { missing: [] },
    },
    {
      said: tell.of(['Thanks.', 'Good.']),
      commands: [complete('refund')],
      expect: { stack: ['survey:Active'] },
    },
    {
      said: tell.of(['Five out of five.', 'A five, you were quick.']),
      commands: [set('survey', 'mark', tell.of([5, '5'])), complete('survey')],
      expect: { stack: [], refused: [] },
    },
  ];
};

const lostAndRefund: Scene = tell => {
  const [ticket, what] = [tell.of(['T-31', 'T-8', 'T-555']), tell.of(['my hat', 'a blue scarf', 'two gloves'])];
  return [
    {
      said: tell.of([
        `Refund ${ticket}, please, and I lost ${what}.`,
        `Two things: money back for ${ticket}, and ${what} is gone.`,
      ]),
      commands: [
        start('refund'),
        set('refund', 'ticket', [ticket]),
        start('lost_property'),
        set('lost_property', 'what', what),
      ],
      gold: { refund: { ticket: [ticket] }, lost_property: { what: [what] } },
      expect: { stack: ['lost_property:Active', 'refund:Pending'] },
    },
    {
      said: tell.of(['I see the money is there already!', 'Oh, the refund has come.']),
      commands: [complete('refund')],
      expect: { stack: ['survey:Active', 'lost_property:Pending'] },
    },
    {
      said: tell.of(['Four.', 'A four.']),
      commands: [set('survey', 'mark', 4), complete('survey')],
      expect: { stack: ['lost_property:Active'], awaits: 'resume' },
    },
    {
      said: tell.of(['Yes, what about my things?', 'Go on, please.']),
      commands: [confirm('lost_property')],
      expect: { awaits: null, stack: ['lost_property:Active'] },
    },
  ];
};

export const dialogues = told(
  'rail',
  { findAndBuy, railcard, sameJourney, backwards, refundInstead, lostAndRefund },
  13,
);
