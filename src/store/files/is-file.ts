import type { Files } from '../disk-files.ts';

/** True if a plain file lies where a folder is expected: somebody put it there. */
export function isFile(files: Pick<Files, 'readBytes'>, place: string): boolean {
  try {
    return files.readBytes(place, 0, 1) !== undefined;
  } catch {
    return false;
  }
}
