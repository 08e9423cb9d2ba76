// The scenarios of `npm run live` (SPEC 23.13): calls of each kind, questions, failing tests, long files, courses,
// domains, drafts.
import { answered, type Reached, type Scenario, used } from './scenario.ts';

const team = `member_defaults: {policy: [{decision: allow, tools: [run_shell]}], diligence-push-max: 2}
members:
  lead: {name: Lena, description: plans and hands work over}
  coder: {name: Cleo, description: reads and changes code}
  reviewer: {name: Vera, description: reviews changes, toolsets: [read]}
`;
const code = {
  '.minds/team.yaml': team,
  'package.json': '{"name":"sums","type":"module","scripts":{"test":"node --test"}}\n',
  'src/add.js': 'export const add = (a, b) => a - b;\n',
  'test/add.test.js':
    "import test from 'node:test';\nimport assert from 'node:assert/strict';\nimport { add } from '../src/add.js';\ntest('adds', () => assert.equal(add(1, 2), 3));\n",
};
const long = Array.from({ length: 3000 }, (_, at) =>
  at === 2711 ? 'password_hint = "blue whale"' : `line ${at} = ${at * 7}`,
);

const says = (pattern: RegExp) => (after: Reached) => pattern.test(after.response);

export const scenarios: readonly Scenario[] = [
  {
    name: 'answers a question without tools',
    files: code,
    text: 'What is 7 times 6? Just the number.',
    reached: says(/42/),
  },
  {
    name: 'reads a file',
    files: code,
    text: 'What does src/add.js export? Read it.',
    reached: after => used(after, 'read_file') && /add/.test(after.response),
  },
  { name: 'lists a folder', files: code, text: 'Which files are in the folder test?', reached: says(/add\.test\.js/) },
  {
    name: 'searches',
    files: code,
    text: 'In which file does the word "adds" stand? Search for it.',
    reached: after => used(after, 'search_text') && /add\.test\.js/.test(after.response),
  },
  {
    name: 'writes a file',
    files: code,
    text: 'Write a file NOTES.md with the single line: hello',
    reached: ({ file }) => /hello/.test(file('NOTES.md')),
  },
  {
    name: 'edits a file',
    files: code,
    text: 'src/add.js subtracts. Make it add.',
    reached: ({ file }) => /a \+ b/.test(file('src/add.js')),
  },
  {
    name: 'runs a command',
    files: code,
    text: 'Run `npm test` and say in one word whether it passes.',
    reached: after => used(after, 'run_shell') || /fail|no/i.test(after.response),
  },
  {
    name: 'mends a failing test',
    files: code,
    text: 'npm test fails. Find out why, fix it, and run it again until it passes.',
    reached: after => /a \+ b/.test(after.file('src/add.js')) && used(after, 'run_shell'),
  },
  {
    name: 'hands work to a teammate',
    files: code,
    text: 'Let the coder find out what is wrong in src/add.js. Do not look yourself.',
    reached: after => answered(after, 'C') > 0,
  },
  {
    name: 'hands work to two at once',
    files: code,
    text: 'Ask the coder what src/add.js does and, at the same time, the reviewer what test/add.test.js checks. Then sum up.',
    reached: after => answered(after, 'C') > 1,
  },
  {
    name: 'comes back to a session',
    files: code,
    text: 'Give the coder the session "sums": first let it read src/add.js, then, in the same session, let it fix the subtraction.',
    reached: after => answered(after, 'B') > 1,
  },
  {
    name: 'asks back',
    files: code,
    text: 'Tell the coder only: "Change the file." The coder must ask you which one; tell it then: src/add.js, make it add.',
    reached: after => answered(after, 'A') > 0,
  },
  {
    name: 'thinks with a fresh self',
    files: code,
    text: 'Call yourself (self) for a fresh opinion on: tabs or spaces? Then say the answer.',
    reached: after => answered(after, 'C') > 0,
  },
  {
    name: 'asks the person',
    files: code,
    text: 'Ask me which greeting I like (two options), then write it to GREETING.md.',
    answers: ['Hello'],
    reached: ({ file }) => /Hello/i.test(file('GREETING.md')),
  },
  {
    name: 'finds a line in a long file',
    files: { ...code, 'data/long.txt': `${long.join('\n')}\n` },
    text: 'What is the password_hint in data/long.txt?',
    reached: says(/blue whale/i),
  },
  {
    name: 'keeps what matters when its mind is cleared',
    files: code,
    text: 'Remember: the release is called Zebra. Add a reminder of it, then clear your mind, then tell me the name of the release.',
    reached: after => /zebra/i.test(after.response) && after.records.some(({ kind }) => kind === 'courseStarted'),
  },
  {
    name: 'keeps the taskdoc',
    files: code,
    text: 'Write "ship on Friday" into the goals of the taskdoc.',
    reached: after => used(after, 'change_mind'),
  },
  {
    name: 'goes on after a word of the person',
    files: code,
    text: 'Wait for my word. Say only: ready.',
    next: ['Now write OK to OK.md'],
    reached: ({ file }) => /OK/.test(file('OK.md')),
  },
  {
    name: 'marks the dialog as done',
    files: code,
    text: 'Nothing to do. Mark this dialog as done.',
    reached: ({ state }) => state === 'completed',
  },
  {
    name: 'refines drafts',
    files: code,
    text: 'A short note to Tom: the meeting is on Friday at ten.',
    mode: 'draft',
    reached: ({ records }) => records.some(record => record.kind === 'draftStepped' && record.draft !== undefined),
  },
  {
    name: 'tracks a dialogue',
    files: { ...code, '.minds/domains/shop.yaml': shop() },
    text: 'I want to order two pizzas.',
    domain: 'shop',
    answers: ['Margherita', 'yes'],
    reached: ({ records }) =>
      records.some(record => record.kind === 'turnBegan' && JSON.stringify(record).includes('order')),
  },
];

function shop(): string {
  return `name: shop
intents: {Read: read, Clean: prepare, Change: transform, Report: schedule}
slot_types: [FormulaSlot, ChartSlot, ProposalSlot, ScoreSlot]
flows:
  - {name: order, intent: Change, description: order food, slots: {dish: {type: FreeTextSlot, priority: required}, count: {type: LevelSlot, priority: required, min: 1, max: 20}}}
`;
}
