// Reports changes in any of several folders. An event only means "look": it may come too often, but a change after
// `arm` is either seen by that look or reported later.
import { watch } from 'node:fs';
import type { Files } from './disk-files.ts';

/** Watches one folder, with its subfolders when `recursive`. Throws on failure. */
export type WatchFolder = (folder: string, recursive: boolean, onEvent: () => void) => { close(): void };

export interface FolderWatch {
  /** From now on these folders are watched, as they are now, and no others. True when one of them was not before. */
  arm(folders: Iterable<string>): boolean;
  close(): void;
}

export interface WatchFoldersOptions {
  readonly files: Pick<Files, 'stat'>;
  readonly onEvent: () => void;
  /** Watches `base` with all below it through one handle, instead of each folder. */
  readonly base?: string;
  readonly watchFolder: WatchFolder;
}

/** Watches nothing before `arm`. */
export function watchFolders({ files, onEvent, base, watchFolder }: WatchFoldersOptions): FolderWatch {
  const watched = new Map<string, { readonly identity: string; close(): void }>();
  const leave = (folder: string) => {
    watched.get(folder)?.close();
    watched.delete(folder);
  };
  const enter = (folder: string): boolean => {
    const identity = files.stat(folder)?.identity;
    if (identity !== undefined && watched.get(folder)?.identity === identity) return false;
    leave(folder);
    if (identity === undefined) return false;
    try {
      const watcher = watchFolder(folder, folder === base, onEvent);
      watched.set(folder, { identity, close: () => watcher.close() });
      return true;
    } catch {
      // Gone again, or no more watches to be had: who follows looks now and then in any case.
      return false;
    }
  };
  return {
    arm(folders) {
      const wanted = new Set(folders);
      if (base !== undefined && wanted.has(base)) {
        for (const folder of wanted) if (folder !== base && folder.startsWith(base)) wanted.delete(folder);
      }
      for (const folder of [...watched.keys()]) if (!wanted.has(folder)) leave(folder);
      return [...wanted].filter(enter).length > 0;
    },
    close() {
      for (const folder of [...watched.keys()]) leave(folder);
    },
  };
}

/**
 * One handle for all folders where the system can do that; on Linux each folder has its own. A handle within a folder
 * would keep Windows from renaming it.
 */
export const watchesRecursively = process.platform === 'win32' || process.platform === 'darwin';

/** The real thing. `persistent`: keeps the process running. */
export function diskWatch(persistent: boolean): WatchFolder {
  return (folder, recursive, onEvent) => {
    const watcher = watch(folder, { persistent, recursive }, onEvent);
    watcher.on('error', () => {
      watcher.close();
      onEvent();
    });
    return watcher;
  };
}
