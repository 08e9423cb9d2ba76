// The role of a process that drives: everything it writes goes through its lease, and what other processes hand over is
// applied once (SPEC 9.4). Over files it drives the whole rtws; where trees are claimed one by one, those that it has
// claimed.
import type { RootId } from '../../core/base/ids.ts';
import { once } from '../../core/base/once.ts';
import type { DriveError } from '../../core/facts/trouble.ts';
import type { WriteMode } from '../../driver/open-mode.ts';
import type { Shared } from '../../store/shared-storage.ts';
import type { Lease, OpenStorage } from '../../store/storage.ts';
import type { Perform } from '../api.ts';
import { createEngine, type Engine } from '../engine.ts';
import { type StoredServices, tellLanguage } from '../services.ts';
import { holdInMemory } from '../stored/held-in-memory.ts';
import { compareLines } from '../stored/index-roots.ts';
import { keepOutOfGit, leaveToFirstCommit } from '../stored/out-of-git.ts';
import { createIntentApplier } from './apply-intents.ts';
import { driveClaimed, reportUnreadable, showPassing } from './claimed-trees.ts';
import { Follower } from './follower.ts';
import { forwardToOwner, settledAtOwner } from './forward-to-owner.ts';
import { handIntents } from './hand-intents.ts';
import { createHandOver, withdrawUnclaimed } from './hand-over.ts';
import type { Role } from './role.ts';

export interface DrivingOptions {
  readonly lease: Lease;
  readonly mode: WriteMode;
  /** Whether intents handed to an earlier driver are applied without asking. */
  readonly appliesLeftOver: boolean;
  /** Called once when another process has the lease: this role writes nothing from then on. */
  readonly onLost: () => void;
  /**
   * Called once when another process wrote while this one holds the lease: what is in memory is not what is stored any
   * more.
   */
  readonly onOutrun: () => void;
}

