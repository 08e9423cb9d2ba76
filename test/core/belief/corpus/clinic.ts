// A doctor's practice: first visits ask more, what was said once is known, two wishes in one breath, a pending wish
// that is done first.
import {
  again,
  cancel,
  complete,
  confirm,
  correct,
  request,
  type Said,
  type Scene,
  set,
  start,
  told,
} from './dialogue.ts';

export const domain = `name: clinic
intents: {Look: read, Prepare: prepare, Arrange: transform, Remind: schedule}
slot_types: [FormulaSlot, ChartSlot, ProposalSlot, ScoreSlot]
flows:
  - name: appointment
    intent: Arrange
    confirm: true
    description: Make an appointment
    slots:
      doctor: {type: CategorySlot, priority: required, options: [Dr Lund, Dr Okafor, Dr Reyes]}
      reason: {type: FreeTextSlot, priority: required}
      day: {type: CategorySlot, priority: required, options: [Monday, Tuesday, Wednesday, Thursday, Friday]}
      first_visit: {type: CategorySlot, priority: required, options: ["yes", "no"]}
      insurance: {type: ExactSlot, priority: required, pattern: '\\d{8}', when: first_visit == "yes"}
      pain: {type: ScoreSlot, priority: optional, min: 0, max: 10}
  - name: prescription
    intent: Arrange
    entity: medicine
    description: Renew a prescription
    slots:
      medicine: {type: GroupSlot, priority: required}
      doctor: {type: CategorySlot, priority: required, options: [Dr Lund, Dr Okafor, Dr Reyes], from: [appointment.doctor]}
      pharmacy: {type: BaseSlot, priority: optional}
      ready: {type: BaseSlot, priority: optional, set_by: agent}
  - name: opening_hours
    intent: Look
    description: When the practice is open
    slots:
      day: {type: CategorySlot, priority: required, options: [Monday, Tuesday, Wednesday, Thursday, Friday], from: [appointment.day]}
      closes: {type: BaseSlot, priority: optional, set_by: agent}
  - name: vaccination
    intent: Prepare
    on_resume: go
    description: Check what is needed before a journey
    next: [{if: '"yellow fever" in wanted', start: appointment}]
    slots:
      wanted: {type: ChecklistSlot, priority: required, items: [yellow fever, rabies, typhoid]}
`;

const doctors: readonly Said<string>[] = [
  ['Doctor Lund', 'dr lund', 'Dr Lund'],
  ['Dr. Okafor', 'Dr Okafor', 'Dr Okafor'],
  ['Reyes', 'DR REYES', 'Dr Reyes'],
];
const daysSaid: readonly Said<string>[] = [
  ['on Monday', 'monday', 'Monday'],
  ['this Thursday', 'Thursday', 'Thursday'],
  ['Friday', 'FRIDAY', 'Friday'],
];
const reasons = ['my back hurts', 'a cough that will not go away', 'a rash on my arm', 'check-up'];
const medicines = ['ibuprofen', 'insulin', 'levothyroxine'];

const firstVisit: Scene = tell => {
  const [doctor, day, reason] = [tell.of(doctors), tell.of(daysSaid), tell.of(reasons)];
  const insurance: Said<string> = tell.of([
    ['It is 40221873.', 40221873, '40221873'],
    ['Insurance number 11112222.', '11112222', '11112222'],
  ] as const);
  return [
    {
      said: tell.of([`I'd like to see ${doctor[0]}, ${reason}.`, `Can ${doctor[0]} have a look? It is ${reason}.`]),
      commands: [start('appointment'), set('appointment', 'doctor', doctor[1]), set('appointment', 'reason', reason)],
      gold: { appointment: { doctor: doctor[2], reason: [reason] } },
      expect: { missing: ['day', 'first_visit'] },
    },
    {
      said: tell.of([`${day[0]}, and no, I have never been here.`, `${day[0]}. It is my first time.`]),
      commands: [set('appointment', 'day', day[1]), set('appointment', 'first_visit', tell.of([true, 'Yes', 'true']))],
      gold: { appointment: { day: day[2], first_visit: 'yes' } },
      expect: { missing: ['insurance'] },
    },
    {
      said: insurance[0],
      commands: [set('appointment', 'insurance', insurance[1])],
      gold: { appointment: { insurance: insurance[2] } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['It hurts a lot, say eight.', 'The pain is about an 8.']),
      commands: [set('appointment', 'pain', tell.of([8, '8']))],
      gold: { appointment: { pain: 8 } },
      expect: { awaits: 'confirm' },
    },
    {
      said: tell.of(['Yes, that works.', 'Perfect, book it.']),
      commands: [confirm('appointment'), complete('appointment')],
      expect: { stack: [], refused: [] },
    },
    {
      said: tell.of(['Until when are you open then?', 'And when do you close that day?']),
      commands: [start('opening_hours'), request('opening_hours', 'closes')],
      gold: { opening_hours: { day: day[2] } },
      expect: { carried: ['day from appointment.day'], requested: ['opening_hours.closes'], missing: [] },
    },
    {
      said: tell.of(['At six, I suppose.', 'Probably at six.']),
      commands: [set('opening_hours', 'closes', '6 pm')],
      expect: { refused: ['closes: the agent sets it'] },
    },
    {
      said: tell.of(['And I need more insulin.', 'Could I also get insulin?']),
      commands: [start('prescription'), set('prescription', 'medicine', 'insulin')],
      gold: { prescription: { doctor: doctor[2], medicine: ['insulin'] } },
      expect: { carried: ['doctor from appointment.doctor'], missing: [] },
    },
  ];
};

