// Opens files of `.dialogs/` only if they are plain files in plain folders below it. A cloned folder may contain links
// (or pipes) that lead elsewhere: they count as missing, and nothing is written through them (SPEC 18.3). The same
// holds for folders in the place of files, and files in the place of folders.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { errorCode } from '../../core/base/thrown.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { entriesOf, type Files, fileStat } from '../disk-files.ts';
import { createLayout, statuses } from './layout.ts';

export interface ConfinedFiles extends Files {
  /** Paths that were skipped, each once. */
  readonly problems: readonly FileProblem[];
}

/**
 * Those of these places right below `base` where something else lies than belongs there: such a name is listed, and is
 * not there.
 */
export function blockedOf(files: Files, base: string, places: readonly string[]): readonly string[] {
  const names = files.list(base);
  return places.filter(place => names.includes(path.basename(place)) && !files.exists(place));
}

type Kind = 'file' | 'folder' | 'missing' | 'strange';

/** The kinds of wrong entries. */
const misplaced = {
  link: { id: 'misplaced-link' },
  /** Of files right below `.dialogs`. */
  folder: { id: 'file-is-folder' },
  /** Of `.dialogs` and the folders right below it. */
  file: { id: 'folder-is-file' },
} as const;

/** The real files below the `.dialogs/` of an rtws; other paths are refused. */
export function confineFiles(files: Files, rtws: string): ConfinedFiles {
  const { base, lock, rootsIndex, gitignore, log, notices, schedules, inbox, statusFolder } = createLayout(rtws);
  return confineBelow(files, {
    from: rtws,
    base,
    filesAlone: [lock, rootsIndex, gitignore, log, notices, schedules],
    foldersAlone: [base, inbox, ...statuses.map(statusFolder)],
  });
}

/** A folder to which files are confined. */
export interface Confines {
  /** Problems name their places from here. */
  readonly from: string;
  readonly base: string;
  /** Paths of what must be a file, and of what must be a folder. */
  readonly filesAlone: readonly string[];
  readonly foldersAlone: readonly string[];
}

/** The real files below a folder; other paths are refused. */
export function confineBelow(files: Files, { from, base, filesAlone, foldersAlone }: Confines): ConfinedFiles {
  const problems: FileProblem[] = [];
  const reported = new Set<string>();
  /** Folders that were seen to be real. They are looked at again once a folder was moved or removed. */
  const real = new Set<string>();
  const report = (place: string, fault: keyof typeof misplaced) => {
    const file = path.relative(from, place).replaceAll('\\', '/');
    if (reported.has(file)) return;
    reported.add(file);
    problems.push({ file, fault: misplaced[fault], severity: 'error' });
  };
  const faultOf = (place: string, kind: Kind): keyof typeof misplaced | undefined => {
    if (kind === 'strange') return 'link';
    if (kind === 'folder' && filesAlone.includes(place)) return 'folder';
    return kind === 'file' && foldersAlone.includes(place) ? 'file' : undefined;
  };
  /** The kind of the entry at a path below real folders; `strange` and reported when it does not belong there. */
  const judge = (place: string, stats: fs.Stats | undefined): Kind => {
    const kind = kindOf(stats);
    const fault = faultOf(place, kind);
    if (fault) report(place, fault);
    else if (kind === 'folder') real.add(place);
    return fault ? 'strange' : kind;
  };
  const isRealFolder = (folder: string): boolean => {
    if (real.has(folder)) return true;
    if (folder !== base && !folder.startsWith(base + path.sep)) return false;
    if (folder !== base && !isRealFolder(path.dirname(folder))) return false;
    const kind = judge(folder, entryAt(folder));
    return kind === 'folder' || kind === 'missing';
  };
  const mayLieThere = (place: string) => place === base || isRealFolder(path.dirname(place));
  /** The kind of the entry at a path; also `strange` when a parent is. */
  const kindAt = (place: string): Kind => (mayLieThere(place) ? judge(place, entryAt(place)) : 'strange');
  /** True if a path, existing or to be created, resolves to itself. */
  const isReal = (place: string) => kindAt(place) !== 'strange';
  /** Asked before reading: an error for each file that is not there would cost more than the look. */
  const isThere = (place: string) => isPlain(kindAt(place));
  const statOf = (place: string) => {
    const stats = mayLieThere(place) ? entryAt(place) : undefined;
    return stats && isPlain(judge(place, stats)) ? fileStat(stats) : undefined;
  };
  const must = (place: string) => {
    if (isReal(place)) return;
    throw Object.assign(new Error(`${place} is a link or no plain file, and is not written through`), {
      code: 'ELOOP',
    });
  };
  /** Renaming onto a link replaces the link; its folder must be real. */
  const mustLieIn = (place: string) => must(path.dirname(place));
  const plainNames = function* (folder: string, entries: Iterable<fs.Dirent>): Generator<string> {
    for (const entry of entries) {
      if (entry.isFile() || entry.isDirectory()) yield entry.name;
      else report(path.join(folder, entry.name), 'link');
    }
  };
  return {
    problems,
    read: file => (isThere(file) ? files.read(file) : undefined),
    readBytes: (file, from, length) => (isThere(file) ? files.readBytes(file, from, length) : undefined),
    stat: statOf,
    exists: isThere,
    list: folder => (isThere(folder) ? [...plainNames(folder, entriesAtOnce(folder))] : []),
    names: folder => (isThere(folder) ? plainNames(folder, entriesOf(folder)) : []),
    openAppend(file) {
      must(file);
      return files.openAppend(file);
    },
    replace(file, content, durable) {
      mustLieIn(file);
      files.replace(file, content, durable);
    },
    createExclusive(file, text) {
      mustLieIn(file);
      return files.createExclusive(file, text);
    },
    truncate(file, bytes) {
      must(file);
      files.truncate(file, bytes);
    },
    makeFolder(folder) {
      must(folder);
      files.makeFolder(folder);
      real.add(folder);
    },
    rename(from, to) {
      mustLieIn(from);
      mustLieIn(to);
      real.clear();
      files.rename(from, to);
    },
    remove(file) {
      mustLieIn(file);
      const kind = kindOf(entryAt(file));
      // An index file that a dialog has none of is removed often; only with a folder go others that were seen to be
      // real.
      if (kind === 'missing' && !real.has(file)) return;
      if (kind !== 'file') real.clear();
      files.remove(file);
    },
    sync(place) {
      if (place !== from) must(place);
      files.sync(place);
    },
    async synced(place) {
      if (place !== from) must(place);
      await files.synced(place);
    },
  };
}

/** Types come with the names: nothing is asked of each entry. */
function entriesAtOnce(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

function isPlain(kind: Kind): boolean {
  return kind === 'file' || kind === 'folder';
}

function entryAt(place: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(place, { throwIfNoEntry: false });
  } catch (error) {
    // Its folder was seen to be one, and a file took its place since.
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

function kindOf(stats: fs.Stats | undefined): Kind {
  if (!stats) return 'missing';
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'strange';
}
