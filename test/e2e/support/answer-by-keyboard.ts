// Answers the question that waits the way a person does who does not wait for the editor.
import type { Editor } from './editor.ts';

/** Runs Answer Question and types as soon as the editor's palette is closed and keys go anywhere of ours: to a prompt or a composer. */
export async function answerByKeyboard(editor: Editor, answer: string): Promise<void> {
  await editor.runCommand('Dominds: Answer Question');
  const isPromptShown = () => {
    const field = document.activeElement as HTMLInputElement | null;
    return field?.matches('.quick-input-widget input') === true && !field.value.startsWith('>');
  };
  // The prompt may be gone again when it is looked for.
  await Promise.any([
    editor.page.waitForFunction(isPromptShown),
    editor.webviewFrame('.composer.answering textarea:focus'),
  ]);
  await editor.page.keyboard.type(answer);
  await editor.page.keyboard.press('Enter');
}
