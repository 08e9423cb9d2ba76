// A workspace folder for one test, filled from a table of paths and texts, removed when the test is done.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';

/** File texts by path relative to the workspace, with `/` between folders. */
export type WorkspaceFiles = Readonly<Record<string, string>>;

/** A folder on disk that one test owns. */
export interface TempWorkspace {
  /** Absolute real path. */
  readonly folder: string;
  /** Writes a file, with its folders. */
  write(file: string, text: string): Promise<void>;
  /** The text of a file. Throws when it is not there. */
  read(file: string): Promise<string>;
  /** Removes the folder and all that is in it. */
  remove(): Promise<void>;
}

/** Makes a workspace that holds these files. */
export async function makeTempWorkspace(files: WorkspaceFiles = {}): Promise<TempWorkspace> {
  const folder = await makeTempFolder('dw');
  const write = async (file: string, text: string) => {
    const absolute = path.join(folder, file);
    await mkdir(path.dirname(absolute), { recursive: true });
    await writeFile(absolute, text);
  };
  for (const [file, text] of Object.entries(files)) await write(file, text);
  return {
    folder,
    write,
    read: file => readFile(path.join(folder, file), 'utf8'),
    remove: () => removeTempFolder(folder),
  };
}
