import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import { openRuntime, type Runtime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('storage of dialogs', () => {
  let workspace: TempWorkspace;
  let runtime: Runtime;

  beforeEach(async () => {
    workspace = await makeTempWorkspace();
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'record' });
    assert.ok(opened.ok);
    runtime = opened.runtime;
  });

  afterEach(async () => {
    await runtime.close();
    await workspace.remove();
  });

  async function start(text: string): Promise<RootId> {
    const started = await runtime.perform({ kind: 'start', text });
    assert.ok(started.ok);
    await runtime.settled(started.rootId);
    return started.rootId;
  }

  it('says how many bytes each root takes', async () => {
    const small = await start('short');
    const large = await start('long '.repeat(2000));
    const sizes = new Map((await runtime.storage()).map(({ root, bytes }) => [root.rootId, bytes]));
    assert.ok((sizes.get(large) ?? 0) > (sizes.get(small) ?? 0) + 5000);
    assert.equal((await runtime.storage([small])).length, 1);
  });

  it('deletes archived roots for good and tells of it', async () => {
    const kept = await start('stays');
    const old = await start('goes');
    assert.ok((await runtime.perform({ kind: 'archive', dialog: rootRef(old) })).ok);
    const gone: string[] = [];
    runtime.subscribe(event => {
      if (event.type === 'root_changed' && !event.summary) gone.push(event.rootId);
    });
    const removed = await runtime.removeArchived([old]);
    assert.deepEqual(removed, { ok: true, removed: [old] });
    assert.deepEqual(gone, [old]);
    assert.deepEqual(
      runtime.listRoots().map(({ rootId }) => rootId),
      [kept],
    );
    assert.equal(existsSync(path.join(workspace.folder, '.dialogs', 'archive', old)), false);
    assert.equal((await runtime.view({ rootId: old, selfId: old as never })).ok, false);
  });

  it('never deletes a root that is not archived, nor the others of that request', async () => {
    const running = await start('runs');
    const old = await start('archived');
    await runtime.perform({ kind: 'archive', dialog: rootRef(old) });
    const refused = await runtime.removeArchived([old, running]);
    assert.equal(!refused.ok && refused.code, 'wrong-state');
    assert.equal(runtime.listRoots().length, 2);
  });
});
