// Restore to a message of the person (SPEC 25.4): files as they were then, and the talk from there.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { RootId } from '../../src/core/base/ids.ts';
import { rootRef } from '../../src/core/base/ids.ts';
import type { IntentOf } from '../../src/core/intents/intents.ts';
import { openRuntime, type Runtime } from '../../src/runtime.ts';
import { byPerson } from '../support/by-person.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

const files = {
  '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, bob: {}}\n',
  '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
  // Writes in a git work tree need no leave.
  '.git/HEAD': 'ref: refs/heads/main\n',
  'a.txt': 'one\n',
};

type Call = readonly [name: string, args: Readonly<Record<string, unknown>>];
const write = (path: string, content: string): Call => ['write_file', { path, content }];
const edit = (old: string, text: string): Call => ['edit_file', { path: 'a.txt', old, new: text }];
const reply = (calls: readonly Call[], agent = 'lead') => ({
  when: { agent },
  tools: calls.map(([name, args]) => ({ name, args })),
});

describe('a restore to a message', () => {
  let workspace: TempWorkspace;
  let runtime: Runtime;
  let rootId: RootId;

  beforeEach(async () => {
    workspace = await makeTempWorkspace(files);
  });
  afterEach(async () => {
    await runtime.close();
    await workspace.remove();
  });

  const reopen = async () => {
    await runtime?.close();
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    assert.ok(opened.ok, JSON.stringify(opened));
    runtime = opened.runtime;
  };
  /** Each turn: the person says `m1`, `m2` …, and the lead makes the calls. */
  const play = async (...turns: readonly (readonly object[])[]) => {
    const replies = turns.flatMap(turn => [...turn, { when: { agent: 'lead' }, say: 'Done.' }]);
    const rest = { when: { agent: 'lead' }, say: 'Well.', repeat: true };
    await workspace.write('.minds/p.yaml', JSON.stringify({ replies: [...replies, rest] }));
    await reopen();
    const started = await runtime.perform({ kind: 'start', text: 'message 1', msgId: 'm1' });
    assert.ok(started.ok);
    rootId = started.rootId;
    await runtime.settled(rootId);
    for (let number = 2; number <= turns.length; number++) await say(`message ${number}`, `m${number}`);
  };
  const say = async (content: string, msgId: string) => {
    const said = await runtime.perform({ kind: 'say', dialog: rootRef(rootId), content, msgId });
    assert.ok(said.ok, JSON.stringify(said));
    await runtime.settled(rootId);
  };
  const restore = async (intent: Partial<IntentOf<'restore'>> = {}) => {
    const outcome = await runtime.perform(
      { kind: 'restore', dialog: rootRef(rootId), to: 'm2', talk: 'stay', ...intent },
      byPerson,
    );
    assert.ok(outcome.ok, JSON.stringify(outcome));
    await runtime.settled(outcome.rootId ?? rootId);
    return outcome;
  };
  const records = async (root = rootId) => {
    const viewed = await runtime.view(rootRef(root));
    assert.ok(viewed.ok);
    return viewed.view.records;
  };
  const saidIn = async (root = rootId) =>
    (await records(root)).flatMap(each => (each.kind === 'userSaid' ? [each.content] : []));
  const promptOf = async (root = rootId) => {
    const read = await runtime.prompt(rootRef(root));
    assert.ok(read.ok);
    return JSON.stringify(read.prompt.messages);
  };

  it('takes back what came after it, in files alone: the talk stays, and Redo brings it back', async () => {
    await play(
      [reply([edit('one', 'two')])],
      [reply([edit('two', 'three'), write('new.txt', 'new\n')])],
      [reply([edit('three', 'four')])],
    );
    const planned = await runtime.restorePlan(rootRef(rootId), 'm2');
    assert.ok(planned.ok);
    const { plan } = planned;
    assert.deepEqual(
      plan.files.map(({ path, kind, state, lines }) => ({ path, kind, state, lines })),
      [
        { path: 'a.txt', kind: 'edited', state: 'as-written', lines: { added: 1, removed: 1 } },
        { path: 'new.txt', kind: 'created', state: 'as-written', lines: { added: 1, removed: 0 } },
      ],
    );
    assert.deepEqual([plan.content, plan.talks, plan.isAtWork], ['message 2', ['fork', 'course'], false]);
    const { restored } = await restore();
    assert.deepEqual(restored, { restored: ['a.txt', 'new.txt'], left: [] });
    assert.equal(await workspace.read('a.txt'), 'two\n');
    assert.ok(!existsSync(`${workspace.folder}/new.txt`));
    assert.deepEqual(await saidIn(), ['message 1', 'message 2', 'message 3']);
    const redone = await runtime.perform({ kind: 'redoEdits', dialog: rootRef(rootId) });
    assert.ok(redone.ok);
    assert.equal(await workspace.read('a.txt'), 'four\n');
    assert.equal(await workspace.read('new.txt'), 'new\n');
  });

  it('goes on in a fork that ends before it; the first dialog keeps its records', async () => {
    await play([reply([edit('one', 'two')])], [reply([edit('two', 'three')])]);
    const before = await records();
    const { rootId: fork } = await restore({ talk: 'fork' });
    assert.ok(fork);
    assert.equal(await workspace.read('a.txt'), 'two\n');
    assert.deepEqual(await saidIn(fork), ['message 1']);
    assert.deepEqual((await records()).slice(0, before.length), before);
    assert.match(await promptOf(fork), /taken back to what they were then: a\.txt/);
    assert.equal(runtime.listRoots().find(each => each.rootId === fork)?.state, 'idle');
  });

  it('goes on in a new course with what was known before it, and rests until the person speaks', async () => {
    await play([reply([edit('one', 'two')])], [reply([edit('two', 'three')])], []);
    const { course } = await restore({ talk: 'course' });
    assert.equal(course, 2);
    const prompt = await promptOf();
    assert.match(prompt, /message 1/);
    assert.doesNotMatch(prompt, /message 2|message 3/);
    assert.equal(runtime.listRoots()[0]?.state, 'idle');
    assert.deepEqual(
      (await records()).filter(({ kind }) => kind === 'generationStarted'),
      [],
    );
    await say('again', 'm4');
    assert.deepEqual(await saidIn(), ['again']);
  });

  for (const talk of ['fork', 'course'] as const) {
    it(`sends an edited message in one step, in a ${talk}`, async () => {
      await play([reply([edit('one', 'two')])], [reply([edit('two', 'three')])]);
      const done = await restore({ talk, say: { content: 'message 2, better' }, msgId: 'edited' });
      const where = done.rootId ?? rootId;
      assert.deepEqual((await saidIn(where)).at(-1), 'message 2, better');
      assert.ok((await records(where)).some(each => each.kind === 'assistantSaid'));
      assert.deepEqual(done.restored, { restored: ['a.txt'], left: [] });
    });
  }

  it('leaves the files as they are where only the talk goes back', async () => {
    await play([], [reply([edit('one', 'three')])]);
    await restore({ talk: 'fork', files: false });
    assert.equal(await workspace.read('a.txt'), 'three\n');
  });

  it('names files that the person changed since, and leaves them', async () => {
    await play([], [reply([edit('one', 'three'), write('b.txt', 'bee\n')])]);
    await workspace.write('a.txt', 'mine\n');
    const { restored } = await restore();
    assert.deepEqual(restored, { restored: ['b.txt'], left: [{ path: 'a.txt', why: 'changed-since' }] });
    assert.equal(await workspace.read('a.txt'), 'mine\n');
  });

  it('ends questions, calls and waiting messages that came after it', async () => {
    await play(
      [],
      [
        reply([write('bob.txt', 'x\n')]),
        { when: { agent: 'lead' }, say: '!?@bob go on' },
        { when: { agent: 'bob' }, say: '!?@human Which?' },
      ],
    );
    assert.equal((await runtime.questions()).length, 1);
    const planned = await runtime.restorePlan(rootRef(rootId), 'm2');
    assert.ok(planned.ok);
    assert.deepEqual(planned.plan.ends, { questions: 0, calls: 1, queued: 0 });
    await restore({ talk: 'course' });
    assert.deepEqual(await runtime.questions(), []);
    const found = await runtime.tree(rootId);
    assert.ok(found.ok);
    assert.deepEqual(
      [found.tree.state, found.tree.pending, found.tree.children.map(({ state }) => state)],
      ['idle', [], ['completed']],
    );
  });

  it('reaches a message of an earlier course', async () => {
    await play([], [reply([edit('one', 'three')])]);
    await runtime.perform({ kind: 'clearMind', dialog: rootRef(rootId) });
    await runtime.settled(rootId);
    const { rootId: fork } = await restore({ talk: 'fork' });
    assert.deepEqual(await saidIn(fork), ['message 1']);
    assert.equal(await workspace.read('a.txt'), 'one\n');
    const { course } = await restore({ talk: 'course' });
    assert.equal(course, 3);
    assert.doesNotMatch(await promptOf(), /message 2/);
  });

  it('reopens a dialog that is done, and refuses a new course of an archived one', async () => {
    await play([], [reply([edit('one', 'three')])]);
    await runtime.perform({ kind: 'markDone', dialog: rootRef(rootId) });
    await restore({ talk: 'course' });
    assert.equal(runtime.listRoots()[0]?.status, 'running');
    await runtime.perform({ kind: 'markDone', dialog: rootRef(rootId) });
    await runtime.perform({ kind: 'archive', dialog: rootRef(rootId) });
    const again = await runtime.perform({ kind: 'restore', dialog: rootRef(rootId), to: 'm2', talk: 'course' });
    assert.equal(!again.ok && again.why.id, 'root-closed');
  });

  it('goes back in a subdialog in a new course, and not in a fork', async () => {
    await play([
      { when: { agent: 'lead' }, say: '!?@bob look' },
      { when: { agent: 'bob' }, say: 'Looked.' },
      reply([edit('one', 'two')], 'bob'),
      { when: { agent: 'bob' }, say: 'Edited.', repeat: true },
    ]);
    const found = await runtime.tree(rootId);
    const bob = found.ok && found.tree.children[0];
    assert.ok(bob);
    const dialog = { rootId, selfId: bob.selfId };
    const said = await runtime.perform({ kind: 'say', dialog, content: 'edit', msgId: 'b1' });
    assert.ok(said.ok);
    await runtime.settled(rootId);
    assert.equal(await workspace.read('a.txt'), 'two\n');
    const forked = await runtime.perform({ kind: 'restore', dialog, to: 'b1', talk: 'fork' });
    assert.equal(!forked.ok && forked.why.id, 'restore-by-course');
    const done = await runtime.perform({ kind: 'restore', dialog, to: 'b1', talk: 'course' });
    assert.ok(done.ok);
    await runtime.settled(rootId);
    assert.equal(await workspace.read('a.txt'), 'one\n');
    const viewed = await runtime.view(dialog);
    assert.deepEqual(viewed.ok && [viewed.view.course, viewed.view.state.frames[0].attention], [2, 'rest']);
  });

  it('names files of which the former content is not kept any more', async () => {
    await play([], [reply([edit('one', 'three'), write('b.txt', 'bee\n')])]);
    await rm(`${workspace.folder}/.dialogs/run/${rootId}/before`, { recursive: true });
    const { restored } = await restore();
    assert.deepEqual(restored, { restored: ['b.txt'], left: [{ path: 'a.txt', why: 'not-kept' }] });
  });

  it('restores what is left of edits of which one hunk was undone already, and binary files', async () => {
    await workspace.write('a.txt', `one\n${'.\n'.repeat(20)}end\n`);
    await play([], [reply([edit('one', 'ONE'), edit('end', 'END')])]);
    const hunk = { path: 'a.txt', at: 1, lines: ['-one', '+ONE'] };
    const found = await runtime.patch(rootRef(rootId), 'a.txt');
    assert.ok(found.ok);
    const undone = await runtime.perform({ kind: 'undoEdits', dialog: rootRef(rootId), hunk });
    assert.ok(undone.ok, JSON.stringify(undone));
    const { restored } = await restore();
    assert.deepEqual(restored, { restored: ['a.txt'], left: [] });
    assert.equal(await workspace.read('a.txt'), `one\n${'.\n'.repeat(20)}end\n`);
  });

  it('says in a fork of a fork that a copied message takes back only what was changed there', async () => {
    await play([], [reply([edit('one', 'three')])], []);
    const { rootId: first } = await restore({ talk: 'fork', files: false, to: 'm3' });
    assert.ok(first);
    const second = await runtime.perform({ kind: 'restore', dialog: rootRef(first), to: 'm2', talk: 'fork' });
    assert.ok(second.ok && second.rootId);
    assert.deepEqual(await saidIn(second.rootId), ['message 1']);
    assert.equal(await workspace.read('a.txt'), 'three\n');
    const planned = await runtime.restorePlan(rootRef(second.rootId), 'm1');
    assert.deepEqual(planned.ok && [planned.plan.copiedFrom, planned.plan.files], [rootId, []]);
  });

  it('stops what runs first', async () => {
    await workspace.write(
      '.minds/team.yaml',
      'member_defaults: {diligence-push-max: 0, policy: [{decision: allow, tools: [shell]}]}\nmembers: {lead: {}}\n',
    );
    await play([]);
    const began = new Promise<void>(resolve => {
      const following = runtime.subscribe(event => {
        if (event.type !== 'recorded' || event.record.kind !== 'toolStarted') return;
        following.dispose();
        resolve();
      });
    });
    await workspace.write(
      '.minds/p.yaml',
      JSON.stringify({
        replies: [
          { say: 'Done.' },
          { tools: [{ name: 'run_shell', args: { command: 'sleep 60' } }] },
          { say: 'Well.', repeat: true },
        ],
      }),
    );
    await runtime.perform({ kind: 'say', dialog: rootRef(rootId), content: 'message 2', msgId: 'm2' });
    await began;
    const planned = await runtime.restorePlan(rootRef(rootId), 'm2');
    assert.equal(planned.ok && planned.plan.isAtWork, true);
    const { course } = await restore({ talk: 'course' });
    assert.equal(course, 2);
    assert.equal(runtime.listRoots()[0]?.state, 'idle');
  });
});
