// Looks at the open folders and finds the rtws among them, asking once when it is not clear (SPEC 12.5). Folders are on
// this disk and looked at directly: while a window starts, its workbench takes a second for each answer.
import { access, constants, stat } from 'node:fs/promises';
import { type Memento, Uri, workspace } from 'vscode';
import { pickOnce } from '../notices/prompts.ts';
import { t } from '../words.ts';
import { chooseRtws, type FolderFacts, type RtwsChoice } from './choose-rtws.ts';

const REMEMBERED = 'dominds.rtws';

/** The state of the open folders, without asking the person. */
export async function lookForRtws(memory: Memento): Promise<RtwsChoice> {
  const folders = await Promise.all((workspace.workspaceFolders ?? []).map(folderFacts));
  return chooseRtws(folders, memory.get<string>(REMEMBERED));
}

/** True if a folder was used before: it contains `.dialogs/`. */
export function hasDialogs(folder: Uri): Promise<boolean> {
  return isFolder(Uri.joinPath(folder, '.dialogs'));
}

/** True if files can be made in a folder. */
export function isWritable(folder: Uri): Promise<boolean> {
  return access(folder.fsPath, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Asks which folder to use, and remembers the answer for this workspace; `undefined` when the person cancels. */
export async function askForRtws(candidates: readonly FolderFacts[], memory: Memento): Promise<Uri | undefined> {
  const picked = await pickOnce(
    candidates.map(({ name, uri }) => ({ label: name, description: Uri.parse(uri).fsPath, uri })),
    { title: t('Which folder should Dominds use?'), placeHolder: t('Dialogs are stored there and tools run there') },
  );
  if (!picked) return undefined;
  await memory.update(REMEMBERED, picked.uri);
  return Uri.parse(picked.uri);
}

async function folderFacts({ uri, name }: { uri: Uri; name: string }): Promise<FolderFacts> {
  const onDisk = uri.scheme === 'file';
  const marks = onDisk ? ['.dialogs', '.minds'].map(mark => isFolder(Uri.joinPath(uri, mark))) : [];
  return { uri: uri.toString(), name, onDisk, marked: (await Promise.all(marks)).includes(true) };
}

function isFolder({ fsPath }: Uri): Promise<boolean> {
  return stat(fsPath).then(
    found => found.isDirectory(),
    () => false,
  );
}