const knownPatient: Scene = tell => {
  const [doctor, day, reason] = [tell.of(doctors), tell.of(daysSaid), tell.of(reasons)];
  return [
    {
      said: tell.of([
        `It's me again. ${reason}. ${doctor[0]} ${day[0]}?`,
        `${doctor[0]} knows me. ${day[0]}, because of ${reason}.`,
      ]),
      commands: [
        start('appointment'),
        set('appointment', 'doctor', doctor[1]),
        set('appointment', 'day', day[1]),
        set('appointment', 'reason', [reason]),
        set('appointment', 'first_visit', false),
      ],
      gold: { appointment: { doctor: doctor[2], day: day[2], reason: [reason], first_visit: 'no' } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['No, not that day. Wednesday.', 'Wait, I meant Wednesday.']),
      commands: [correct('appointment', 'day', 'wednesday')],
      gold: { appointment: { day: 'Wednesday' } },
      expect: { awaits: 'confirm' },
    },
    {
      said: tell.of(['Any doctor is fine, really.', "I don't mind who."]),
      commands: [set('appointment', 'doctor', 'dontcare')],
      gold: { appointment: { doctor: 'dontcare' } },
    },
    {
      said: tell.of(['On Sunday, maybe?', 'Could it be a Sunday?']),
      commands: [set('appointment', 'day', 'Sunday')],
      gold: { appointment: { day: 'Wednesday' } },
      expect: { refused: ['day: Sunday is none of Monday'] },
    },
    {
      said: tell.of(['OK, Wednesday it is.', 'Fine, then as it was.']),
      commands: [confirm('appointment'), complete('appointment')],
      expect: { stack: [] },
    },
  ];
};

const prescriptions: Scene = tell => {
  const [first, doctor] = [tell.of(medicines), tell.of(doctors)];
  const second = tell.of(['aspirin', 'vitamin D']);
  return [
    {
      said: tell.of([`I'm out of ${first}.`, `I need more ${first}, please.`]),
      commands: [start('prescription'), set('prescription', 'medicine', tell.of([first, [first], { name: first }]))],
      expect: { stack: ['prescription:Active'], missing: ['doctor'] },
    },
    {
      said: tell.of([`${doctor[0]} wrote it.`, `From ${doctor[0]}.`]),
      commands: [set('prescription', 'doctor', doctor[1])],
      gold: { prescription: { doctor: doctor[2] } },
      expect: { missing: [] },
    },
    {
      said: tell.of([`And ${second} along with the ${first}.`, `${first} and ${second}, while you are at it.`]),
      commands: [start('prescription'), set('prescription', 'medicine', [first.toUpperCase(), second])],
      gold: { prescription: { medicine: [first.toUpperCase(), second] } },
      expect: { stack: ['prescription:Active'] },
    },
    {
      said: tell.of(['When can I pick it up?', 'When will it be ready?']),
      commands: [request('prescription', 'ready')],
      expect: { requested: ['prescription.ready'] },
    },
    {
      said: tell.of(['I am sure it is ready at five.', 'Put down five as the time.']),
      commands: [set('prescription', 'ready', '5 pm')],
      expect: { refused: ['ready: the agent sets it'], requested: [] },
    },
    {
      said: tell.of(['Thanks a lot.', 'Wonderful.']),
      commands: [complete('prescription')],
      expect: { stack: [] },
    },
    {
      said: tell.of(['The same once more for my husband.', 'Could I have that a second time?']),
      commands: [again('prescription')],
      gold: { prescription: { doctor: doctor[2], medicine: [first.toUpperCase(), second] } },
      expect: { stack: ['prescription:Active'], missing: [] },
    },
    {
      said: tell.of(['And eye drops for my mother.', 'My mother needs eye drops, too.']),
      commands: [start('prescription'), set('prescription', 'medicine', 'eye drops')],
      gold: { prescription: { medicine: ['eye drops'] } },
      expect: { stack: ['prescription:Active', 'prescription:Pending'], missing: ['doctor'] },
    },
  ];
};

