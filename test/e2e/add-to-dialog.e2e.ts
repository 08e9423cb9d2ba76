// What is selected in the editor goes into the composer of a dialog; a diagnostic begins one (SPEC 25.5).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { makeTempWorkspace } from '../support/temp-workspace.ts';
import { pickFromMenu } from './support/context-menu.ts';
import { openEditor } from './support/editor.ts';
import { openFile } from './support/open-file.ts';

const files = {
  '.minds/team.yaml': 'members:\n  lead: { name: Lena, diligence-push-max: 0 }\n',
  '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
  '.minds/p.yaml': 'replies: [{ say: Done., repeat: true }]\n',
  'notes.txt': 'one\ntwo\nthree\nfour\n',
  'broken.json': '{ "a": }\n',
};

describe('adding to a dialog in the editor', () => {
  it('mentions the selected lines and a file of the Explorer, and starts a dialog that fixes a problem', async () => {
    const editor = await openEditor({ workspaceFiles: files });
    const { page } = editor;
    await openFile(editor, 'notes.txt');
    await page.locator('.view-line', { hasText: 'two' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await editor.runCommand('Dominds: Add to Dialog');
    const panel = await editor.webviewFrame('.composer');
    await panel.waitForFunction(() => document.querySelector('textarea')?.value === '@notes.txt:2-3 ');
    await panel.locator('.composer textarea:focus').waitFor();
    await page.keyboard.type('why?');
    await editor.runCommand('View: Show Explorer');
    await page.getByRole('treeitem', { name: 'broken.json' }).click({ button: 'right' });
    await pickFromMenu(page, 'Add to Dialog');
    await panel.waitForFunction(
      () => document.querySelector('textarea')?.value === '@notes.txt:2-3 why? @broken.json ',
    );
    await editor.screenshotInThemes('add-to-dialog');

    await openFile(editor, 'broken.json');
    await page.locator('.squiggly-error').first().waitFor();
    await page.locator('.view-line', { hasText: '"a"' }).click();
    await page.keyboard.press('End');
    await page.locator('.lightBulbWidget.codicon').waitFor();
    // Not by the palette, whose end takes the focus from the list of fixes.
    await page.keyboard.press('Control+.');
    await page.getByText('Fix with Dominds').first().waitFor();
    await editor.screenshot('fix-with-dominds');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: /Fix this problem/ }).waitFor();
  });

  it('quotes what is selected in a terminal, and leaves the clipboard as it was', async () => {
    // Drawn with elements, the text can be waited for.
    const settings = { 'terminal.integrated.gpuAcceleration': 'off' };
    const editor = await openEditor({ workspaceFiles: files, settings });
    const { page } = editor;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('copied before'));
    await editor.runCommand('Dominds: Start Root Dialog');
    const panel = await editor.webviewFrame('.composer.unbegun textarea');
    await editor.runCommand('Terminal: Create New Terminal');
    const terminal = page.locator('.terminal-wrapper.active .xterm-helper-textarea');
    await terminal.waitFor({ state: 'attached' });
    await terminal.focus();
    await page.keyboard.type('echo "the fence $((1 + 1)) is blue"');
    await page.keyboard.press('Enter');
    await page.locator('.xterm-rows', { hasText: 'the fence 2 is blue' }).waitFor();
    await editor.runCommand('Terminal: Select All');
    await editor.runCommand('Dominds: Add Terminal Selection to Dialog');
    await panel.waitForFunction(() =>
      /^\n```\n[\s\S]*the fence 2 is blue[\s\S]*\n```\n$/.test(document.querySelector('textarea')?.value ?? ''),
    );
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'copied before');
    await editor.screenshotInThemes('add-terminal-to-dialog');
  });

  it('mentions a changed file of Source Control', async () => {
    const workspace = await makeTempWorkspace(files);
    execFileSync('git', ['init', '-q'], { cwd: workspace.folder });
    const editor = await openEditor({ folder: workspace.folder });
    const { page } = editor;
    await editor.runCommand('Dominds: Start Root Dialog');
    const panel = await editor.webviewFrame('.composer.unbegun textarea');
    await page.keyboard.press('Control+Shift+G');
    const change = page.getByRole('treeitem', { name: /notes\.txt/ });
    await change.waitFor();
    await change.click({ button: 'right' });
    await pickFromMenu(page, 'Add to Dialog');
    await panel.waitForFunction(() => document.querySelector('textarea')?.value === '@notes.txt ');
    await editor.screenshotInThemes('add-change-to-dialog');
    await editor.close();
    await workspace.remove();
  });
});
