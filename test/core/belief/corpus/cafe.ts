// Tables in cafés: options in any case, an answer of the model in JSON, conditions, a booking that is confirmed and
// follows a search.
import {
  again,
  cancel,
  clear,
  complete,
  confirm,
  converse,
  correct,
  request,
  type Said,
  type Scene,
  set,
  start,
  told,
} from './dialogue.ts';

export const domain = `name: cafe
intents: {Find: read, Note: prepare, Book: transform, Remind: schedule}
slot_types: [FormulaSlot, ChartSlot, ProposalSlot, ScoreSlot]
flows:
  - name: find_cafe
    intent: Find
    description: Look for a place to eat
    next: [{if: book == "yes" and filled(name), start: book_table}]
    slots:
      food: {type: CategorySlot, priority: required, options: [Italian, Thai, vegan, breakfast]}
      area: {type: CategorySlot, priority: required, options: [old town, harbour, station]}
      price: {type: CategorySlot, priority: optional, options: [cheap, moderate, expensive]}
      garden: {type: CategorySlot, priority: optional, options: ["True", "False"]}
      stars: {type: CategorySlot, priority: optional, options: ["3", "4", "5"]}
      name: {type: BaseSlot, priority: optional}
      phone: {type: BaseSlot, priority: optional, set_by: agent}
      book: {type: CategorySlot, priority: optional, options: ["yes", "no"]}
  - name: book_table
    intent: Book
    description: Book a table
    confirm: true
    slots:
      name: {type: BaseSlot, priority: required, from: [find_cafe.name]}
      people: {type: LevelSlot, priority: required, min: 1, max: 12}
      day: {type: BaseSlot, priority: required}
      time: {type: ExactSlot, priority: required}
      seat: {type: CategorySlot, priority: optional, options: [inside, terrace]}
      heater: {type: CategorySlot, priority: required, options: ["True", "False"], when: seat == "terrace"}
  - {name: chat, intent: Converse, description: Anything else}
`;

const foods: readonly Said<string>[] = [
  ['something Italian', 'italian', 'Italian'],
  ['Thai food', 'THAI', 'Thai'],
  ['a vegan place', 'Vegan', 'vegan'],
  ['breakfast', 'breakfast', 'breakfast'],
];
const areas: readonly Said<string>[] = [
  ['in the old town', 'Old Town', 'old town'],
  ['by the harbour', 'harbour', 'harbour'],
  ['near the station', 'STATION', 'station'],
];
const people: readonly Said<number>[] = [
  ['for two of us', 2, 2],
  ['for 5', '5', 5],
  ['for three people', '3', 3],
  ['just me', 1, 1],
];
const days = ['Friday', 'tomorrow', 'March 30', 'the 2nd of May'];
const times: readonly Said<string>[] = [
  ['at seven', '7 pm', '7 pm'],
  ['at half past twelve', '12:30', '12:30'],
  ['at 18:00', '18:00', '18:00'],
  ['at 8', 8, '8'],
];
const names = ['Nonna Rosa', 'The Blue Door', 'Lotus', 'Café Anker'];

