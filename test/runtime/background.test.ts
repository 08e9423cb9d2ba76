// Commands in the background of a dialog (SPEC 21.5), with real processes.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type DialogRef, rootRef } from '../../src/core/base/ids.ts';
import type { CourseRecord, RecordOf } from '../../src/core/dialog/record.ts';
import { openRuntime, type Runtime } from '../../src/runtime.ts';
import { isAlive } from '../support/is-alive.ts';
import { nextTurn } from '../support/next-turn.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

async function makeWorkspace(...replies: readonly string[]) {
  const workspace = await makeTempWorkspace({
    '.minds/team.yaml':
      'member_defaults: {diligence-push-max: 0, policy: [{decision: allow, tools: [shell]}]}\nmembers: {lead: {toolsets: [shell]}, coder: {toolsets: [shell]}, helper: {}}\n',
    '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    '.minds/p.yaml': `replies:\n${replies.map(reply => `  - ${reply}\n`).join('')}`,
  });
  const open = async () => {
    const opened = await openRuntime({
      rtws: workspace.folder,
      env: { PATH: process.env.PATH },
      mode: 'drive',
      resume: 'always',
    });
    assert.ok(opened.ok);
    return opened.runtime;
  };
  return { workspace, open };
}

const starts = (command: string) => `tools: [{name: start_process, args: {command: ${JSON.stringify(command)}}}]`;

async function begin(runtime: Runtime) {
  const started = await runtime.perform({ kind: 'start', text: 'Begin' });
  assert.ok(started.ok);
  await runtime.settled(started.rootId);
  return started.rootId;
}

async function recordsOf(runtime: Runtime, dialog?: DialogRef): Promise<readonly CourseRecord[]> {
  const [root] = runtime.listRoots();
  assert.ok(root);
  const viewed = await runtime.view(dialog ?? rootRef(root.rootId));
  assert.ok(viewed.ok);
  return viewed.view.records;
}

/** The first record of a kind, as soon as there is one. */
async function until<K extends CourseRecord['kind']>(
  runtime: Runtime,
  kind: K,
  is: (record: RecordOf<K>) => boolean = () => true,
  dialog?: DialogRef,
): Promise<RecordOf<K>> {
  for (;;) {
    const isIt = (record: CourseRecord): record is RecordOf<K> => record.kind === kind && is(record as RecordOf<K>);
    const found = (await recordsOf(runtime, dialog)).find(isIt);
    if (found) return found;
    await nextTurn();
  }
}

