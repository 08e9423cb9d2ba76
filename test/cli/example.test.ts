// The example workspaces tell their stories to the end, without their pauses.
import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import type { Settled } from '../../src/runtime.ts';
import { openRuntime, readMinds } from '../../src/runtime.ts';
import { runDominds } from './run-support.ts';

const examples = path.resolve(import.meta.dirname, '../../examples');

type Told = Settled & { readonly rootId: string };

let rtws: string;

/** Runs the tests of a describe in a copy of an example. */
function inExample(name: string): void {
  before(async () => {
    rtws = await makeTempFolder('example');
    await cp(path.join(examples, name), rtws, { recursive: true, filter: source => !source.endsWith('.dialogs') });
    const playbook = path.join(rtws, '.minds/demo.playbook.yaml');
    const text = await readFile(playbook, 'utf8');
    await writeFile(playbook, text.replace(/^( *)(delayMs|chunkDelayMs): \d+$/gm, '$1$2: 0'));
  });
  after(() => removeTempFolder(rtws));

  it('has files without a fault', () => {
    assert.deepEqual(readMinds({ rtws, env: {} }).problems([]), []);
  });
}

async function dominds(...argv: string[]) {
  const run = await runDominds([...argv, '--json'], { openRuntime, cwd: rtws, env: {} });
  assert.equal(run.stderr.match(/^dominds: .*$/m)?.[0], undefined);
  return { ...run, last: run.json.at(-1) as Told };
}

describe('the example of a software team', () => {
  inExample('software-team');

  it('asks one question, and after the answer is done with the progress written down', async () => {
    const asked = await dominds('start', '--taskdoc', 'tasks/first-steps.tsk', 'How should slugify treat accents?');
    assert.equal(asked.code, 3);
    assert.equal(asked.last.questions.length, 1);

    const answered = await dominds('answer', asked.last.questions[0]?.id ?? '', 'plain');
    assert.equal(answered.last.state, 'completed');
    assert.equal(answered.code, 0);
    assert.match(await readFile(path.join(rtws, 'tasks/first-steps.tsk/progress.md'), 'utf8'), /\[x\] Which way/);

    await dominds('reopen', asked.last.rootId);
    const greeted = await dominds('send', asked.last.rootId, 'Hello?');
    assert.match(JSON.stringify(greeted.json), /I am a scripted reply/);
    assert.equal(greeted.last.state, 'completed');
    assert.equal(greeted.code, 0);
  });

  it('has a reply for a dialog with any member', async () => {
    for (const agent of ['coder', 'tester', 'reviewer']) {
      const { code, last } = await dominds('start', '--agent', agent, 'Hello?');
      assert.match(last.response ?? '', /I am a scripted reply/);
      assert.equal(code, 0);
    }
  });
});

describe('the example of a writing desk', () => {
  inExample('writing-desk');

  it('offers drafts, each with a note, pauses when there is nothing new, and keeps the one that is accepted', async () => {
    const { last, code } = await dominds('start', '--mode', 'draft', 'A farewell card for Mara');
    assert.equal(code, 0);
    await dominds('mind', 'run', last.rootId, '5');
    const offered = (await dominds('mind', 'drafts', last.rootId)).json[0] as { drafts: { note: string }[] };
    assert.deepEqual(
      offered.drafts.map(({ note }) => note),
      ['ends with a laugh', 'one thing that only she did', 'a first try, and it could be for anybody'],
    );
    await dominds('mind', 'add', last.rootId, 'mention the coffee machine');
    await dominds('mind', 'run', last.rootId);
    await dominds('mind', 'accept', last.rootId, '1');
    const told = JSON.stringify((await dominds('mind', 'history', last.rootId)).json);
    assert.match(told, /mention the coffee machine.*The coffee machine stays; we tried/);
  });

  it('has an editor to talk to', async () => {
    const { last } = await dominds('start', '--agent', 'editor', 'Would you send this card?');
    assert.match(last.response ?? '', /the plants say it already/);
  });
});

describe('the example of a service desk', () => {
  inExample('service-desk');

  it('asks for exactly the missing slots, refuses a closed day, and shows its beliefs', async () => {
    const begun = await dominds('start', '--domain', 'service-desk', 'My dishwasher is broken');
    const { rootId } = begun.last;
    assert.equal(
      begun.last.questions[0]?.tellaskHead,
      'Report a fault (Device: dishwasher). What does it do, or not do?',
    );
    const reported = await dominds('answer', begun.last.questions[0]?.id ?? '', 'It does not drain');
    assert.match(reported.last.response ?? '', /I have taken it down/);
    const visit = await dominds('send', rootId, 'Can you come on Tuesday? My order is R-1042');
    assert.match(visit.last.questions[0]?.bodyContent ?? '', /- day: Monday \| Wednesday \| Friday/);
    const settled = await dominds('answer', visit.last.questions[0]?.id ?? '', 'Wednesday then');
    assert.equal(
      settled.last.response,
      'The technician comes on Wednesday, for half an hour. We call you that morning.',
    );
    assert.deepEqual([begun.code, reported.code, visit.code, settled.code], [3, 0, 3, 0]);
    const [believed] = (await dominds('state', 'show', rootId, '--turn', '3')).json as {
      refused: { reason: string }[];
    }[];
    assert.match(believed?.refused[0]?.reason ?? '', /Tuesday is none of Monday, Wednesday, Friday/);
    assert.equal((await dominds('state', 'rollback', rootId, '2')).code, 0);
  });

  it('admits to be scripted when its story is left', async () => {
    const { last } = await dominds('start', 'What is the weather like?');
    assert.match(last.response ?? '', /I am a scripted reply/);
  });

  it('has a sound domain, whose labelled turns refuse the closed day', async () => {
    const domain = '.minds/domains/service-desk.yaml';
    assert.equal((await dominds('state', 'check', domain)).code, 0);
    const stdin = await readFile(path.join(rtws, 'labels.jsonl'), 'utf8');
    const { json } = await runDominds(['state', 'replay', domain, '--json'], {
      openRuntime,
      cwd: rtws,
      env: {},
      stdin,
    });
    const refused = (json as { turn: number; refused: { reason: string }[] }[]).map(turn => turn.refused.length);
    assert.deepEqual(refused, [0, 0, 1, 0]);
  });
});
