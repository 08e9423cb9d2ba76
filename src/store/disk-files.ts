// The few file operations that the store needs, as a port: tests run in memory, chaos tests on faulty disks.
// Synchronous on purpose: a record is written, folded and published in one tick, so that no two facts interleave, and
// one append costs some 20 µs. Failures throw the system's own errors (`code` ENOSPC, EACCES, …).
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '../core/base/thrown.ts';
import { loopTurn } from './loop-turn.ts';

export interface Files {
  /** Text of a file, `undefined` when there is none. */
  read(file: string): string | undefined;
  /** Bytes of a file from an offset on, at most so many; `undefined` when there is none. */
  readBytes(file: string, from?: number, length?: number): Uint8Array | undefined;
  /** The file at a path. */
  stat(file: string): FileStat | undefined;
  /** Names in a folder, unsorted; none when the folder does not exist. */
  list(folder: string): string[];
  /** The names that `list` gives, one by one: a folder may hold more of them than can be read at once. */
  names(folder: string): Iterable<string>;
  exists(file: string): boolean;
  /** Opens for appending, making the file and its folder when needed. */
  openAppend(file: string): AppendHandle;
  /** Replaces a file whole: temp file + rename. `durable` also survives a power cut, name included. */
  replace(file: string, content: string | Uint8Array, durable?: boolean): void;
  /** Makes a new file, with its whole text at once; false when it exists already. */
  createExclusive(file: string, text: string): boolean;
  truncate(file: string, bytes: number): void;
  makeFolder(folder: string): void;
  /** Survives a power cut. */
  rename(from: string, to: string): void;
  /** Removes a file or a folder with all in it; no error when it does not exist. */
  remove(file: string): void;
  /**
   * Waits until the disk holds the bytes of a file, or the names in a folder. A system that cannot sync folders
   * (Windows) skips these.
   */
  sync(place: string): void;
  /** The same in the background. The place is opened before this returns, so that it may be renamed meanwhile. */
  synced(place: string): Promise<void>;
}

/** A file and its length; `identity` changes when another file takes its place. */
export interface FileStat {
  readonly identity: string;
  readonly bytes: number;
}

export interface AppendHandle {
  /** Its identity, as in `Files.stat`. */
  readonly identity: string;
  /** Bytes in the file. */
  size(): number;
  /** False once the file was deleted, moved or replaced; later appends are lost. */
  isInPlace(): boolean;
  append(text: string): void;
  truncate(bytes: number): void;
  /** Waits until the disk holds everything appended. */
  sync(): void;
  close(): void;
}

/** The real disk. */
export const diskFiles: Files = {
  read: file => whenPresent(() => fs.readFileSync(file, 'utf8')),
  readBytes: (file, from = 0, length = Number.POSITIVE_INFINITY) => whenPresent(() => readFrom(file, from, length)),
  stat(file) {
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    return stats && fileStat(stats);
  },
  list: folder => whenPresent(() => fs.readdirSync(folder)) ?? [],
  *names(folder) {
    for (const { name } of entriesOf(folder)) yield name;
  },
  exists: file => fs.existsSync(file),
  openAppend: openDiskAppend,
  replace: replaceOnDisk,
  createExclusive,
  truncate: (file, bytes) => fs.truncateSync(file, bytes),
  makeFolder: folder => {
    makeFolderOnDisk(folder);
  },
  rename: renameOnDisk,
  remove: file => fs.rmSync(file, { recursive: true, force: true }),
  sync: syncOnDisk,
  synced: syncInBackground,
};

const fsyncInBackground = promisify(fs.fsync);

/** The files that are open for appending, by their paths: they are synced without being opened once more. */
const openForAppending = new Map<string, OpenAppend>();

interface OpenAppend extends AppendHandle {
  /** Waits in the background until the disk holds everything appended; the handle may be closed meanwhile. */
  synced(): Promise<void>;
}

function openDiskAppend(file: string): AppendHandle {
  const descriptor = openMakingFolder(file);
  const opened = fs.fstatSync(descriptor);
  const { ino, dev } = opened;
  let seenInPlace: number | undefined;
  // A descriptor that is closed is given to the next file, which a sync that still waits would take for its own.
  let syncing = 0;
  let isClosed = false;
  const closeWhenIdle = () => {
    if (isClosed && syncing === 0) fs.closeSync(descriptor);
  };
  const handle: OpenAppend = {
    identity: identityOf(opened),
    size: () => fs.fstatSync(descriptor).size,
    isInPlace() {
      const turn = loopTurn();
      if (turn === seenInPlace) return true;
      const stats = fs.statSync(file, { throwIfNoEntry: false });
      const isThere = stats?.ino === ino && stats.dev === dev;
      seenInPlace = isThere ? turn : undefined;
      return isThere;
    },
    append: text => writeAll(descriptor, text),
    truncate: bytes => fs.ftruncateSync(descriptor, bytes),
    sync: () => fs.fdatasyncSync(descriptor),
    async synced() {
      syncing++;
      try {
        await fsyncInBackground(descriptor);
      } finally {
        syncing--;
        closeWhenIdle();
      }
    },
    close() {
      if (openForAppending.get(file) === handle) openForAppending.delete(file);
      isClosed = true;
      closeWhenIdle();
    },
  };
  openForAppending.set(file, handle);
  return handle;
}

