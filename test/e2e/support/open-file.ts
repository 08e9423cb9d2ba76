// Opens a file the way a person does: by a double click in the Explorer.
import type { Editor } from './editor.ts';

/** Opens the file of this name, whose folder is unfolded in the Explorer, and waits for its tab. */
export async function openFile({ page }: Editor, name: string): Promise<void> {
  await page.getByRole('treeitem', { name }).first().dblclick();
  await page.getByRole('tab', { name }).waitFor();
}
