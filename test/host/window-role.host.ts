// Who drives this folder, and whether all is well in it, in the real extension host. Its name makes it run last: the
// other suites look at an empty folder first.
import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import * as vscode from 'vscode';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import type { DomindsApi } from '../../src/host/extension.ts';
import type { Runtime } from '../../src/runtime.ts';
import { exists, inRtws } from './rtws.ts';

describe('a folder with dialogs in the extension host', () => {
  let rootId: RootId;
  before(async () => {
    await vscode.workspace.fs.writeFile(
      inRtws('health.yaml'),
      Buffer.from('replies:\n  - {say: Fine., repeat: true}\n'),
    );
    await set({ provider: 'playbook', playbook: 'health.yaml' });
    const before = new Set(
      (await api())
        .runtime()
        ?.listRoots()
        .map(root => root.rootId),
    );
    await vscode.commands.executeCommand('dominds.startRootDialog', { text: 'How are you?' });
    const root = (await openRuntime()).listRoots().find(each => !before.has(each.rootId));
    assert.ok(root);
    rootId = root.rootId;
    await (await openRuntime()).settled(rootId);
  });
  after(async () => {
    await (await openRuntime()).perform({ kind: 'archive', dialog: rootRef(rootId) });
    await set({ provider: undefined, playbook: undefined });
  });

  it('is repaired on request, by Check Health', async () => {
    const index = `.dialogs/run/${rootId}/latest.yaml`;
    await vscode.workspace.fs.delete(inRtws(index));
    const checked = vscode.commands.executeCommand('dominds.checkHealth');
    // The first choice is the repair; until the choices are there, nothing happens.
    while (!(await exists(index))) await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await checked;
    const examined = await (await openRuntime()).doctor();
    assert.ok(examined.ok);
    assert.deepEqual(
      examined.report.problems.filter(({ path }) => path.includes(rootId)),
      [],
    );
  });

  it('is read while another process drives it, and driven from here once that is gone', async () => {
    const runtime = await openRuntime();
    assert.equal((await api()).reading(), undefined);
    const entry = { pid: process.ppid, host: hostname(), token: 'theirs', heartbeatAt: new Date().toISOString() };
    await vscode.workspace.fs.writeFile(inRtws('.dialogs/lock'), Buffer.from(JSON.stringify(entry)));
    await changed(({ reading }) => reading() === 'driven-elsewhere');
    const refused = await runtime.perform({ kind: 'start', text: 'Not now.' });
    assert.equal(!refused.ok && refused.code, 'driven-elsewhere');

    await vscode.workspace.fs.delete(inRtws('.dialogs/lock'));
    await changed(({ reading }) => reading() === undefined);
    assert.equal(runtime.drivenBy(), 'this');
    const said = await runtime.perform({
      kind: 'say',
      dialog: rootRef(rootId),
      content: 'And now?',
      msgId: 'health-1',
    });
    assert.ok(said.ok);
    assert.equal((await runtime.settled(rootId)).response, 'Fine.');
  });
});

async function api(): Promise<DomindsApi> {
  const found = vscode.extensions.getExtension<DomindsApi>('dominds.dominds');
  assert.ok(found);
  return found.activate();
}

async function openRuntime(): Promise<Runtime> {
  const runtime = (await api()).runtime();
  assert.ok(runtime);
  return runtime;
}

/** Resolves when this holds, now or after a change. */
async function changed(holds: (shown: DomindsApi) => boolean): Promise<void> {
  const shown = await api();
  await new Promise<void>(resolve => {
    const look = () => {
      if (!holds(shown)) return;
      following.dispose();
      resolve();
    };
    const following = shown.onChange(look);
    look();
  });
}

async function set(values: Readonly<Record<string, unknown>>): Promise<void> {
  const settings = vscode.workspace.getConfiguration('dominds');
  for (const [key, value] of Object.entries(values))
    await settings.update(key, value, vscode.ConfigurationTarget.Workspace);
}
