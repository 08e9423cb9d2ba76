// Restore to Here, Edit and Resend (SPEC 25.4): from a message of the person, with a list before and Redo after.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { type Editor, openEditor } from './support/editor.ts';
import { startDialog } from './support/start-dialog.ts';

describe('a message of the person in the editor', () => {
  let server: MockServer;
  let editor: Editor;
  afterEach(() => server.close());

  it('is gone back to in a new course, redone, and edited and sent again in a fork', async () => {
    server = await startMockServer({
      respond: ({ body }) => {
        const last = body.messages.at(-1);
        const text = JSON.stringify(body.messages.filter(({ role }) => role === 'user').at(-1) ?? '');
        if (last?.role === 'tool') return { say: 'The prices are new.' };
        if (text.includes('Raise'))
          return {
            tools: [
              { name: 'edit_file', args: { path: 'prices.txt', old: 'tea 1', new: 'tea 2' } },
              { name: 'write_file', args: { path: 'notes.md', content: 'raised\n' } },
            ],
          };
        return { say: 'Hello.' };
      },
    });
    editor = await openEditor({
      workspaceFiles: {
        '.minds/team.yaml':
          'members:\n  lead: { name: Lena, diligence-push-max: 0, policy: [{decision: allow, tools: [write]}] }\n',
        'prices.txt': 'tea 1\n',
      },
      modelServer: server.baseUrl,
    });
    const { page, folder } = editor;
    const prices = () => readFileSync(path.join(folder, 'prices.txt'), 'utf8');
    let panel = await startDialog(editor, 'Say hello.');
    await panel.locator('.saying', { hasText: 'Hello.' }).waitFor();
    await panel.locator('.composer textarea').fill('Raise the price of tea.');
    await page.keyboard.press('Enter');
    await panel.locator('.saying', { hasText: 'The prices are new.' }).waitFor();
    assert.equal(prices(), 'tea 2\n');

    const message = panel.locator('.user', { hasText: 'Raise the price' });
    await message.hover();
    await editor.screenshotInThemes('restore-message');
    // By the keyboard alone.
    await message.getByRole('button', { name: 'Restore to Here: Raise the price of tea.' }).focus();
    await page.keyboard.press('Enter');
    const bar = panel.locator('.restore-bar');
    await bar.locator('li', { hasText: 'notes.md' }).getByText('is deleted').waitFor();
    await editor.screenshotInThemes('restore-list');
    await bar.getByRole('button', { name: 'Goes on in a new course' }).click();
    await bar.getByRole('button', { name: 'Restore', exact: true }).click();
    await panel.locator('.reverted-bar').getByText('2 files were restored').waitFor();
    assert.equal(prices(), 'tea 1\n');
    assert.ok(!existsSync(path.join(folder, 'notes.md')));
    assert.equal(await panel.locator('.composer textarea').inputValue(), 'Raise the price of tea.');
    await editor.screenshotInThemes('restore-done');
    await panel.locator('.reverted-bar').getByRole('button', { name: 'Redo' }).click();
    await panel.locator('.reverted-bar').waitFor({ state: 'detached' });
    assert.equal(prices(), 'tea 2\n');
    await panel.locator('.composer textarea').fill('');

    await editor.runCommand('Dominds: Edit and Resend…');
    await page.locator('.quick-input-widget').getByText('Raise the price of tea.').waitFor();
    await page.keyboard.press('Enter');
    panel = await editor.webviewFrame('.restore-bar');
    const edited = panel.locator('.restore-bar');
    await edited.locator('li', { hasText: 'prices.txt' }).waitFor();
    await panel.locator('.composer textarea:focus').waitFor();
    assert.equal(await panel.locator('.composer textarea').inputValue(), 'Raise the price of tea.');
    await editor.screenshotInThemes('restore-edit');
    // The choice of the last time is remembered.
    await edited.locator('[aria-pressed=true]', { hasText: 'Goes on in a new course' }).waitFor();
    await edited.getByRole('button', { name: 'Goes on in a fork' }).click();
    await panel.locator('.composer textarea').fill('Say goodbye.');
    await panel.locator('.composer textarea').press('Enter');
    await page.locator('.tab', { hasText: 'Fork: Say hello.' }).waitFor();
    const fork = await editor.webviewFrame('.user:has-text("Say goodbye.")');
    await fork.locator('.user', { hasText: 'Say goodbye.' }).waitFor();
    assert.equal(prices(), 'tea 1\n');
    assert.equal(await fork.locator('.user', { hasText: 'Raise the price' }).count(), 0);
    await editor.screenshotInThemes('restore-fork');
  });
});
