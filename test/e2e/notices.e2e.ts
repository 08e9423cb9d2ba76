// What a model says is text in a notification of the real editor: a link in it is none, and a click runs nothing (SPEC
// 18.7).
import assert from 'node:assert/strict';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { openEditor } from './support/editor.ts';
import { startDialog } from './support/start-dialog.ts';

const attack = 'echo [click](command:workbench.action.toggleSidebarVisibility)';
const steps: readonly MockReply[] = [
  { tools: [{ name: 'run_shell', args: { command: 'N=1 echo one' } }] },
  { tools: [{ name: 'run_shell', args: { command: attack } }] },
];

describe('notifications in the editor', () => {
  let server: MockServer;
  beforeEach(async () => {
    server = await startMockServer({
      respond: ({ body }) => steps[body.messages.filter(({ role }) => role === 'tool').length] ?? { say: 'Done.' },
    });
  });
  afterEach(() => server.close());

  it('show a command that waits for leave as text, and run nothing at a click on it', async () => {
    const editor = await openEditor({
      workspaceFiles: { '.minds/team.yaml': 'members:\n  lead: { diligence-push-max: 0 }\n' },
      modelServer: server.baseUrl,
    });
    const { page } = editor;
    await startDialog(editor, 'Go on.');
    const panel = await editor.webviewFrame('.composer');
    await panel.getByText('Run: N=1 echo one').first().waitFor();
    // What is in front is not notified.
    await editor.runCommand('View: Close Editor');
    await editor.runCommand('Dominds: Focus on Q4H: Questions for You View');
    await editor.runCommand('Dominds: Allow Once');

    const notice = page.locator('.notification-toast', { hasText: 'Run: echo [click]' });
    await notice.waitFor();
    const message = notice.locator('.notification-list-item-message');
    assert.equal((await message.innerText()).replaceAll('\u200b', '').includes(attack), true);
    assert.equal(await message.locator('a').count(), 0);
    await message.getByText('click').click();
    assert.equal(await page.locator('.part.sidebar').isVisible(), true);
    await notice.getByRole('button', { name: 'Deny' }).click();
    await page.locator('.quick-input-widget').getByText('Why not').waitFor();
    assert.equal(await page.locator('.quick-input-widget .quick-input-message a').count(), 0);
  });
});
