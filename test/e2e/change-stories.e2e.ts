// The change at the centre (SPEC 25.1, 25.2, 25.4, 25.8, 25.10), in one window: seen in the row, above the composer, in the
// file and in the editor's own parts, kept and undone there; a message that is gone back to; the quiet transcript; `/`.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openFile } from './support/open-file.ts';
import { sharedWindow } from './support/shared-window.ts';
import { emptyPanel, startDialog } from './support/start-dialog.ts';

const cart = 'export const tax = 0.1;\n\n\nexport function total(price) {\n  return price;\n}\n';
const run = (command: string) => ({ name: 'run_shell', args: { command } });
const reply = 'Done in `src/cart.js:2`.\n\nThe total is $\\sum_i p_i q_i$, and costs $5.\n';
/** One reply after the other, by how many tools have answered. */
const steps = [
  { tools: [{ name: 'read_file', args: { path: 'src/cart.js' } }] },
  { tools: [{ name: 'write_file', args: { path: 'src/sum.js', content: 'export const sum = 1;\n' } }] },
  { tools: [{ name: 'search_text', args: { pattern: 'price' } }] },
  { tools: [run("printf '\\033[32mready\\033[0m\\n'; until [ -e go ]; do sleep 0.1; done")] },
];

const workspaceFiles = {
  '.minds/team.yaml':
    'members:\n  lead: { name: Lena, diligence-push-max: 0, policy: [{decision: allow, tools: [write, shell]}] }\n',
  '.github/prompts/review.prompt.md': '---\ndescription: Reviews a file\n---\nReview $ARGUMENTS with care.\n',
  '.claude/commands/explain.md':
    '---\ndescription: Explains code to a newcomer\nargument-hint: file\n---\nExplain $1.\n',
  'src/cart.txt': cart,
  'tax.txt': cart,
  'readme.md': 'sample\n',
  'prices.txt': 'tea 1\n',
  'src/cart.js': 'const price = 1;\nexport const total = price;\n',
};

