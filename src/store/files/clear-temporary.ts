// Files that a killed process was still writing. None but the driver writes the files named here, so that they can go
// as soon as another one drives (SPEC 11.3).
import * as path from 'node:path';
import { type Files, temporaryOf } from '../disk-files.ts';

/**
 * Unfinished files in a folder, told by the names of those that they should have become; `names` are the names in it.
 */
export interface Unfinished {
  readonly folder: string;
  readonly names: readonly string[];
  /** `pid` is the process that wrote it, in whatever pid space. */
  readonly isOurs: (file: string, pid: number) => boolean;
}

/**
 * Removes what was left unfinished: this process finishes each file in the tick in which it begins it. Throws the
 * system's errors.
 */
export function clearTemporary(files: Files, { folder, names, isOurs }: Unfinished): void {
  for (const name of names) {
    const written = temporaryOf(name);
    if (written && isOurs(written.file, written.pid)) files.remove(path.join(folder, name));
  }
}
