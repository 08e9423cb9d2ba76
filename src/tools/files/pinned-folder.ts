// A folder of the workspace, opened without following any link, so that nothing swapped in after the check can lead
// elsewhere. Where the system can name an open folder (Linux) this holds to the end; elsewhere each step is checked.
import * as fs from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../core/base/thrown.ts';

export interface PinnedFolder {
  /** A path for this entry, valid until `close`. */
  entry(name: string): string;
  close(): void;
}

const openFolders = '/proc/self/fd';
const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = fs.constants;
const FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;

/**
 * Pins the folder `steps` below `realRoot`, a real path. `make` creates missing folders. Throws the system's errors:
 * ENOENT, or ELOOP and ENOTDIR when a step is not a folder.
 */
export function pinFolder(realRoot: string, steps: readonly string[], missing: 'fail' | 'make' = 'fail'): PinnedFolder {
  const pin = canNameOpenFolders ? pinByHandle : pinByPath;
  return pin(realRoot, steps, (folder: string) => {
    if (missing === 'make') makeFolder(folder);
  });
}

const canNameOpenFolders = process.platform === 'linux' && fs.existsSync(openFolders);

function pinByHandle(realRoot: string, steps: readonly string[], prepare: (folder: string) => void): PinnedFolder {
  let handle = fs.openSync(realRoot, FOLDER_FLAGS);
  try {
    for (const step of steps) {
      const below = `${openFolders}/${handle}/${step}`;
      prepare(below);
      const next = fs.openSync(below, FOLDER_FLAGS);
      fs.closeSync(handle);
      handle = next;
    }
  } catch (error) {
    fs.closeSync(handle);
    throw error;
  }
  return { entry: name => `${openFolders}/${handle}/${name}`, close: () => fs.closeSync(handle) };
}

function pinByPath(realRoot: string, steps: readonly string[], prepare: (folder: string) => void): PinnedFolder {
  let folder = realRoot;
  for (const step of steps) {
    folder = path.join(folder, step);
    prepare(folder);
    if (!fs.lstatSync(folder).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  }
  return { entry: name => path.join(folder, name), close: () => {} };
}

function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