describe('the change at the centre of a window', () => {
  const window = sharedWindow(() => ({ workspaceFiles }));

  it('shows changes as rows, a bar and lenses; one hunk is kept, another undone, of which the member reads', async () => {
    const edit = (old: string, fresh: string) => ({
      name: 'edit_file',
      args: { path: 'src/cart.txt', old, new: fresh },
    });
    const command = "echo shop > readme.md && echo '{}' > data.json";
    const from = window.answer(({ body }) => {
      const answered = body.messages.filter(({ role }) => role === 'tool').length;
      if (answered === 0)
        return {
          tools: [
            edit('0.1', '0.2'),
            edit('return price;', 'return price * (1 + tax);'),
            { name: 'run_shell', args: { command } },
          ],
        };
      return { say: 'The total has the tax.' };
    });
    const { editor, server } = window;
    const { page } = editor;
    await startDialog(editor, 'Add the tax.');
    let panel = await editor.webviewFrame('.composer');
    await panel.locator('.changes-bar').getByText('3 files').waitFor();
    assert.equal(await panel.locator('.changes-bar .line-counts').textContent(), '+4 −3');
    await panel.locator('.changed-file', { hasText: 'data.json' }).getByText('new').waitFor();
    await panel.locator('.change-preview .added', { hasText: 'price * (1 + tax)' }).waitFor();
    await editor.screenshotInThemes('changes-panel');

    await panel.locator('.changed-file').first().getByRole('button').click();
    await page.locator('.monaco-diff-editor').first().waitFor();
    await editor.screenshotInThemes('changes-diff');
    await editor.runCommand('View: Close Editor');
    panel = await editor.webviewFrame('.composer');
    await panel.locator('.composer textarea:focus').waitFor();
    await openFile(editor, 'src/cart.txt');
    const lens = (name: string) => page.locator('.codelens-decoration').getByRole('button', { name });
    await lens('Lena: +1 −1').first().waitFor();
    await editor.screenshotInThemes('changes-lenses');
    await lens('Undo').last().click();
    await page.locator('.view-line', { hasText: 'return price;' }).waitFor();
    await lens('Keep').first().click();
    await lens('Keep').first().waitFor({ state: 'detached' });
    assert.equal(readFileSync(path.join(editor.folder, 'src/cart.txt'), 'utf8'), cart.replace('0.1', '0.2'));
    await editor.runCommand('View: Close Editor');

    panel = await editor.webviewFrame('.composer');
    await panel.locator('.changes-bar').getByText('2 files').waitFor();
    await panel.getByText('You reverted these edits').first().waitFor();
    await panel.locator('.changes-bar').getByRole('button', { name: 'Revert' }).click();
    await page.getByRole('dialog').getByText('Revert 2 files').first().waitFor();
    await page.keyboard.press('Enter');
    await panel.locator('.changes-bar').waitFor({ state: 'detached' });
    assert.equal(existsSync(path.join(editor.folder, 'data.json')), false);
    await panel.locator('.composer textarea').fill('Go on.');
    await page.keyboard.press('Enter');
    await server.arrived(from + 3);
    assert.match(JSON.stringify(server.requests.at(-1)?.body.messages), /undid this change of yours in src\/cart\.txt/);
  });

  it('lists changes in Source Control, marks them in the Explorer, and takes a comment beside their lines', async () => {
    const from = window.answer(({ body }) => {
      const answered = body.messages.filter(({ role }) => role === 'tool').length;
      if (answered > 0) return { say: 'The total has the tax.' };
      const args = { path: 'tax.txt', old: 'return price;', new: 'return price * (1 + tax);' };
      return {
        tools: [
          { name: 'edit_file', args },
          { name: 'write_file', args: { path: 'new.txt', content: 'new\n' } },
        ],
      };
    });
    const { editor, server } = window;
    const { page } = editor;
    await startDialog(editor, 'Add the tax.');
    const panel = await editor.webviewFrame('.composer');
    await panel.locator('.changes-bar').getByText('2 files').waitFor();
    const badges = () =>
      [...document.querySelectorAll('.explorer-folders-view .monaco-icon-label')].flatMap(each =>
        getComputedStyle(each, '::after').content.includes('✎') ? each.textContent : [],
      );
    await page.waitForFunction(`(${badges})().join() === 'new.txt,tax.txt'`);
    await openFile(editor, 'tax.txt');
    await page.locator('.cldr.dirty-diff-modified').first().waitFor();
    const line = page.locator('.view-line', { hasText: 'return price * (1 + tax);' });
    await line.hover();
    await page.locator('.comment-range-glyph.line-hover').click();
    const comment = page.locator('.review-widget');
    await comment.locator('.monaco-editor').click();
    await page.keyboard.type('Round it to cents.');
    await editor.screenshotInThemes('changes-comment');
    await comment.getByRole('button', { name: 'Send to the Dialog' }).click();
    await server.arrived(from + 3);
    const said = JSON.stringify(server.requests.at(-1)?.body.messages);
    assert.match(said, /@tax\.txt:5\\n\\nRound it to cents\./);
    await page.getByRole('tab', { name: /^Source Control/ }).click();
    const listed = page.locator('.scm-view .monaco-list-row', { hasText: 'tax.txt' });
    await listed.waitFor();
    await editor.screenshotInThemes('changes-source-control');
    await listed.click();
    await page.locator('.monaco-diff-editor').first().waitFor();
    await page.getByRole('button', { name: "Keep This Dialog's Edits" }).click();
    await listed.waitFor({ state: 'detached' });
    // What is kept is no longer commented on.
    await page.locator('.comment-range-glyph').first().waitFor({ state: 'detached' });
  });

  it('goes back to a message in a new course, redoes it, and sends it edited in a fork', async () => {
    window.answer(({ body }) => {
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
    });
    const { editor } = window;
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

  it('begins a dialog with a prompt file, runs a command, and Up brings back what was sent', async () => {
    const from = window.answer(() => ({ say: 'Understood.' }));
    const { editor, server } = window;
    const { page } = editor;
    await editor.runCommand('Dominds: Start Root Dialog');
    const panel = await emptyPanel(editor);
    const field = panel.locator('.composer textarea');
    await page.keyboard.type('/re');
    await panel.getByRole('option', { name: /Reviews a file/ }).waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), '/review ');
    await page.keyboard.type('cart.js');
    await page.keyboard.press('Enter');
    await panel.getByText('Understood.').first().waitFor();
    const said = server.requests[from]?.body.messages.findLast(({ role }) => role === 'user')?.content ?? '';
    assert.match(said, /^\/review cart\.js\n\nReview cart\.js with care\./);

    await page.keyboard.type('/');
    await panel.getByRole('option', { name: /Explains code/ }).waitFor();
    await editor.screenshotInThemes('slash-list');
    await page.setViewportSize({ width: 760, height: 700 });
    await editor.screenshotInThemes('slash-list-narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.type('clear');
    await page.keyboard.press('Enter');
    await panel.locator('.composer textarea:focus').waitFor();
    assert.equal(await field.inputValue(), '');
    await panel.getByLabel('Course').first().waitFor();

    await page.keyboard.type('Second');
    await page.keyboard.press('Enter');
    await server.arrived(from + 2);
    await page.keyboard.press('ArrowUp');
    assert.equal(await field.inputValue(), 'Second');
    await page.keyboard.press('ArrowDown');
    assert.equal(await field.inputValue(), '');
  });

  it('lets a command run on, folds the steps, and links what the reply names', async () => {
    window.answer(({ body }) => steps[body.messages.filter(({ role }) => role === 'tool').length] ?? { say: reply });
    const { editor } = window;
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
