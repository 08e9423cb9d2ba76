// Opens a file the way a person does: by a double click in the Explorer, whose folders nobody unfolded.
import type { Editor } from './editor.ts';

/** Opens the file of this path and waits for its tab. */
export async function openFile({ page }: Editor, path: string): Promise<void> {
  const [name = '', ...folders] = path.split('/').toReversed();
  for (const folder of folders.toReversed()) await page.getByRole('treeitem', { name: folder }).first().click();
  await page.getByRole('treeitem', { name }).first().dblclick();
  await page.getByRole('tab', { name }).waitFor();
}
