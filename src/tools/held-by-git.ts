// Whether Git has the contents of a file as it is: tracked and unchanged (SPEC 12.4). Git is asked only where nothing else keeps them.
import path from 'node:path';
import type { After } from '../core/after.ts';
import type { Place } from './guarded-files.ts';
import { startServer } from './shell-process.ts';

/** True if a file that is deleted can come back from Git. */
export type HeldByGit = (place: Place) => Promise<boolean>;

/** How long Git may take; then it counts as holding nothing. */
const GIT_MS = 10_000;
/** It runs no program that a repository names. */
const SAFE = ['-c', 'core.fsmonitor=false', '-c', 'safe.bareRepository=explicit', '--no-optional-locks'];

/** Asks Git in this environment. */
export function createHeldByGit(env: NodeJS.ProcessEnv, after: After): HeldByGit {
  const git = async (folder: string, args: readonly string[]) => {
    const asked = startServer({ command: 'git', args: [...SAFE, ...args] }, { folder, env }, after);
    let output = '';
    asked.input.end();
    asked.output.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    asked.errors.resume();
    const cancel = after(GIT_MS, () => void asked.end(0));
    const how = await asked.ended;
    cancel();
    return how === 'exit code 0' ? output : undefined;
  };
  return async ({ realRoot, steps }) => {
    const folder = path.join(realRoot, ...steps.slice(0, -1));
    const name = `:(literal)${steps.at(-1)}`;
    const tracked = await git(folder, ['ls-files', '--error-unmatch', '--', name]);
    return tracked !== undefined && (await git(folder, ['status', '--porcelain', '--', name])) === '';
  };
}
