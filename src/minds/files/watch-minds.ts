// Notifies views of changes in `.minds/`, `AGENTS.md` or a taskdoc. Folders are watched, not files, so an editor that
// saves by renaming is noticed too. An event only says "look": changes are found by comparing stamps. Drives nothing.
import type { Dirent, Stats } from 'node:fs';
import { readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import type { After } from '../../core/base/after.ts';
import { placeTaskdoc } from '../taskdoc/taskdoc-path.ts';

export interface WatchMindsOptions {
  /** Absolute. */
  readonly rtws: string;
  /** Paths of the taskdocs in use, relative to the rtws; asked at every look. */
  readonly taskdocs: () => readonly string[];
  /** Paths that appeared, changed or went, relative to the rtws with `/`, sorted. */
  readonly onChange: (paths: readonly string[]) => void;
  readonly after: After;
  /** Watches one folder without its subfolders. Throws on failure. */
  readonly watchFolder?: (folder: string, onEvent: () => void) => { close(): void };
}

export interface MindsWatch {
  /** Looks at once, for example after the taskdocs in use changed. */
  look(): void;
  dispose(): void;
}

/** Events within this time are one change. */
const GATHER_MS = 60;
const MAX_FOLDERS = 2000;

/** Watches for one file of `.minds/`; taskdocs, which may be a thousand, are not looked at. */
export function watchMindsFile(
  file: string,
  { onChange, ...options }: Pick<WatchMindsOptions, 'rtws' | 'after'> & { readonly onChange: () => void },
): MindsWatch {
  return watchMinds({
    ...options,
    taskdocs: () => [],
    onChange: paths => {
      if (paths.includes(file)) onChange();
    },
  });
}

/** Starts watching. */
export function watchMinds(options: WatchMindsOptions): MindsWatch {
  const { rtws, onChange, after, watchFolder = watchOnDisk } = options;
  const watched = new Map<string, { readonly identity: string; close(): void }>();
  let takeBack: (() => void) | undefined;
  let stamps = new Map<string, string>();
  const gather = () => {
    takeBack ??= after(GATHER_MS, () => {
      takeBack = undefined;
      look();
    });
  };
  const watchAlso = (folder: string, identity: string) => {
    if (watched.get(folder)?.identity === identity) return;
    watched.get(folder)?.close();
    try {
      const watcher = watchFolder(path.join(rtws, folder), gather);
      watched.set(folder, { identity, close: () => watcher.close() });
    } catch {
      // Gone again, or no more watches to be had: the texts are read at each generation all the same.
      watched.delete(folder);
    }
  };
  const arm = () => {
    const { folders } = scan(rtws, options.taskdocs());
    for (const [folder, watcher] of watched) {
      if (folders.has(folder)) continue;
      watcher.close();
      watched.delete(folder);
    }
    for (const [folder, identity] of folders) watchAlso(folder, identity);
  };
  const look = () => {
    arm();
    // Read after arming: a file that came into a new folder before its watch began is not missed.
    const now = scan(rtws, options.taskdocs()).stamps;
    const changed = [...new Set([...stamps.keys(), ...now.keys()])].filter(file => stamps.get(file) !== now.get(file));
    stamps = now;
    if (changed.length > 0) onChange(changed.sort());
  };
  arm();
  stamps = scan(rtws, options.taskdocs()).stamps;
  return {
    look,
    dispose() {
      takeBack?.();
      for (const watcher of watched.values()) watcher.close();
      watched.clear();
    },
  };
}

interface Found {
  /** By path relative to the rtws ('' is the rtws itself); the value changes when a folder is recreated. */
  readonly folders: Map<string, string>;
  readonly stamps: Map<string, string>;
  /** Folders above taskdocs that are not there: of a thousand roots most have their taskdoc in the same one. */
  readonly absent: Set<string>;
}

function scan(rtws: string, taskdocs: readonly string[]): Found {
  const found: Found = { folders: new Map([['', '']]), stamps: new Map(), absent: new Set() };
  for (const name of ['AGENTS.md', 'CLAUDE.md']) addFile(rtws, name, found);
  addFolder(rtws, '.minds', found);
  for (const taskdoc of taskdocs) {
    const place = placeTaskdoc(taskdoc);
    if (place.kind === 'refused') continue;
    if (!addParents(rtws, place.at, found)) continue;
    if (place.kind === 'file') addFile(rtws, place.at, found);
    else addFolder(rtws, place.at, found);
  }
  return found;
}

/** Adds the folders above a taskdoc, so that its coming is seen. Whether all of them are there. */
function addParents(rtws: string, file: string, found: Found): boolean {
  const parent = path.posix.dirname(file);
  if (parent === '.' || found.folders.has(parent)) return true;
  if (found.absent.has(parent)) return false;
  const identity = addParents(rtws, parent, found) ? identityOf(path.join(rtws, parent)) : undefined;
  if (identity === undefined) found.absent.add(parent);
  else found.folders.set(parent, identity);
  return identity !== undefined;
}

function addFolder(rtws: string, folder: string, found: Found): void {
  if (found.folders.size >= MAX_FOLDERS || found.folders.has(folder)) return;
  const identity = identityOf(path.join(rtws, folder));
  const entries = identity === undefined ? undefined : entriesOf(path.join(rtws, folder));
  if (identity === undefined || entries === undefined) return;
  found.folders.set(folder, identity);
  for (const entry of entries) {
    const below = `${folder}/${entry.name}`;
    if (entry.isDirectory()) addFolder(rtws, below, found);
    else if (!entry.name.endsWith('.tmp')) addFile(rtws, below, found);
  }
}

function addFile(rtws: string, file: string, { stamps }: Found): void {
  const stats = statOf(path.join(rtws, file));
  if (stats) stamps.set(file, `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}`);
}

function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

// Inode numbers are used again at once on some file systems, so the time of birth is part of the identity.
function identityOf(folder: string): string | undefined {
  const stats = statOf(folder);
  return stats?.isDirectory() ? `${stats.ino} ${stats.birthtimeMs}` : undefined;
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function watchOnDisk(folder: string, onEvent: () => void): { close(): void } {
  const watcher = watch(folder, { persistent: false }, onEvent);
  watcher.on('error', () => {
    watcher.close();
    onEvent();
  });
  return watcher;
}
