import assert from 'node:assert/strict';
import stringWidth from 'string-width';
import type { AgentId, CallId, DialogId } from '../../src/core/base/ids.ts';
import type { RootSummary } from '../../src/core/dialog/view/projection.ts';
import { clockTime } from '../../src/core/text/clock-time.ts';
import { fakeRuntime, lead, node, question, researcher, rootId } from '../support/fake-runtime.ts';
import { checkDocument, checkFailure, runDominds } from './run-support.ts';

const at = '2025-01-02T03:04:05.000Z';
const callId = 'c-1' as CallId;

const summary: RootSummary = {
  ...lead,
  status: 'running',
  state: 'awaiting-q4h',
  agentId: 'lead' as AgentId,
  mode: 'chat',
  headline: 'Paint the\nshed',
  taskDocPath: 'tasks/a.tsk',
  createdAt: at,
  lastModified: at,
  needsDrive: false,
  questions: 1,
  subdialogs: 2,
};

describe('dominds list', () => {
  it('says that something below a root that waits is interrupted, as nothing goes on there by itself', async () => {
    const waiting = { ...summary, state: 'awaiting-subdialogs', interrupted: true, questions: 0 } as const;
    const own = { ...waiting, state: 'interrupted' } as const;
    const { runtime } = fakeRuntime({ listRoots: () => [waiting] });
    assert.match((await runDominds(['list'], { runtime })).stdout, /awaiting-subdialogs, interrupted/);
    assert.equal(JSON.parse((await runDominds(['--json', 'list'], { runtime })).stdout)[0].interrupted, true);
    const itself = fakeRuntime({ listRoots: () => [own] });
    assert.match((await runDominds(['list'], { runtime: itself.runtime })).stdout, /root-1 {2}interrupted {2}lead/);
  });

  const newer: RootSummary = { ...summary, rootId: 'root-2' as typeof rootId };
  const { runtime } = fakeRuntime({
    listRoots: ({ status } = {}) => (status === 'archived' ? [] : [summary, newer]),
  });

  it('lists roots newest first, with exactly the keys of the contract', async () => {
    const root = {
      rootId,
      agentId: 'lead',
      state: 'awaiting-q4h',
      taskDocPath: 'tasks/a.tsk',
      createdAt: at,
      lastModified: at,
      questions: 1,
      subdialogs: 2,
    };
    await checkDocument(['list'], { runtime }, [{ ...root, rootId: 'root-2' }, root]);
    await checkDocument(['list', '--status', 'archived'], { runtime }, []);
  });

  it('says of which status there is none, and how to begin only where there is nothing at all', async () => {
    const { runtime } = fakeRuntime({ listRoots: () => [] });
    const noted = async (...argv: string[]) => (await runDominds(['list', ...argv], { runtime })).stderr;
    assert.equal(await noted('--status', 'archived'), 'no archived dialogs\n');
    assert.equal(await noted(), 'no dialogs yet; dominds start "…" begins one\n');
  });

  it('keeps its columns in line where words are Chinese', async () => {
    const done: RootSummary = { ...newer, status: 'completed', state: 'completed' };
    const { runtime } = fakeRuntime({ listRoots: () => [{ ...summary, questions: 0 }, done] });
    const { stdout } = await runDominds(['list'], { runtime, env: { DOMINDS_LANG: 'zh' } });
    const columns = stdout
      .trimEnd()
      .split('\n')
      .map(line => stringWidth(line.slice(0, line.indexOf('lead'))));
    assert.equal(new Set(columns).size, 1, stdout);
  });

  it('says that a root with work to do waits for a worker where none serves its workspace, as tree and show do', async () => {
    const due: RootSummary = { ...summary, state: 'idle', needsDrive: true, questions: 0 };
    const { runtime } = fakeRuntime({
      unserved: () => 'shop',
      listRoots: () => [due, { ...newer, questions: 0 }],
      tree: async () => ({ ok: true, tree: node(lead, 'lead') }),
    });
    const listed = await runDominds(['list'], { runtime });
    assert.match(listed.stdout, /^root-2 {2}awaiting-q4h +lead .*\nroot-1 {2}waits for a worker with shop {2}lead/);
    const shown = await runDominds(['tree', 'root-1'], { runtime });
    assert.match(shown.stdout, /^lead waits for a worker with shop root-1/);
  });

  it('says of a root that waits to try again when it does', async () => {
    const pause = { kind: 'retry', at } as const;
    const { runtime } = fakeRuntime({
      listRoots: () => [{ ...summary, state: 'idle', pause }],
      tree: async () => ({ ok: true, tree: { ...node(lead, 'lead'), pause } }),
    });
    const listed = await runDominds(['list'], { runtime });
    assert.ok(listed.stdout.includes(`root-1  tries again at ${clockTime(at)}  lead`), listed.stdout);
    assert.deepEqual(JSON.parse((await runDominds(['--json', 'list'], { runtime })).stdout)[0].pause, pause);
    const shown = await runDominds(['tree', 'root-1'], { runtime });
    assert.ok(shown.stdout.startsWith(`lead tries again at ${clockTime(at)} root-1`), shown.stdout);
    assert.deepEqual(JSON.parse((await runDominds(['--json', 'tree', 'root-1'], { runtime })).stdout).pause, pause);
  });

  it('prints a line a root for people, and opens for reading only', async () => {
    const { stdout, modes } = await runDominds(['list'], { runtime });
    assert.match(stdout, /^root-1 {2}awaiting-q4h {2}lead {2}2025-01-02 03:04 {2}\?1 {2}Paint the shed$/m);
    assert.deepEqual(modes, ['read']);
  });
});

