// Keeps what Node compiled of the command line for its next start: reading and compiling it takes a third of one.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';

/** A build that was not started for so long is gone, or costs one start. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** What this start has, to be kept: its environment, the time in milliseconds, and which build it is. */
export interface Start {
  readonly env: NodeJS.ProcessEnv;
  readonly now: number;
  /** '' for one that may still change, of which nothing is kept. */
  readonly buildId: string;
}

/**
 * Lets Node keep compiled code in the person's cache folder and take it from there: `$XDG_CACHE_HOME/dominds`, else
 * `%LOCALAPPDATA%\dominds\cache`, else `~/.cache/dominds`. Older Node and a folder that cannot be written cost nothing
 * but the time that would be saved. Removes what earlier builds left.
 */
export function keepCompiledCode({ env, now, buildId }: Start): void {
  const folder = cacheFolder(env);
  if (buildId === '' || folder === undefined || module.enableCompileCache === undefined) return;
  // The person chose a folder by `NODE_COMPILE_CACHE`.
  if (module.getCompileCacheDir?.() !== undefined) return;
  const own = path.join(folder, 'compiled', buildId);
  try {
    if (mkdirSync(own, { recursive: true, mode: 0o700 }) !== undefined) removeOld(path.dirname(own), now);
  } catch {
    return;
  }
  module.enableCompileCache(own);
}

function cacheFolder({ XDG_CACHE_HOME, LOCALAPPDATA, HOME }: NodeJS.ProcessEnv): string | undefined {
  const folders = [
    XDG_CACHE_HOME && path.join(XDG_CACHE_HOME, 'dominds'),
    LOCALAPPDATA && path.join(LOCALAPPDATA, 'dominds', 'cache'),
    HOME && path.join(HOME, '.cache', 'dominds'),
  ];
  return folders.find(folder => folder !== undefined && path.isAbsolute(folder));
}

function removeOld(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const build = path.join(folder, name);
    if (now - statSync(build).mtimeMs > KEPT_MS) rmSync(build, { recursive: true, force: true });
  }
}
