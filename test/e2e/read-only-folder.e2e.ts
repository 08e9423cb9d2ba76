// A folder that cannot be written to: the view says so instead of offering what cannot work, every command that would
// write says what to do, and dialogs that are there are read (SPEC 13.13).
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { makeUnwritable } from '../support/unwritable.ts';
import { openEditor } from './support/editor.ts';
import { showDominds } from './support/side-bar.ts';
import { startDialog } from './support/start-dialog.ts';

describe('a folder that cannot be written to', () => {
  let workspace: TempWorkspace;
  let giveBack: (() => void) | undefined;
  afterEach(async () => {
    giveBack?.();
    giveBack = undefined;
    await workspace.remove();
  });

  it('says in its view and at each command what to do', async function () {
    workspace = await makeTempWorkspace({ 'notes.md': 'Notes.\n' });
    giveBack = makeUnwritable(workspace.folder);
    if (!giveBack) this.skip();
    const editor = await openEditor({ folder: workspace.folder });
    const { page } = editor;
    await showDominds(page);
    await page.getByText('This folder cannot be written to, so no dialog can be stored in it.').waitFor();
    const welcome = page.locator('.welcome-view-content');
    await welcome.getByText('Start Root Dialog').waitFor({ state: 'detached' });
    for (const command of ['Start Root Dialog', 'Open Team File']) {
      await editor.runCommand(`Dominds: ${command}`);
      const toast = page.locator('.notification-toast').filter({ hasText: 'This folder cannot be written to' });
      await toast.getByRole('button', { name: 'Open Folder' }).waitFor();
      await editor.screenshotInThemes(`read-only-${command.replaceAll(' ', '-').toLowerCase()}`);
      await editor.runCommand('Notifications: Clear All Notifications');
      await toast.waitFor({ state: 'detached' });
    }
  });

  it('shows its dialogs, says why nothing can be sent, and drives them once it can be written to', async function () {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'members: {lead: {name: Lena, diligence-push-max: 0}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: The first is done.}\n  - {say: The second is done., repeat: true}\n',
    });
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    if (!opened.ok) throw new Error(JSON.stringify(opened));
    const started = await opened.runtime.perform({ kind: 'start', text: 'Paint the house' });
    if (started.ok) await opened.runtime.settled(started.rootId);
    await opened.runtime.close();
    giveBack = makeUnwritable(workspace.folder);
    if (!giveBack) this.skip();
    const editor = await openEditor({ folder: workspace.folder });
    const { page } = editor;
    await showDominds(page);
    await page.locator('.monaco-list-row', { hasText: /Paint the house/ }).click();
    const panel = await editor.webviewFrame('.composer');
    await panel.getByText('The first is done.').first().waitFor();
    await panel.getByText('Read only: this folder cannot be written to.').first().waitFor();
    await editor.screenshot('read-only-panel-dark');

    giveBack();
    giveBack = undefined;
    await startDialog(editor, 'Paint the fence');
    await page.getByRole('tab', { name: /Paint the fence/ }).waitFor();
  });
});
