// A folder that is moved, deleted or made read-only under a running dialog: the dialog is interrupted with the reason,
// and goes on once it is back; nothing recorded is lost, and nothing grows where it was (SPEC 18.4).
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import { openRuntime, type Runtime } from '../../src/runtime.ts';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('a folder that goes away under a running dialog', () => {
  let workspace: TempWorkspace;
  let server: MockServer;
  let runtime: Runtime;
  let reply: () => MockReply;
  const away = () => `${workspace.folder}-away`;
  beforeEach(async () => {
    server = await startMockServer({ respond: () => reply() });
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
    });
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'k' };
    const opened = await openRuntime({ rtws: workspace.folder, env, mode: 'drive' });
    assert.ok(opened.ok);
    runtime = opened.runtime;
  });
  afterEach(async () => {
    await runtime.close();
    await server.close();
    rmSync(away(), { recursive: true, force: true });
    await workspace.remove();
  });

  /** Starts a dialog and does `change` while its first generation runs. */
  async function changeWhileGenerating(change: () => void): Promise<RootId> {
    reply = () => ({
      say: 'Half',
      before: new Promise<void>(resolve => {
        change();
        resolve();
      }),
    });
    const started = await runtime.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok);
    const settled = await runtime.settled(started.rootId);
    assert.equal(settled.state, 'interrupted');
    assert.deepEqual(
      settled.interrupted.map(({ code, message }) => ({ code, isNamed: /gone|ENOENT|ENOTDIR/.test(message) })),
      [{ code: 'disk', isNamed: true }],
    );
    return started.rootId;
  }

  async function goOn(rootId: RootId): Promise<void> {
    reply = () => ({ say: 'Done.' });
    assert.ok((await runtime.perform({ kind: 'continue', dialog: rootRef(rootId) })).ok);
    const { state, response } = await runtime.settled(rootId);
    assert.deepEqual({ state, response }, { state: 'idle', response: 'Done.' });
    const viewed = await runtime.view(rootRef(rootId));
    assert.ok(viewed.ok);
    assert.equal(viewed.view.records.filter(({ kind }) => kind === 'userSaid').length, 1);
  }

  it('interrupts it when `.dialogs` is moved away, and goes on when it is back', async () => {
    const folder = path.join(workspace.folder, '.dialogs');
    const rootId = await changeWhileGenerating(() => renameSync(folder, away()));
    const said = await runtime.perform({ kind: 'say', dialog: rootRef(rootId), content: 'Hello?', msgId: 'm1' });
    assert.equal(!said.ok && said.code, 'disk');
    rmSync(folder, { recursive: true, force: true });
    renameSync(away(), folder);
    await goOn(rootId);
  });

  it('interrupts it when the whole folder is moved away, and goes on when it is back', async () => {
    const rootId = await changeWhileGenerating(() => renameSync(workspace.folder, away()));
    assert.equal(existsSync(workspace.folder), false);
    renameSync(away(), workspace.folder);
    await goOn(rootId);
  });

  it('interrupts it when the folder of the dialog is deleted, and goes on from a copy', async () => {
    const folder = path.join(workspace.folder, '.dialogs/run');
    const rootId = await changeWhileGenerating(() => {
      cpSync(folder, away(), { recursive: true });
      rmSync(folder, { recursive: true });
    });
    assert.deepEqual(existsSync(folder) ? readdirSync(folder) : [], []);
    rmSync(folder, { recursive: true, force: true });
    cpSync(away(), folder, { recursive: true });
    await goOn(rootId);
  });
});
