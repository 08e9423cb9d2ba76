// The quiet transcript (SPEC 25.8): steps fold into a line that says what was done; a running command shows its last
// lines and can be let run on; paths are links and formulas are set.
import assert from 'node:assert/strict';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { openEditor } from './support/editor.ts';
import { startDialog } from './support/start-dialog.ts';

const run = (command: string) => ({ name: 'run_shell', args: { command } });
const reply = 'Done in `src/cart.js:2`.\n\nThe total is $\\sum_i p_i q_i$, and costs $5.\n';
/** One reply after the other, by how many tools have answered. */
const steps = [
  { tools: [{ name: 'read_file', args: { path: 'src/cart.js' } }] },
  { tools: [{ name: 'write_file', args: { path: 'src/sum.js', content: 'export const sum = 1;\n' } }] },
  { tools: [{ name: 'search_text', args: { pattern: 'price' } }] },
  { tools: [run("printf '\\033[32mready\\033[0m\\n'; until [ -e go ]; do sleep 0.1; done")] },
];

describe('the quiet transcript in the editor', () => {
  let server: MockServer;
  afterEach(() => server.close());

  it('lets a command run on, folds the steps, and links what the reply names', async () => {
    server = await startMockServer({
      respond: ({ body }) => steps[body.messages.filter(({ role }) => role === 'tool').length] ?? { say: reply },
    });
    const editor = await openEditor({
      workspaceFiles: {
        '.minds/team.yaml':
          'members:\n  lead: { name: Lena, diligence-push-max: 0, policy: [{decision: allow, tools: [write, run_shell]}] }\n',
        'src/cart.js': 'const price = 1;\nexport const total = price;\n',
      },
      modelServer: server.baseUrl,
    });
    const { page } = editor;
    const panel = await startDialog(editor, 'Add up the cart.');
    const running = panel.locator('.running-command');
    await running.getByText('ready').waitFor();
    assert.equal(await running.getByText('ready').getAttribute('style'), 'color: var(--vscode-terminal-ansiGreen);');
    await editor.screenshotInThemes('quiet-running');
    await running.getByRole('button', { name: 'Let it run on' }).click();
    await panel.locator('.saying math').waitFor();
    const group = panel.locator('.steps-group > .fold-line');
    assert.match(await group.innerText(), /4 steps\s+2 reads, 1 edit, 1 command/);
    await panel.locator('.changed-files').getByRole('button', { name: 'src/sum.js' }).waitFor();
    assert.equal(await panel.locator('.tool').count(), 0);
    await panel.locator('.saying').hover();
    await editor.screenshotInThemes('quiet-folded');
    await group.click();
    assert.equal(await panel.locator('.tool').count(), 4);
    await editor.screenshot('quiet-unfolded');
    await panel.getByRole('link', { name: 'src/cart.js:2' }).click();
    await page.getByRole('tab', { name: 'cart.js' }).waitFor();
    await page.getByText('Ln 2, Col 1').waitFor();
  });
});
