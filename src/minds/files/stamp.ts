// What the system says of a file or folder without opening it: the same stamp means the same contents.
import { lstatSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';

/** Times in epoch milliseconds. */
export type Stamp = Pick<Stats, 'mtimeMs' | 'ctimeMs' | 'size' | 'ino' | 'dev'>;

/** The resolution of file times in ms: a newer file may change again without a new time. */
const COARSEST_TICK_MS = 2000;

/** `undefined`: nothing is there. */
export type Looked = Stats | 'unreadable' | undefined;

/** The stamp of what a path leads to; `undefined` when nothing is there, or only something that leads nowhere. */
export function stampOf(absolute: string): Looked {
  try {
    return statSync(absolute, { throwIfNoEntry: false });
  } catch {
    return 'unreadable';
  }
}

/** The deepest folder above a path, and its stamp. */
export interface Above {
  readonly folder: string;
  readonly stamp: Stamp;
}

/**
 * Why `stampOf` found nothing: the folder that would get the missing entry, or 'unreadable' because an entry on the way
 * is a link that leads nowhere or is not a folder. `undefined` if something appeared meanwhile. `look` gives the stamps
 * of folders.
 */
export function folderLacking(absolute: string, look = stampOf): Above | 'unreadable' | undefined {
  const entry = entryAt(absolute);
  if (entry !== undefined) return entry === 'unreadable' || entry.isSymbolicLink() ? 'unreadable' : undefined;
  const folder = path.dirname(absolute);
  if (folder === absolute) return undefined;
  const stamp = look(folder);
  if (stamp === undefined) return folderLacking(folder, look);
  return stamp !== 'unreadable' && stamp.isDirectory() ? { folder, stamp } : 'unreadable';
}

function entryAt(absolute: string): Looked {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false });
  } catch {
    return 'unreadable';
  }
}

/** True if nothing was written between the two. */
export function sameStamp(a: Stamp, b: Stamp): boolean {
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && a.ino === b.ino && a.dev === b.dev;
}

/** True if a change after `now` (epoch milliseconds) would give another stamp. */
export function isSettled({ mtimeMs, ctimeMs }: Stamp, now: number): boolean {
  return now - Math.max(mtimeMs, ctimeMs) > COARSEST_TICK_MS;
}
