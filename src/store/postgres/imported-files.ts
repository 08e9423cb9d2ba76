// The files of a folder that is imported, which anybody may have made: plain files in plain folders below it, none of a
// size that memory cannot hold. Whatever else lies there counts as missing, and is named (SPEC 18.3, 18.8).
import * as path from 'node:path';
import type { Files } from '../disk-files.ts';
import { showArrivals } from '../files/arrivals/show-arrivals.ts';
import { confineBelow } from '../files/confined-files.ts';
import { isFile } from '../files/is-file.ts';

/** Something in the folder that was not taken in. */
export interface UnimportedFile {
  /** Its path. */
  readonly place: string;
  /** `not-plain`: a link, a pipe, a folder in the place of a file and the like. */
  readonly why: 'not-plain' | 'too-large' | 'unreadable';
}

export interface ImportedFiles {
  /** For reading. */
  readonly files: Files;
  /** What was left out so far. */
  leftOut(): readonly UnimportedFile[];
}

/** Bytes of the largest file that is taken in: several times what a course grows to. */
export const MAX_IMPORTED_BYTES = 256 * 1024 * 1024;

/** `foldersAlone`: paths at which only folders belong. */
export function openImported(
  disk: Files,
  { folder, foldersAlone }: { readonly folder: string; readonly foldersAlone: readonly string[] },
): ImportedFiles {
  const confined = confineBelow(disk, {
    from: folder,
    base: folder,
    filesAlone: [],
    foldersAlone: [folder, ...foldersAlone],
  });
  const faults = new Map<string, UnimportedFile['why']>();
  const taken = <T>(file: string, read: () => T | undefined): T | undefined => {
    const stats = confined.stat(file);
    if (!stats) return undefined;
    if (stats.bytes > MAX_IMPORTED_BYTES) faults.set(file, 'too-large');
    else if (!isFile(confined, file)) faults.set(file, 'not-plain');
    else
      try {
        return read();
      } catch {
        faults.set(file, 'unreadable');
      }
    return undefined;
  };
  return {
    files: showArrivals({
      ...confined,
      read: file => taken(file, () => confined.read(file)),
      readBytes: (file, from, length) => taken(file, () => confined.readBytes(file, from, length)),
    }),
    leftOut: () => [
      ...confined.problems.map(({ file }) => ({ place: path.join(folder, file), why: 'not-plain' as const })),
      ...[...faults].map(([place, why]) => ({ place, why })),
    ],
  };
}
