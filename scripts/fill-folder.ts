// Folders of the cache whose making takes long and may be stopped: filled beside their place and moved in whole, so
// that nothing half-done ever lies there.
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { run } from './child.ts';

/** A folder, and how it comes about. */
export interface Filling {
  readonly folder: string;
  /** Whether it holds what it is to hold. What is there and is not complete, an older version say, is replaced. */
  readonly isComplete: () => boolean | Promise<boolean>;
  /** Fills another folder, which is empty, in its stead. */
  readonly fill: (beside: string) => Promise<void>;
}

/**
 * Fills a folder unless it is complete. Two processes may do so at once: the first one's stays. Throws what `fill`
 * throws.
 */
export async function fillFolder({ folder, isComplete, fill }: Filling): Promise<void> {
  if (await isComplete()) return;
  await removeLeftovers(folder);
  const beside = `${folder}.partial-${process.pid}`;
  await mkdir(beside, { recursive: true });
  await fill(beside);
  if (!(await isComplete())) await rm(folder, { recursive: true, force: true });
  await rename(beside, folder).catch(async (error: unknown) => {
    await rm(beside, { recursive: true, force: true });
    if (!(await isComplete())) throw error;
  });
}

/**
 * Runs `npm install` without scripts of packages. Its progress and errors go to the terminal: on a slow line it takes
 * minutes. Throws when it fails.
 */
export async function installQuietly(args: readonly string[], cwd?: string): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...quiet, ...args], { stdio: ['ignore', 'pipe', 'inherit'], ...(cwd && { cwd }) });
}

/** What stopped processes left behind, or an attempt of this one that failed. */
async function removeLeftovers(folder: string): Promise<void> {
  const [parent, prefix] = [path.dirname(folder), `${path.basename(folder)}.partial-`];
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length));
    if (pid === process.pid || !isAlive(pid)) await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
