// What goes into the composer of a dialog, in one window: what is selected in the editor, what is dropped and pasted;
// a diagnostic begins a dialog (SPEC 25.5).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { redPixel } from '../support/images.ts';
import { pickFromMenu } from './support/context-menu.ts';
import type { Editor } from './support/editor.ts';
import { openFile } from './support/open-file.ts';
import { sharedWindow } from './support/shared-window.ts';
import { startDialog } from './support/start-dialog.ts';

const files = {
  '.minds/team.yaml': 'members:\n  lead: { name: Lena, diligence-push-max: 0 }\n',
  '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
  '.minds/p.yaml': 'replies: [{ say: Done., repeat: true }]\n',
  'notes.txt': 'one\ntwo\nthree\nfour\n',
  'broken.json': '{ "a": }\n',
};

// Drawn with elements, the text of a terminal can be waited for.
const settings = { 'terminal.integrated.gpuAcceleration': 'off' };

describe('adding to a dialog in the editor', () => {
  const window = sharedWindow(() => ({ workspaceFiles: files, settings }));

  it('mentions the selected lines and a file of the Explorer, and starts a dialog that fixes a problem', async () => {
    const { editor } = window;
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

  it('mentions a dropped file and attaches a dropped image', async () => {
    const { editor } = window;
    writeFileSync(path.join(editor.folder, 'pixel.png'), Buffer.from(redPixel, 'base64'));
    await startDialog(editor, 'Read what I give you.');
    const panel = await editor.webviewFrame('.composer');
    await editor.runCommand('View: Show Explorer');
    // The folder that the first dialog made moves the rows of all files down.
    await editor.page.getByRole('treeitem', { name: /^\.dialogs/ }).waitFor();
    await drag(editor, 'notes.txt', panel);
    await panel.waitForFunction(() => document.querySelector('textarea')?.value.includes('@notes.txt'));
    await editor.screenshot('drag-1-mention');
    await drag(editor, 'pixel.png', panel);
    await panel.locator('.attached li', { hasText: 'pixel.png' }).waitFor();
    // The panel asks for it once it has the image.
    await panel.locator('.composer textarea:focus').waitFor();
    await editor.screenshot('drag-2-image');
  });

  it('has the images that were not sent after a reload of the window, and not those that were taken away', async () => {
    const { editor } = window;
    await startDialog(editor, 'Paint the house');
    const panel = await editor.webviewFrame('.composer textarea');
    await panel.getByText('Done.').first().waitFor();
    // A panel without the focus would ask for it once it has the image, and take it from the palette that is open by
    // then.
    await panel.locator('.composer textarea:focus').waitFor();
    await paste(panel, 'pixel.png', redPixel);
    await panel.getByText('pixel.png (1 kB)').waitFor();
    await editor.reload();
    const again = await editor.webviewFrame('.attached li');
    await again.getByText('pixel.png (1 kB)').waitFor();
    await editor.screenshot('images-after-reload-dark');
    await again.getByRole('button', { name: 'Remove pixel.png' }).click();
    await again.locator('.attached').waitFor({ state: 'detached' });
    await editor.reload();
    const third = await editor.webviewFrame('.composer textarea');
    await third.getByText('Done.').first().waitFor();
    assert.equal(await third.locator('.attached').count(), 0);
  });

  it('quotes what is selected in a terminal, and leaves the clipboard as it was', async () => {
    const { editor } = window;
    const { page } = editor;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // The clipboard is that of a page that has the focus.
    await openFile(editor, 'notes.txt');
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
    await panel.locator('.composer textarea:focus').waitFor();
    await editor.screenshotInThemes('add-terminal-to-dialog');
  });

  it('mentions a changed file of Source Control', async () => {
    const { editor } = window;
    execFileSync('git', ['init', '-q'], { cwd: editor.folder });
    const { page } = editor;
    await editor.runCommand('Dominds: Start Root Dialog');
    const panel = await editor.webviewFrame('.composer.unbegun textarea');
    await page.keyboard.press('Control+Shift+G');
    const change = page.getByRole('treeitem', { name: /notes\.txt/ });
    await change.waitFor();
    await change.click({ button: 'right' });
    await pickFromMenu(page, 'Add to Dialog');
    // After what the last panel of a dialog that was not begun was left with.
    await panel.waitForFunction(() => document.querySelector('textarea')?.value.endsWith('@notes.txt '));
    await editor.screenshotInThemes('add-change-to-dialog');
  });
});

/** Takes a file of the Explorer to the composer with the mouse; Shift lets the editor give the drop to the panel. */
async function drag({ page }: Editor, file: string, panel: Frame): Promise<void> {
  const from = await centre(page.getByRole('treeitem', { name: new RegExp(`^${file}`) }));
  const to = await centre(panel.locator('.composer textarea'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 10, { steps: 4 });
  await page.keyboard.down('Shift');
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.move(to.x + 3, to.y + 1, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
}

async function centre(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  await element.waitFor();
  const box = await element.boundingBox();
  assert.ok(box);
  return { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
}

function paste(panel: Frame, name: string, data: string): Promise<void> {
  return panel.evaluate(
    ([fileName, base64]) => {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], fileName, { type: 'image/png' }));
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
      document.querySelector('.composer textarea')?.dispatchEvent(event);
    },
    [name, data] as const,
  );
}
