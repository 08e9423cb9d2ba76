// A window at a PostgreSQL store that wants a password, and that drives its dialogs itself.
import assert from 'node:assert/strict';
import { migrateStore } from '../../src/runtime.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { type PostgresServer, startPostgres, wantPasswordOf } from '../support/postgres-server.ts';
import { answerByKeyboard } from './support/answer-by-keyboard.ts';
import { openEditor } from './support/editor.ts';
import { showDominds } from './support/side-bar.ts';
import { startDialog } from './support/start-dialog.ts';

const password = 'tea at four';

describe('a window at a store with a password', () => {
  let postgres: PostgresServer;
  let models: MockServer;

  before(async () => {
    postgres = await startPostgres({ prepare: wantPasswordOf('clerk') });
    models = await startMockServer({
      respond: ({ body }) =>
        String(body.messages.at(-1)?.content ?? '').includes('At four')
          ? { say: 'Then it is settled.' }
          : { say: 'One question first.\n\n!?@human When is tea?\n' },
    });
  });
  after(async () => {
    await models.close();
    await postgres.stop();
  });

  it('asks for it, keeps it in the secret storage, and drives its dialogs here', async () => {
    const owner = postgres.url('kitchen');
    assert.ok((await migrateStore(owner)).ok);
    await postgres.run(`create role clerk superuser login password '${password}'`);
    const url = owner.replace('dominds@', 'clerk@');
    const editor = await openEditor({
      theme: 'light',
      modelServer: models.baseUrl,
      workspaceFiles: {
        '.minds/team.yaml': 'workspace: kitchen\nmembers:\n  lead: { name: Lena, diligence-push-max: 0 }\n',
      },
      settings: { 'dominds.store': url, 'dominds.drive': 'here' },
    });
    const { page } = editor;
    await showDominds(page);
    await page.locator('.part.sidebar').getByText('wants a password').first().waitFor();
    await page.locator('.notification-toast').getByRole('button', { name: 'Set Store Password' }).waitFor();
    await editor.screenshot('store-password-1-refused');
    await page.locator('.notification-toast').getByRole('button', { name: 'Set Store Password' }).click();
    const prompt = page.locator('.quick-input-widget input[type=password]:focus');
    await prompt.waitFor();
    await page.keyboard.type(password);
    await editor.screenshot('store-password-2-asked');
    await page.keyboard.press('Enter');
    await page.getByText('The password of the store is stored.').first().waitFor();
    await page.locator('.part.sidebar').getByText('wants a password').waitFor({ state: 'detached' });

    await startDialog(editor, 'Plan the afternoon.');
    const panel = await editor.webviewFrame('.composer');
    await panel.getByText('When is tea?').first().waitFor();
    await page.locator('.part.sidebar .monaco-list-row', { hasText: 'When is tea?' }).waitFor();
    await answerByKeyboard(editor, 'At four');
    await panel.getByText('Then it is settled.').first().waitFor();
    await editor.screenshot('store-password-3-done');

    await editor.reload();
    const again = await editor.webviewFrame('.composer');
    await again.getByText('Then it is settled.').first().waitFor();
  });

  it('says that the store cannot be reached, and opens it by itself when it is back', async () => {
    await postgres.kill();
    const editor = await openEditor({
      theme: 'dark',
      modelServer: models.baseUrl,
      workspaceFiles: { '.minds/team.yaml': 'workspace: kitchen\nmembers:\n  lead: { name: Lena }\n' },
      settings: { 'dominds.store': postgres.url('kitchen'), 'dominds.drive': 'here' },
    });
    const { page } = editor;
    await showDominds(page);
    await page.locator('.part.sidebar').getByText('cannot be reached').first().waitFor();
    await editor.screenshot('store-password-4-away');
    await postgres.startAgain();
    await page.locator('.part.sidebar .monaco-list-row', { hasText: 'Plan the afternoon.' }).waitFor();
    await page.locator('.part.sidebar').getByText('cannot be reached').waitFor({ state: 'detached' });
  });
});
