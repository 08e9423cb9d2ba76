// `npm run live -- --base-url <url> [--model <name>] [--only <text>] [--requests n] [--minutes n]`: plays scenarios
// against a real model server and prints what was reached, with requests, wasted requests, tokens and feedback of each.
// A key comes from OPENAI_API_KEY. Not part of the tests: a model may fail.
import '../support/personal-folder.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { DialogId, RootId } from '../../src/core/base/ids.ts';
import type { CourseRecord } from '../../src/core/dialog/record.ts';
import { asPerson, type Runtime } from '../../src/runtime.ts';
import { makeOpenedWorkspace } from '../support/opened-workspace.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string', default: process.env.OPENAI_BASE_URL ?? '' },
    model: { type: 'string' },
    only: { type: 'string' },
    requests: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '10' },
  },
});
if (values['base-url'] === '') {
  console.error('live: no server. Name one: npm run live -- --base-url http://localhost:11434/v1 --model qwen3:8b');
  process.exit(2);
}

interface Row {
  readonly name: string;
  readonly reached: boolean;
  readonly requests: number;
  readonly wasted: number;
  readonly tokens: number;
  readonly feedback: number;
  readonly end: string;
}

console.log('| scenario | reached | requests | wasted | tokens | feedback | ended as |\n|---|---|--:|--:|--:|--:|---|');
const rows: Row[] = [];
for (const scenario of scenarios.filter(({ name }) => values.only === undefined || name.includes(values.only))) {
  const row = await play(scenario);
  rows.push(row);
  const { name, reached, requests, wasted, tokens, feedback, end } = row;
  console.log(`| ${name} | ${reached ? 'yes' : 'no'} | ${requests} | ${wasted} | ${tokens} | ${feedback} | ${end} |`);
}
const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
const reached = rows.filter(row => row.reached).length;
console.log(
  `| **${reached} of ${rows.length}** | | ${sum(row => row.requests)} | ${sum(row => row.wasted)} | ${sum(row => row.tokens)} | ${sum(row => row.feedback)} | |`,
);

async function play(scenario: Scenario): Promise<Row> {
  const workspace = await makeOpenedWorkspace(scenario.files);
  const env = {
    OPENAI_BASE_URL: values['base-url'],
    ...(process.env.OPENAI_API_KEY !== undefined && { OPENAI_API_KEY: process.env.OPENAI_API_KEY }),
    ...(values.model !== undefined && { DOMINDS_MODEL: values.model }),
    PATH: process.env.PATH ?? '',
  };
  const runtime = await workspace.open('drive', { env });
  const { records, limit } = follow(runtime);
  try {
    const { text, mode, domain } = scenario;
    const started = await runtime.perform({
      kind: 'start',
      text,
      ...(mode && { mode }),
      ...(domain !== undefined && { domain }),
    });
    if (!started.ok) throw new Error(JSON.stringify(started));
    const end = await Promise.race([converse(runtime, started.rootId, scenario), limit.then(() => 'given up')]);
    if (end === 'given up') await runtime.perform({ kind: 'stopAll' });
    const settled = await runtime.settled(started.rootId);
    const file = (name: string) => readOr(path.join(workspace.folder, name));
    const { state } = settled;
    const after = { state, response: settled.response ?? '', records, file };
    return {
      name: scenario.name,
      reached: scenario.reached(after),
      ...figures(records),
      end: end === 'given up' ? end : state,
    };
  } finally {
    await workspace.close();
  }
}

/** Answers questions and says what there is to say, until nothing is left. */
async function converse(
  runtime: Runtime,
  rootId: RootId,
  { answers = ['continue'], next = [] }: Scenario,
): Promise<string> {
  const person = asPerson(runtime, 'cli');
  let asked = 0;
  for (let round = 0; round < 12; round++) {
    await runtime.settled(rootId);
    const [question] = await runtime.questions();
    const msgId = `live-${rootId}-${round}`;
    if (question) {
      const own = question.kind === 'ask' || question.kind === 'clarify' || question.kind === 'plan';
      const content = own ? (answers[Math.min(asked, answers.length - 1)] ?? 'continue') : 'stop';
      if (own) asked += 1;
      await person.perform({ kind: 'answer', questionId: question.id, content, msgId });
    } else {
      const words = next[round];
      if (words === undefined) return 'settled';
      await person.perform({
        kind: 'say',
        dialog: { rootId, selfId: rootId as unknown as DialogId },
        content: words,
        msgId,
      });
    }
  }
  return 'settled';
}

/** The records of the tree as they come; `limit` resolves when there are too many requests, or no time is left. */
function follow(runtime: Runtime): { readonly records: CourseRecord[]; readonly limit: Promise<void> } {
  const records: CourseRecord[] = [];
  let requests = 0;
  const limit = new Promise<void>(resolve => {
    setTimeout(resolve, Number(values.minutes) * 60_000).unref();
    runtime.subscribe(event => {
      if (event.type !== 'recorded') return;
      records.push(event.record);
      if (event.record.kind === 'generationStarted' && ++requests >= Number(values.requests)) resolve();
    });
  });
  return { records, limit };
}

function figures(records: readonly CourseRecord[]): Pick<Row, 'requests' | 'wasted' | 'tokens' | 'feedback'> {
  const ends = records.filter(({ kind }) => kind === 'generationEnded');
  const tokens = records.reduce(
    (total, record) =>
      total +
      (record.kind === 'generationEnded'
        ? (record.usage?.promptTokens ?? 0) + (record.usage?.completionTokens ?? 0)
        : 0),
    0,
  );
  // A request is wasted when all that came of it was a message that puts the model right.
  const told = records.filter(record => record.kind === 'autoSaid' || record.kind === 'diligencePushed').length;
  const refused = records.filter(
    record => record.kind === 'tellaskRefused' || (record.kind === 'toolReturned' && !record.ok),
  ).length;
  return { requests: ends.length, wasted: told, tokens, feedback: told + refused };
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
