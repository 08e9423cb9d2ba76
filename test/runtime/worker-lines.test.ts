// A worker claims a tree whose line in the list says less than its records: its last worker died between the two (SPEC 20.3).
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/dialog/ids.ts';
import { migrateStore, type OpenMode, openRuntime, openWorker, type Runtime } from '../../src/runtime.ts';
import { emptySchema, sharedPostgres } from '../support/postgres.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

describe('a worker and the lines of its trees', function () {
  this.timeout(30_000);

  it('writes the line of a tree with nothing to do anew, so that no worker claims it again', async () => {
    const url = await emptySchema();
    assert.ok((await migrateStore(url)).ok);
    const workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'workspace: shop\nmembers: {lead: {diligence-push-max: 0}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: Done., repeat: true}\n',
    });
    const using = async <T>(mode: OpenMode, use: (runtime: Runtime) => Promise<T>): Promise<T> => {
      const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode, store: { url, drive: 'here' } });
      assert.ok(opened.ok);
      try {
        return await use(opened.runtime);
      } finally {
        await opened.runtime.close();
      }
    };
    try {
      const rootId = await using('drive', async runtime => {
        const started = await runtime.start({ text: 'go' });
        assert.ok(started.ok);
        await runtime.settled(started.rootId);
        return started.rootId;
      });
      const server = await sharedPostgres();
      await server.run(
        `set search_path to ${new URL(url).searchParams.get('schema')}`,
        `update tree set due_at = now(), summary = replace(replace(summary, '"needsDrive":false', '"needsDrive":true'), '"state":"idle"', '"state":"generating"')`,
      );
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
      assert.equal(await released.promise, rootId);
      const [line] = await using('read', async runtime => runtime.listRoots());
      assert.deepEqual([line?.state, line?.needsDrive], ['idle', false]);
      await opened.worker.close();
    } finally {
      await workspace.remove();
    }
  });
});
