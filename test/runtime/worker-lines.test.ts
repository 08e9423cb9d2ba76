// What a worker makes of a tree that the worker before it left in some state when it died (SPEC 20.3, 20.5).
import assert from 'node:assert/strict';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import { type OpenMode, openRuntime, openWorker, type Runtime } from '../../src/runtime.ts';
import { emptyStore, sharedPostgres } from '../support/postgres.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('a worker and the lines of its trees', function () {
  this.timeout(30_000);
  let url: string;
  let workspace: TempWorkspace;

  beforeEach(async () => {
    url = await emptyStore();
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'workspace: shop\nmembers: {lead: {diligence-push-max: 0}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: Done., repeat: true}\n',
    });
  });
  afterEach(() => workspace.remove());

  const using = async <T>(mode: OpenMode, use: (runtime: Runtime) => Promise<T>): Promise<T> => {
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode, store: { url, drive: 'here' } });
    assert.ok(opened.ok);
    try {
      return await use(opened.runtime);
    } finally {
      await opened.runtime.close();
    }
  };
  const start = (mode: OpenMode) =>
    using(mode, async runtime => {
      const started = await runtime.perform({ kind: 'start', text: 'go' });
      assert.ok(started.ok);
      if (mode === 'drive') await runtime.settled(started.rootId);
      return started.rootId;
    });
  const change = async (set: string) => {
    const schema = new URL(url).searchParams.get('schema');
    await (await sharedPostgres()).run(`set search_path to ${schema}`, `update tree set ${set}`);
  };
  /** Works until a tree was let go, and gives it. */
  const workOnce = async (): Promise<RootId> => {
    const released = Promise.withResolvers<RootId>();
    const opened = await openWorker({
      url,
      serves: [{ name: 'shop', rtws: workspace.folder }],
      room: 1,
      env: {},
      onEvent: ({ type, rootId: of }) => type === 'released' && released.resolve(of),
      onAway() {},
    });
    assert.ok(opened.ok);
    try {
      return await released.promise;
    } finally {
      await opened.worker.close();
    }
  };
  const lineOf = () =>
    using('read', async runtime => runtime.listRoots().map(({ state, needsDrive }) => ({ state, needsDrive })));

  it('writes the line of a tree with nothing to do anew, so that no worker claims it again', async () => {
    const rootId = await start('drive');
    await change(
      `due_at = now(), summary = replace(replace(summary, '"needsDrive":false', '"needsDrive":true'), '"state":"idle"', '"state":"generating"')`,
    );
    assert.equal(await workOnce(), rootId);
    assert.deepEqual(await lineOf(), [{ state: 'idle', needsDrive: false }]);
  });

  it('leaves a tree that took down three workers to its person, though it was between two generations', async () => {
    const rootId = await start('record');
    await change(`owner = 'a worker that is gone', takeovers = 2`);
    assert.equal(await workOnce(), rootId);
    assert.deepEqual(await lineOf(), [{ state: 'interrupted', needsDrive: false }]);
    await using('drive', async runtime => {
      assert.deepEqual(await runtime.perform({ kind: 'continueAll' }), { ok: true, continued: [rootRef(rootId)] });
      assert.equal((await runtime.settled(rootId)).response, 'Done.');
    });
  });
});
