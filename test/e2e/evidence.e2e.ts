// Done is verified (SPEC 26): lines that a member writes are checked when it marks the task done; what fails goes back to
// it, and the person has the last word.
import assert from 'node:assert/strict';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { openEditor } from './support/editor.ts';
import { showDominds } from './support/side-bar.ts';
import { startDialog } from './support/start-dialog.ts';

const markDone = { name: 'mark_done', args: {} };
const acceptance = '- [cmd] node check.js\n- [human] the total reads well\n';
/** One step after the other, by how many tools have answered. */
const steps = [
  {
    say: 'First what must hold.',
    tools: [{ name: 'change_mind', args: { category: 'bearinmind', selector: 'acceptance', content: acceptance } }],
  },
  { say: 'All tests pass.', tools: [markDone] },
  { say: 'It was missing.', tools: [{ name: 'write_file', args: { path: 'total.txt', content: 'Total: 12\n' } }] },
  { tools: [markDone] },
];

describe('evidence in the editor', () => {
  let server: MockServer;
  afterEach(() => server.close());

  it('leads from lines over a check that fails to a dialog that is verified', async () => {
    server = await startMockServer({
      respond: ({ body }) => {
        const answered = body.messages.filter(({ role }) => role === 'tool').length;
        return steps[answered] ?? { say: 'Nothing is left.' };
      },
    });
    const editor = await openEditor({
      workspaceFiles: {
        '.minds/team.yaml':
          'members:\n  lead: { name: Lena, diligence-push-max: 0, policy: [{decision: allow, tools: [write]}] }\n',
        'check.js': "process.exit(require('fs').existsSync('total.txt') ? 0 : 1)\n",
      },
      modelServer: server.baseUrl,
    });
    const { page } = editor;
    await startDialog(editor, 'Write the total.');
    const panel = await editor.webviewFrame('.composer');
    await panel.locator('.question.asking').filter({ hasText: 'node check.js' }).waitFor();
    await editor.screenshot('evidence-asked');
    await panel.getByRole('button', { name: 'Allow once' }).click();
    await panel.locator('.question.asking').filter({ hasText: 'the total reads well' }).waitFor();
    const results = server.requests
      .flatMap(({ body }) => body.messages)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => content ?? '');
    assert.ok(results.some(each => /Not done:[\s\S]*node check\.js: failed/.test(each)));
    await panel.locator('.todo').getByText('1 of 2 done').click();
    await panel.locator('.todo-lines .done', { hasText: 'node check.js' }).waitFor();
    await editor.screenshotInThemes('evidence-human');

    // The person accepts in the Overview: the notice, both trees and the header say that it is verified.
    await editor.runCommand('Dominds: Open Overview');
    const overview = await editor.webviewFrame('.overview .tree');
    await overview.locator('.inbox').getByRole('button', { name: 'Accept', exact: true }).click();
    const notice = page.locator('.notification-toast', { hasText: 'Lena is done' });
    await notice.getByText(/verified \(2 acceptance lines\).*1 file changed: total\.txt \+1/).waitFor();
    await editor.screenshot('evidence-notice');
    const row = overview.getByRole('treeitem', { name: /Write the total/ });
    await row.getByText('Verified', { exact: true }).waitFor();
    await showDominds(page);
    await editor.screenshotInThemes('evidence-overview');
    const dialogs = page.locator('.pane', { hasText: 'Dialogs' });
    await dialogs.locator('.monaco-list-row', { hasText: /Write the total.*Verified/ }).waitFor();
    await editor.screenshot('evidence-tree');
    await page.getByRole('tab', { name: /Write the total/ }).click();
    const again = await editor.webviewFrame('.composer');
    await again.locator('.header').getByText('Verified', { exact: true }).waitFor();
    await editor.screenshotInThemes('evidence-verified');
  });
});
