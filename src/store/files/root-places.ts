// Where each root lies. A folder that was copied or merged by hand may hold one twice: the copy that went furthest is
// used (run, done, archive), one without course files only if there is no other. All commands use the same copy (SPEC
// 18.3).
import { isId, type RootId } from '../../core/base/ids.ts';
import type { Status } from '../../core/dialog/state.ts';
import type { Files } from '../disk-files.ts';
import { courseOfFileName, type Layout, statuses } from './layout.ts';

export interface RootPlaces {
  readonly places: ReadonlyMap<RootId, Status>;
  /** Folders of the copies that are not used; those without course files are none. */
  readonly unused: readonly string[];
}

/** Lists the roots of a workspace by their folders. Throws the system's errors. */
export function findRoots(files: Files, layout: Layout): RootPlaces {
  const places = new Map<RootId, Status>();
  const unused: string[] = [];
  for (const status of statuses) {
    for (const name of files.list(layout.statusFolder(status))) {
      if (!isId(name)) continue;
      const rootId = name as RootId;
      const before = places.get(rootId);
      const used = before === undefined ? status : (findRoot(files, layout, rootId) ?? status);
      places.set(rootId, used);
      if (before !== undefined) unused.push(layout.rootFolder(rootId, used === status ? before : status));
    }
  }
  // One that another process moved in between was seen twice.
  return { places, unused: unused.filter(folder => mayHoldCourses(files, folder)) };
}

/** Where one root lies; undefined if it is not there. Throws the system's errors. */
export function findRoot(files: Files, layout: Layout, rootId: RootId): Status | undefined {
  const there = statuses.filter(status => files.exists(layout.rootFolder(rootId, status)));
  const last = there.at(-1);
  if (there.length < 2) return last;
  return there.findLast(status => mayHoldCourses(files, layout.rootFolder(rootId, status))) ?? last;
}

/** Also true for a folder that may not be read: the check of its dialog says so. */
export function mayHoldCourses(files: Files, folder: string): boolean {
  try {
    return files.list(folder).some(name => courseOfFileName(name) !== undefined);
  } catch {
    return true;
  }
}