const twoWishes: Scene = tell => {
  const [medicine, doctor] = [tell.of(medicines), tell.of(doctors)];
  return [
    {
      said: tell.of([
        `I need ${medicine} and also an appointment with ${doctor[0]}.`,
        `Two things: ${medicine}, and I want to see ${doctor[0]}.`,
      ]),
      commands: [
        start('prescription'),
        set('prescription', 'medicine', [medicine]),
        start('appointment'),
        set('appointment', 'doctor', doctor[1]),
      ],
      gold: { prescription: { medicine: [medicine] }, appointment: { doctor: doctor[2] } },
      expect: { stack: ['appointment:Active', 'prescription:Pending'] },
    },
    {
      said: tell.of(['Oh, the medicine came just now, that is done.', 'The prescription has arrived already.']),
      commands: [complete('prescription')],
      expect: { stack: ['appointment:Active'], refused: [] },
    },
    {
      said: tell.of(['And I am fine again, no appointment.', 'You know what, cancel the appointment.']),
      commands: [cancel('appointment')],
      expect: { stack: [] },
    },
  ];
};

const journey: Scene = tell => {
  const others: Said<string[]> = tell.of([
    ['Yellow fever and rabies.', ['Yellow Fever', 'rabies'], ['yellow fever', 'rabies']],
    ['Only yellow fever, I think.', 'yellow fever', ['yellow fever']],
    ['All three of them.', ['YELLOW FEVER', 'Rabies', 'Typhoid'], ['yellow fever', 'rabies', 'typhoid']],
  ] as const satisfies readonly (readonly [string, unknown, readonly string[]])[]) as unknown as Said<string[]>;
  return [
    {
      said: tell.of(['I travel to Ghana in May. Which shots do I need?', 'What vaccinations for Ghana?']),
      commands: [start('vaccination')],
      expect: { missing: ['wanted'] },
    },
    {
      said: others[0],
      commands: [set('vaccination', 'wanted', others[1])],
      gold: { vaccination: { wanted: others[2] } },
      expect: { missing: [] },
    },
    {
      said: tell.of(['Are you open on Tuesday?', 'Wait, do you open on Tuesdays?']),
      commands: [start('opening_hours'), set('opening_hours', 'day', 'Tuesday')],
      gold: { opening_hours: { day: 'Tuesday' } },
      expect: { stack: ['opening_hours:Active', 'vaccination:Pending'] },
    },
    {
      said: tell.of(['OK, good.', 'I see.']),
      commands: [complete('opening_hours')],
      expect: { stack: ['vaccination:Active'], awaits: null },
    },
    {
      said: tell.of(['Right. That is what I want.', 'So those, please.']),
      commands: [complete('vaccination')],
      expect: { stack: ['appointment:Active'] },
    },
  ];
};

const noFever: Scene = tell => [
  {
    said: tell.of(['Which shots for Peru?', 'We fly to Peru. What do we need?', 'Peru in June: any vaccinations?']),
    commands: [start('vaccination')],
    expect: { missing: ['wanted'] },
  },
  {
    said: tell.of(['Rabies and typhoid, I read.', 'Typhoid and rabies, not the yellow one.', 'Rabies. And typhoid.']),
    commands: [
      set(
        'vaccination',
        'wanted',
        tell.of([
          ['rabies', 'typhoid'],
          ['RABIES', 'Typhoid'],
        ]),
      ),
    ],
    gold: { vaccination: { wanted: ['rabies', 'typhoid'] } },
  },
  {
    said: tell.of(['Thanks, that is all.', 'All right, bye.', 'Good to know.']),
    commands: [complete('vaccination')],
    expect: { stack: [] },
  },
];

export const dialogues = told('clinic', { firstVisit, knownPatient, prescriptions, twoWishes, journey, noFever }, 13);