describe('a background command', () => {
  it('wakes the dialog that started it when it ends, with its exit code', async () => {
    const { workspace, open } = await makeWorkspace(
      starts('echo made; until [ -e go ]; do sleep 0.02; done; exit 3'),
      'say: It runs.',
      'say: It is over.',
    );
    const runtime = await open();
    const rootId = await begin(runtime);
    assert.equal((await runtime.settled(rootId)).response?.trim(), 'It runs.');
    await workspace.write('go', '');
    const ended = await until(runtime, 'processEnded');
    assert.deepEqual([ended.outcome, ended.code], ['exited', 3]);
    const told = await until(runtime, 'autoSaid');
    assert.match(told.content, /has ended with exit code 3/);
    assert.equal((await runtime.settled(rootId)).response?.trim(), 'It is over.');
    const kept = path.join(workspace.folder, '.dialogs/run', rootId, 'processes', `${ended.processId}.log`);
    assert.equal(readFileSync(kept, 'utf8'), 'made\n');
    await runtime.close();
    await workspace.remove();
  });

  it('is recorded with the files that it changed, which can be reverted', async () => {
    const { workspace, open } = await makeWorkspace(
      starts('until [ -e go ]; do sleep 0.02; done; rm go; echo new > a.txt; echo made > b.txt'),
      'say: It runs.',
      'say: It is over.',
    );
    await workspace.write('a.txt', 'old\n');
    const runtime = await open();
    const rootId = await begin(runtime);
    await workspace.write('go', '');
    const { callId, changes, byCommand, unsure } = await until(runtime, 'filesChanged');
    const started = await until(runtime, 'processStarted');
    assert.deepEqual([callId, byCommand, unsure], [started.processId, true, 'meanwhile']);
    assert.deepEqual(
      changes.map(({ path: file, before }) => [file, before?.isKept ?? false]),
      [
        ['a.txt', true],
        ['b.txt', false],
      ],
    );
    const ended = await until(runtime, 'processEnded');
    assert.equal(ended.outcome, 'exited');
    await runtime.settled(rootId);
    const edits = await runtime.edits(rootRef(rootId), 'all');
    assert.ok(edits.ok);
    assert.deepEqual(
      edits.edits.map(({ path: file, by }) => [file, by.map(each => `${each.kind} ${each.unsure}`)]),
      [
        ['a.txt', ['command meanwhile']],
        ['b.txt', ['command meanwhile']],
      ],
    );
    const undone = await runtime.perform({ kind: 'undoEdits', dialog: rootRef(rootId) });
    assert.ok(undone.ok);
    assert.equal(readFileSync(path.join(workspace.folder, 'a.txt'), 'utf8'), 'old\n');
    assert.equal(existsSync(path.join(workspace.folder, 'b.txt')), false);
    await runtime.close();
    await workspace.remove();
  });

  it('leaves what it changed in the records when its dialog ends it', async () => {
    const { workspace, open } = await makeWorkspace(
      starts('echo made > a.txt; touch there; sleep 1000'),
      'say: It runs.',
    );
    const runtime = await open();
    const rootId = await begin(runtime);
    while (!existsSync(path.join(workspace.folder, 'there'))) await nextTurn();
    await runtime.perform({ kind: 'markDone', dialog: rootRef(rootId) });
    const { changes } = await until(runtime, 'filesChanged');
    assert.deepEqual(
      changes.map(({ path: file }) => file),
      ['a.txt', 'there'],
    );
    await runtime.close();
    await workspace.remove();
  });

  it('leaves unknown what it changed when the process that drives it closes', async () => {
    const { workspace, open } = await makeWorkspace(starts('echo made > a.txt; touch there; sleep 1000'), 'say: Runs.');
    const first = await open();
    const rootId = await begin(first);
    while (!existsSync(path.join(workspace.folder, 'there'))) await nextTurn();
    await first.close();
    const again = await open();
    await again.settled(rootId);
    const { changes, untold } = await until(again, 'filesChanged');
    assert.deepEqual([changes, untold], [[], 'all']);
    await again.close();
    await workspace.remove();
  });

  it('that can only read is not compared', async () => {
    const { workspace, open } = await makeWorkspace(starts('cat a.txt'), 'say: It runs.', 'say: Over.');
    await workspace.write('a.txt', 'old\n');
    const runtime = await open();
    await begin(runtime);
    assert.equal((await until(runtime, 'processStarted')).isWatched, true);
    await until(runtime, 'processEnded');
    assert.ok((await recordsOf(runtime)).every(({ kind }) => kind !== 'filesChanged'));
    await runtime.close();
    await workspace.remove();
  });

  it('wakes a dialog that sleeps', async () => {
    const { workspace, open } = await makeWorkspace(
      starts('until [ -e go ]; do sleep 0.02; done'),
      'tools: [{name: wait_for, args: {minutes: 60}}]',
      'say: Awake.',
    );
    const runtime = await open();
    const rootId = await begin(runtime);
    assert.equal((await runtime.settled(rootId)).sleeps.length, 1);
    await workspace.write('go', '');
    const woken = await until(runtime, 'toolReturned', ({ content }) => /background command/.test(content));
    assert.ok(woken.ok);
    while ((await runtime.settled(rootId)).response?.trim() !== 'Awake.') await nextTurn();
    await runtime.close();
    await workspace.remove();
  });

  it('ends with its dialog, and with all that it started', async () => {
    const { workspace, open } = await makeWorkspace(starts('sleep 1000 & echo $! > pid; wait'), 'say: It runs.');
    const runtime = await open();
    const rootId = await begin(runtime);
    const file = path.join(workspace.folder, 'pid');
    while (!existsSync(file) || readFileSync(file, 'utf8') === '') await nextTurn();
    const pid = Number(readFileSync(file, 'utf8'));
    assert.ok(isAlive(pid));
    await runtime.perform({ kind: 'markDone', dialog: rootRef(rootId) });
    while (isAlive(pid)) await nextTurn();
    await runtime.close();
    await workspace.remove();
  });

  it('runs on while its dialog answers a question of the one that it asked', async () => {
    const { workspace, open } = await makeWorkspace(
      'say: "!?@coder build"',
      starts('until [ -e go ]; do sleep 0.02; done; exit 3'),
      'say: "!?@helper look"',
      'say: "!?@tellasker Which?"',
      'say: Blue.',
      'say: Seen.',
      'say: "!?@human Shall I?"',
      'say: It is over.',
      'say: Done.',
    );
    const runtime = await open();
    const rootId = await begin(runtime);
    const [question] = (await runtime.settled(rootId)).questions;
    assert.ok(question);
    await workspace.write('go', '');
    const { outcome, code } = await until(runtime, 'processEnded', undefined, question);
    assert.deepEqual([outcome, code], ['exited', 3]);
    await runtime.close();
    await workspace.remove();
  });

  it('runs on when the one whose question its dialog answers is dismissed', async () => {
    const { workspace, open } = await makeWorkspace(
      'say: "!?@coder build"',
      starts('until [ -e go ]; do sleep 0.02; done; exit 3'),
      'say: "!?@helper look"',
      'say: "!?@tellasker Which?"',
      'say: "!?@human Which?"',
      'say: "!?@human Shall I?"',
      'say: It is over.',
      'say: Done.',
    );
    const runtime = await open();
    const rootId = await begin(runtime);
    const [question] = (await runtime.settled(rootId)).questions;
    const call = question && (await until(runtime, 'tellaskMade', undefined, question));
    assert.ok(call && (await runtime.perform({ kind: 'dismiss', dialog: rootRef(rootId), callId: call.callId })).ok);
    assert.equal((await runtime.settled(rootId)).questions[0]?.tellaskHead, 'Shall I?');
    await workspace.write('go', '');
    const { outcome, code } = await until(runtime, 'processEnded', undefined, question);
    assert.deepEqual([outcome, code], ['exited', 3]);
    await runtime.close();
    await workspace.remove();
  });

  it('ends with the process that drives, and its dialog is told so by the next one', async () => {
    const { workspace, open } = await makeWorkspace(
      starts('sleep 1000 & echo $! > pid; wait'),
      'say: It runs.',
      'say: I see.',
    );
    const first = await open();
    await begin(first);
    const file = path.join(workspace.folder, 'pid');
    while (!existsSync(file) || readFileSync(file, 'utf8') === '') await nextTurn();
    const pid = Number(readFileSync(file, 'utf8'));
    await first.close();
    assert.ok(!isAlive(pid));
    const second = await open();
    const told = await until(second, 'autoSaid');
    assert.match(told.content, /is gone: the process that ran it has ended/);
    await second.close();
    await workspace.remove();
  });

  it('is read and stopped by the dialog that started it, and by no other', async () => {
    const { workspace, open } = await makeWorkspace(
      starts('echo one; sleep 1000'),
      'tools: [{name: read_process, args: {process: nobody}}, {name: stop_process, args: {process: nobody}}]',
      'say: So be it.',
    );
    const runtime = await open();
    await begin(runtime);
    const results = (await recordsOf(runtime)).filter(record => record.kind === 'toolReturned');
    assert.match(results[1]?.content ?? '', /^It does not run/);
    assert.match(results[2]?.content ?? '', /^No process nobody runs/);
    await runtime.close();
    await workspace.remove();
  });
});

