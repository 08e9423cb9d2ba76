// Open in Browser: a window serves its dialogs, and a browser is let in below the path of the editor's own server (SPEC 21.1).
import { startMockServer } from '../support/mock-server.ts';
import { openEditor } from './support/editor.ts';
import { hasElement } from './support/webview-frame.ts';

describe('Open in Browser', () => {
  it('opens the dialog of the window as a page, whose answer reaches the window', async () => {
    const server = await startMockServer({
      respond: ({ body }) =>
        String(body.messages.at(-1)?.content ?? '').includes('Blue')
          ? { say: 'Blue it is.' }
          : { say: '!?@human Which colour?\n' },
    });
    const editor = await openEditor({
      workspaceFiles: { '.minds/team.yaml': 'members:\n  lead: { name: Lena, diligence-push-max: 0 }\n' },
      modelServer: server.baseUrl,
    });
    await editor.runCommand('Dominds: Start Root Dialog');
    await editor.page.locator('.quick-input-widget').getByText('What should the team do?').waitFor();
    await editor.page.keyboard.type('Paint the fence');
    await editor.page.keyboard.press('Enter');
    const panel = await editor.webviewFrame(hasElement('.composer'));
    await panel.getByText('Which colour?').first().waitFor();

    const opened = editor.page.waitForEvent('popup');
    await editor.runCommand('Dominds: Open in Browser');
    const page = await opened;
    await editor.page
      .locator('.notification-list-item', { hasText: 'This window serves its dialogs at http://127.0.0.1:' })
      .waitFor();
    // The Overview, which leads on below the path that the editor gave.
    await page.getByRole('button', { name: 'Open in its dialog' }).first().click();
    await page.locator('.composer textarea').fill('Blue');
    await page.keyboard.press('Enter');
    await panel.getByText('Blue it is.').first().waitFor();
    await server.close();
  });
});
