// What is selected in the editor goes into the composer of a dialog; a diagnostic begins one (SPEC 25.5).
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
    await page.getByRole('menuitem', { name: 'Add to Dialog' }).click();
    await panel.waitForFunction(
      () => document.querySelector('textarea')?.value === '@notes.txt:2-3 why? @broken.json ',
    );
    await editor.screenshotInThemes('add-to-dialog');

    await openFile(editor, 'broken.json');
    await page.locator('.squiggly-error').first().waitFor();
    await page.locator('.view-line', { hasText: '"a"' }).click();
    await page.keyboard.press('End');
    await page.locator('.lightBulbWidget.codicon').waitFor();
    await editor.runCommand('Quick Fix...');
    await page.getByText('Fix with Dominds').first().waitFor();
    await editor.screenshot('fix-with-dominds');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: /Fix this problem/ }).waitFor();
  });
});
