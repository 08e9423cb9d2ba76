import { realpathSync } from 'node:fs';
import * as path from 'node:path';

/** The one name of a folder that may be written in several ways; of one that is not there, its absolute path. */
export function realPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return path.resolve(folder);
  }
}
