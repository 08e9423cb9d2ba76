// Follows what another process stores in `.dialogs/`: watches its folders and those of the trees that are followed. The
// tails and the list of roots read the files themselves.
import type { RootId } from '../../core/base/ids.ts';
import type { Files } from '../disk-files.ts';
import type { Following } from '../storage.ts';
import { type WatchFolder, watchesRecursively, watchFolders } from '../watch-folders.ts';
import { type FileTreeTail, openTreeTail } from './courses/tree-tail.ts';
import { createLayout } from './layout.ts';
import { passOverUnreadable } from './pass-over.ts';

export interface FollowFilesOptions {
  readonly rtws: string;
  readonly files: Files;
  readonly watchFolder: WatchFolder;
  /** Says "look", and may say it too often. */
  readonly onEvent: () => void;
  /** Called with each file and folder that may not be read now: nothing comes of it until it may. */
  readonly onUnreadable: (place: string, error: unknown) => void;
}

/** Watches nothing before `watch`. */
export function followFiles({ rtws, watchFolder, onEvent, ...options }: FollowFilesOptions): Following {
  const { base, inbox } = createLayout(rtws);
  const files = passOverUnreadable(options.files, options.onUnreadable);
  const watch = watchFolders({ files, watchFolder, onEvent, ...(watchesRecursively && { base }) });
  const tails = new Map<RootId, FileTreeTail>();
  const tailOf = (rootId: RootId) => {
    const tail = tails.get(rootId) ?? openTreeTail(rtws, files, rootId);
    tails.set(rootId, tail);
    return tail;
  };
  return {
    watch(rootIds) {
      const wanted = new Set(rootIds);
      for (const rootId of tails.keys()) if (!wanted.has(rootId)) tails.delete(rootId);
      const folders = [...wanted].flatMap(rootId => tailOf(rootId).folders());
      return watch.arm(files.exists(base) ? [base, inbox, ...folders] : [rtws]);
    },
    tail(rootId) {
      // Following again starts with a new read.
      tails.delete(rootId);
      return tailOf(rootId);
    },
    close: () => watch.close(),
  };
}
