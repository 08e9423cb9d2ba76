// Hotels: proposals, checklists, uncertain options, no preference, removals, a flow that follows the agent and not the
// person.
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

export const domain = `name: hotel
intents: {Find: read, Prepare: prepare, Book: transform, Remind: schedule}
slot_types: [FormulaSlot, ChartSlot, ProposalSlot, ScoreSlot]
flows:
  - name: find_room
    intent: Find
    entity: town
    description: Look for a room
    next: [{if: budget < 60, start: hostel}, {if: filled(choice), start: book_room}]
    slots:
      town: {type: BaseSlot, priority: required}
      stay: {type: RangeSlot, priority: required}
      bed: {type: CategorySlot, priority: optional, options: [single, double, twin]}
      extras: {type: ChecklistSlot, priority: optional, items: [pool, parking, wifi, "24"]}
      budget: {type: LevelSlot, priority: optional, min: 0}
      choice: {type: ProposalSlot, priority: optional, candidates: [Sea View, Old Mill, 7]}
      stars: {type: ScoreSlot, priority: optional, set_by: agent}
  - name: book_room
    intent: Book
    confirm: true
    description: Book a room
    slots:
      town: {type: BaseSlot, priority: required, from: [find_room.town, hostel.town]}
      room: {type: BaseSlot, priority: required, from: [find_room.choice]}
      stay: {type: RangeSlot, priority: required, from: [find_room.stay]}
      pay: {type: CategorySlot, priority: required, options: [card, at the desk], ask: always}
      card: {type: ExactSlot, priority: required, pattern: '\\d{4}', when: pay == "card"}
      breakfast: {type: CategorySlot, priority: optional, options: [true, false], default: false}
  - name: hostel
    intent: Find
    on_resume: go
    description: Look for a hostel
    slots:
      town: {type: BaseSlot, priority: required, from: [find_room.town]}
      dorm: {type: CategorySlot, priority: required, options: [mixed, women]}
  - name: cancel_booking
    intent: Book
    description: Give a booking back
    slots:
      bookings: {type: RemovalSlot, priority: required}
  - {name: small_talk, intent: Converse, description: Anything else}
`;

const towns = ['Porto', 'Bath', 'Tromsø', 'Siena'];
const stays: readonly Said<{ start: string; stop: string } | { unit: string; length: number }>[] = [
  ['from May 3 to May 5', 'May 3 to May 5', { start: 'May 3', stop: 'May 5' }],
  ['for three nights', { unit: 'night', length: '3' }, { unit: 'night', length: 3 }],
  [
    'December 30 until January 2',
    { start: 'December 30', stop: 'January 2' },
    { start: 'December 30', stop: 'January 2' },
  ],
  [
    '2026-07-01 to 2026-07-08',
    { start: '2026-07-01', stop: '2026-07-08' },
    { start: '2026-07-01', stop: '2026-07-08' },
  ],
];

