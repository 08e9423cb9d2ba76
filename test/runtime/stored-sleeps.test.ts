// `wait_for` in dialogs of a store: a worker lets go of what waits, and any worker wakes it (SPEC 20.3, 21.4).
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import { openRuntime, openWorker, type Runtime, type WorkEvent, type Worker } from '../../src/runtime.ts';
import { emptyStore } from '../support/postgres.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('dialogs of a store that wait', function () {
  this.timeout(60_000);
  let workspace: TempWorkspace;
  let url: string;
  let window: Runtime;
  let workers: Worker[];

  beforeEach(async () => {
    workers = [];
    url = await emptyStore();
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'members: {lead: {diligence-push-max: 0}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      'build.log': '',
    });
  });
  afterEach(async () => {
    await window.close();
    await Promise.all(workers.map(worker => worker.close()));
    await workspace.remove();
  });

  /** A process that looks at the store. */
  const openWindow = async (): Promise<Runtime> => {
    const store = { url, workspace: 'shop', drive: 'workers' } as const;
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'read', store });
    assert.ok(opened.ok, JSON.stringify(opened));
    return opened.runtime;
  };

  /** Worker and window over a playbook. */
  const begin = async (replies: string) => {
    writeFileSync(path.join(workspace.folder, '.minds/p.yaml'), `replies:\n${replies}`);
    window = await openWindow();
    window.subscribe(() => {});
  };

  /** A worker; `released` resolves with the next tree that it lets go. */
  const work = async () => {
    let told = Promise.withResolvers<RootId>();
    const opened = await openWorker({
      url,
      serves: [{ name: 'shop', rtws: workspace.folder }],
      room: 5,
      env: {},
      onEvent({ type, rootId }: WorkEvent) {
        if (type === 'released') told.resolve(rootId);
      },
      onAway: why => assert.equal(why, undefined),
    });
    assert.ok(opened.ok, JSON.stringify(opened));
    workers.push(opened.worker);
    return {
      worker: opened.worker,
      async released() {
        const rootId = await told.promise;
        told = Promise.withResolvers<RootId>();
        return rootId;
      },
    };
  };

  const start = async (text: string) => {
    const opened = await openRuntime({
      rtws: workspace.folder,
      env: {},
      mode: 'record',
      store: { url, workspace: 'shop', drive: 'here', handsOver: true },
    });
    assert.ok(opened.ok, JSON.stringify(opened));
    const started = await opened.runtime.perform({ kind: 'start', text });
    assert.ok(started.ok, JSON.stringify(started));
    await opened.runtime.close();
    return started.rootId;
  };

  it('rest without a worker until their file changes, and another worker wakes them', async () => {
    await begin('  - tools: [{name: wait_for, args: {file: build.log}}]\n  - {say: Built.}\n');
    const rootId = await start('Wait for the build');
    const first = await work();
    assert.equal(await first.released(), rootId);
    const [line] = await listed();
    assert.deepEqual([line?.needsDrive, line?.sleeps?.[0]?.file?.path], [false, 'build.log']);
    await first.worker.close();
    const second = await work();
    writeFileSync(path.join(workspace.folder, 'build.log'), 'done');
    assert.equal(await second.released(), rootId);
    assert.equal(await response(rootId), 'Built.');
  });

  it('go on when their time has come', async () => {
    await begin('  - tools: [{name: wait_for, args: {minutes: 0.01}}]\n  - {say: Good morning.}\n');
    const rootId = await start('Wait for the morning');
    const { released } = await work();
    while ((await response(rootId)) !== 'Good morning.') await released();
  });

  it('go on when the dialog that they wait for has ended', async () => {
    await begin('  - {say: I work.}\n');
    const awaited = await start('Work');
    const { released } = await work();
    assert.equal(await released(), awaited);
    await window.close();
    await begin(`  - tools: [{name: wait_for, args: {root: ${awaited}}}]\n  - {say: It is over.}\n`);
    const waiting = await start('Wait for the work');
    assert.equal(await released(), waiting);
    assert.ok((await window.perform({ kind: 'markDone', dialog: rootRef(awaited) })).ok);
    while ((await response(waiting)) !== 'It is over.') await released();
  });

  it('go on waiting for a dialog that another process began since theirs was opened', async () => {
    await begin(listOf('when: {contains: Work}, say: I work.'));
    const [first, second] = [await openDriver(), await openDriver()];
    const awaited = await startIn(second, 'Work');
    writeReplies(`when: {contains: Begin}, tools: [{name: wait_for, args: {root: ${awaited}}}]`);
    const waiting = await startIn(first, 'Begin');
    await Promise.all([first.close(), second.close()]);
    const lines = (await listed()).filter(({ sleeps }) => sleeps);
    assert.deepEqual(
      lines.map(({ rootId }) => rootId),
      [waiting],
    );
  });

  it('go on, one of them, when two begin at the same time to wait for the end of each other', async () => {
    const atWork = 'when: {contains: Work}, say: I work.';
    await begin(listOf(atWork));
    const drivers = [await openDriver(), await openDriver()];
    const ids = await Promise.all(drivers.map(runtime => startIn(runtime, 'Work')));
    const [one, two] = ids;
    writeReplies(
      atWork,
      `when: {contains: Begin 0}, tools: [{name: wait_for, args: {root: ${two}}}]`,
      `when: {contains: Begin 1}, tools: [{name: wait_for, args: {root: ${one}}}]`,
      'when: {contains: neither}, say: I go on alone.',
    );
    // None knows yet that the other waits.
    await Promise.all(
      drivers.map(async (runtime, n) => {
        const rootId = ids[n] as RootId;
        assert.ok(
          (await runtime.perform({ kind: 'say', dialog: rootRef(rootId), content: `Begin ${n}`, msgId: `m-${n}` })).ok,
        );
        await runtime.settled(rootId);
        await runtime.close();
      }),
    );
    const { released } = await work();
    const asleep = async () => (await listed()).filter(({ sleeps }) => sleeps).length;
    while ((await asleep()) !== 1 || !(await Promise.all(ids.map(response))).includes('I go on alone.'))
      await released();
  });

  /** A process that drives what it starts, by itself. */
  const openDriver = async (): Promise<Runtime> => {
    const store = { url, workspace: 'shop', drive: 'here' } as const;
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive', store });
    assert.ok(opened.ok, JSON.stringify(opened));
    return opened.runtime;
  };
  const startIn = async (runtime: Runtime, text: string): Promise<RootId> => {
    const started = await runtime.perform({ kind: 'start', text });
    assert.ok(started.ok, JSON.stringify(started));
    await runtime.settled(started.rootId);
    return started.rootId;
  };
  const writeReplies = (...replies: readonly string[]) =>
    writeFileSync(path.join(workspace.folder, '.minds/p.yaml'), `replies:\n${listOf(...replies)}`);
  const listOf = (...replies: readonly string[]) => replies.map(reply => `  - {${reply}}\n`).join('');
  /** As a process that begins now sees them. */
  const listed = async () => (await fresh(async runtime => runtime.listRoots())) ?? [];
  const response = async (rootId: RootId) =>
    (await fresh(async runtime => (await runtime.settled(rootId)).response))?.trim();
  const fresh = async <T>(look: (runtime: Runtime) => Promise<T>): Promise<T> => {
    const runtime = await openWindow();
    const found = await look(runtime);
    await runtime.close();
    return found;
  };
});
