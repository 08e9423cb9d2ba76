// Looks for what does not belong into `.dialogs/`: foreign folders, roots at two places, a stale lock, left-over
// temporary files (SPEC 9, 14.2). Changes nothing.
import * as path from 'node:path';
import { isId } from '../../../core/base/ids.ts';
import type { Status } from '../../../core/dialog/state.ts';
import type { Finding } from '../../../core/facts/findings.ts';
import type { HealthKind } from '../../../core/facts/health.ts';
import { type Files, temporaryOf } from '../../disk-files.ts';
import { blockedOf, confineFiles } from '../confined-files.ts';
import { isContentName } from '../courses/previous-contents.ts';
import { isFile } from '../is-file.ts';
import { courseOfFileName, createLayout, type Layout, statuses } from '../layout.ts';
import { type LockEnvironment, readLock } from '../lock/lock.ts';
import { electionFiles } from '../lock/lock-chain.ts';
import { findRoots, mayHoldCourses } from '../root-places.ts';

/** A problem at an absolute path. `isJunk`: a temporary file of this product that is no longer needed. */
export interface FolderFault {
  readonly kind: HealthKind;
  readonly at: string;
  readonly finding: Finding;
  readonly isJunk: boolean;
}

/** Faults of `.dialogs/` outside of the dialogs themselves and of the inbox. */
export function checkFolders(rtws: string, environment: LockEnvironment): FolderFault[] {
  const { files } = environment;
  const layout = createLayout(rtws);
  return [
    ...lockFaults(rtws, layout, environment),
    ...blockedPlaces(rtws, files, layout),
    ...statuses.flatMap(status => foreignFaults(files, layout, status)),
    ...doubleFaults(files, layout),
    ...leftOvers(layout.base, environment),
  ];
}

/** Left-over temporary files of one dialog's folder. */
export function leftOvers(folder: string, environment: LockEnvironment): FolderFault[] {
  return environment.files.list(folder).flatMap(name => leftOver(folder, name, environment) ?? []);
}

/** A temporary file whose process is gone. */
export function leftOver(
  folder: string,
  name: string,
  { pid: ownPid, isAlive }: LockEnvironment,
): FolderFault | undefined {
  const written = temporaryOf(name);
  if (!written || written.pid === ownPid || isAlive(written.pid)) return undefined;
  return { kind: 'orphan', at: path.join(folder, name), finding: { id: 'unfinished-file' }, isJunk: true };
}

/** What could not be read of the courses of one dialog, and was kept aside when they were loaded. */
export function keptLines(files: Files, folder: string): FolderFault[] {
  return files.list(folder).flatMap((name): FolderFault[] => {
    const file = name.replace(/\.corrupt-\d+$/, '');
    if (file === name || courseOfFileName(file) === undefined) return [];
    return [{ kind: 'kept', at: path.join(folder, name), finding: { id: 'lines-kept-aside', file }, isJunk: false }];
  });
}

/** What does not belong among the kept contents of one dialog (`before/`); those themselves are nobody's fault. */
export function checkPrevious(folder: string, environment: LockEnvironment): FolderFault[] {
  const foreign = environment.files
    .list(folder)
    .filter(name => !isContentName(name) && !name.endsWith('.tmp'))
    .map((name): FolderFault => {
      return { kind: 'orphan', at: path.join(folder, name), finding: { id: 'foreign-image' }, isJunk: false };
    });
  return [...leftOvers(folder, environment), ...foreign];
}

function lockFaults(rtws: string, { base, lock }: Layout, environment: LockEnvironment): FolderFault[] {
  const { files } = environment;
  const driver = readLock(rtws, environment);
  const inUse = driver ? electionFiles(files, lock) : [];
  const aside = files
    .list(base)
    .filter(name => name.startsWith('lock.') && !name.endsWith('.tmp'))
    .map(name => path.join(base, name))
    .filter(at => !inUse.includes(at))
    .map((at): FolderFault => ({ kind: 'lock', at, finding: { id: 'left-of-takeover' }, isJunk: true }));
  if (!files.exists(lock) || driver) return aside;
  return [{ kind: 'lock', at: lock, finding: { id: 'stale-lock' }, isJunk: false }, ...aside];
}

/** Foreign entries belong to a person: they are reported and stay. */
function blockedPlaces(
  rtws: string,
  files: Files,
  { base, lock, rootsIndex, gitignore, log, notices, schedules, inbox, statusFolder }: Layout,
): FolderFault[] {
  const byFolder: Finding = { id: 'file-is-folder' };
  const byFile: Finding = { id: 'folder-is-file' };
  const places: readonly Pick<FolderFault, 'at' | 'kind' | 'finding'>[] = [
    { at: lock, kind: 'lock', finding: byFolder },
    { at: rootsIndex, kind: 'index', finding: byFolder },
    { at: notices, kind: 'notices', finding: byFolder },
    ...[gitignore, log, schedules].map(at => ({ at, kind: 'orphan', finding: byFolder }) as const),
    ...[inbox, ...statuses.map(statusFolder)].map(at => ({ at, kind: 'orphan', finding: byFile }) as const),
  ];
  const names = places.map(({ at }) => at);
  const blocked = blockedOf(files, base, names);
  return [
    ...places.filter(({ at }) => blocked.includes(at)).map(place => ({ ...place, isJunk: false })),
    ...misplacedAmong(rtws, files, [base, ...names]).filter(({ at }) => !blocked.includes(at)),
  ];
}

/**
 * Links and other misplaced entries among some places. Looks anew: what `files` reported once, it reports as long as
 * the process runs.
 */
export function misplacedAmong(rtws: string, files: Files, places: readonly string[]): FolderFault[] {
  const looking = confineFiles(files, rtws);
  for (const place of places) looking.exists(place);
  return looking.problems.map(({ file, fault }) => {
    return { kind: 'orphan', at: path.join(rtws, file), finding: { id: 'file-fault', fault }, isJunk: false };
  });
}

function foreignFaults(files: Files, layout: Layout, status: Status): FolderFault[] {
  const folder = layout.statusFolder(status);
  return files.list(folder).flatMap((name): FolderFault[] => {
    const at = path.join(folder, name);
    if (!isId(name) || isFile(files, at))
      return [{ kind: 'orphan', at, finding: { id: 'not-a-dialog' }, isJunk: false }];
    if (mayHoldCourses(files, at)) return [];
    return [{ kind: 'orphan', at, finding: { id: 'empty-dialog-folder' }, isJunk: false }];
  });
}

function doubleFaults(files: Files, layout: Layout): FolderFault[] {
  return findRoots(files, layout).unused.map(at => {
    return { kind: 'hierarchy', at, finding: { id: 'root-twice' }, isJunk: false };
  });
}
