// A dialog in which nothing was said goes when its panel is closed.
import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import { discardEmpty } from '../../src/host/panel/discard-empty.ts';
import { openRuntime, type Runtime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('closing the panel of a dialog', () => {
  let workspace: TempWorkspace;
  let runtime: Runtime;
  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: Hello.}\n',
    });
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    assert.ok(opened.ok);
    runtime = opened.runtime;
  });
  afterEach(async () => {
    await runtime.close();
    await workspace.remove();
  });
  const start = async (text?: string) => {
    const started = await runtime.perform({ kind: 'start', ...(text !== undefined && { text }), noDiligence: true });
    assert.ok(started.ok);
    await runtime.settled(started.rootId);
    return rootRef(started.rootId);
  };

  it('deletes one in which nothing was said', async () => {
    await discardEmpty(runtime, await start());
    assert.deepEqual(runtime.listRoots(), []);
  });

  it('keeps one in which something was said', async () => {
    await discardEmpty(runtime, await start('hello'));
    assert.equal(runtime.listRoots({ status: 'running' }).length, 1);
  });
});
