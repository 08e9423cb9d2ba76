// Starts a root dialog the way a person does: in the empty panel of its command.
import type { Frame } from 'playwright-core';
import type { Editor } from './editor.ts';

type Window = Pick<Editor, 'page' | 'webviewFrame'>;

/** The panel of a dialog that is not begun, once its composer has the focus. */
export function emptyPanel(editor: Pick<Editor, 'webviewFrame'>): Promise<Frame> {
  return editor.webviewFrame('.composer.unbegun textarea:focus');
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
