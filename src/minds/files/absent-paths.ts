// Most files that a request asks for do not exist. A folder with the same stamp got no new entries, so one look at it
// answers for every path that was missing in it.
import { keepRecent } from '../../core/base/recent.ts';
import { type Above, folderLacking, isSettled, type Looked, sameStamp, stampOf } from './stamp.ts';

export interface AbsentPaths {
  /** True if the path was missing, and nothing was added since that could be it. */
  has(absolute: string): boolean;
  /**
   * Nothing was found at the path just now. 'unreadable' if it cannot be called missing: a link or a file is in the
   * way.
   */
  note(absolute: string): 'unreadable' | undefined;
}

/** Paths that are remembered. */
const REMEMBERED = 500;

/**
 * Remembers paths of a POSIX system; other systems do not stamp folders reliably. A folder is looked at once as long as
 * `look` gives the same number; `now` gives epoch milliseconds.
 */
export function createAbsentPaths(look: () => number, now: () => number): AbsentPaths {
  const absent = new Map<string, Above>();
  const stamps = new Map<string, Looked>();
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
      const above = folderLacking(absolute, stampNow);
      if (above === 'unreadable') return above;
      // A folder that changed a moment ago may get an entry without a new stamp.
      if (above && process.platform !== 'win32' && isSettled(above.stamp, now()))
        keepRecent(absent, absolute, above, REMEMBERED);
      return undefined;
    },
  };
}
