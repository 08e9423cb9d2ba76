// Where members that work in places of their own get them (SPEC 27): with the person's own data, a folder for each
// workspace.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSlices } from '../../core/base/time-slices.ts';
import { askWithoutHooks } from '../../driver/workplaces/entries.ts';
import type { PlacePorts } from '../../driver/workplaces/make.ts';
import { createAskGit } from '../../tools/files/ask-git.ts';
import { after } from '../clock/after.ts';
import { realPath } from '../trust/real-path.ts';
import { personalFolder } from './personal-folder.ts';

/** What the places of a workspace need. */
export function placesAt(
  rtws: string,
  { env, unsaved }: { readonly env: NodeJS.ProcessEnv; readonly unsaved?: PlacePorts['unsaved'] },
): PlacePorts {
  return {
    folder: placesFolder(rtws, env),
    git: askWithoutHooks(createAskGit(env, after)),
    synced: syncFileSystem,
    newSlices: () => createSlices({ now: () => performance.now(), nextTurn }),
    ...(unsaved && { unsaved }),
  };
}

/** Absolute; undefined when the environment names no folder for data of the person. */
function placesFolder(rtws: string, env: NodeJS.ProcessEnv): string | undefined {
  const own = personalFolder(env);
  const name = createHash('sha256').update(realPath(rtws)).digest('hex').slice(0, 16);
  return own && path.join(own, 'places', name);
}

/** One call for thousands of files: `sync -f`, which Linux has. Elsewhere the system writes them when it likes. */
function syncFileSystem(folder: string): Promise<void> {
  if (process.platform !== 'linux') return Promise.resolve();
  return new Promise(resolve => {
    execFile('sync', ['-f', folder], { timeout: 60_000 }, () => resolve());
  });
}
