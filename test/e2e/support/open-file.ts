// Opens a file the way a person does: by its name.
import type { Editor } from './editor.ts';

/** Opens the file of this name and waits for its tab. */
export async function openFile({ page, runCommand }: Editor, name: string): Promise<void> {
  await runCommand('Go to File...');
  await page.locator('.quick-input-widget input:focus').waitFor();
  await page.keyboard.type(name);
  await page.locator('.quick-input-list').getByText(name).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name }).waitFor();
}
