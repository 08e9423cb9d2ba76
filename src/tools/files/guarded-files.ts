// Workspace files behind the path guard (SPEC 6.5, 12.4): a place is resolved once, and every use of it reaches exactly
// that place or fails, whatever links are swapped in between. Refusals are values for the model.
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { errorCode, errorMessage } from '../../core/base/thrown.ts';
import type { Said } from '../../core/prompt/said.ts';
import { guardPath, type PathRequest, protectionOf } from './path-guard.ts';
import { pinFolder } from './pinned-folder.ts';

/** A decided place: as the model named it, and where it really is. */
export interface Place {
  /** As named, relative to the rtws, with `/`. */
  readonly relative: string;
  /** As named. */
  readonly absolute: string;
  readonly realRoot: string;
  /** Names below the real rtws, no link among them; none for the rtws itself. */
  readonly steps: readonly string[];
}

export interface Refused {
  readonly kind: 'refused';
  readonly message: Said;
}

/** A refusal for the model. */
export function refuseAccess(message: Said): Refused {
  return { kind: 'refused', message };
}

export type Located = { readonly kind: 'place'; readonly place: Place } | Refused;

/** The entry at a place. `mode` are its permission bits. */
export type FileRead =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly mode: number }
  | { readonly kind: 'missing' }
  | Refused;

/** Decides where a path leads: to the file or folder itself, links followed. */
export function locate(request: PathRequest): Located {
  return locateBy(request, absolute => realOf(absolute));
}

/** Decides where the entry of this name is, be it a link: for what removes or renames it. */
export function locateEntry(request: PathRequest): Located {
  return locateBy(request, absolute => path.join(realOf(path.dirname(absolute)), path.basename(absolute)));
}

/** Resolves the place of a link by its own name, wherever it leads: for restoring links. */
export function locateLink(rtws: string, relative: string): Located {
  const name = path.basename(relative);
  const folder = locate({ rtws, member: {}, path: path.dirname(relative), access: 'read' });
  if (folder.kind === 'refused') return folder;
  if (protectionOf(name)) return refuseAccess(w => w.closed(relative));
  return { kind: 'place', place: { ...guardedPlaceIn(folder.place, name), relative } };
}

/** The real place relative to the rtws, with `/`. */
export function realRelative({ steps }: Place): string {
  return steps.join('/') || '.';
}

/** Reads a whole file; refused when it is larger than `maxBytes`, or no plain file. */
export function readPlace(place: Place, maxBytes: number): FileRead {
  try {
    return withFolderOf(place, 'fail', entry => readGuardedEntry(place, entry, maxBytes));
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? { kind: 'missing' } : refusal(place, error);
  }
}

/** Opens one plain file by a pinned path and reads it. Throws the system's errors. */
export function readGuardedEntry(place: Pick<Place, 'relative'>, entry: string, maxBytes: number): FileRead {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  // Not blocking, so that a pipe in the place of a file cannot hold the process.
  const handle = fs.openSync(entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stat = fs.fstatSync(handle);
    if (stat.isDirectory()) return refuseAccess(w => w.isFolder(place.relative));
    if (!stat.isFile()) return refuseAccess(w => w.notPlain(place.relative));
    if (stat.size > maxBytes) return tooLarge(place, stat.size, maxBytes);
    return { kind: 'file', bytes: fs.readFileSync(handle), mode: stat.mode & 0o7777 };
  } finally {
    fs.closeSync(handle);
  }
}

/**
 * Writes a file whole: temp file and rename, or in place where it has other names or another owner; its folders are
 * made. `undefined` when done.
 */
export function replacePlace(place: Place, bytes: Uint8Array, mode = 0o666): Refused | undefined {
  return attempt(place, 'make', (entry, folder) => {
    const temporary = folder(`.${randomBytes(6).toString('hex')}.tmp`);
    try {
      fs.writeFileSync(temporary, bytes, { flag: 'wx', mode });
      if (isBoundToItself(entry, temporary)) {
        overwrite(entry, bytes);
        fs.unlinkSync(temporary);
        return;
      }
      if (mode !== 0o666) fs.chmodSync(temporary, mode);
      fs.renameSync(temporary, entry);
    } catch (error) {
      fs.rmSync(temporary, { force: true });
      throw error;
    }
  });
}

/** True if a new file in its place would not be the same: it has other names, or another owner. */
function isBoundToItself(entry: string, fresh: string): boolean {
  const there = fs.lstatSync(entry, { throwIfNoEntry: false });
  if (!there?.isFile()) return false;
  const { uid, gid } = fs.lstatSync(fresh);
  return there.nlink > 1 || there.uid !== uid || there.gid !== gid;
}

/** True for a file with other names (hard links): what is written reaches those too, wherever they lie. */
export function hasOtherNames(place: Place): boolean {
  try {
    const stat = withFolderOf(place, 'fail', entry => fs.lstatSync(entry));
    return stat.isFile() && stat.nlink > 1;
  } catch {
    return false;
  }
}