/** What `Files.stat` says, of what the system told. */
export function fileStat(stats: fs.Stats): FileStat {
  return { identity: identityOf(stats), bytes: stats.size };
}

function identityOf({ ino, birthtimeMs }: fs.Stats): string {
  return `${ino} ${birthtimeMs}`;
}

/** The name of a new folder first, or files moved into it could be lost with it. */
function renameOnDisk(from: string, to: string): void {
  const [there, before] = [path.dirname(to), path.dirname(from)];
  const made = fs.mkdirSync(there, { recursive: true });
  if (made !== undefined) syncUpTo(path.dirname(made), path.dirname(there));
  fs.renameSync(from, to);
  for (const folder of new Set([there, before])) syncOnDisk(folder);
}

/** Syncs a folder and those above it, up to `top`. */
function syncUpTo(top: string, folder: string): void {
  syncOnDisk(folder);
  if (folder !== top) syncUpTo(top, path.dirname(folder));
}

function syncOnDisk(place: string): void {
  const descriptor = openToSync(place);
  if (descriptor === undefined) return;
  try {
    fs.fsyncSync(descriptor);
  } catch (error) {
    if (!isUnsyncable(error, descriptor)) throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

async function syncInBackground(place: string): Promise<void> {
  const open = openForAppending.get(place);
  if (open?.isInPlace()) return open.synced();
  const descriptor = openToSync(place);
  if (descriptor === undefined) return;
  try {
    await fsyncInBackground(descriptor);
  } catch (error) {
    if (!isUnsyncable(error, descriptor)) throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Windows syncs what may be written only, and opens no folder for that; other systems need the right to read. */
function openToSync(place: string): number | undefined {
  try {
    return fs.openSync(place, process.platform === 'win32' ? 'r+' : 'r');
  } catch (error) {
    if (fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() && refusesFolders(error)) return undefined;
    throw error;
  }
}

function isUnsyncable(error: unknown, descriptor: number): boolean {
  return refusesFolders(error) && fs.fstatSync(descriptor).isDirectory();
}

/** Error codes of systems and file systems that cannot sync folders. */
function refusesFolders(error: unknown): boolean {
  return ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'].includes(errorCode(error) ?? '');
}

/** Its parent is there more often than not, and looking for that first costs half as much again. */
function makeFolderOnDisk(folder: string): void {
  try {
    fs.mkdirSync(folder);
  } catch {
    // It is there already, or its parent is not; anything else is said once more.
    fs.mkdirSync(folder, { recursive: true });
  }
}

function openMakingFolder(file: string): number {
  try {
    return fs.openSync(file, 'a');
  } catch (error) {
    if (!isMissing(error)) throw error;
    makeFolderOnDisk(path.dirname(file));
    return fs.openSync(file, 'a');
  }
}

function writeAll(descriptor: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let written = 0; written < bytes.length; ) {
    written += fs.writeSync(descriptor, bytes, written);
  }
}

function replaceOnDisk(file: string, content: string | Uint8Array, durable = false): void {
  const temporary = writeBeside(file, content, durable);
  try {
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  if (durable) syncOnDisk(path.dirname(file));
}

/** Linked into place when complete, so no reader sees half of it. */
function createExclusive(file: string, text: string): boolean {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const temporary = writeBeside(file, text, false);
  try {
    fs.linkSync(temporary, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    return createWithoutLink(file, text);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

/** For file systems without hard links. */
function createWithoutLink(file: string, text: string): boolean {
  try {
    fs.writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Part of every temporary name: processes in two containers may have the same id and write the same file. */
const WRITER = `${process.pid}.${randomBytes(6).toString('hex')}`;

/** The file that a temporary file is written for, and the process that writes it; undefined for any other name. */
export function temporaryOf(name: string): { readonly file: string; readonly pid: number } | undefined {
  const [, file, pid] = /^(.+)\.(\d+)(?:\.[0-9a-f]{12})?\.tmp$/.exec(name) ?? [];
  return file === undefined ? undefined : { file, pid: Number(pid) };
}

/** Writes a temporary file in the folder of another; leaves nothing behind when the disk refuses. */
function writeBeside(file: string, content: string | Uint8Array, durable: boolean): string {
  const temporary = `${file}.${WRITER}.tmp`;
  const descriptor = fs.openSync(temporary, 'w');
  try {
    writeAll(descriptor, content);
    if (durable) fs.fdatasyncSync(descriptor);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  } finally {
    fs.closeSync(descriptor);
  }
  return temporary;
}

function readFrom(file: string, from: number, length: number): Uint8Array {
  if (from === 0 && length === Number.POSITIVE_INFINITY) return fs.readFileSync(file);
  const descriptor = fs.openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(length, Math.max(0, fs.fstatSync(descriptor).size - from)));
    let read = 0;
    while (read < bytes.length) {
      const count = fs.readSync(descriptor, bytes, read, bytes.length - read, from + read);
      if (count === 0) break;
      read += count;
    }
    return bytes.subarray(0, read);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Names that one call of the system gives. */
const NAMES_AT_ONCE = 500;

/** The entries of a folder, one by one; none when it does not exist. */
export function* entriesOf(folder: string): Generator<fs.Dirent> {
  const open = whenPresent(() => fs.opendirSync(folder, { bufferSize: NAMES_AT_ONCE }));
  try {
    for (let entry = open?.readSync(); entry; entry = open?.readSync()) yield entry;
  } finally {
    open?.closeSync();
  }
}

function whenPresent<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
