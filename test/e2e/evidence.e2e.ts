// Done is verified (SPEC 26): lines that a member writes are checked when it marks the task done; what fails goes back to
// it, and the person has the last word.
import assert from 'node:assert/strict';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { openEditor } from './support/editor.ts';

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
    await editor.runCommand('Dominds: Start Root Dialog');
    await page.locator('.quick-input-widget').getByText('What should the team do?').waitFor();
    await page.keyboard.type('Write the total.');
    await page.keyboard.press('Enter');
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
    await editor.screenshotInThemes('evidence-human');
    await panel.getByRole('button', { name: 'Accept', exact: true }).click();
    await panel.locator('.header').getByText('Verified', { exact: true }).waitFor();
    await editor.screenshotInThemes('evidence-verified');
  });
});
