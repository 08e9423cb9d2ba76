// Most files that a request asks for do not exist. A folder with the same stamp got no new entries, so one look at it answers for every
// path that was missing in it.
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { keepRecent } from '../core/recent.ts';
import { isSettled, type Stamp, sameStamp, stampOf } from './stamp.ts';

export interface AbsentPaths {
  /** True if the path was missing, and nothing was added since that could be it. */
  has(absolute: string): boolean;
  /** The path was missing just now. */
  note(absolute: string): void;
}

/** The deepest folder on the way to a path that was there. */
interface Above {
  readonly folder: string;
  readonly stamp: Stamp;
}

/** Paths that are remembered. */
const REMEMBERED = 500;

/**
 * Remembers paths of a POSIX system; other systems do not stamp folders reliably. A folder is looked at once as long as `look` gives the
 * same number; `now` gives epoch milliseconds.
 */
export function createAbsentPaths(look: () => number, now: () => number): AbsentPaths {
  const absent = new Map<string, Above>();
  const stamps = new Map<string, ReturnType<typeof stampOf>>();
  let lookedIn: number | undefined;
  const stampNow = (folder: string) => {
    const present = look();
    if (present !== lookedIn) stamps.clear();
    lookedIn = present;
    if (!stamps.has(folder)) stamps.set(folder, stampOf(folder));
    return stamps.get(folder);
  };
  return {
    has(absolute) {
      const above = absent.get(absolute);
      if (!above) return false;
      const stamp = stampNow(above.folder);
      if (stamp !== undefined && stamp !== 'unreadable' && sameStamp(stamp, above.stamp)) return true;
      absent.delete(absolute);
      return false;
    },
    note(absolute) {
      if (process.platform === 'win32') return;
      const above = aboveOf(absolute, stampNow, now());
      if (above) keepRecent(absent, absolute, above, REMEMBERED);
    },
  };
}

/** Nothing for a path whose folder may get an entry without a new stamp, or that a link leads to, whose target may come. */
function aboveOf(absolute: string, stampNow: typeof stampOf, now: number): Above | undefined {
  const folder = path.dirname(absolute);
  if (folder === absolute) return undefined;
  const stamp = stampNow(folder);
  if (stamp === undefined) return aboveOf(folder, stampNow, now);
  const isSure = stamp !== 'unreadable' && isSettled(stamp, now) && isFree(absolute);
  return isSure ? { folder, stamp } : undefined;
}

/** True if a folder has no entry of that name, not even a link that leads nowhere. */
function isFree(absolute: string): boolean {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
