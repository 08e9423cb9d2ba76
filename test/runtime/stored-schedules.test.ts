// Schedules of a workspace that several workers serve (SPEC 20.3, 21.4).
import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import path from 'node:path';
import type { RootId } from '../../src/core/base/ids.ts';
import { openRuntime, openWorker, type WorkEvent, type Worker } from '../../src/runtime.ts';
import { openPostgresStorage } from '../../src/store/postgres/storage.ts';
import { emptyStore } from '../support/postgres.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('schedules under workers', function () {
  this.timeout(30_000);
  let workspace: TempWorkspace;
  let url: string;
  let workers: Worker[];

  beforeEach(async () => {
    workers = [];
    url = await emptyStore();
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'members: {lead: {diligence-push-max: 0}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: Checked., repeat: true}\n',
      // Its next due time does not come while a test runs.
      '.minds/schedules.yaml': '- {name: yearly, cron: "0 0 1 1 *", task: Check., missed: once}\n',
    });
    const written = new Date('2020-06-01');
    utimesSync(path.join(workspace.folder, '.minds/schedules.yaml'), written, written);
  });
  afterEach(async () => {
    await Promise.all(workers.map(worker => worker.close()));
    await workspace.remove();
  });

  /** A worker, and what it tells. */
  const work = async (more: { isUntrusted?: boolean } = {}) => {
    const events: WorkEvent[] = [];
    const released = Promise.withResolvers<RootId>();
    const opened = await openWorker({
      url,
      serves: [{ name: 'shop', rtws: workspace.folder, ...more }],
      room: 5,
      env: {},
      onEvent(event) {
        events.push(event);
        if (event.type === 'released') released.resolve(event.rootId);
      },
      onAway: why => assert.equal(why, undefined),
    });
    assert.ok(opened.ok, JSON.stringify(opened));
    workers.push(opened.worker);
    return { events, released: released.promise };
  };

  const storage = async () => {
    const opened = await openPostgresStorage({
      url,
      rtws: 'shop',
      besideWorkers: true,
      newId: () => 'reader',
      after: () => () => {},
      elapsed: () => performance.now(),
    });
    assert.ok(opened.ok);
    return opened.storage;
  };

  const roots = async () => {
    const opened = await openRuntime({
      rtws: workspace.folder,
      env: {},
      mode: 'read',
      store: { url, workspace: 'shop', drive: 'workers' },
    });
    assert.ok(opened.ok);
    const listed = opened.runtime.listRoots();
    await opened.runtime.close();
    return listed;
  };

  it('begin one root for each due time, which one worker drives and lets go', async () => {
    const both = await Promise.all([work(), work()]);
    const rootId = await Promise.race(both.map(({ released }) => released));
    const [root, ...more] = await roots();
    assert.deepEqual(
      [root?.rootId, root?.schedule?.name, root?.headline, more.length],
      [rootId, 'yearly', 'Check.', 0],
    );
    assert.deepEqual(
      both.flatMap(({ events }) => events).filter(event => event.rootId === rootId),
      [
        { type: 'claimed', rootId },
        { type: 'released', rootId },
      ],
    );
    assert.equal(root?.state, 'idle');
    const { name, due } = root?.schedule ?? assert.fail();
    // It is known without its root, which may be removed.
    const stored = await storage();
    const isServed = async () =>
      (await stored.schedules.read()).some(line => 'due' in line && line.name === name && line.due === due);
    while (!(await isServed()));
    await stored.close();
  });

  it('are withheld in a folder that is not trusted', async () => {
    await work({ isUntrusted: true });
    assert.deepEqual(await roots(), []);
  });
});
