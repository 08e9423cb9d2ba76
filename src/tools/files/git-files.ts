// The files below a folder that Git keeps or would add, by all of its rules: those of the index, of every ignore file
// above and below, of the clone and of the person (SPEC 12.4).
import * as fs from 'node:fs';
import path from 'node:path';
import type { Slices } from '../../core/base/time-slices.ts';
import type { AskGit } from './ask-git.ts';
import type { Place } from './guarded-files.ts';

/**
 * True for letter case that does not tell names apart, as on most disks of these systems and by Git's default there.
 */
export const namesAreCaseless = process.platform === 'win32' || process.platform === 'darwin';

export interface GitFiles {
  /** A file that Git keeps, or a folder that holds one. The path is relative to the rtws. */
  readonly has: (path: readonly string[]) => boolean;
  /** True for the folder of another repository, which Git does not look into. */
  readonly isRepository: (path: readonly string[]) => boolean;
}

/**
 * Lists them; undefined where no repository is, where Git does not answer, and in a folder that it ignores, since
 * somebody named it.
 */
export type ListGitFiles = (place: Place, slices: Slices, signal: AbortSignal) => Promise<GitFiles | undefined>;

/** Lists the files of Git. */
export function createListGitFiles(git: AskGit): ListGitFiles {
  return async (place, slices, signal) => {
    const folder = path.join(place.realRoot, ...place.steps);
    if (!hasRepository(folder)) return undefined;
    const [ignored, listed] = await Promise.all([
      git(folder, ['check-ignore', '--no-index', '--quiet', '.'], { signal }),
      git(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { signal }),
    ]);
    return ignored === undefined && listed !== undefined
      ? readList(listed.toString(), place.steps.length, slices)
      : undefined;
  };
}

async function readList(listed: string, depth: number, slices: Slices): Promise<GitFiles> {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (let start = 0; start < listed.length; ) {
    const pause = slices.due();
    if (pause) await pause;
    const end = listed.indexOf('\0', start);
    const name = keyOf(listed.slice(start, end));
    // One with a slash at its end is a folder that Git does not look into.
    const file = name.endsWith('/') ? name.slice(0, -1) : name;
    files.add(file);
    for (let at = file.lastIndexOf('/'); at > 0 && !folders.has(file.slice(0, at)); at = file.lastIndexOf('/', at - 1))
      folders.add(file.slice(0, at));
    start = end + 1;
  }
  const below = (steps: readonly string[]) => keyOf(steps.slice(depth).join('/'));
  return {
    has: steps => files.has(below(steps)) || folders.has(below(steps)),
    isRepository: steps => files.has(below(steps)),
  };
}

function keyOf(name: string): string {
  const same = name.normalize('NFC');
  return namesAreCaseless ? same.toLowerCase() : same;
}

/** True if a folder lies in a repository. */
export function hasRepository(folder: string): boolean {
  if (fs.existsSync(path.join(folder, '.git'))) return true;
  const above = path.dirname(folder);
  return above !== folder && hasRepository(above);
}
