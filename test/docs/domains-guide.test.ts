// The guide to domains does what it says: its domain is sound, and its scripted slice plays as it is written.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readDomain } from '../../src/core/belief/domain/domain-file.ts';
import type { Settled } from '../../src/runtime.ts';
import { openRuntime } from '../../src/runtime.ts';
import { runDominds } from '../cli/run-support.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/domains.md'), 'utf8');

/** The block that begins with the name of a file. */
function fileIn(name: string): string {
  const text = guide.split('```').find(block => block.startsWith(`yaml\n# ${name}\n`));
  assert.ok(text, `the guide shows no ${name}`);
  return text.slice('yaml\n'.length);
}

const domainFile = '.minds/domains/bikes.yaml';
const playbook = '.minds/bikes.playbook.yaml';

interface Turn {
  readonly turn: number;
  readonly current: boolean;
  readonly ended: readonly { readonly flow: string; readonly status: string }[];
}

describe('the guide to domains', () => {
  let workspace: TempWorkspace;
  before(async () => {
    workspace = await makeTempWorkspace({ [domainFile]: fileIn(domainFile), [playbook]: fileIn(playbook) });
  });
  after(() => workspace.remove());

  const dominds = async (...argv: string[]) => {
    const env = { DOMINDS_PLAYBOOK: path.join(workspace.folder, playbook) };
    const run = await runDominds([...argv, '--json'], { openRuntime, cwd: workspace.folder, env });
    return { ...run, last: run.json.at(-1) as Settled };
  };

  it('shows a domain without faults', () => {
    assert.deepEqual(readDomain(fileIn(domainFile), domainFile).problems, []);
  });

  it('plays its slice: a clarification, a correction, a rollback', async () => {
    const asked = await dominds('start', 'my brake squeaks', '--domain', 'bikes', '--no-diligence');
    const [question] = asked.last.questions;
    assert.equal(asked.code, 3);
    assert.equal(question?.kind, 'clarify');
    assert.equal(question?.tellaskHead, 'mend. I still need: part.');
    assert.deepEqual(question?.options, ['brake', 'gears', 'wheel']);

    const { rootId } = asked.last;
    const answered = await dominds('answer', question?.id ?? '', 'the front brake');
    assert.equal(answered.code, 0);
    assert.equal(answered.last.response, 'The brake is mended.');

    await dominds('send', rootId, 'no, I meant the wheel');
    const [now] = (await dominds('state', 'show', rootId)).json as [
      { turn: number; flow_stack: { flow: string; slots: { part: { value: unknown } } }[] },
    ];
    assert.deepEqual([now.turn, now.flow_stack[0]?.flow, now.flow_stack[0]?.slots.part.value], [3, 'mend', 'wheel']);

    const diff = await dominds('state', 'diff', rootId, '2', '3');
    assert.ok((diff.json as [{ lines: string[] }])[0].lines.includes('mend.part: unset → wheel'));
    const [back] = (await dominds('state', 'rollback', rootId, '2')).json as [
      { from: number; to: number; note: string; state: { flow_stack: unknown[] } },
    ];
    assert.deepEqual([back.from, back.to, back.state.flow_stack], [3, 2, []]);
    assert.match(back.note, /conversation/);
    const [history] = (await dominds('state', 'history', rootId)).json as [{ turns: Turn[]; rolled_back: object[] }];
    assert.deepEqual(
      history.turns.map(({ turn, current, ended }) => [turn, current, ended.map(({ flow }) => flow)]),
      [
        [0, true, []],
        [1, true, []],
        [2, true, ['mend']],
        [3, false, []],
      ],
    );
    assert.equal(history.rolled_back.length, 1);
    assert.equal((await dominds('state', 'show', rootId, '--turn', '9')).code, 1);
  });

  it('refuses a domain that is not there or broken, with file and place', async () => {
    const absent = await dominds('start', 'x', '--domain', 'bike');
    assert.equal(absent.code, 1);
    assert.match(absent.stderr, /domains\/bike\.yaml: there is no domain bike — Did you mean `bikes`\?/);
    await workspace.write('.minds/domains/bad.yaml', 'name: bad\n');
    const broken = await dominds('start', 'x', '--domain', 'bad');
    assert.equal(broken.code, 1);
    assert.match(broken.stderr, /^dominds: \.minds\/domains\/bad\.yaml:1:1: /m);
    const other = await dominds('start', 'x', '--domain', 'bikes', '--mode', 'draft', '--no-wait');
    assert.equal(other.code, 1);
    assert.equal((await dominds('list')).json.flat().length, 1);
  });

  it('is right about talk: the tools stay on offer', async () => {
    const { last } = await dominds('start', 'what do you think?', '--domain', 'bikes', '--no-wait');
    const tools = await toolsOf(last.rootId);
    assert.deepEqual(tools, ['take_turn']);
    const [list] = (await dominds('list')).json as [{ rootId: string }[]];
    const mended = list.find(({ rootId }) => rootId !== last.rootId)?.rootId ?? '';
    const talk = await toolsOf(mended);
    assert.ok(talk.includes('write_file') && talk.includes('finish_flow'));
    await dominds('state', 'rollback', mended, '3');
    assert.deepEqual(await toolsOf(mended), talk);
  });

  it('gives a dialog the flows of several domains', async () => {
    const absent = await dominds('start', 'x', '--domain', 'bikes,bike');
    assert.match(absent.stderr, /domains\/bike\.yaml: there is no domain bike/);
    const { code, last } = await dominds('start', 'hello', '--domain', 'bikes,software', '--no-wait');
    assert.equal(code, 0);
    const [{ messages }] = (await dominds('prompt', last.rootId)).json as unknown as [
      { messages: { content: string }[] },
    ];
    assert.match(messages[0]?.content ?? '', /- mend \(Repair\)[\s\S]*- write_tests \(Change\)/);
  });

  async function toolsOf(rootId: string): Promise<string[]> {
    const [prompt] = (await dominds('prompt', rootId)).json as [{ tools: { name: string }[] }];
    return prompt.tools.map(({ name }) => name);
  }
});
