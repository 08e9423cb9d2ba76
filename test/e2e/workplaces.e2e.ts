// The work of a member in a place of its own is looked at, taken in part, and the rest is dropped (SPEC 27.2).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { type Editor, openEditor } from './support/editor.ts';
import { startDialog } from './support/start-dialog.ts';

const lines = (changed: Readonly<Record<number, string>>) =>
  Array.from({ length: 20 }, (_, at) => `${changed[at] ?? `const line${at} = ${at};`}\n`).join('');
const edited = { 2: 'const tax = 0.2;', 15: 'const shipping = 5;' };

describe('work in a place of its own, in the editor', () => {
  let server: MockServer;
  let editor: Editor;
  afterEach(() => server.close());

  it('is a card with files and hunks, in the panel and in the Overview', async () => {
    server = await startMockServer({
      respond: ({ body }) => {
        const said = JSON.stringify(body.messages);
        if (said.includes('The rest is dropped')) return { say: 'The tax is in, the rest is not.' };
        if (said.includes('You are @coder') || said.includes('tellasks you')) {
          const tools = [
            { name: 'write_file', args: { path: 'src/cart.txt', content: lines(edited) } },
            { name: 'write_file', args: { path: 'docs/shipping guide.md', content: '# Shipping\n\nFive each.\n' } },
          ];
          const isDone = body.messages.some(({ role }) => role === 'tool');
          if (!isDone) return { tools: [{ name: 'read_file', args: { path: 'src/cart.txt' } }, ...tools] };
          return { say: 'The cart has tax and shipping.' };
        }
        return { say: '!?@coder Add tax and shipping to the cart.\n' };
      },
    });
    editor = await openEditor({
      workspaceFiles: {
        '.minds/team.yaml': [
          'member_defaults: { diligence-push-max: 0, dialect: tellask, policy: [{decision: allow, tools: [write]}] }',
          'members:',
          '  lead: { name: Lena }',
          '  coder: { name: Cody, workplace: own }',
        ].join('\n'),
        'src/cart.txt': lines({}),
      },
      modelServer: server.baseUrl,
    });
    const { page } = editor;
    await startDialog(editor, 'Add tax and shipping.');
    let panel = await editor.webviewFrame('.composer');
    const card = panel.locator('.question', { hasText: 'Take these changes?' });
    await card.getByRole('button', { name: 'Take All' }).waitFor();
    await editor.screenshotInThemes('workplace-card');
    await card.getByRole('button', { name: 'Show diff src/cart.txt' }).click();
    await page.locator('.monaco-diff-editor').first().waitFor();
    await page.getByText('const tax = 0.2;').first().waitFor();
    await editor.screenshotInThemes('workplace-diff');
    await editor.runCommand('View: Close Editor');
    // Until the panel has the focus it would close the palette.
    panel = await editor.webviewFrame('.composer');
    await panel.locator('.composer textarea:focus').waitFor();

    await editor.runCommand('Dominds: Open Overview');
    const overview = await editor.webviewFrame('.overview .tree');
    await overview.getByRole('button', { name: 'Take All' }).waitFor();
    await editor.screenshotInThemes('workplace-overview');
    await overview.getByRole('button', { name: 'Change 2 of src/cart.txt' }).click();
    await overview.locator('.work-file', { hasText: 'shipping guide.md' }).getByRole('checkbox').click();
    await editor.screenshotInThemes('workplace-overview-chosen');
    await overview.getByRole('button', { name: 'Take Selected (1 of 3)' }).click();
    await overview.getByRole('heading', { name: 'Take the other changes of @coder? 2 files' }).waitFor();
    const cart = () => readFileSync(path.join(editor.folder, 'src/cart.txt'), 'utf8');
    assert.equal(cart(), lines({ 2: edited[2] }));
    await editor.runCommand('View: Close Editor');

    panel = await editor.webviewFrame('.composer');
    await panel.locator('.question', { hasText: 'the other changes' }).getByRole('button', { name: 'Drop' }).click();
    await panel.getByText('The tax is in, the rest is not.').first().waitFor();
    await panel.locator('.changed-file').getByRole('button', { name: 'src/cart.txt' }).last().waitFor();
    await editor.screenshotInThemes('workplace-taken');
    assert.equal(cart(), lines({ 2: edited[2] }));
  });
});