const choose: Scene = tell => {
  const [town, stay] = [tell.of(towns), tell.of(stays)];
  const choice: Said<string | number> = tell.of([
    ['The Sea View, please.', 'sea view', 'Sea View'],
    ['Old Mill sounds nice.', 'Old Mill', 'Old Mill'],
    ['Number seven.', '7', 7],
  ] as const);
  return [
    {
      said: tell.of([`A room in ${town} ${stay[0]}.`, `We'll be in ${town} ${stay[0]}. Any rooms?`]),
      commands: [start('find_room'), set('find_room', 'town', town), set('find_room', 'stay', stay[1])],
      gold: { find_room: { town, stay: stay[2] } },
      expect: { missing: [] },
    },
    {
      said: tell.of(['With parking and wifi.', 'It must have wifi and parking.']),
      commands: [
        set(
          'find_room',
          'extras',
          tell.of([
            ['Parking', 'WIFI'],
            ['parking', 'wifi'],
          ]),
        ),
      ],
      gold: { find_room: { extras: ['parking', 'wifi'] } },
    },
    {
      said: tell.of(['A double or a twin, whatever.', 'Double... or twin?']),
      commands: [set('find_room', 'bed', ['double', 'Twin'])],
      gold: { find_room: { bed: ['double', 'twin'] } },
    },
    {
      said: tell.of(['Well, the bed does not matter.', 'Any bed, I do not care.']),
      commands: [correct('find_room', 'bed', "don't care")],
      gold: { find_room: { bed: 'dontcare' } },
    },
    {
      said: tell.of(['How many stars has it got?', 'What are its stars?']),
      commands: [request('find_room', 'stars')],
      expect: { requested: ['find_room.stars'] },
    },
    {
      said: tell.of(['Three at least.', 'It needs three of them.']),
      commands: [set('find_room', 'stars', 3)],
      expect: { refused: ['stars: the agent sets it'] },
    },
    {
      said: choice[0],
      commands: [set('find_room', 'choice', choice[1]), complete('find_room')],
      gold: { book_room: { town, room: choice[2], stay: stay[2] } },
      expect: {
        stack: ['book_room:Active'],
        carried: ['town from find_room.town', 'room from find_room.choice', 'stay from find_room.stay'],
        missing: ['pay'],
      },
    },
    {
      said: tell.of(['I pay at the desk.', 'At the desk, in cash.']),
      commands: [set('book_room', 'pay', tell.of(['At The Desk', 'at the desk']))],
      gold: { book_room: { pay: 'at the desk' } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['Yes.', 'Please do.']),
      commands: [confirm('book_room'), complete('book_room')],
      expect: { stack: [] },
    },
  ];
};

const cheap: Scene = tell => {
  const [town, stay] = [tell.of(towns), tell.of(stays)];
  const budget: Said<number> = tell.of([
    ['$40 a night at most.', '$40', 40],
    ['I have 55 euros a night.', 55, 55],
  ] as const);
  return [
    {
      said: tell.of([`Something cheap in ${town}, ${stay[0]}.`, `Cheap place in ${town} ${stay[0]}?`]),
      commands: [start('find_room'), set('find_room', 'town', town), set('find_room', 'stay', stay[1])],
      gold: { find_room: { town, stay: stay[2] } },
    },
    {
      said: budget[0],
      commands: [set('find_room', 'budget', budget[1]), complete('find_room')],
      gold: { hostel: { town } },
      expect: { stack: ['hostel:Active'], carried: ['town from find_room.town'], missing: ['dorm'] },
    },
    {
      said: tell.of(['A mixed dorm is fine.', 'Mixed.']),
      commands: [set('hostel', 'dorm', 'MIXED')],
      gold: { hostel: { dorm: 'mixed' } },
      expect: { missing: [] },
    },
    {
      said: tell.of(['By the way, is it cold there?', 'How is the food there?']),
      commands: [start('small_talk')],
      expect: { stack: ['small_talk:Active', 'hostel:Pending'] },
    },
    {
      said: tell.of(['I see. Good.', 'OK.']),
      commands: [complete('small_talk')],
      expect: { stack: ['hostel:Active'], awaits: null },
    },
    {
      said: tell.of(['That one is it.', 'Great, thanks.']),
      commands: [complete('hostel')],
      expect: { stack: [] },
    },
  ];
};

