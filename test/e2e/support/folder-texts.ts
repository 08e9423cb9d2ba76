// What the files of a folder say while a process writes there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files under a folder, absolute; none when it is not there. */
export function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name));
}

/** All texts under a folder in one. */
export function textOfEverything(folder: string): string {
  return filesUnder(folder).map(textIfThere).join('\n');
}

/** '' of a file that was there a moment ago: the process that drives is writing others in the place of some. */
function textIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
