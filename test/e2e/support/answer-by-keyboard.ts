// The way of a person who answers the only open question without a mouse.
import type { Editor } from './editor.ts';

/**
 * Runs *Answer Question*, types into the composer once the question is brought into view and it has the focus, and
 * sends.
 */
export async function answerByKeyboard(editor: Editor, answer: string): Promise<void> {
  await editor.runCommand('Dominds: Answer Question');
  const panel = await editor.webviewFrame('.flashed');
  await panel.locator('.composer.answering textarea:focus').waitFor();
  await editor.page.keyboard.type(answer);
  await editor.page.keyboard.press('Enter');
}
