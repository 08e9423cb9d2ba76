// A bank: amounts with their signs, accounts that are carried over, confirmations, an address as an object, a score
// that is a number.
import {
  again,
  cancel,
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

export const domain = `name: bank
intents: {Look: read, Prepare: prepare, Move: transform, Plan_ahead: schedule}
slot_types: [FormulaSlot, ChartSlot, ProposalSlot, ScoreSlot]
flows:
  - name: balance
    intent: Look
    description: What is on an account
    next: [{if: 'not filled(period) and account != "savings"', start: tips}]
    slots:
      account: {type: CategorySlot, priority: required, options: [checking, savings, joint]}
      period: {type: RangeSlot, priority: optional}
      amount: {type: LevelSlot, priority: optional, set_by: agent}
  - name: transfer
    intent: Move
    confirm: true
    description: Send money
    slots:
      amount: {type: LevelSlot, priority: required, min: 1, max: 5000}
      to: {type: BaseSlot, priority: required}
      account: {type: CategorySlot, priority: required, options: [checking, savings, joint], from: [balance.account]}
      repeat: {type: CategorySlot, priority: optional, options: [true, false], default: false}
      every: {type: RangeSlot, priority: required, when: repeat == true}
      note: {type: FreeTextSlot, priority: optional}
  - name: block_card
    intent: Move
    confirm: true
    description: Block a card
    slots:
      card: {type: ExactSlot, priority: required, pattern: '\\d{4}'}
      why: {type: CategorySlot, priority: required, options: [lost, stolen, broken], ask: always}
      new_card: {type: CategorySlot, priority: optional, options: ["yes", "no"]}
      address: {type: DictionarySlot, priority: required, keys: [street, town], when: new_card == "yes" and not why == "broken"}
      report: {type: BaseSlot, priority: required, when: why == "stolen"}
  - name: tips
    intent: Prepare
    on_resume: go
    description: Tips about money
    slots: {}
`;

const accounts: readonly Said<string>[] = [
  ['my checking account', 'Checking', 'checking'],
  ['the joint one', 'joint', 'joint'],
];
const amounts: readonly Said<number>[] = [
  ['$250', '$250', 250],
  ['1,200 euros', '1,200', 1200],
  ['80', 80, 80],
  ['19.90', '19.90', 19.9],
];
const names = ['Ana', 'my landlord', 'Tom Berger', 'the gym'];

const look: Scene = tell => {
  const account = tell.of(accounts);
  return [
    {
      said: tell.of(['How much do I have?', 'What is my balance?']),
      commands: [start('balance')],
      expect: { missing: ['account'] },
    },
    {
      said: tell.of([`On ${account[0]}.`, `${account[0]}, please.`]),
      commands: [set('balance', 'account', account[1]), request('balance', 'amount')],
      gold: { balance: { account: account[2] } },
      expect: { missing: [], requested: ['balance.amount'] },
    },
    {
      said: tell.of(['It should say 10,000.', 'Set it to ten thousand, haha.']),
      commands: [set('balance', 'amount', 10000)],
      expect: { refused: ['amount: the agent sets it'] },
    },
    {
      said: tell.of(['OK.', 'Thanks.']),
      commands: [complete('balance')],
      expect: { stack: ['tips:Active'] },
    },
    {
      said: tell.of(['Sorry, and the savings?', 'One more: what is on savings?']),
      commands: [start('balance'), set('balance', 'account', 'savings')],
      expect: { stack: ['balance:Active', 'tips:Pending'] },
    },
    {
      said: tell.of(['Fine.', 'Good.']),
      commands: [complete('balance')],
      expect: { stack: ['tips:Active'], awaits: null },
    },
  ];
};

const month: Scene = tell => {
  const period: Said<{ start: string; stop: string }> = tell.of([
    ['for March', { start: 'March 1', stop: 'March 31' }, { start: 'March 1', stop: 'March 31' }],
    ['from 1/3 to 31/3', ['1/3', '31/3'], { start: '1/3', stop: '31/3' }],
    ['since last winter', { start: 'last winter', stop: 'today' }, { start: 'last winter', stop: 'today' }],
    ['2026-01-01 until 2026-02-01', '2026-01-01 until 2026-02-01', { start: '2026-01-01', stop: '2026-02-01' }],
  ] as const);
  return [
    {
      said: tell.of([`Show my savings ${period[0]}.`, `Savings, ${period[0]}, please.`]),
      commands: [start('balance'), set('balance', 'account', 'SAVINGS'), set('balance', 'period', period[1])],
      gold: { balance: { account: 'savings', period: period[2] } },
      expect: { missing: [] },
    },
    {
      said: tell.of(['And for the days from the 31st back to the 1st of May?', 'May 31 to May 1, then?']),
      commands: [set('balance', 'period', { start: 'May 31', stop: 'May 1' })],
      gold: { balance: { period: period[2] } },
      expect: { refused: ['period: start May 31 is after stop May 1'] },
    },
    {
      said: tell.of(['Fine as it was.', 'OK, leave it.']),
      commands: [complete('balance')],
      expect: { stack: [] },
    },
  ];
};

const send: Scene = tell => {
  const [account, amount, to] = [tell.of(accounts), tell.of(amounts), tell.of(names)];
  return [
    {
      said: tell.of([`What is on ${account[0]}?`, `Check ${account[0]} for me.`]),
      commands: [start('balance'), set('balance', 'account', account[1])],
      gold: { balance: { account: account[2] } },
    },
    {
      said: tell.of([`Send ${amount[0]} to ${to} from it.`, `OK, transfer ${amount[0]} to ${to}.`]),
      commands: [start('transfer'), set('transfer', 'amount', amount[1]), set('transfer', 'to', to)],
      gold: { transfer: { account: account[2], amount: amount[2], to } },
      expect: {
        stack: ['transfer:Active', 'balance:Pending'],
        carried: ['account from balance.account'],
        missing: [],
        awaits: 'confirm',
      },
    },
    {
      said: tell.of(['Write "rent" on it.', 'Add a note: rent.']),
      commands: [set('transfer', 'note', 'rent')],
      gold: { transfer: { note: ['rent'] } },
      expect: { awaits: 'confirm' },
    },
    {
      said: tell.of(['Yes, send it.', 'Do it.']),
      commands: [confirm('transfer'), complete('transfer')],
      expect: { stack: ['balance:Active'], awaits: 'resume' },
    },
    {
      said: tell.of(['No, that is all.', 'No more, thanks.']),
      commands: [cancel('balance')],
      expect: { stack: [] },
    },
    {
      said: tell.of(['Oh, the same to them once more.', 'Actually, send that again.']),
      commands: [again('transfer')],
      gold: { transfer: { amount: amount[2], to } },
      expect: { stack: ['transfer:Active'], awaits: 'confirm' },
    },
  ];
};

const standing: Scene = tell => {
  const [amount, to] = [tell.of(amounts), tell.of(names)];
  return [
    {
      said: tell.of([`${amount[0]} to ${to} every month.`, `Every month ${amount[0]} to ${to}, from savings.`]),
      commands: [
        start('transfer'),
        set('transfer', 'amount', amount[1]),
        set('transfer', 'to', to),
        set('transfer', 'account', 'savings'),
        set('transfer', 'repeat', tell.of([true, 'yes', 'True'])),
      ],
      gold: { transfer: { amount: amount[2], to, account: 'savings', repeat: 'true' } },
      expect: { missing: ['every'] },
    },
    {
      said: tell.of(['Once a month.', 'Monthly.']),
      commands: [set('transfer', 'every', { unit: 'month', length: tell.of([1, '1']) })],
      gold: { transfer: { every: { unit: 'month', length: 1 } } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['Make it a million.', 'No: 999999!']),
      commands: [correct('transfer', 'amount', '999,999')],
      gold: { transfer: { amount: amount[2] } },
      expect: { refused: ['amount: 999999 is above 5000'] },
    },
    {
      said: tell.of(['Ha. Only once, in fact.', 'Hm, do not repeat it.']),
      commands: [correct('transfer', 'repeat', tell.of([false, 'no']))],
      gold: { transfer: { repeat: 'false' } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['Go.', 'Yes.']),
      commands: [confirm('transfer'), complete('transfer')],
      expect: { stack: [] },
    },
  ];
};

const cardGone: Scene = tell => {
  const card: Said<string> = tell.of([
    ['ending in 4471', 4471, '4471'],
    ['the one with 0917', '0917', '0917'],
  ] as const);
  const street = tell.of(['Elm Road 5', 'Kaistraße 12']);
  return [
    {
      said: tell.of([`My card ${card[0]} was stolen!`, `Somebody stole my card, ${card[0]}.`]),
      commands: [start('block_card'), set('block_card', 'card', card[1]), set('block_card', 'why', 'Stolen')],
      gold: { block_card: { card: card[2], why: 'stolen' } },
      expect: { missing: ['why', 'report'] },
    },
    {
      said: tell.of(['Yes, stolen. The police gave me P-77.', 'Stolen, yes, report P-77.']),
      commands: [set('block_card', 'report', 'P-77')],
      gold: { block_card: { report: 'P-77' } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['And send me a new one.', 'I need a new card, too.']),
      commands: [set('block_card', 'new_card', true)],
      gold: { block_card: { new_card: 'yes' } },
      expect: { missing: ['address'] },
    },
    {
      said: tell.of([`To ${street}.`, `${street}, please.`]),
      commands: [set('block_card', 'address', { Street: street })],
      gold: { block_card: { address: { street } } },
      expect: { missing: ['address'] },
    },
    {
      said: tell.of(['In Kiel.', 'Kiel, of course.']),
      commands: [set('block_card', 'address', { STREET: street, town: 'Kiel' })],
      gold: { block_card: { address: { street, town: 'Kiel' } } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['How long does that take, roughly?', 'Is that safe?']),
      commands: [converse],
      expect: { stack: ['block_card:Active'] },
    },
    {
      said: tell.of(['OK, block it.', 'Yes, block it now.']),
      commands: [confirm('block_card'), complete('block_card')],
      expect: { stack: [], refused: [] },
    },
  ];
};

const cardLost: Scene = tell => {
  const card: Said<string> = tell.of([
    ['2210', '2210', '2210'],
    ['8001', 8001, '8001'],
    ['number 3345', 3345, '3345'],
  ] as const);
  return [
    {
      said: tell.of([`I lost my card, ${card[0]}.`, `Card ${card[0]} is gone, I must have dropped it.`]),
      commands: [start('block_card'), set('block_card', 'card', card[1]), set('block_card', 'why', 'LOST')],
      gold: { block_card: { card: card[2], why: 'lost' } },
      expect: { missing: ['why'] },
    },
    {
      said: tell.of(['Lost, yes.', 'Yes, just lost.', 'Lost.']),
      commands: [set('block_card', 'why', 'lost')],
      gold: { block_card: { why: 'lost' } },
      expect: { missing: [], awaits: 'confirm' },
    },
    {
      said: tell.of(['Found it! Leave it.', 'Oh, it is in my coat. Never mind.']),
      commands: [cancel('block_card')],
      expect: { stack: [] },
    },
  ];
};

export const dialogues = told('bank', { look, month, send, standing, cardGone, cardLost }, 13);
