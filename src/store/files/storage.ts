// The storage of a folder in its `.dialogs/`: one process holds the lease and writes, others read and follow.

import * as path from 'node:path';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { hashText } from '../../core/text/hash.ts';
import type { Files } from '../disk-files.ts';
import type { Lease, LeaseHolder, OpenStorage, Storage, StorageRole, StoredInbox } from '../storage.ts';
import { diskWatch, type WatchFolder, watchFolders } from '../watch-folders.ts';
import { showArrivals } from './arrivals/show-arrivals.ts';
import { clearTemporary } from './clear-temporary.ts';
import { openCourseFiles } from './courses/course-files.ts';
import type { StoreOptions } from './courses/course-files-api.ts';
import { driveError } from './courses/course-log.ts';
import { searchCourses } from './courses/search-courses.ts';
import { rootBytes } from './dialog-sizes.ts';
import { dialogsInFiles } from './dialogs.ts';
import { followFiles } from './following.ts';
import { guardFiles } from './guarded-files.ts';
import { checkStorage } from './health/check-storage.ts';
import { openInboxFolder } from './inbox.ts';
import { createLayout, type Layout } from './layout.ts';
import { processEnvironment, type StorageEnvironment } from './lock/environment.ts';
import { type RtwsLock, readLock } from './lock/lock.ts';
import { takeLock } from './lock/take-lock.ts';
import { openLogFile } from './log-file.ts';
import { openNoticeLog } from './notice-log.ts';
import { createUnreadable } from './pass-over.ts';
import { openRootsFile } from './roots-index.ts';
import { openScheduleLog } from './schedule-log.ts';

export interface FileStorageOptions {
  readonly rtws: string;
  readonly log: { warn(message: string): void };
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Absent: this process, and the files on the disk. */
  readonly environment?: StorageEnvironment;
  /** How folders are watched; `persistent` keeps the process running. Absent: by the system. */
  readonly watch?: (persistent: boolean) => WatchFolder;
}

/** Beats that fit into the time after which a lock is stale, with room for some that fail. */
const BEAT_MS = 8_000;

/** Opens the storage of a folder; nothing is made before a writer opens it. */
export function openFileStorage({ rtws, log, now, environment, watch }: FileStorageOptions): Storage {
  return new FileStorage(rtws, log, environment ?? processEnvironment(rtws, now), watch ?? diskWatch);
}

class FileStorage implements Storage {
  readonly log;
  readonly notices;
  readonly schedules;
  readonly #rtws: string;
  readonly #log: FileStorageOptions['log'];
  readonly #environment: StorageEnvironment;
  readonly #watch: (persistent: boolean) => WatchFolder;
  /** The files of the newest writer; written through only while it holds the lease. */
  #written: Files;

