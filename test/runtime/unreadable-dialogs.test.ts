// A folder whose dialogs the system does not let this user read, such as after a run as another user (SPEC 18.4).
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

const NOBODY = 65_534;

describe('a folder whose dialogs may not be read', () => {
  let workspace: TempWorkspace;
  let dialogs: string;
  beforeEach(async () => {
    workspace = await makeTempWorkspace();
    dialogs = path.join(workspace.folder, '.dialogs');
    mkdirSync(dialogs);
    chmodSync(workspace.folder, 0o755);
    chmodSync(dialogs, 0);
    // Modes do not bind root.
    if (process.getuid?.() === 0) process.seteuid?.(NOBODY);
  });
  afterEach(async () => {
    if (process.getuid?.() === 0) process.seteuid?.(0);
    chmodSync(dialogs, 0o755);
    await workspace.remove();
  });

  for (const mode of ['drive', 'read'] as const)
    it(`is refused with what the system says, and does not end as a fault (${mode})`, async function () {
      if (process.platform === 'win32') this.skip();
      const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode });
      assert.ok(!opened.ok);
      assert.deepEqual([opened.code, opened.why.id], ['disk', 'access-denied']);
    });
});