describe('a command that a person steers', () => {
  const runs = (command: string) => `tools: [{name: run_shell, args: {command: ${JSON.stringify(command)}}}]`;

  /** A dialog whose command has printed `made`. */
  async function running(command: string) {
    const { workspace, open } = await makeWorkspace(
      runs(`echo made; ${command}`),
      'say: On it goes.',
      'say: It is over.',
    );
    const runtime = await open();
    const printed = Promise.withResolvers<void>();
    const feed = runtime.subscribe(event => {
      if (event.type === 'tool_output' && event.text.includes('made')) printed.resolve();
    });
    const started = await runtime.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok);
    await printed.promise;
    feed.dispose();
    const { callId } = await until(runtime, 'toolStarted');
    const dialog = rootRef(started.rootId);
    const steer = (how: 'stop' | 'runOn') => runtime.perform({ kind: 'steerCommand', dialog, callId, how });
    const end = async () => {
      await runtime.close();
      await workspace.remove();
    };
    return { workspace, runtime, callId, dialog, steer, end };
  }

  it('ends, and the dialog goes on with what it printed', async () => {
    const { runtime, dialog, steer, end } = await running('sleep 1000');
    assert.ok((await steer('stop')).ok);
    const { ok, content } = await until(runtime, 'toolReturned');
    assert.deepEqual(
      [ok, content],
      [false, 'The person stopped this command, with everything it had started.\nmade\n'],
    );
    assert.equal((await runtime.settled(dialog.rootId)).response?.trim(), 'On it goes.');
    const again = await steer('stop');
    assert.equal(!again.ok && again.why.id, 'no-command-runs');
    await end();
  });

  it('runs on in the background with its output, and its end wakes the dialog', async () => {
    const { workspace, runtime, callId, dialog, steer, end } = await running(
      'until [ -e go ]; do sleep 0.02; done; echo late; exit 3',
    );
    assert.ok((await steer('runOn')).ok);
    const { ok, content } = await until(runtime, 'toolReturned');
    assert.ok(ok);
    assert.match(content, new RegExp(`as process ${callId}: read_process[^]*made`));
    assert.equal((await runtime.settled(dialog.rootId)).response?.trim(), 'On it goes.');
    await workspace.write('go', '');
    const { outcome, code } = await until(runtime, 'processEnded');
    assert.deepEqual([outcome, code], ['exited', 3]);
    while ((await runtime.settled(dialog.rootId)).response?.trim() !== 'It is over.') await nextTurn();
    const kept = path.join(workspace.folder, '.dialogs/run', dialog.rootId, 'processes', `${callId}.log`);
    assert.equal(readFileSync(kept, 'utf8'), 'made\nlate\n');
    await end();
  });
});
