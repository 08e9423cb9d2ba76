// The built extension in a plain process, from its activation until the Dialogs tree has rows.
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/project.ts';
import { bundleWorkers } from '../bench/workers.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('a window that starts', () => {
  let workspace: TempWorkspace;

  before(async () => {
    workspace = await makeTempWorkspace();
    const stored = path.join(root, 'test', 'fixtures', 'rtws-0.1.0');
    for (const name of ['dialogs', 'minds'])
      await cp(path.join(stored, name), path.join(workspace.folder, `.${name}`), { recursive: true });
  });
  after(() => workspace.remove());

  it('shows the stored dialogs while its workbench is too busy to answer', async () => {
    const workers = await bundleWorkers({ files: ['editor.ts'], patience: 20_000 });
    const dist = path.join(root, 'dist');
    // Resolves when a root is among the rows.
    await workers.run('editor', { dist, rtws: workspace.folder, roots: 7, idleMs: 0, busy: true });
  });
});
