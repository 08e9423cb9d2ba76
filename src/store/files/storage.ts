// The storage of a folder in its `.dialogs/`: one process holds the lease and writes, others read and follow.
import { hashText } from '../../core/hash.ts';
import type { Outcome } from '../../core/trouble.ts';
import type { Files } from '../disk-files.ts';
import type { Inbox, Lease, LeaseHolder, OpenStorage, Storage, StorageRole } from '../storage.ts';
import { createDialogStore, type DialogStore } from './course-files.ts';
import { driveError } from './course-log.ts';
import { rootBytes } from './dialog-sizes.ts';
import { dialogsInFiles } from './dialogs.ts';
import { followFiles } from './following.ts';
import { guardFiles } from './guarded-files.ts';
import { openInbox } from './inbox.ts';
import { createLayout } from './layout.ts';
import { type LockEnvironment, type RtwsLock, readLock } from './lock.ts';
import { openRootsIndex } from './roots-index.ts';
import { searchCourses } from './search-courses.ts';
import { takeLock } from './take-lock.ts';
import { type WatchFolder, watchFolders } from './watch-folders.ts';

export interface FileStorageOptions {
  readonly rtws: string;
  /** Its `files` are those of `.dialogs/`. */
  readonly environment: LockEnvironment;
  readonly watchFolder: WatchFolder;
  readonly log: { warn(message: string): void };
  /** Told when another process wrote beside this one, which holds the lease: memory is not what is stored any more. */
  readonly onOutrun?: () => void;
}

/** A file storage with what only files have. */
export interface OpenFiles extends OpenStorage {
  /** Written through only in the process that holds the lease. */
  readonly files: Files;
  readonly courses: DialogStore;
}

export interface FileStorage extends Storage {
  open(as: StorageRole): Promise<OpenFiles>;
}

/** Opens the storage of a folder; nothing is made before a writer opens it. */
export function openFileStorage(options: FileStorageOptions): FileStorage {
  const { rtws, environment, log } = options;
  const { files } = environment;
  return {
    async acquire(token): Promise<Outcome<{ lease: Lease }>> {
      const taken = takeLock({ rtws, newId: () => token, lockEnvironment: environment, log });
      return taken.ok ? { ok: true, lease: leaseOf(taken.lock) } : taken;
    },
    holder: (): LeaseHolder | undefined => readLock(rtws, environment),
    open: async as => openFiles(options, as),
    search: (query, signal) => searchCourses({ rtws, files, query, signal }),
    async sizes(roots) {
      const sizes = await Promise.all(
        roots.map(async ({ rootId, status }) => [rootId, await rootBytes(rtws, rootId, status)] as const),
      );
      return new Map(sizes);
    },
    problems: [],
    close: async () => {},
  };
}

function leaseOf(lock: RtwsLock): Lease {
  return {
    token: lock.token,
    isHeld: () => lock.isHeld(),
    beat: async () => lock.beat(),
    release: async () => lock.release(),
  };
}

function openFiles({ rtws, environment, watchFolder, onOutrun }: FileStorageOptions, as: StorageRole): OpenFiles {
  const readOnly = as.kind === 'reader';
  const files = as.kind === 'writer' ? guardFiles(environment.files, () => as.lease.isHeld()) : environment.files;
  const marks =
    as.kind === 'writer' ? { writer: hashText(as.lease.token).slice(-8), ...(onOutrun && { onOutrun }) } : {};
  const courses = createDialogStore({ rtws, files, readOnly, ...marks });
  const roots = openRootsIndex({ rtws, files, readOnly });
  const inbox = openInbox(rtws, files);
  const layout = createLayout(rtws);
  return {
    files,
    courses,
    dialogs: dialogsInFiles(courses),
    roots,
    handover: handoverIn(inbox),
    follow: onEvent => followFiles({ rtws, files, watchFolder, onEvent }),
    watchHandover(onEvent) {
      const watch = watchFolders({ files, onEvent, watchFolder });
      files.makeFolder(inbox.folder);
      watch.arm([inbox.folder]);
      return watch;
    },
    async remove(rootId) {
      try {
        files.remove(layout.rootFolder(rootId, 'archived'));
      } catch (error) {
        throw driveError(error);
      }
      roots.drop(rootId);
    },
    get problems() {
      return [...courses.problems, ...inbox.problems];
    },
    async close(isOrderly) {
      courses.close();
      if (isOrderly) roots.end();
      roots.close();
    },
  };
}

function handoverIn(inbox: ReturnType<typeof openInbox>): Inbox {
  return {
    put: async intent => inbox.put(intent),
    look: () => inbox.look(),
    isPending: msgId => inbox.isPending(msgId),
    remove: msgId => inbox.remove(msgId),
    refuse: (msgId, refusal, told) => inbox.refuse(msgId, refusal, told),
    takeRefusal: async msgId => inbox.takeRefusal(msgId),
  };
}