const search: Scene = tell => {
  const food = tell.of(foods);
  const area = tell.of(areas);
  const stars: Said<string> = tell.of([
    ['Four stars at least, please.', 4, '4'],
    ['It should have five stars.', '5', '5'],
    ['Three stars will do.', 3.0, '3'],
  ] as const);
  return [
    {
      said: tell.of([
        `I'd like ${food[0]} tonight.`,
        `Where can I get ${food[0]} around here?`,
        `We're after ${food[0]}.`,
      ]),
      commands: [start('find_cafe'), set('find_cafe', 'food', food[1])],
      gold: { find_cafe: { food: food[2] } },
      expect: { stack: ['find_cafe:Active'], missing: ['area'] },
    },
    {
      said: tell.of([`Somewhere ${area[0]}.`, `${area[0]}, if possible`, `We are staying ${area[0]}.`]),
      commands: [set('find_cafe', 'area', area[1])],
      gold: { find_cafe: { area: area[2] } },
      expect: { missing: [] },
    },
    {
      said: tell.of(['With a garden would be lovely.', 'Can we sit in a garden?', 'Oh, and a garden, please.']),
      commands: [set('find_cafe', 'garden', true)],
      gold: { find_cafe: { garden: 'True' } },
    },
    { said: stars[0], commands: [set('find_cafe', 'stars', stars[1])], gold: { find_cafe: { stars: stars[2] } } },
    {
      said: tell.of(["And what's their number?", 'Do you have a phone number?', 'How can I reach them?']),
      commands: [request('find_cafe', 'phone')],
      expect: { requested: ['find_cafe.phone'] },
    },
    {
      said: tell.of(['I think it is 555 0100.', 'Is it not 555 0100?']),
      commands: [set('find_cafe', 'phone', '555 0100')],
      expect: { refused: ['phone: the agent sets it'] },
    },
    {
      said: tell.of(['Great, thanks!', "That's all, thank you.", 'Perfect.']),
      commands: [complete('find_cafe')],
      expect: { stack: [], requested: [] },
    },
  ];
};

const bookAfterSearch: Scene = tell => {
  const [food, area, count, time] = [tell.of(foods), tell.of(areas), tell.of(people), tell.of(times)];
  const [name, day] = [tell.of(names), tell.of(days)];
  return [
    {
      said: tell.of([`Find me ${food[0]} ${area[0]}.`, `Is there ${food[0]} ${area[0]}?`]),
      commands: [start('find_cafe'), set('find_cafe', 'food', food[1]), set('find_cafe', 'area', area[1])],
      gold: { find_cafe: { food: food[2], area: area[2] } },
    },
    {
      said: tell.of([`${name} sounds good, book it.`, `Let's take ${name}. Can you get us a table?`]),
      commands: [set('find_cafe', 'name', name), set('find_cafe', 'book', true), complete('find_cafe')],
      gold: { book_table: { name } },
      expect: {
        stack: ['book_table:Active'],
        carried: ['name from find_cafe.name'],
        missing: ['people', 'day', 'time'],
      },
    },
    {
      said: tell.of([`${count[0]}, ${day} ${time[0]}`, `${day}, ${time[0]}, ${count[0]}.`]),
      commands: [
        set('book_table', 'people', count[1]),
        set('book_table', 'day', day),
        set('book_table', 'time', time[1]),
      ],
      gold: { book_table: { people: count[2], day, time: time[2] } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['Yes, please book it.', 'Yep, go ahead.', "That's right."]),
      commands: [confirm('book_table'), complete('book_table')],
      expect: { stack: [], refused: [] },
    },
  ];
};

const terrace: Scene = tell => {
  const [count, time] = [tell.of(people), tell.of(times)];
  const [name, day] = [tell.of(names), tell.of(days)];
  return [
    {
      said: tell.of([
        `A table at ${name} ${day} ${time[0]}, ${count[0]}.`,
        `Could you book ${name}, ${count[0]}, ${day} ${time[0]}?`,
      ]),
      commands: [
        start('book_table'),
        set('book_table', 'name', name),
        set('book_table', 'people', count[1]),
        set('book_table', 'day', day),
        set('book_table', 'time', time[1]),
      ],
      gold: { book_table: { name, people: count[2], day, time: time[2] } },
      expect: { awaits: 'confirm', missing: [] },
    },
    {
      said: tell.of(['On the terrace, if you can.', "We'd rather sit outside on the terrace."]),
      commands: [set('book_table', 'seat', 'Terrace')],
      gold: { book_table: { seat: 'terrace' } },
      expect: { missing: ['heater'] },
    },
    {
      said: tell.of(['Yes, with a heater.', 'A heater would be nice, yes.']),
      commands: [set('book_table', 'heater', 'yes')],
      gold: { book_table: { heater: 'True' } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['Hm, it looks like rain. Inside, then.', 'No wait, make that inside.']),
      commands: [correct('book_table', 'seat', 'inside')],
      gold: { book_table: { seat: 'inside' } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['Good, book it.', 'Fine like that.']),
      commands: [confirm('book_table'), complete('book_table')],
      expect: { stack: [] },
    },
  ];
};

