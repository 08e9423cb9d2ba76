// Work with files of the rtws that people edit: needs to know the folder, and neither runtime nor lock.
import { Position, Range, type Uri, WorkspaceEdit, window, workspace } from 'vscode';
import { type Outcome, type Refusal, refuse } from '../../core/facts/trouble.ts';
import type { Host } from '../host.ts';
import { isWritable } from '../open/find-rtws.ts';
import { showRefusal } from '../refusals.ts';
import { t } from '../words.ts';

/** Runs work in the folder of the rtws; which one that is is asked when it is not clear. A refusal is shown. */
export async function inFolder(
  { rtws, minds }: Pick<Host, 'rtws' | 'minds'>,
  work: (folder: Uri) => Promise<Outcome<object> | undefined>,
): Promise<void> {
  const known = (await minds.open())?.folder;
  const asked = known ? undefined : await rtws.open();
  const folder = known ?? rtws.folder;
  const outcome = asked && !asked.ok ? asked : folder && (await workIn(folder, work));
  if (outcome && !outcome.ok) void showRefusal(outcome);
}

/** A folder that cannot be written to refuses; another fault is thrown. */
async function workIn<T>(folder: Uri, work: (folder: Uri) => Promise<T>): Promise<T | Refusal> {
  try {
    return await work(folder);
  } catch (error) {
    if (await isWritable(folder)) throw error;
    return refuse('folder-not-writable', { folder: folder.fsPath, reason: t('read-only') });
  }
}

/** Opens a file, made with this text when it is not there. */
export async function openOrMake(file: Uri, text: string): Promise<void> {
  if (!(await exists(file))) await workspace.fs.writeFile(file, Buffer.from(text));
  await window.showTextDocument(file);
}

/** True if such a file or folder exists. */
export async function exists(uri: Uri): Promise<boolean> {
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** Writes a whole file as an edit that can be undone, made when it is not there, and saves it. */
export async function writeText(file: Uri, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  const open = await workspace.openTextDocument(file).then(
    document => document,
    () => undefined,
  );
  if (open) edit.replace(file, new Range(new Position(0, 0), open.lineAt(open.lineCount - 1).range.end), text);
  else edit.createFile(file, { contents: Buffer.from(text) });
  await workspace.applyEdit(edit);
  await (await workspace.openTextDocument(file)).save();
}
