// What a person types before a panel is there: into a new dialog whose task was left empty.
import { type Editor, openEditor } from './support/editor.ts';

describe('a message typed before its panel is there', () => {
  for (const command of ['Start Root Dialog', 'New Draft…'] as const) {
    it(`goes into the new dialog of ${command}`, async () => {
      const editor: Editor = await openEditor({ theme: command === 'New Draft…' ? 'light' : 'dark' });
      const { page } = editor;
      await editor.runCommand(`Dominds: ${command}`);
      await page.locator('.quick-input-widget').getByText('Leave empty to write it in the panel').waitFor();
      // At once: nobody waits for another prompt, or for the panel.
      await Promise.all([page.keyboard.press('Enter'), page.keyboard.type('Is anybody there?')]);
      await editor.screenshot(`typed-ahead-${command === 'New Draft…' ? 'light' : 'dark'}`);
      await page.keyboard.press('Enter');
      const panel = await editor.webviewFrame('.composer');
      await panel.getByText('Is anybody there?').first().waitFor();
    });
  }
});