  constructor(
    rtws: string,
    log: FileStorageOptions['log'],
    environment: StorageEnvironment,
    watch: (persistent: boolean) => WatchFolder,
  ) {
    this.#rtws = rtws;
    this.#log = log;
    this.#environment = environment;
    this.#watch = watch;
    this.#written = guardFiles(environment.files, () => false);
    this.log = openLogFile(rtws, environment.files);
    this.notices = openNoticeLog(rtws, environment.files);
    this.schedules = openScheduleLog(createLayout(rtws).schedules, () => this.#written);
  }

  async acquire(token: string): Promise<Outcome<{ lease: Lease }>> {
    const options = { rtws: this.#rtws, newId: () => token, lockEnvironment: this.#environment, log: this.#log };
    const taken = takeLock(options);
    return taken.ok ? { ok: true, lease: leaseOf(taken.lock) } : taken;
  }

  holder(): LeaseHolder | undefined {
    return readLock(this.#rtws, this.#environment);
  }

  readonly isUntouched = (): boolean =>
    !this.#environment.files.exists(createLayout(this.#rtws).base) && this.problems.length === 0;

  async open(as: StorageRole): Promise<OpenStorage> {
    if (as.kind === 'reader') return this.#open(this.#environment.files, { readOnly: true });
    const { lease, onOutrun, held } = as;
    this.#written = guardFiles(this.#environment.files, () => lease.isHeld());
    const writer = hashText(lease.token).slice(-8);
    return this.#open(this.#written, { readOnly: false, writer, ...(onOutrun && { onOutrun }), ...(held && { held }) });
  }

  search(query: string, signal: AbortSignal) {
    return searchCourses({ rtws: this.#rtws, files: showArrivals(this.#environment.files), query, signal });
  }

  async sizes(roots: Parameters<Storage['sizes']>[0]): ReturnType<Storage['sizes']> {
    const sizes = new Map<(typeof roots)[number]['rootId'], number>();
    // One after another: each opens many folders.
    for (const { rootId, status } of roots) sizes.set(rootId, await rootBytes(this.#rtws, rootId, status));
    return sizes;
  }

  get problems(): readonly FileProblem[] {
    return this.#environment.files.problems ?? [];
  }

  readonly check: NonNullable<Storage['check']> = trees =>
    checkStorage({
      rtws: this.#rtws,
      environment: { ...this.#environment, files: showArrivals(this.#environment.files) },
      written: () => this.#written,
      trees,
    });

  async close(): Promise<void> {}

  #open(files: Files, how: Omit<StoreOptions, 'rtws' | 'files'>): OpenStorage {
    const rtws = this.#rtws;
    const { readOnly, writer } = how;
    const layout = createLayout(rtws);
    if (!readOnly) clearBase(files, layout, this.#environment.isAlive);
    const courses = openCourseFiles({ rtws, files, ...how });
    const roots = openRootsFile({ rtws, files, readOnly });
    const inbox = openInboxFolder(rtws, files);
    const unreadable = createUnreadable(rtws);
    return {
      dialogs: dialogsInFiles(courses),
      roots,
      handover: handoverIn(inbox),
      ...(writer !== undefined && { writer }),
      follow: onEvent =>
        followFiles({
          rtws,
          files: showArrivals(files),
          watchFolder: this.#watch(true),
          onEvent,
          onUnreadable: unreadable.report,
        }),
      watchHandover: onEvent => watchInbox(files, inbox.folder, this.#watch(false), onEvent),
      unlisted() {
        const places = courses.listRoots();
        for (const rootId of [...roots.summaries.keys()]) if (!places.has(rootId)) roots.drop(rootId);
        return [...places].flatMap(([rootId, status]) =>
          roots.summaries.get(rootId)?.status === status ? [] : [rootId],
        );
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
        return [...courses.problems, ...inbox.problems, ...unreadable.problems];
      },
      async close(isOrderly) {
        courses.close();
        if (isOrderly) roots.end();
        roots.close();
      },
    };
  }
}

/**
 * Unfinished files beside the dialogs that none but the driver writes, and those of the lock, which any living process
 * may write.
 */
function clearBase(
  files: Files,
  { base, lock, rootsIndex, notices, schedules }: Layout,
  isAlive: (pid: number) => boolean,
): void {
  const ours = [rootsIndex, notices, schedules].map(file => path.basename(file));
  const ofLock = path.basename(lock);
  const isOurs = (name: string, pid: number) =>
    ours.includes(name) || ((name === ofLock || name.startsWith(`${ofLock}.`)) && !isAlive(pid));
  try {
    clearTemporary(files, { folder: base, names: files.list(base), isOurs });
  } catch {
    // They harm nobody, and the health check names them.
  }
}

function leaseOf(lock: RtwsLock): Lease {
  return {
    token: lock.token,
    beatMs: BEAT_MS,
    isHeld: () => lock.isHeld(),
    beat: async () => lock.beat(),
    release: async () => lock.release(),
  };
}

/**
 * The folder may have been replaced, or its file system may report no changes: each renewal recreates it if needed, and
 * watches it again.
 */
function watchInbox(
  files: Files,
  folder: string,
  watchFolder: WatchFolder,
  onEvent: () => void,
): ReturnType<OpenStorage['watchHandover']> {
  const watch = watchFolders({ files, onEvent, watchFolder });
  const renew = () => {
    if (!files.exists(folder)) files.makeFolder(folder);
    watch.arm([folder]);
    onEvent();
  };
  renew();
  return { renew, close: () => watch.close() };
}

function handoverIn(inbox: ReturnType<typeof openInboxFolder>): StoredInbox {
  return {
    put: async intent => inbox.put(intent),
    look: () => inbox.look(),
    isPending: msgId => inbox.isPending(msgId),
    remove: msgId => inbox.remove(msgId),
    refuse: (msgId, refusal, told) => inbox.refuse(msgId, refusal, told),
    takeRefusal: async msgId => inbox.takeRefusal(msgId),
  };
}
