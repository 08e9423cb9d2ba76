// A person with nothing configured gets to a working dialog: by the demo, and by choosing a model of a real HTTP
// server.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { redPixel } from '../support/images.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { type Editor, openEditor } from './support/editor.ts';
import { textOfEverything } from './support/folder-texts.ts';
import { showDominds } from './support/side-bar.ts';
import { startDialog } from './support/start-dialog.ts';

const key = 'sk-secret-of-this-test-too';

describe('models for a person without a configured one', () => {
  const open = () =>
    openEditor({
      size: { width: 1600, height: 900 },
      workspaceFiles: { 'readme.md': '# Sample\n' },
    });

  it('the welcome view leads to the walkthrough, and that to the demo, which says that it is scripted', async () => {
    const editor = await open();
    const { page } = editor;
    await showDominds(page);
    await page.getByText('choose a model', { exact: true }).waitFor();
    await editor.screenshotInThemes('models-1-welcome');
    await page.getByText('Get Started', { exact: true }).click();
    await page.getByText('No model? Try the demo').waitFor();
    await editor.webviewFrame('svg rect');
    await editor.screenshotInThemes('models-2-walkthrough');
    await page.getByText('No model? Try the demo').click();
    await page.getByRole('button', { name: 'Try the Scripted Demo', exact: true }).waitFor();
    await editor.screenshotInThemes('models-3-walkthrough-demo');
    await page.getByRole('button', { name: 'Try the Scripted Demo', exact: true }).click();
    const panel = await editor.webviewFrame('.composer');
    await panel.getByText('Which model should your team talk with').first().waitFor();
    await panel
      .getByText(/scripted/i)
      .first()
      .waitFor();
    await editor.screenshotInThemes('models-4-demo');
    for (const made of ['.minds', '.vscode']) assert.equal(existsSync(path.join(editor.folder, made)), false);
  });

  describe('with a server at hand', () => {
    let server: MockServer;
    beforeEach(async () => {
      server = await startMockServer({
        models: ['small', 'large'],
        respond: () => ({ say: 'Hello from the server.' }),
      });
    });
    afterEach(() => server.close());

    it('a dialog says what is missing; a model is chosen, tested, and answers', async () => {
      const editor = await open();
      const { page } = editor;
      await start(editor, 'Hello?');
      const panel = await editor.webviewFrame('.composer');
      await panel.getByText('No model found').first().waitFor();
      await editor.screenshot('models-5-not-configured');
      await panel.getByRole('button', { name: 'Choose Model' }).click();
      const quick = page.locator('.quick-input-widget');
      await quick.getByText('OpenRouter').first().waitFor();
      await editor.screenshot('models-6-choose');
      await page.keyboard.type('Another');
      await page.keyboard.press('Enter');
      await quick.getByText('The base URL').waitFor();
      await quick.locator('input').first().fill('localhost:9/v1');
      await page.keyboard.press('Enter');
      await quick.getByText('Kept in the secret storage').waitFor();
      await page.keyboard.type(key);
      await page.keyboard.press('Enter');
      await quick.getByText('Could not load models from localhost:9').waitFor();
      await editor.screenshot('models-7-wrong-address');
      await quick.getByText('Change Address').waitFor();
      await page.keyboard.press('Enter');
      await quick.getByText('The base URL').waitFor();
      await quick.locator('input').first().fill(server.baseUrl.replace('http://', ''));
      await page.keyboard.press('Enter');
      await quick.getByText('large').first().waitFor();
      await editor.screenshot('models-8-models-of-server');
      await page.keyboard.type('large');
      await page.keyboard.press('Enter');
      await panel.getByText('large is ready.').waitFor();
      await page.locator('.notification-toast').filter({ hasText: 'answers, but does not call tools' }).waitFor();
      assert.equal(await page.locator('.notification-toast').filter({ hasText: 'Now using' }).count(), 0);
      await panel.getByRole('button', { name: 'Continue', exact: true }).click();
      await panel.getByText('Hello from the server.').first().waitFor();
      assert.equal(server.requests[0]?.body.model, 'large');
      assert.equal(server.requests[0]?.headers.authorization, `Bearer ${key}`);

      await editor.runCommand('Dominds: Test Connection');
      await page.getByText('Hello from the server.” in').waitFor();
      await editor.screenshot('models-9-test');
      await page.keyboard.press('Escape');

      await panel.locator('.composer textarea').click();
      await editor.runCommand('Dominds: Set API Key');
      await quick.getByText('Configured here').waitFor();
      await page.keyboard.press('Enter');
      await quick.getByText('Kept in the secret storage').waitFor();
      // The next prompt of a command takes the place of the last one: a key never goes into a message.
      await page.keyboard.type('sk-typed');
      assert.equal(await quick.locator('input[type=password]').inputValue(), 'sk-typed');
      await page.keyboard.press('Escape');
      await panel.locator('.composer textarea:focus').waitFor();
      assert.equal(await panel.locator('.composer textarea').inputValue(), '');
      assert.equal(textOfEverything(editor.folder).includes(key), false);
    });

    it('a server that was chosen in one folder is offered in every other one, and no settings file is made', async () => {
      const other = await startMockServer({ models: ['tiny'], respond: () => ({ say: 'Hello from the other one.' }) });
      const first = await open();
      await choose(first, server, 'large');
      await choose(first, other, 'tiny');
      assert.equal(existsSync(path.join(first.folder, '.vscode')), false);
      await first.close();

      const editor = await open();
      await start(editor, 'Hello?');
      const panel = await editor.webviewFrame('.composer');
      await panel.getByRole('button', { name: 'Choose Model' }).click();
      const quick = editor.page.locator('.quick-input-widget');
      await quick.getByText('tiny').first().waitFor();
      await editor.screenshotInThemes('models-11-known-servers');
      await quick.getByText('large').first().click();
      await panel.getByText('large is ready.').waitFor();
      assert.equal(existsSync(path.join(editor.folder, '.vscode')), false);
      await other.close();
    });

    it('a dialog whose server wants a key asks for that key at once, and says when it was the wrong one', async () => {
      const guarded = await startMockServer({ models: ['small'], key, respond: () => ({ say: 'Hello at last.' }) });
      const editor = await openEditor({
        modelServer: guarded.baseUrl,
        workspaceFiles: { '.minds/team.yaml': 'members:\n  lead: {name: Lena, diligence-push-max: 0}\n' },
      });
      const { page } = editor;
      await start(editor, 'Hello?');
      const panel = await editor.webviewFrame('.composer');
      await panel.getByRole('button', { name: 'Set API Key' }).click();
      const quick = page.locator('.quick-input-widget');
      await quick.getByText('Kept in the secret storage').waitFor();
      assert.equal(await quick.locator('input').first().getAttribute('type'), 'password');
      await page.keyboard.type('wrong');
      await page.keyboard.press('Enter');
      await quick.getByText('rejected the API key').waitFor();
      await page.keyboard.press('Enter');
      await quick.getByText('Kept in the secret storage').waitFor();
      await page.keyboard.type(key);
      await page.keyboard.press('Enter');
      await page.getByText('The API key is stored and used from now on.', { exact: true }).waitFor();
      await panel.getByRole('button', { name: 'Continue', exact: true }).click();
      await panel.getByText('Hello at last.').first().waitFor();
      await guarded.close();
    });

    it('an image that is pasted is shown, and goes to a model that takes images', async () => {
      const editor = await openEditor({
        size: { width: 1600, height: 900 },
        workspaceFiles: {
          '.minds/team.yaml': 'members:\n  lead: {name: Lena, diligence-push-max: 0}\n',
        },
        modelServer: server.baseUrl,
      });
      await start(editor, 'Hello?');
      const panel = await editor.webviewFrame('.composer');
      const field = panel.locator('.composer textarea');
      await panel.getByText('Hello from the server.').first().waitFor();
      await field.evaluate((each, data) => {
        const clipboardData = new DataTransfer();
        const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
        clipboardData.items.add(new File([bytes], 'shot.png', { type: 'image/png' }));
        each.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
      }, redPixel);
      await panel.getByText('shot.png (1 kB)').waitFor();
      await field.fill('What is this?');
      await field.press('Enter');
      await panel.getByText('An image was not sent').waitFor();
      await panel.locator('.said-image img').waitFor();
      await editor.screenshot('models-10-image-not-taken');
      assert.match(
        JSON.stringify(server.requests[1]?.body.messages),
        /shot\.png: attached by the person, but you cannot see it/,
      );
      writeFileSync(
        path.join(editor.folder, '.minds', 'llm.yaml'),
        `base_url: ${server.baseUrl}\nmodel: mock-model\nimages: true\n`,
      );
      await field.fill('And now?');
      await field.press('Enter');
      await server.arrived(3);
      assert.ok(JSON.stringify(server.requests[2]?.body).includes(`data:image/png;base64,${redPixel}`));
    });
  });
});

/** Chooses a model of a server by its address, without a key. */
async function choose(editor: Editor, { baseUrl }: MockServer, model: string): Promise<void> {
  const { page } = editor;
  const quick = page.locator('.quick-input-widget');
  await editor.runCommand('Dominds: Choose Model');
  await quick.getByText('OpenRouter').first().waitFor();
  await page.keyboard.type('Another');
  await page.keyboard.press('Enter');
  await quick.getByText('The base URL').waitFor();
  await quick.locator('input').first().fill(baseUrl);
  await page.keyboard.press('Enter');
  await quick.getByText('Kept in the secret storage').waitFor();
  await page.keyboard.press('Enter');
  await quick.getByText(model).first().waitFor();
  await page.keyboard.type(model);
  await page.keyboard.press('Enter');
  await page
    .locator('.notification-toast')
    .filter({ hasText: `Now using ${model}.` })
    .waitFor();
}

async function start(editor: Editor, text: string): Promise<void> {
  await startDialog(editor, text);
}
