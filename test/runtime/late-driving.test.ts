// A folder without dialogs stays as it is until something is said in it (SPEC 13.14).
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { OpenOptions } from '../../src/runtime.ts';
import { makeOpenedWorkspace, type OpenedWorkspace } from '../support/opened-workspace.ts';

describe('opening a folder without dialogs late', () => {
  let workspace: OpenedWorkspace;
  beforeEach(async () => {
    workspace = await makeOpenedWorkspace({
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: Hello.}\n',
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
    });
  });
  afterEach(() => workspace.close());
  const open = (options: Partial<OpenOptions> = {}) => workspace.open('drive', { drivesLate: true, ...options });
  const hasDialogs = () => existsSync(path.join(workspace.folder, '.dialogs'));

  it('writes nothing until the first dialog is started, and drives from then on', async () => {
    const runtime = await open();
    assert.deepEqual([runtime.drivenBy(), runtime.listRoots(), hasDialogs()], ['nobody', [], false]);
    await runtime.models.survey(AbortSignal.abort());
    assert.equal(hasDialogs(), false);
    const started = await runtime.perform({ kind: 'start', text: 'hello' });
    assert.ok(started.ok, JSON.stringify(started));
    const { response } = await runtime.settled(started.rootId);
    assert.deepEqual([response, runtime.drivenBy(), hasDialogs()], ['Hello.', 'this', true]);
  });

  it('leaves nothing behind when it is closed without a dialog', async () => {
    await (await open()).close();
    assert.equal(hasDialogs(), false);
  });

  it('drives at once where there are dialogs', async () => {
    const first = await open();
    const started = await first.perform({ kind: 'start', text: 'hello' });
    assert.ok(started.ok);
    await first.settled(started.rootId);
    await first.close();
    assert.equal((await open()).drivenBy(), 'this');
  });

  it('is told who began before it, and does not begin beside', async () => {
    const [first, second] = [await open(), await open()];
    assert.ok((await first.perform({ kind: 'start', text: 'hello' })).ok);
    const refused = await second.perform({ kind: 'start', text: 'hello' });
    assert.deepEqual([refused.ok || refused.code, second.drivenBy()], ['driven-elsewhere', 'other']);
  });
});
