// Text files that people edit, read at every generation and therefore cached by `stat`. A file that changed within the
// clock tick of its last read is read again, so no edit is missed. Nothing here throws.
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { keepRecent } from '../../core/base/recent.ts';
import { errorCode } from '../../core/base/thrown.ts';
import type { FileFault } from '../../core/facts/file-faults.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { createAbsentPaths } from './absent-paths.ts';
import { confine } from './confine.ts';
import { folderLacking, isSettled, type Looked, type Stamp, sameStamp, stampOf } from './stamp.ts';

/**
 * The contents of a path. An unchanged file returns the identical object, so derived values can be cached by identity.
 */
export type TextFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken'; readonly problem: FileProblem };

/** An entry of a folder, sorted by name. */
export interface FolderEntry {
  readonly name: string;
  /** `link`: one that is not followed; reading it says why. */
  readonly kind: 'file' | 'folder' | 'link';
}

export interface TextFiles {
  /** A file of the rtws by its path with `/`. It must lie within `folder` (default: the rtws), links resolved. */
  read(file: string, folder?: string): TextFile;
  /** Entries of a folder without hidden ones, links within the rtws as what they lead to; empty when there is none. */
  list(folder: string): readonly FolderEntry[];
  /** Why a folder that is there is not listed: it leads out of the rtws or nowhere, or cannot be opened. */
  refusal(folder: string): FileProblem | undefined;
}

/** Larger files are not read (SPEC 18.3). */
export const MAX_FILE_BYTES = 1024 * 1024;

/** Cached files and folders; of a thousand dialogs with a taskdoc each, the most recently used ones. */
const REMEMBERED = 500;

interface Cached<T> {
  readonly stamp: Stamp;
  readonly settled: boolean;
  readonly value: T;
}

/** What a folder holds, or why it is not looked into. */
interface Listed {
  readonly entries: readonly FolderEntry[];
  readonly problem?: FileProblem;
}

const missing: TextFile = { kind: 'missing' };
const nothing: Listed = { entries: [] };

/**
 * A cache over the files of an rtws; `now` gives epoch milliseconds. With `look`, a folder of missing files is looked
 * at once as long as it gives the same number.
 */
export function createTextFiles(rtws: string, now: () => number, look: () => number = everyLook()): TextFiles {
  const files = new Map<string, Cached<TextFile>>();
  const folders = new Map<string, Cached<Listed>>();
  const absent = createAbsentPaths(look, now);
  const stampAt = (absolute: string): Looked =>
    absent.has(absolute) ? undefined : (stampOf(absolute) ?? absent.note(absolute));
  const listed = (folder: string): Listed => {
    const absolute = path.join(rtws, folder);
    const stamp = stampAt(absolute);
    if (stamp === undefined || stamp === 'unreadable') {
      folders.delete(folder);
      return stamp === undefined ? nothing : closed(folder);
    }
    const cached = folders.get(folder);
    if (cached?.settled && sameStamp(cached.stamp, stamp)) return remember(folders, folder, cached);
    const value: Listed = confine(rtws, absolute)
      ? (listingOf(rtws, absolute) ?? closed(folder))
      : { entries: [], problem: problemOf(folder, { id: 'leads-out' }) };
    return remember(folders, folder, { stamp, settled: isSettled(stamp, now()), value });
  };
  return {
    read(file, folder = '') {
      const absolute = path.join(rtws, file);
      const stamp = stampAt(absolute);
      if (stamp === undefined) {
        files.delete(file);
        return missing;
      }
      if (stamp === 'unreadable') return broken(file, { id: 'not-opened' });
      const cached = files.get(file);
      const isSame = cached !== undefined && sameStamp(cached.stamp, stamp);
      if (isSame && cached.settled) return remember(files, file, cached);
      // The same file at the same place, whatever was written into it within the tick.
      const isInside = isSame && cached.value.kind === 'text';
      const fresh =
        isInside || (confine(path.join(rtws, folder), absolute) && confine(rtws, absolute))
          ? readTextFile(absolute, file)
          : broken(file, { id: 'leads-out' });
      const value = cached && sameFile(cached.value, fresh) ? cached.value : fresh;
      return remember(files, file, { stamp, settled: isSettled(stamp, now()), value });
    },
    list: folder => listed(folder).entries,
    refusal: folder => listed(folder).problem,
  };
}