/** Writes into a file that is there. The new bytes lie beside it meanwhile, so the disk has room. */
function overwrite(entry: string, bytes: Uint8Array): void {
  const { O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  const handle = fs.openSync(entry, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    fs.writeFileSync(handle, bytes);
    fs.ftruncateSync(handle, bytes.length);
  } finally {
    fs.closeSync(handle);
  }
}

/** The target of the link at a place; undefined when it is not a link. */
export function readLink(place: Place): string | undefined {
  try {
    return withFolderOf(place, 'fail', entry => fs.readlinkSync(entry));
  } catch {
    return undefined;
  }
}

/** Makes a link; refused when something is there. */
export function makeLink(place: Place, target: string): Refused | undefined {
  return attempt(place, 'make', entry => {
    fs.symlinkSync(target, entry);
  });
}

/** Makes a folder, unless there is one. */
export function makeFolderAt(place: Place): Refused | undefined {
  return attempt(place, 'make', entry => {
    if (!fs.lstatSync(entry, { throwIfNoEntry: false })?.isDirectory()) fs.mkdirSync(entry);
  });
}

/** Names in the folder at a place; none when it is not a folder. */
export function namesIn({ realRoot, steps }: Place): readonly string[] {
  try {
    const folder = pinFolder(realRoot, steps);
    try {
      return fs.readdirSync(folder.entry('.')).sort();
    } finally {
      folder.close();
    }
  } catch {
    return [];
  }
}

/**
 * Everything below a folder, by its path from there, links not followed. `undefined` when it is more than `most`, or
 * when a folder cannot be read.
 */
export function pathsBelow({ realRoot, steps }: Place, most: number): readonly string[] | undefined {
  const found: string[] = [];
  const open = [''];
  try {
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      for (const entry of fs.readdirSync(path.join(realRoot, ...steps, folder), { withFileTypes: true })) {
        if (found.length >= most) return undefined;
        found.push(folder + entry.name);
        if (entry.isDirectory()) open.push(`${folder}${entry.name}/`);
      }
    }
  } catch {
    return undefined;
  }
  return found;
}

/** The place of an entry of the folder at a place. */
export function guardedPlaceIn(folder: Place, name: string): Place {
  return {
    realRoot: folder.realRoot,
    relative: `${folder.relative}/${name}`,
    absolute: path.join(folder.absolute, name),
    steps: [...folder.steps, name],
  };
}

/** Removes a file, a link, or an empty folder. */
export function removeEntry(place: Place): Refused | undefined {
  return attempt(place, 'fail', entry => {
    if (fs.lstatSync(entry).isDirectory()) fs.rmdirSync(entry);
    else fs.unlinkSync(entry);
  });
}

/** Renames a file or folder; refused when something of the new name is there. */
export function movePlace(from: Place, to: Place): Refused | undefined {
  return attempt(from, 'fail', source =>
    attempt(to, 'make', target => {
      if (fs.lstatSync(target, { throwIfNoEntry: false })) {
        throw Object.assign(new Error('exists'), { code: 'EEXIST' });
      }
      fs.renameSync(source, target);
    }),
  );
}

/** The type of the entry at a place; links are not followed. */
export function kindOfPlace(place: Place): 'file' | 'folder' | 'other' | 'missing' {
  try {
    const stat = withFolderOf(place, 'fail', entry => fs.lstatSync(entry));
    if (stat.isDirectory()) return 'folder';
    return stat.isFile() ? 'file' : 'other';
  } catch {
    return 'missing';
  }
}

function locateBy(request: PathRequest, find: (absolute: string) => string): Located {
  const named = guardPath(request);
  if (!named.ok) return refuseAccess(named.message);
  try {
    const realRoot = fs.realpathSync.native(request.rtws);
    const real = find(named.absolute);
    // The target of the links is checked by itself: only this place is used from here on.
    const decided = guardPath({ ...request, path: real });
    if (!decided.ok) return refuseAccess(decided.message);
    const steps = path
      .relative(realRoot, real)
      .split(path.sep)
      .filter(step => step !== '');
    if (steps[0] === '..') return refuseAccess(w => w.leadsOut(request.path));
    return { kind: 'place', place: { relative: named.relative, absolute: named.absolute, realRoot, steps } };
  } catch (error) {
    return refuseAccess(w => w.unreachable(request.path, errorMessage(error)));
  }
}

/** The real path: links followed in what exists, the rest added. Throws for broken links. */
function realOf(absolute: string): string {
  if (fs.lstatSync(absolute, { throwIfNoEntry: false })) return fs.realpathSync.native(absolute);
  const parent = path.dirname(absolute);
  return parent === absolute ? absolute : path.join(realOf(parent), path.basename(absolute));
}

type Use<T> = (entry: string, folder: (name: string) => string) => T;

function withFolderOf<T>({ realRoot, steps }: Place, missing: 'fail' | 'make', use: Use<T>): T {
  const folder = pinFolder(realRoot, steps.slice(0, -1), missing);
  try {
    return use(folder.entry(steps.at(-1) ?? '.'), folder.entry);
  } finally {
    folder.close();
  }
}

function attempt(place: Place, missing: 'fail' | 'make', use: Use<Refused | undefined>): Refused | undefined {
  if (place.steps.length === 0) return refuseAccess(w => w.workspaceItself);
  try {
    return withFolderOf(place, missing, use) ?? undefined;
  } catch (error) {
    return refusal(place, error);
  }
}

function refusal({ relative }: Place, error: unknown): Refused {
  return refuseAccess(w => w.refusedBySystem(relative, errorCode(error) ?? '', errorMessage(error)));
}

function tooLarge({ relative }: Pick<Place, 'relative'>, size: number, most: number): Refused {
  return refuseAccess(w => w.tooLarge(relative, (size / 1_000_000).toFixed(1), most / 1_000_000));
}