describe('dominds tree', () => {
  const pending = [
    {
      subdialogId: researcher.selfId,
      callId,
      tellaskHead: '@researcher Look',
      agentId: 'researcher' as AgentId,
      kind: 'B' as const,
      since: at,
    },
  ];
  const child = node(researcher, 'researcher', { tellaskSession: 'bugs', states: ['generating'], state: 'generating' });
  const { runtime } = fakeRuntime(
    { tree: async () => ({ ok: true, tree: node(lead, 'lead', { pending, children: [child, child] }) }) },
    [lead, researcher],
  );

  it('prints the tree with exactly the keys of the contract', () => {
    const leaf = {
      ...researcher,
      agentId: 'researcher',
      state: 'generating',
      tellaskSession: 'bugs',
      pending: [],
      children: [],
    };
    return checkDocument(
      ['tree', 'root-1'],
      { runtime },
      {
        ...lead,
        agentId: 'lead',
        state: 'idle',
        pending,
        children: [leaf, leaf],
      },
    );
  });

  it('draws it for people', async () => {
    const { stdout } = await runDominds(['tree', 'root-1'], { runtime });
    assert.equal(
      stdout,
      'lead idle root-1\n├─ researcher!bugs generating sub-1\n└─ researcher!bugs generating sub-1\n',
    );
  });

  it('wants a root', () =>
    checkFailure(['tree', 'root-1#sub-1'], { code: 1, stderr: /is a subdialog — name its root: root-1/ }, { runtime }));
});

describe('dominds q4h, registry and prompt', () => {
  it('q4h prints the open questions with exactly the keys of the contract', () => {
    const open = question({ options: ['continue', 'stop'], callId });
    const { callId: _, ...entry } = open;
    const { runtime } = fakeRuntime({ questions: async () => [open] });
    return checkDocument(['q4h'], { runtime }, [entry]);
  });

  it('registry prints the entries as registry.yaml has them', () => {
    const entry = {
      subdialogId: 'sub-1' as DialogId,
      agentId: 'bob' as AgentId,
      tellaskSession: 'x',
      createdAt: at,
      locked: false,
    };
    const { runtime } = fakeRuntime({ registry: async () => ({ ok: true, registry: { 'bob!x': entry } }) });
    return checkDocument(['registry', 'root-1'], { runtime }, { 'bob!x': entry });
  });

  it('prompt prints the request', async () => {
    const prompt = {
      messages: [{ role: 'user', content: 'hi' } as const],
      tools: [{ name: 't', description: 'd', parameters: {} }],
    };
    const { runtime } = fakeRuntime({ prompt: async () => ({ ok: true, prompt }) });
    await checkDocument(['prompt', 'root-1'], { runtime }, prompt);
    assert.equal((await runDominds(['prompt', 'root-1'], { runtime })).stdout, '── user\nhi\n── tools\nt: d\n');
  });
});

describe('warnings and watching', () => {
  it('says what is wrong with a file as <file>:<line>:<column>, and goes on', async () => {
    const { runtime } = fakeRuntime({
      questions: async () => [],
      problems: () => [
        {
          file: '.minds/team.yaml',
          line: 3,
          column: 5,
          fault: { id: 'told', message: 'unknown key "x".', remedy: 'remove it' },
          severity: 'warning',
        },
      ],
    });
    const { code, stderr, stdout } = await runDominds(['q4h', '--json'], { runtime });
    assert.equal(stderr, 'dominds: .minds/team.yaml:3:5: unknown key "x" — remove it\nno open questions\n');
    assert.equal(stdout, '[]\n');
    assert.equal(code, 0);
  });

  it('watch prints how open work stands, then events until Ctrl-C, and exits 0', async () => {
    const resting: RootSummary = { ...summary, rootId: 'root-2' as typeof rootId, state: 'idle', questions: 0 };
    const { runtime, publish, isClosed } = fakeRuntime({ listRoots: () => [resting, summary] });
    const event = { type: 'chunk', ...lead, genseq: 1, segment: 'saying', text: 'Hi' } as const;
    const { code, json, modes } = await runDominds(['watch', '--json'], {
      runtime,
      interruptible(interrupt) {
        publish(event);
        interrupt();
      },
    });
    assert.deepEqual(json, [{ type: 'root_changed', ...lead, summary }, event]);
    assert.deepEqual(modes, ['read']);
    assert.equal(code, 0);
    assert.ok(isClosed());
  });
});
