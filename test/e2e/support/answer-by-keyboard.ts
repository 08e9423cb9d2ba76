// The way of a person who answers the only open question without a mouse.
import type { Editor } from './editor.ts';

/** Runs *Answer Question*, types into the composer once it has the focus, and sends. */
export async function answerByKeyboard(editor: Editor, answer: string): Promise<void> {
  await editor.runCommand('Dominds: Answer Question');
  await editor.webviewFrame('.composer.answering textarea:focus');
  await editor.page.keyboard.type(answer);
  await editor.page.keyboard.press('Enter');
}
