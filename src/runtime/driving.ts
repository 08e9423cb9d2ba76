// The role of the one process that drives an rtws: everything it writes goes through its lock, and what other processes
// hand over is applied once (SPEC 9.4).
import { rootRef } from '../core/dialog/ids.ts';
import { hashText } from '../core/hash.ts';
import { once } from '../core/once.ts';
import { guardFiles } from '../store/files/guarded-files.ts';
import { openInbox } from '../store/files/inbox.ts';
import type { RtwsLock } from '../store/files/lock.ts';
import { diskWatch, watchFolders } from '../store/files/watch-folders.ts';
import { createCarrier } from './carry-out.ts';
import { compareRoots } from './index-roots.ts';
import { createEngine, type Engine, type Parts, tellLanguage } from './parts.ts';
import type { Role } from './role.ts';

const HEARTBEAT_MS = 5_000;

export interface DrivingOptions {
  readonly lock: RtwsLock;
  /** `records` applies intents and generates nothing. */
  readonly as: 'drives' | 'records';
  /** Whether what was handed to a driver before this one is applied without asking. */
  readonly appliesLeftOver: boolean;
  /** Called once when another process has the lock: this role writes nothing from then on. */
  readonly onLost: () => void;
  /** Called once when another process wrote while this one holds the lock: what is in memory is not what is stored any more. */
  readonly onOutrun: () => void;
}

/** Opens the driver of an rtws whose lock is held. */
export async function openDriving(
  parts: Parts,
  { lock, as, appliesLeftOver, onLost, onOutrun }: DrivingOptions,
): Promise<Role> {
  const { rtws, log } = parts;
  const lose = once(onLost);
  const isHeld = () => {
    if (lock.isHeld()) return true;
    // Not in the middle of a commit.
    queueMicrotask(lose);
    return false;
  };
  const reread = once(onOutrun);
  const files = guardFiles(parts.files, isHeld);
  const writer = hashText(lock.token).slice(-8);
  const engine = await createEngine(parts, as, files, { writer, onOutrun: () => isHeld() && queueMicrotask(reread) });
  const { driver, store, roots, desk } = engine;
  let isClosed = false;
  /** Whether every line of the list is known to be true. */
  const isCompared = roots.begin() ? Promise.resolve(true) : compare(parts, engine, () => isClosed || !lock.isHeld());
  log.begin();
  log.info(
    `process ${parts.lockEnvironment.pid} ${as === 'drives' ? 'drives' : 'writes into'} this folder as ${writer}`,
  );
  tellLanguage(parts);
  const inbox = openInbox(rtws, files);
  const carrier = createCarrier({
    inbox,
    desk,
    log,
    token: lock.token,
    seals: parts.seals,
    later: setImmediate,
    isOver: () => isClosed || !lock.isHeld(),
    isUntrusted: parts.options.isUntrusted === true,
  });
  if (appliesLeftOver) carrier.allowLeftOver();
  const watch = watchFolders({
    files,
    onEvent: () => lock.isHeld() && carrier.carryOut(),
    watchFolder: diskWatch(false),
  });
  const look = () => {
    files.makeFolder(inbox.folder);
    watch.arm([inbox.folder]);
    carrier.carryOut();
  };
  const beat = () => {
    try {
      if (!lock.beat()) lose();
      // The folder may be on a network, which tells nobody of changes.
      else look();
    } catch (error) {
      log.error('the heartbeat could not be stored', error);
    }
  };
  const heartbeat = setInterval(beat, HEARTBEAT_MS).unref();
  look();
  return {
    desk: {
      ...desk,
      continueAll() {
        carrier.allowLeftOver();
        carrier.carryOut();
        return desk.continueAll();
      },
      // What was handed over may be about to make a tree go on.
      async settled(rootId) {
        await carrier.applied();
        return desk.settled(rootId);
      },
    },
    engine,
    files,
    isBusy: rootId => driver.loaded().some(tree => tree.rootId === rootId && tree.driving > 0),
    drivenBy: () => (lock.isHeld() ? 'this' : 'other'),
    follow: () => {},
    isLeftUndone: () => false,
    problems: () => [...parts.files.problems, ...store.problems, ...inbox.problems],
    async close() {
      clearInterval(heartbeat);
      watch.close();
      isClosed = true;
      await driver.close();
      store.close();
      if (await isCompared) roots.end();
      roots.close();
      log.end();
      lock.release();
    },
  };
}

/** After a power cut a line of the list may be older than its dialog, and hide a question (SPEC 9.1). */
async function compare(
  { feed, log, lockEnvironment }: Parts,
  engine: Engine,
  isClosed: () => boolean,
): Promise<boolean> {
  try {
    return await compareRoots({
      ...engine,
      now: lockEnvironment.now,
      changed: summary => feed.publish({ type: 'root_changed', ...rootRef(summary.rootId), summary }),
      isClosed,
    });
  } catch (error) {
    log.error('the list of roots could not be compared with the dialogs', error);
    return false;
  }
}
