// From an empty folder and a model server on the own machine to a change that was reviewed, with the mouse: every action is
// counted (SPEC 25). An action is a click, or a text with its Enter.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { openEditor } from './support/editor.ts';
import { emptyPanel } from './support/start-dialog.ts';

describe('a newcomer in an empty folder', () => {
  let server: MockServer;
  afterEach(() => server.close());

  it('has reviewed and kept a first change after ten actions', async () => {
    server = await startMockServer({
      // That of Jan, which the editor looks for.
      port: 1337,
      models: ['mock-model', 'large'],
      respond: ({ body }) =>
        body.messages.some(({ role }) => role === 'tool')
          ? { say: 'The file greets you.', tools: [{ name: 'mark_done', args: {} }] }
          : { tools: [{ name: 'write_file', args: { path: 'hello.txt', content: 'Hello\n' } }] },
    });
    const editor = await openEditor({ settings: { 'dominds.lookForLocalServers': true } });
    const { page } = editor;
    const actions: string[] = [];
    const pictured = (what: string) => editor.screenshotInThemes(`newcomer-${actions.length}-${what}`);
    const click = async (what: string, on: Locator) => {
      await on.click();
      actions.push(what);
    };
    await click('the icon', page.getByRole('tab', { name: /Dominds/ }).first());
    const start = page.getByRole('button', { name: 'Start Root Dialog' }).first();
    await start.waitFor();
    await pictured('side-bar');
    await click('Start Root Dialog', start);
    const panel = await emptyPanel(editor);
    await page.keyboard.type('Write a file that says hello.');
    await pictured('task');
    await page.keyboard.press('Enter');
    actions.push('the task');
    const allow = panel.getByRole('button', { name: 'Allow once' });
    await allow.waitFor();
    await panel.locator('.model-name').getByText('mock-model').waitFor();
    await pictured('permission');
    await click('Allow once', allow);
    const bar = panel.locator('.changes-bar');
    await panel.getByText('Marked done').first().waitFor();
    await bar.getByText('1 file').waitFor();
    await pictured('done');
    await click('Review', bar.getByRole('button', { name: 'Review' }));
    await page.locator('.monaco-diff-editor, .multiDiffEntry').first().waitFor();
    await pictured('review');
    await editor.runCommand('View: Close Editor');
    actions.push('close the diff');
    const again = (await editor.webviewFrame('.composer')).locator('.changes-bar');
    await click('Keep', again.getByRole('button', { name: 'Keep' }));
    await again.waitFor({ state: 'detached' });
    await pictured('kept');
    assert.equal(readFileSync(path.join(editor.folder, 'hello.txt'), 'utf8'), 'Hello\n');
    assert.ok(actions.length <= 10, actions.join(', '));
    assert.equal(existsSync(path.join(editor.folder, '.vscode')), false);
  });
});
