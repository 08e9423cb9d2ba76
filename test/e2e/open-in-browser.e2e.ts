// Open in Browser: a window serves its dialogs, and a browser is let in below the path of the editor's own server (SPEC
// 21.1).
import assert from 'node:assert/strict';
import { startMockServer } from '../support/mock-server.ts';
import { openEditor } from './support/editor.ts';
import { startDialog } from './support/start-dialog.ts';

describe('Open in Browser', () => {
  it('shows the dialog of the window in two browsers; what is answered in one and said in the window reaches all', async () => {
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
    await startDialog(editor, 'Paint the fence');
    const panel = await editor.webviewFrame('.composer');
    await panel.getByText('Which colour?').first().waitFor();

    const opened = editor.page.waitForEvent('popup');
    await editor.runCommand('Dominds: Open in Browser');
    const page = await opened;
    await editor.page
      .locator('.notification-list-item', { hasText: 'This window serves its dialogs at http://127.0.0.1:' })
      .waitFor();
    // The Overview, which leads on below the path that the editor gave.
    await page.getByRole('button', { name: 'Open in its dialog' }).first().click();
    await page.locator('.composer textarea').waitFor();

    // Another browser, let in by an address of its own.
    const told = await page.evaluate(() => {
      const [base] = location.pathname.split('/dialog/');
      return fetch(`${base}/address`).then(answer => answer.text());
    });
    const address = /http:\/\/[^\s"<]+\?token=[^\s"<]+/.exec(told)?.[0] ?? assert.fail(told);
    const other = await (await editor.page.context().browser()?.newContext())?.newPage();
    assert.ok(other);
    await other.goto(address);
    await other.goto(page.url());
    await other.getByText('Which colour?').first().waitFor();

    await page.locator('.composer textarea').fill('Blue');
    await page.keyboard.press('Enter');
    for (const place of [panel, page, other]) {
      await place.getByText('Blue it is.').first().waitFor();
      await place.getByText('Your answer in the browser').waitFor();
    }
    await panel.locator('.composer textarea').fill('And Blue for the gate');
    await panel.locator('.composer textarea').press('Enter');
    for (const place of [page, other]) await place.getByText('And Blue for the gate').first().waitFor();
    await server.close();
  });
});
