// Whether Git has the contents of a file as it is: tracked and unchanged (SPEC 12.4). Git is asked only where nothing
// else keeps them.
import path from 'node:path';
import type { AskGit } from './ask-git.ts';
import type { Place } from './guarded-files.ts';

/** True if a file that is deleted can come back from Git. */
export type HeldByGit = (place: Place) => Promise<boolean>;

/** Asks Git; when it does not answer, it counts as holding nothing. */
export function createHeldByGit(git: AskGit): HeldByGit {
  return async ({ realRoot, steps }) => {
    const folder = path.join(realRoot, ...steps.slice(0, -1));
    const name = `:(literal)${steps.at(-1)}`;
    const tracked = await git(folder, ['ls-files', '--error-unmatch', '--', name]);
    return tracked !== undefined && (await git(folder, ['status', '--porcelain', '--', name]))?.length === 0;
  };
}