const payByCard: Scene = tell => {
  const [town, stay] = [tell.of(towns), tell.of(stays)];
  return [
    {
      said: tell.of([
        `Book the Old Mill in ${town} ${stay[0]}, I pay by card.`,
        `The Old Mill, ${town}, ${stay[0]}. By card.`,
      ]),
      commands: [
        start('book_room'),
        set('book_room', 'town', town),
        set('book_room', 'room', 'Old Mill'),
        set('book_room', 'stay', stay[1]),
        set('book_room', 'pay', 'Card'),
      ],
      gold: { book_room: { town, room: 'Old Mill', stay: stay[2], pay: 'card' } },
      expect: { missing: ['pay', 'card'] },
    },
    {
      said: tell.of(['Card, yes. 1234.', 'Yes, by card, 1234.']),
      commands: [set('book_room', 'card', tell.of([1234, '1234']))],
      gold: { book_room: { card: '1234' } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['With breakfast.', 'And breakfast, please.']),
      commands: [set('book_room', 'breakfast', true)],
      gold: { book_room: { breakfast: 'true' } },
      expect: { awaits: 'confirm' },
    },
    {
      said: tell.of(['Yes, book.', 'All right.']),
      commands: [confirm('book_room')],
      expect: { stack: ['book_room:Active'], refused: [] },
    },
    {
      said: tell.of(['Stop, another town: Rome.', 'Hold on, I meant Rome.']),
      commands: [correct('book_room', 'town', 'Rome'), complete('book_room')],
      gold: { book_room: { town: 'Rome' } },
      expect: { refused: ['the person has not confirmed book_room'], awaits: 'confirm' },
    },
    {
      said: tell.of(['No, drop it all.', 'Forget the booking.']),
      commands: [cancel('book_room')],
      expect: { stack: [] },
    },
  ];
};

const giveBack: Scene = tell => {
  const [one, two] = [tell.of(['B-12', 'B-77']), tell.of(['B-30', 'B-4'])];
  return [
    {
      said: tell.of([`I want to change ${one}.`, `It is about booking ${one}.`]),
      commands: [start('book_room'), set('book_room', 'town', 'dontcare')],
      gold: { book_room: { town: 'dontcare' } },
    },
    {
      said: tell.of(['No, cancel it, I mean.', 'I want to give it back, not book.']),
      commands: [fallback('book_room', 'cancel_booking')],
      expect: { stack: ['cancel_booking:Active'], missing: ['bookings'] },
    },
    {
      said: tell.of([`${one} and ${two}, and ${one} of course.`, `Both: ${one}, ${two}. And ${one}!`]),
      commands: [set('cancel_booking', 'bookings', [one, two, one.toLowerCase(), { name: two }])],
      gold: { cancel_booking: { bookings: [one, two] } },
      expect: { missing: [] },
    },
    {
      said: tell.of(['Thank you.', 'Cheers.']),
      commands: [complete('cancel_booking')],
      expect: { stack: [] },
    },
  ];
};

const twoTowns: Scene = tell => {
  const [town, stay] = [tell.of(towns), tell.of(stays)];
  return [
    {
      said: tell.of([`Rooms in ${town}?`, `What have you got in ${town}?`]),
      commands: [start('find_room'), set('find_room', 'town', town)],
      gold: { find_room: { town } },
      expect: { missing: ['stay'] },
    },
    {
      said: tell.of([`${town.toUpperCase()}, ${stay[0]}.`, `In ${town}, ${stay[0]}`]),
      commands: [start('find_room'), set('find_room', 'town', town.toUpperCase()), set('find_room', 'stay', stay[1])],
      gold: { find_room: { town: town.toUpperCase(), stay: stay[2] } },
      expect: { stack: ['find_room:Active'] },
    },
    {
      said: tell.of(['And in Ulm for comparison?', 'How about Ulm?']),
      commands: [start('find_room'), set('find_room', 'town', 'Ulm')],
      gold: { find_room: { town: 'Ulm' } },
      expect: { stack: ['find_room:Active', 'find_room:Pending'], missing: ['stay'] },
    },
    {
      said: tell.of(['No, not Ulm.', 'Ulm is out.']),
      commands: [cancel('find_room')],
      expect: { stack: ['find_room:Active'], awaits: 'resume' },
    },
    {
      said: tell.of(['A single bed, then.', 'Single, please.']),
      commands: [set('find_room', 'bed', 'single')],
      gold: { find_room: { bed: 'single' } },
      expect: { stack: ['find_room:Active'], awaits: null },
    },
    {
      said: tell.of(['Thanks, I will think about it.', 'OK, I sleep on it.']),
      commands: [complete('find_room')],
      expect: { stack: [] },
    },
  ];
};

export const dialogues = told('hotel', { choose, cheap, payByCard, giveBack, twoTowns }, 13);