/** Opens the driver of an rtws under a lease. */
export async function openDriving(
  services: StoredServices,
  { lease, mode, appliesLeftOver, onLost, onOutrun }: DrivingOptions,
): Promise<Role> {
  const { log, storage } = services;
  const { shared } = storage;
  const lose = once(onLost);
  const isHeld = () => {
    if (lease.isHeld()) return true;
    // Not in the middle of a commit.
    queueMicrotask(lose);
    return false;
  };
  const reread = once(onOutrun);
  let loseTree: ((rootId: RootId, why: DriveError) => void) | undefined;
  let isClosed = false;
  const isOver = () => isClosed || !lease.isHeld();
  let opened: Engine | undefined;
  const held = holdInMemory({
    rtws: services.rtws,
    engine: () => opened,
    log,
    compare: shrunk => void (opened && compareLines(services, opened, isOver, { shrunk })),
  });
  const open = await storage.open({
    kind: 'writer',
    lease: { ...lease, isHeld },
    held,
    onOutrun: () => isHeld() && queueMicrotask(reread),
    onTreeLost: (rootId, why) => loseTree?.(rootId, why),
  });
  if (!shared) keepOutOfGit(services.rtws, log);
  const engine = await createEngine(services, mode, open);
  opened = engine;
  const { driver } = engine;
  const claimed = shared && driveClaimed(services, { shared, engine });
  loseTree = (rootId, why) => {
    driver.lose(rootId, why);
    claimed?.lost(rootId, why);
  };
  const wasEnded = open.roots.begin();
  /** True if every line names the newest record of its tree. */
  const isListed = wasEnded && shared ? Promise.resolve(true) : compareLines(services, engine, isOver);
  // A power cut may have left any part of a line; nobody waits for all dialogs to be read.
  const isCompared = wasEnded
    ? isListed
    : isListed.then(() => compareLines(services, engine, isOver, { isWhole: true }));
  engine.openQuestions.waitFor(isListed);
  log.begin(storage.log);
  log.info(`process ${process.pid} ${mode === 'drive' ? 'drives' : 'writes into'} this folder${nameOf(open)}`);
  tellLanguage(services);
  const applier = createIntentApplier({
    inbox: open.handover,
    perform: engine.perform,
    log,
    token: lease.token,
    // Every process that can write to a store is trusted.
    ...(!shared && { seals: services.seals }),
    later: setImmediate,
    async writeIndexes(rootId) {
      const tree = driver.loadedTree(rootId);
      if (tree?.driving === 0) await driver.quiet(tree);
    },
    isOver,
    isUntrusted: !shared && services.options.isUntrusted === true,
  });
  if (appliesLeftOver) applier.allowLeftOver();
  const watch = open.watchHandover(() => lease.isHeld() && applier.applyWaiting());
  const beat = async () => {
    try {
      if (!(await lease.beat())) lose();
      else if (!isClosed) watch.renew();
    } catch (error) {
      log.error('the heartbeat could not be stored', error);
    }
  };
  const heartbeat = setInterval(() => void beat(), lease.beatMs);
  // A worker runs until it is ended.
  if (!shared) heartbeat.unref();
  const follower = shared && follow(services, engine);
  const owner = follower && atOwners(services, engine, { shared, follower });
  let stopPassing: (() => void) | undefined;
  const own: Perform = async (intent, by) => {
    if (intent.kind === 'continueAll') {
      // An answer may be stored while its line still says that a question waits.
      await isListed;
      applier.allowLeftOver();
      applier.applyWaiting();
    }
    return engine.perform(intent, by);
  };
  return {
    perform: owner ? owner.forward(own) : own,
    queries: {
      ...engine.queries,
      async settled(rootId) {
        await owner?.settled(rootId);
        // An intent that was handed over may start a tree.
        await applier.applied();
        return engine.queries.settled(rootId);
      },
    },
    engine,
    isBusy: rootId => driver.loaded().some(tree => tree.rootId === rootId && tree.driving > 0),
    drivenBy: () => (lease.isHeld() ? 'this' : 'other'),
    drives: rootId => lease.isHeld() && (shared?.held().includes(rootId) ?? true),
    follow() {
      follower?.start();
      engine.follow();
      stopPassing ??= shared && showPassing(shared, engine, services.feed);
    },
    isLeftUndone: () => false,
    keep: rootId => claimed?.keep(rootId),
    problems: () => [...storage.problems, ...open.problems, ...held.problems],
    async close() {
      const takeBack = shared?.giveUpSoon();
      await claimed?.stop();
      isClosed = true;
      watch.close();
      follower?.close();
      stopPassing?.();
      await driver.close();
      claimed?.end();
      clearInterval(heartbeat);
      await open.close(await isCompared);
      takeBack?.();
      if (!shared) leaveToFirstCommit(services.rtws);
      log.end();
      await lease.release();
    },
  };
}

function nameOf({ writer }: OpenStorage): string {
  return writer === undefined ? '' : ` as ${writer}`;
}

/** Follows the trees that other processes have claimed. */
function follow(services: StoredServices, { driver, open }: Engine): Follower {
  const { shared } = services.storage;
  const { newsAfter } = services.options.store ?? {};
  return new Follower({
    driver,
    open,
    feed: services.feed,
    onUnread: reportUnreadable(services),
    ...(newsAfter && { newsAfter }),
    ...(shared && { isOurs: rootId => shared.held().includes(rootId) }),
  });
}

/** Trees of other processes: intents for them are forwarded, and they are settled once their owners are done. */
function atOwners(
  { feed, newId, now }: StoredServices,
  { open, openQuestions, queries, perform }: Engine,
  { shared, follower }: { readonly shared: Shared; readonly follower: Follower },
) {
  const handOver = withdrawUnclaimed(
    createHandOver({
      inbox: open.handover,
      to: () => '',
      // A store that is away says so by itself.
      hasDriver: about => about === undefined || shared.isDrivenByOther(about).catch(() => true),
      now,
      follower,
    }),
  );
  const isAtWork = (rootId: RootId) => open.roots.summaries.get(rootId)?.needsDrive === true;
  const other = handIntents({ queries, openQuestions, feed, follower, handOver, newId, goesOnByItself: true }, perform);
  const ports = { shared, follower, handOver, isAtWork, listRoots: queries.listRoots };
  return {
    forward: (own: Perform) => forwardToOwner(own, other, ports),
    settled: (rootId: RootId) => settledAtOwner(rootId, ports),
  };
}
