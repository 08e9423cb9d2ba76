// The Overview in the real editor: a question of a subdialog's root is answered there, the panel is back after a
// reload, and a dialog whose model failed says when it tries again.
import type { MockReply } from '../support/mock-reply.ts';
import { type MockRequest, type MockServer, startMockServer } from '../support/mock-server.ts';
import { pickFromMenu } from './support/context-menu.ts';
import { type Editor, openEditor } from './support/editor.ts';
import { showDominds } from './support/side-bar.ts';
import { startDialog } from './support/start-dialog.ts';

const team = `members:
  lead: { name: Lena }
  researcher: { name: Robin }
`;

/** The researcher asks the person; what it then says answers the lead. */
function reply({ body }: MockRequest, nth: number): MockReply {
  const last = String(body.messages.at(-1)?.content ?? '');
  // No two times to retry at are alike.
  const headers = { 'retry-after': `${110 + nth}` };
  if (last.includes('busy')) return { status: 503, headers, body: 'The server is busy.' };
  if (last.includes('tellasks you')) return { say: '!?@human May I read the profile?\n!?It holds host names.\n' };
  if (last.includes('Yes, read it')) return { say: 'The minifier takes three minutes.' };
  if (last.includes('three minutes'))
    return { say: 'Done: the minifier it is.', tools: [{ name: 'mark_done', args: {} }] };
  return { say: '!?@researcher Where does the build spend its time?\n' };
}

describe('the Overview in the editor', () => {
  let server: MockServer;
  let editor: Editor;

  beforeEach(async () => {
    server = await startMockServer({ respond: request => reply(request, server.requests.length) });
    editor = await openEditor({
      theme: 'dark',
      workspaceFiles: { '.minds/team.yaml': team },
      modelServer: server.baseUrl,
    });
  });

  afterEach(() => server.close());

  async function startRoot(task: string): Promise<void> {
    await startDialog(editor, task);
  }

  it('shows tree, registry and inbox, answers a question of a subdialog, and is back after a reload', async () => {
    const { page } = editor;
    await startRoot('Why is the build slow?');
    // Until the panel has the focus it would close the palette.
    await (await editor.webviewFrame('.composer')).getByText('waiting').first().waitFor();
    await editor.runCommand('Dominds: Open Overview');
    const overview = await editor.webviewFrame('.overview .tree');
    await overview.getByText('Waiting behind it: Lena').waitFor();
    await overview.getByText('Waits for your answer: May I read the profile?').waitFor();
    await editor.screenshot('overview-editor-asking-dark');

    await editor.reload();
    const again = await editor.webviewFrame('.overview .tree');
    await again.locator('.inbox .choices .button').click();
    await page.keyboard.type('Yes, read it');
    await page.keyboard.press('Enter');
    await again.getByText('No questions.').waitFor();
    await again.locator('.tree').getByText('Done', { exact: true }).waitFor();

    await editor.screenshot('overview-editor-completed-dark');
    await editor.runCommand('Dominds: Search Dialogs');
    await page.locator('.quick-input-widget').getByText('Why is the build slow?').first().waitFor();
    await page.keyboard.type('minifier takes');
    await page.locator('.quick-input-list').getByText('The minifier takes three minutes.').first().waitFor();
    await editor.screenshot('overview-editor-search-dark');
  });

  it('panel and trees say of a dialog whose server is busy when it tries again, and it can be stopped meanwhile', async () => {
    const { page } = editor;
    await startRoot('Is the server busy?');
    const panel = await editor.webviewFrame('.composer');
    await panel.getByText(/Retrying in \d+ s \(attempt 1\).*The server is busy\./).waitFor();
    await panel
      .locator('.header')
      .getByText(/Retries at/)
      .waitFor();
    await showDominds(page);
    await page
      .getByText(/Retries at \d\d:\d\d:\d\d/)
      .first()
      .waitFor();
    await editor.screenshot('overview-editor-retry-panel-dark');
    await editor.runCommand('Dominds: Open Overview');
    const overview = await editor.webviewFrame('.overview .tree');
    await overview.locator('.wait.retry').waitFor();
    await overview.getByText('1 waiting').waitFor();
    await editor.screenshot('overview-editor-retry-dark');
    const row = overview.getByRole('treeitem', { name: /Is the server busy/ });
    await row.hover();
    await row.getByTitle('Retry now').click();
    await server.arrived(2);
    await page.getByRole('tab', { name: /Is the server busy/ }).click();
    const back = await editor.webviewFrame('.composer');
    await back.getByText('Retried by you in the Overview').waitFor();
    await back.getByRole('button', { name: 'Retry now' }).click();
    await back.getByText('Retried by you in the panel').waitFor();
    await server.arrived(3);
    await back.getByText(/Retrying in \d+ s \(attempt 1\)/).waitFor();
    // The tree follows a moment after the panel, and moves the row between its groups.
    const at = await back
      .locator('.header')
      .getByText(/Retries at/)
      .innerText();
    await page
      .locator('.monaco-list-row', { hasText: /Is the server busy/ })
      .filter({ hasText: at.trim() })
      .first()
      .click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Retry Now' }).waitFor();
    await editor.screenshot('overview-editor-retry-menu-dark');
    await pickFromMenu(page, 'Retry Now');
    await server.arrived(4);
    await page.getByRole('tab', { name: /Is the server busy/ }).click();
    await (await editor.webviewFrame('.composer')).getByRole('button', { name: 'Stop' }).click();
    await (await editor.webviewFrame('.composer')).getByText('Stopped by you').first().waitFor();

    // Another one is held back by what the server asked for, before it asks. The editor gives the panel the focus once
    // more, as it may do a moment after the palette closed: the prompt takes it again.
    await editor.runCommand('Dominds: New Draft…');
    await page.locator('.quick-input-widget').getByText('What should be answered?').waitFor();
    await back.locator('.composer textarea').evaluate(field => field.focus());
    await page.locator('.quick-input-widget input:focus').waitFor();
    await page.keyboard.press('Escape');
    await startDialog(editor, 'And the other server?');
    await page.getByRole('tab', { name: /And the other server/ }).waitFor();
    const other = await editor.webviewFrame('.composer');
    await other.getByText(/Starts in \d+ s: The server is busy\./).waitFor();
    await other.getByRole('button', { name: 'Stop' }).waitFor();
    await page
      .getByText(/Retries at \d\d:\d\d:\d\d/)
      .first()
      .waitFor();
    await editor.screenshot('overview-editor-held-back-dark');
  });
});
