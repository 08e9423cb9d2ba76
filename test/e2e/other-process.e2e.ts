// A window beside another process that drives its folder: this test. What that one does to a dialog is seen in its
// panel (SPEC 9.4, 13.9).

import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import { openRuntime, type Runtime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { openEditor } from './support/editor.ts';
import { showDominds } from './support/side-bar.ts';

describe('a window beside another process', () => {
  let workspace: TempWorkspace;
  let driver: Runtime;
  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'members: {lead: {name: Lena, diligence-push-max: 0}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: The house is painted., repeat: true}\n',
    });
    driver = await open('drive');
  });
  afterEach(async () => {
    await driver.close();
    await workspace.remove();
  });

  async function open(mode: 'drive' | 'record', resume?: 'never'): Promise<Runtime> {
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode, ...(resume && { resume }) });
    assert.ok(opened.ok);
    return opened.runtime;
  }

  it('closes the panel of a dialog that is deleted there, and says so', async () => {
    const started = await driver.perform({ kind: 'start', text: 'Paint the house' });
    assert.ok(started.ok);
    await driver.settled(started.rootId);
    const editor = await openEditor({ folder: workspace.folder });
    const { page } = editor;
    await showDominds(page);
    await page.locator('.monaco-list-row', { hasText: /Paint the house/ }).click();
    const panel = await editor.webviewFrame('.composer');
    await panel.getByText('The house is painted.').first().waitFor();
    const tab = page.getByRole('tab', { name: /Paint the house/ });
    await tab.waitFor();

    await driver.perform({ kind: 'archive', dialog: rootRef(started.rootId) });
    await driver.removeArchived([started.rootId]);
    await tab.waitFor({ state: 'detached' });
    await page.getByText('The dialog was deleted, so its panel was closed: Lena: Paint the house').first().waitFor();
    await editor.screenshot('deleted-elsewhere-dark');
  });

  it('shows a dialog as paused while nobody drives it, also where it may not drive, and no longer once somebody does', async () => {
    await driver.close();
    driver = await open('record');
    const started = await driver.perform({ kind: 'start', text: 'Paint the house' });
    assert.ok(started.ok);
    await driver.close();
    const editor = await openEditor({
      folder: workspace.folder,
      settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
    });
    const { page } = editor;
    await showDominds(page);
    await page.locator('.monaco-list-row', { hasText: /Paint the house/ }).click();
    const panel = await editor.webviewFrame('.composer');
    await panel.getByText('Paused: not running').first().waitFor();
    await editor.screenshot('left-untrusted-dark');
    driver = await open('drive', 'never');
    await panel.getByText('Paused: not running').first().waitFor({ state: 'detached' });
    await driver.close();
    await panel.getByText('Paused: not running').first().waitFor();
  });
});
