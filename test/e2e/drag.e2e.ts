// Files dragged by mouse from the Explorer of a real editor onto the composer of a dialog panel.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { redPixel } from '../support/images.ts';
import { type Editor, openEditor } from './support/editor.ts';
import { startDialog } from './support/start-dialog.ts';

const files = {
  '.minds/team.yaml': 'members:\n  lead: { name: Lena, diligence-push-max: 0 }\n',
  '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
  '.minds/p.yaml': 'replies: [{ say: Done., repeat: true }]\n',
  'notes.md': '# Notes\n',
};

describe('dragging in the editor', () => {
  let editor: Editor;

  it('makes a mention of a dropped file and attaches a dropped image', async () => {
    editor = await openEditor({ workspaceFiles: files });
    writeFileSync(path.join(editor.folder, 'pixel.png'), Buffer.from(redPixel, 'base64'));
    await startDialog(editor, 'Read what I give you.');
    const panel = await editor.webviewFrame('.composer');
    await editor.runCommand('View: Show Explorer');
    // The folder that the first dialog made moves the rows of all files down.
    await editor.page.getByRole('treeitem', { name: /^\.dialogs/ }).waitFor();
    await drag(editor, 'notes.md', panel);
    await panel.waitForFunction(() => document.querySelector('textarea')?.value.includes('@notes.md'));
    await editor.screenshot('drag-1-mention');
    await drag(editor, 'pixel.png', panel);
    await panel.locator('.attached li', { hasText: 'pixel.png' }).waitFor();
    await editor.screenshot('drag-2-image');
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
