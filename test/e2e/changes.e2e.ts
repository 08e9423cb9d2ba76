// The change at the centre (SPEC 25.1, 25.2): seen in the row, above the composer and in the file, kept and undone there.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { dialogScenes, generation, opening, record, snapshotOf } from './support/dialog-scenes.ts';
import { type Editor, openEditor } from './support/editor.ts';
import { openFile } from './support/open-file.ts';
import { startDialog } from './support/start-dialog.ts';
import { endEach, openWebview, type WebviewPage } from './support/webview-page.ts';

const cart = 'export const tax = 0.1;\n\n\nexport function total(price) {\n  return price;\n}\n';

describe('changes in the editor', () => {
  let server: MockServer;
  let editor: Editor;
  afterEach(() => server.close());

  it('are rows, a bar and lenses; one hunk is kept, another undone, of which the member reads', async () => {
    const edit = (old: string, fresh: string) => ({
      name: 'edit_file',
      args: { path: 'src/cart.txt', old, new: fresh },
    });
    const command = "echo shop > readme.md && echo '{}' > data.json";
    server = await startMockServer({
      respond: ({ body }) => {
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
      },
    });
    editor = await openEditor({
      workspaceFiles: {
        '.minds/team.yaml':
          'members:\n  lead: { name: Lena, diligence-push-max: 0, policy: [{decision: allow, tools: [write, shell]}] }\n',
        'src/cart.txt': cart,
        'readme.md': 'sample\n',
      },
      modelServer: server.baseUrl,
    });
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
    await server.arrived(3);
    assert.match(JSON.stringify(server.requests.at(-1)?.body.messages), /undid this change of yours in src\/cart\.txt/);
  });
});

describe('changes in the parts of the editor that are made for them', () => {
  let server: MockServer;
  afterEach(() => server.close());

  it('are listed in Source Control, marked in the Explorer, and commented on beside their lines', async () => {
    server = await startMockServer({
      respond: ({ body }) => {
        const answered = body.messages.filter(({ role }) => role === 'tool').length;
        if (answered > 0) return { say: 'The total has the tax.' };
        const args = { path: 'cart.txt', old: 'return price;', new: 'return price * (1 + tax);' };
        return {
          tools: [
            { name: 'edit_file', args },
            { name: 'write_file', args: { path: 'new.txt', content: 'new\n' } },
          ],
        };
      },
    });
    const editor = await openEditor({
      workspaceFiles: {
        '.minds/team.yaml':
          'members:\n  lead: { name: Lena, diligence-push-max: 0, policy: [{decision: allow, tools: [write]}] }\n',
        'cart.txt': cart,
      },
      modelServer: server.baseUrl,
    });
    const { page } = editor;
    await startDialog(editor, 'Add the tax.');
    const panel = await editor.webviewFrame('.composer');
    await panel.locator('.changes-bar').getByText('2 files').waitFor();
    const badges = () =>
      [...document.querySelectorAll('.explorer-folders-view .monaco-icon-label')].flatMap(each =>
        getComputedStyle(each, '::after').content.includes('✎') ? each.textContent : [],
      );
    await page.waitForFunction(`(${badges})().join() === 'cart.txt,new.txt'`);
    await openFile(editor, 'cart.txt');
    await page.locator('.cldr.dirty-diff-modified').first().waitFor();
    const line = page.locator('.view-line', { hasText: 'return price * (1 + tax);' });
    await line.hover();
    await page.locator('.comment-range-glyph.line-hover').click();
    const comment = page.locator('.review-widget');
    await comment.locator('.monaco-editor').click();
    await page.keyboard.type('Round it to cents.');
    await editor.screenshotInThemes('changes-comment');
    await comment.getByRole('button', { name: 'Send to the Dialog' }).click();
    await server.arrived(3);
    const said = JSON.stringify(server.requests.at(-1)?.body.messages);
    assert.match(said, /@cart\.txt:5\\n\\nRound it to cents\./);
    await page.getByRole('tab', { name: /^Source Control/ }).click();
    const listed = page.locator('.scm-view .monaco-list-row', { hasText: 'cart.txt' });
    await listed.waitFor();
    await editor.screenshotInThemes('changes-source-control');
    await listed.click();
    await page.locator('.monaco-diff-editor').first().waitFor();
    await page.getByRole('button', { name: "Keep This Dialog's Edits" }).click();
    await listed.waitFor({ state: 'detached' });
  });
});

describe('changes on a page', () => {
  let view: WebviewPage;
  endEach(() => view);

  const hash = 'a'.repeat(64);
  const call = (callId: string, name: string, changed: object) => [
    ...generation([record('toolCalled', { callId, name, args: '{"path":"src/a.ts"}' })]),
    record('toolStarted', { callId }),
    record('filesChanged', { callId, changes: [], ...changed }),
    record('toolReturned', { callId, ok: true, content: 'done' }),
  ];
  const files = Array.from({ length: 11 }, (_, nth) => ({
    path: `src/some/longer/folder/name/file-${nth}.ts`,
    before: { hash },
    after: { hash: `b${hash.slice(1)}` },
    lines: { added: nth, removed: 1 },
  }));
  const records = () => [
    ...opening(),
    ...call('t-1', 'edit_file', {
      changes: [{ ...files[1], isUnsaved: true, preview: [' one', '-two', `+${'wide '.repeat(60)}`, '⋯', '+three'] }],
    }),
    ...call('t-2', 'run_shell', { changes: files, byCommand: true, untold: 'some' }),
    ...call('t-3', 'run_shell', { byCommand: true, untold: 'all' }),
  ];
  const related = () => {
    const [root, ...others] = dialogScenes.asking().related;
    return root ? [{ ...root, changes: { files: 12, added: 42, removed: 7, untold: 'some' as const } }, ...others] : [];
  };

  for (const [theme, width, language] of [
    ['dark', 800, 'en'],
    ['light', 340, 'zh'],
  ] as const)
    it(`are links to their diffs, and are kept and reverted, ${theme}, ${width} wide, in ${language}`, async () => {
      view = await openWebview('dialog', { theme, width, language });
      const { page } = view;
      await view.post(snapshotOf(records(), { related: related(), language }));
      const bar = page.locator('.changes-bar');
      await bar.waitFor();
      await bar.getByText(language === 'en' ? 'more than 12 files' : '不止 12 个文件').waitFor();
      await view.screenshot(`dialog-changes-${theme}-${language}`);
      assert.deepEqual(await view.axe(), []);
      assert.equal(await page.locator('.conversation').evaluate(each => each.scrollWidth <= each.clientWidth), true);
      await page.locator('.changed-file').first().getByRole('button').first().click();
      assert.deepEqual(await view.last(), { kind: 'showChanges', path: files[1]?.path });
      await page.locator('.changed-file').first().getByRole('button').last().click();
      assert.deepEqual(await view.last(), { kind: 'saveFile', path: files[1]?.path });
      const posted: unknown[] = [];
      for (const button of await bar.getByRole('button').all()) {
        await button.click();
        posted.push(await view.last());
      }
      assert.deepEqual(posted, [{ kind: 'showChanges' }, { kind: 'keepEdits' }, { kind: 'undoEdits' }]);
      assert.equal(await page.locator('.changed-file').count(), 9);
    });
});