/** Each look is a new one. */
function everyLook(): () => number {
  let looks = 0;
  return () => {
    looks += 1;
    return looks;
  };
}

/** Caches the last value and returns it. */
function remember<T>(cache: Map<string, Cached<T>>, name: string, cached: Cached<T>): T {
  keepRecent(cache, name, cached, REMEMBERED);
  return cached.value;
}

/** The text of a file; '' when there is none or it is broken. */
export function fileText(file: TextFile): string {
  return file.kind === 'text' ? file.text : '';
}

/** A file that cannot be used, with what to do about it. */
export function broken(file: string, fault: FileFault): TextFile {
  return { kind: 'broken', problem: problemOf(file, fault) };
}

function problemOf(file: string, fault: FileFault): FileProblem {
  return { file, fault, severity: 'error' };
}

function sameFile(a: TextFile, b: TextFile): boolean {
  return a.kind === 'text' && b.kind === 'text' && a.text === b.text;
}

/** A text file anywhere, read now; `file` names it in problems. */
export function readTextFile(absolute: string, file: string, maxBytes = MAX_FILE_BYTES): TextFile {
  const bytes = bytesOf(absolute, maxBytes);
  if (bytes === 'missing') return missing;
  if (bytes === 'nowhere') return broken(file, { id: 'not-opened' });
  if (bytes === 'closed') return broken(file, { id: 'not-a-file' });
  if (bytes === 'huge') return broken(file, { id: 'too-large', most: maxBytes });
  if (bytes.includes(0)) return broken(file, { id: 'binary' });
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return broken(file, { id: 'not-utf8' });
  }
}

/** Only plain files are opened: a folder, pipe or device could block or never end. */
function bytesOf(absolute: string, maxBytes: number): Buffer | 'missing' | 'nowhere' | 'closed' | 'huge' {
  let handle: number | undefined;
  try {
    handle = openSync(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(handle);
    if (!stat.isFile()) return 'closed';
    return stat.size > maxBytes ? 'huge' : readFileSync(handle);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') return 'closed';
    return folderLacking(absolute) === 'unreadable' ? 'nowhere' : 'missing';
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function closed(folder: string): Listed {
  return { entries: [], problem: problemOf(folder, { id: 'not-opened' }) };
}

/** Undefined when it cannot be opened, or is no folder. */
function listingOf(rtws: string, absolute: string): Listed | undefined {
  try {
    const entries = readdirSync(absolute, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .flatMap((entry): FolderEntry | [] => {
        const kind = entry.isSymbolicLink() ? kindOfLink(rtws, path.join(absolute, entry.name)) : kindOf(entry);
        return kind ? { name: entry.name, kind } : [];
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    return { entries };
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? nothing : undefined;
  }
}

function kindOf(entry: Pick<Stats, 'isFile' | 'isDirectory'> | undefined): FolderEntry['kind'] | undefined {
  if (entry?.isDirectory()) return 'folder';
  return entry?.isFile() ? 'file' : undefined;
}

/** What a link in the rtws leads to; undefined for one back to a folder that it is in, whose files are listed there. */
function kindOfLink(rtws: string, link: string): FolderEntry['kind'] | undefined {
  const real = confine(rtws, link);
  const target = real && statSync(link, { throwIfNoEntry: false });
  if (!target) return 'link';
  return target.isDirectory() && leadsBack(real, { link, rtws }) ? undefined : kindOf(target);
}

/** True if one of the folders on the way to a link lies in this real one, or is it. */
function leadsBack(real: string, { link, rtws }: { readonly link: string; readonly rtws: string }): boolean {
  for (let folder = path.dirname(link); ; folder = path.dirname(folder)) {
    if (confine(real, folder)) return true;
    if (folder === rtws || folder === path.dirname(folder)) return false;
  }
}

/** Where a word stands in a text first, as problems name it. */
export function placeIn(text: string, word: string): Pick<FileProblem, 'line' | 'column'> {
  const at = text.search(new RegExp(`${word}(?![\\w-])`));
  if (at < 0) return {};
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
