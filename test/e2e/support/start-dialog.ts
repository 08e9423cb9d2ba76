// Starts a root dialog the way a person does: in the empty panel of its command.
import type { Frame } from 'playwright-core';
import type { Editor } from './editor.ts';

type Window = Pick<Editor, 'page' | 'webviewFrame'>;

/**
 * The panel of a dialog that is not begun, once its composer has the focus. The editor hands the focus over in steps, and
 * drops keys in between: the frames after the first step are drawn when it is done.
 */
export async function emptyPanel(editor: Pick<Editor, 'webviewFrame'>): Promise<Frame> {
  const panel = await editor.webviewFrame('.composer.unbegun textarea:focus');
  for (let frame = 0; frame < 3; frame++) await panel.evaluate(() => new Promise(requestAnimationFrame));
  await panel.locator('.composer.unbegun textarea:focus').waitFor();
  return panel;
}

/** Begins a root dialog with this task, and gives its panel. */
export async function startDialog(editor: Window & Pick<Editor, 'runCommand'>, task: string): Promise<Frame> {
  await editor.runCommand('Dominds: Start Root Dialog');
  return begin(editor, task);
}

/** Sends the first message in the empty panel. */
export async function begin(editor: Window, task: string): Promise<Frame> {
  const panel = await emptyPanel(editor);
  await editor.page.keyboard.type(task);
  await editor.page.keyboard.press('Enter');
  await panel.locator('.composer:not(.unbegun)').waitFor();
  return panel;
}
