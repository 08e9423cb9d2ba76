// What the system says of a file or folder without opening it: the same stamp means the same contents.
import { type Stats, statSync } from 'node:fs';

/** Times in epoch milliseconds. */
export type Stamp = Pick<Stats, 'mtimeMs' | 'ctimeMs' | 'size' | 'ino' | 'dev'>;

/** The resolution of file times in ms: a newer file may change again without a new time. */
const COARSEST_TICK_MS = 2000;

/** The stamp of what a path leads to; `undefined` when nothing is there. */
export function stampOf(absolute: string): Stamp | 'unreadable' | undefined {
  try {
    return statSync(absolute, { throwIfNoEntry: false });
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
