// A new dialog begins in an empty panel, which leaves the code in sight; it goes on in a tab or in the side bar, where
// the person left it (SPEC 25.6).
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { redPixel } from '../support/images.ts';
import type { Editor } from './support/editor.ts';
import { openFile } from './support/open-file.ts';
import { sharedWindow } from './support/shared-window.ts';
import { begin, emptyPanel, startDialog } from './support/start-dialog.ts';

const task = ['Please:', '- add the tax', '- name it `tax`', '', 'Then', 'stop.'].join('\n');
const files = {
  '.minds/team.yaml': `default_responder: lead
members:
  lead: { name: Lena, diligence-push-max: 0 }
  robin: { name: Robin, diligence-push-max: 0 }
`,
  'cart.txt': 'total = the sum of all items\n',
};

describe('a new dialog', () => {
  const window = sharedWindow(() => ({ workspaceFiles: files }));

  it('is composed beside the code: several lines, an image, member and permissions, kept over a reload', async () => {
    const { editor } = window;
    await openFile(editor, 'cart.txt');
    await editor.runCommand('Dominds: Start Root Dialog');
    let panel = await emptyPanel(editor);
    await editor.page.locator('.view-lines', { hasText: 'sum of all items' }).waitFor();
    await paste(panel, task);
    await pasteImage(panel);
    await panel.getByLabel('Member').selectOption('robin');
    await panel.getByText('What should Robin do?').waitFor();
    await panel.getByLabel('Permissions').selectOption('edits');
    await editor.screenshotInThemes('start-panel-composed');
    assert.equal(existsSync(path.join(editor.folder, '.dialogs')), false);
    // A second one is not made while one is empty.
    await editor.runCommand('Dominds: Start Root Dialog');
    // Until the panel has the focus it would close the palette.
    await emptyPanel(editor);
    await editor.reload();

    panel = await editor.webviewFrame('.composer.unbegun textarea');
    await panel.getByText('What should Robin do?').waitFor();
    await panel.locator('.attached li', { hasText: 'red.png' }).waitFor();
    assert.equal(await panel.locator('.composer textarea').inputValue(), task);
    assert.equal(await panel.getByLabel('Permissions').inputValue(), 'edits');
    await panel.locator('.composer textarea').press('Enter');
    await panel.getByText('Done.').first().waitFor();
    await panel.locator('.subtitle').getByText('Robin').waitFor();
    await panel.locator('.subtitle .tag.warn').waitFor();
    const said = window.server.requests[0]?.body.messages.findLast(({ role }) => role === 'user');
    assert.match(JSON.stringify(said), /\[Image red\.png/);
    assert.match(JSON.stringify(said), /- name it `tax`\\n\\nThen\\nstop\./);
    await editor.screenshotInThemes('start-panel-begun');
  });

  it('opens in the side bar once a dialog was moved there, with what was typed, and is back after a reload', async () => {
    const { editor } = window;
    await openFile(editor, 'cart.txt');
    let panel = await startDialog(editor, 'First task');
    await panel.getByText('Done.').first().waitFor();
    await editor.page.keyboard.type('half a sentence');
    await panel.waitForFunction(() => document.querySelector('textarea')?.value === 'half a sentence');
    await editor.runCommand('Dominds: Move Dialog to Side Bar');
    panel = await inSideBar(editor, 'First task');
    await panel.waitForFunction(() => document.querySelector('textarea')?.value === 'half a sentence');
    await editor.page.getByRole('tab', { name: /First task/ }).waitFor({ state: 'detached' });
    await editor.screenshotInThemes('side-bar-moved');

    await editor.runCommand('Dominds: Start Root Dialog');
    panel = await begin(editor, 'Second task');
    await panel.getByText('Done.').first().waitFor();
    await editor.screenshotInThemes('side-bar-second');
    await editor.reload();
    panel = await inSideBar(editor, 'Second task');

    await editor.runCommand('Dominds: Move Dialog to Editor');
    await editor.page.getByRole('tab', { name: /Second task/ }).waitFor();
    await editor.webviewFrame('.composer.unbegun');
    await editor.page.locator('.view-lines', { hasText: 'sum of all items' }).waitFor();
    await editor.screenshotInThemes('side-bar-left');
  });
});

/** The page in the side bar, once it shows this dialog. */
async function inSideBar(editor: Editor, title: string): Promise<Frame> {
  await editor.page.locator('.part.auxiliarybar').waitFor();
  const panel = await editor.webviewFrame(`h1[title="${title}"]`);
  await panel.getByText('Done.').first().waitFor();
  return panel;
}

async function paste(panel: Frame, text: string): Promise<void> {
  await panel.locator('.composer textarea').evaluate((field, pasted) => {
    field.focus();
    document.execCommand('insertText', false, pasted);
  }, text);
}

async function pasteImage(panel: Frame): Promise<void> {
  await panel.locator('.composer textarea').evaluate((field, base64) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], 'red.png', { type: 'image/png' }));
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transfer }));
  }, redPixel);
}
