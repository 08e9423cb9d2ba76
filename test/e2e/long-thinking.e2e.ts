// A model of a real HTTP server that can be told how much to think, and that says nothing for a while (SPEC 10.5,
// 10.8).
import assert from 'node:assert/strict';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { openEditor } from './support/editor.ts';
import { startDialog } from './support/start-dialog.ts';
import { hasNoFaults } from './support/webview-page.ts';

describe('a model that thinks for long, in the editor', () => {
  let server: MockServer;
  let held: PromiseWithResolvers<void>;
  beforeEach(async () => {
    held = Promise.withResolvers();
    server = await startMockServer({
      models: ['gpt-5-mini', 'small'],
      respond: () => ({ before: held.promise, say: 'The minifier takes three minutes.' }),
    });
  });
  afterEach(() => server.close());

  it('shows for how long nothing has come, and is told meanwhile how much to think', async () => {
    const editor = await openEditor({
      size: { width: 1600, height: 900 },
      workspaceFiles: { '.minds/team.yaml': 'members:\n  lead: {name: Lena, diligence-push-max: 0}\n' },
      modelServer: server.baseUrl,
    });
    const { page } = editor;
    await startDialog(editor, 'Why is the build slow?');
    const panel = await editor.webviewFrame('.composer');
    await server.arrived(1);

    await editor.runCommand('Dominds: Choose Model');
    const quick = page.locator('.quick-input-widget');
    await quick.getByText('gpt-5-mini').first().waitFor();
    await page.keyboard.type('gpt-5-mini');
    await page.keyboard.press('Enter');
    await quick.getByPlaceholder('How much should it think?').waitFor();
    await editor.screenshotInThemes('seen-effort');
    await quick.getByText('High', { exact: true }).click();
    const toast = page.locator('.notification-toast').filter({ hasText: 'Now using gpt-5-mini. Thinking: High.' });
    await toast.getByRole('button', { name: 'Test Connection' }).waitFor();
    // What is at work need not be continued.
    assert.equal(await toast.getByRole('button', { name: 'Continue All' }).count(), 0);

    await panel.getByText(/^No reply for \d+ s$/).waitFor();
    await editor.screenshotInThemes('seen-silence', () => hasNoFaults(panel));
    held.resolve();
    await panel.getByText('The minifier takes three minutes.').first().waitFor();
    await panel.getByText(/^No reply for/).waitFor({ state: 'detached' });

    await panel.locator('.composer textarea').fill('Sure?');
    await panel.locator('.composer textarea').press('Enter');
    await server.arrived(2);
    const { model, reasoning_effort: effort } = server.requests.at(1)?.body ?? ({} as Record<string, unknown>);
    assert.deepEqual([model, effort], ['gpt-5-mini', 'high']);
  });
});
