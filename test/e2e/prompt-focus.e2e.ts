// The editor gives a panel the focus a moment after a command's prompt opened: the prompt gets it back.
import type { Frame } from 'playwright-core';
import { type Editor, openEditor } from './support/editor.ts';

describe('a prompt whose focus the panel was given', () => {
  let editor: Editor;
  let panel: Frame;

  beforeEach(async () => {
    editor = await openEditor();
    await editor.runCommand('Dominds: Start Root Dialog');
    await editor.page.locator('.quick-input-widget').getByText('Leave empty to write it in the panel').waitFor();
    await editor.page.keyboard.type('Say hello.');
    await editor.page.keyboard.press('Enter');
    panel = await editor.webviewFrame('.composer');
    await panel.locator('.composer textarea').waitFor();
  });

  const promptOf = async (command: string, said: string) => {
    await editor.runCommand(`Dominds: ${command}`);
    const prompt = editor.page.locator('.quick-input-widget');
    await prompt.getByText(said).first().waitFor();
    await prompt.locator('input:focus').waitFor();
    return prompt;
  };
  const takeFocus = () => panel.locator('.composer textarea').focus();

  it('gets it back, with what was typed: an input', async () => {
    const prompt = await promptOf('Add Reminder', 'Add Reminder');
    await editor.page.keyboard.type('Buy ');
    await takeFocus();
    await prompt.locator('input:focus').waitFor();
    await editor.page.keyboard.type('milk');
    await editor.page.keyboard.press('Enter');
    await panel.getByText('Reminders 1').waitFor();
    await editor.runCommand('Dominds: Edit Reminder');
    await editor.page.locator('.quick-input-widget').getByText('Buy milk').first().waitFor();
    await editor.page.keyboard.press('Escape');
  });

  it('gets it back, with what it lists: a pick', async () => {
    const prompt = await promptOf('Choose Model', 'OpenRouter');
    await editor.page.keyboard.type('o');
    await takeFocus();
    await prompt.locator('input:focus').waitFor();
    await editor.page.keyboard.type('llama');
    await prompt.getByText('OpenRouter').waitFor({ state: 'hidden' });
    await prompt.getByText('Ollama').first().waitFor();
    await editor.page.keyboard.press('Escape');
    await prompt.waitFor({ state: 'hidden' });
  });
});
