// Answers the question that waits the way a person does who does not wait for the editor.
import type { Frame } from 'playwright-core';
import type { Editor } from './editor.ts';

/** Runs Answer Question and types as soon as the editor's palette is closed and keys go anywhere of ours. `panel` is there already. */
export async function answerByKeyboard(editor: Editor, answer: string, panel?: Frame): Promise<void> {
  await editor.runCommand('Dominds: Answer Question');
  const isPromptShown = () => {
    const field = document.activeElement as HTMLInputElement | null;
    return field?.matches('.quick-input-widget input') === true && !field.value.startsWith('>');
  };
  await Promise.any([
    editor.page.waitForFunction(isPromptShown),
    ...(panel ? [panel.locator('.composer.answering textarea:focus').waitFor()] : []),
  ]);
  await editor.page.keyboard.type(answer);
  await editor.page.keyboard.press('Enter');
}
