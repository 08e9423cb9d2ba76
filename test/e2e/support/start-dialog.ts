// Starts a root dialog the way a person does: by its command and a task.
import type { Editor } from './editor.ts';

/** Begins a root dialog with this task. `member`: picks the first member that is offered. */
export async function startDialog(editor: Editor, task: string, { member }: { member?: string } = {}): Promise<void> {
  const { page } = editor;
  const quick = page.locator('.quick-input-widget');
  await editor.runCommand('Dominds: Start Root Dialog');
  await quick.getByText('What should the team do?').waitFor();
  await page.keyboard.type(task);
  await page.keyboard.press('Enter');
  if (member === undefined) return;
  await quick.getByText(member).first().waitFor();
  await page.keyboard.press('Enter');
}