const refused: Scene = tell => {
  const [food, area] = [tell.of(foods), tell.of(areas)];
  return [
    {
      said: tell.of(['Any Martian food about?', 'I fancy Klingon food today.']),
      commands: [start('find_cafe'), set('find_cafe', 'food', 'Martian')],
      expect: { refused: ['food: Martian is none of Italian, Thai, vegan, breakfast'], missing: ['food', 'area'] },
    },
    {
      said: tell.of([`Ha. ${food[0]} then, ${area[0]}.`, `All right, ${food[0]} ${area[0]}.`]),
      commands: [set('find_cafe', 'food', food[1]), set('find_cafe', 'area', area[1])],
      gold: { find_cafe: { food: food[2], area: area[2] } },
      expect: { refused: [], missing: [] },
    },
    {
      said: tell.of(["I don't mind what it costs.", 'Price does not matter.', 'Any price is fine.']),
      commands: [set('find_cafe', 'price', tell.of(['dontcare', "don't care", 'Dontcare']))],
      gold: { find_cafe: { price: 'dontcare' } },
    },
    {
      said: tell.of(['What else is there?', 'Any others?', 'Show me another one.']),
      commands: [again('find_cafe')],
      expect: { stack: ['find_cafe:Active'] },
      gold: { find_cafe: { food: food[2] } },
    },
    {
      said: tell.of(['Never mind, I eat at home.', 'Oh, forget it.', 'Drop it, I am not hungry any more.']),
      commands: [cancel('find_cafe')],
      expect: { stack: [] },
    },
  ];
};

const tooMany: Scene = tell => {
  const name = tell.of(names);
  return [
    {
      said: tell.of([`A table for thirty at ${name}!`, `Book ${name} for 30 people.`]),
      commands: [
        start('book_table'),
        set('book_table', 'name', name),
        set('book_table', 'people', tell.of([30, '30'])),
      ],
      gold: { book_table: { name } },
      expect: { refused: ['people: 30 is above 12'], missing: ['people', 'day', 'time'] },
    },
    {
      said: tell.of(['Ten, then.', 'Make it ten.']),
      commands: [set('book_table', 'people', tell.of([10, '10']))],
      gold: { book_table: { people: 10 } },
    },
    {
      said: tell.of(['How is the weather going to be?', 'Is it warm there?']),
      commands: [start('chat'), converse],
      expect: { stack: ['chat:Active', 'book_table:Pending'] },
    },
    {
      said: tell.of(['Good. Where were we?', 'OK, back to the table.']),
      commands: [complete('chat')],
      expect: { stack: ['book_table:Active'], awaits: 'resume' },
    },
    {
      said: tell.of(['Yes, go on, Friday at 7.', 'Right: Friday, seven.']),
      commands: [set('book_table', 'day', 'Friday'), set('book_table', 'time', '7 pm')],
      gold: { book_table: { day: 'Friday', time: '7 pm' } },
      expect: { awaits: 'confirm', missing: [] },
    },
    {
      said: tell.of(['Take the day back, I have to ask my wife.', 'Hm, not sure about the day yet.']),
      commands: [clear('book_table', 'day'), confirm('book_table')],
      gold: { book_table: { day: null } },
      expect: { refused: ['book_table still lacks day'], missing: ['day'] },
    },
  ];
};

export const dialogues = told('cafe', { search, bookAfterSearch, terrace, refused, tooMany }, 13);
