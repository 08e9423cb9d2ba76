// What a process that drives does for the others at a store where trees are claimed one by one: it tells them what
// passes in its trees and how these stand, and as a worker it claims trees that have something to do (SPEC 20.3, 20.4).
import type { RootId } from '../../core/base/ids.ts';
import { type FeedEvent, isPassing } from '../../core/dialog/view/feed-event.ts';
import type { DriveError } from '../../core/facts/trouble.ts';
import type { Dialog, Tree } from '../../driver/driver-context.ts';
import type { Feed } from '../../driver/feed.ts';
import type { Passed, Shared } from '../../store/shared-storage.ts';
import { markOfFile } from '../../tools/wait-for.ts';
import { after } from '../clock/after.ts';
import { createStoredSleepers } from '../clock/stored-sleepers.ts';
import type { Engine } from '../engine.ts';
import type { StoredServices } from '../services.ts';
import { startClaimLoop } from './claims.ts';
import { LiveTexts } from './live-text.ts';

export interface ClaimedTrees {
  /** A tree was begun here: a worker lets it go when it rests. */
  keep(rootId: RootId): void;
  /** Another process drives the tree now, or the store has not kept what was recorded in it. */
  lost(rootId: RootId, why: DriveError): void;
  /** Claims nothing more. Resolves when no claim is under way. */
  stop(): Promise<void>;
  /** Tells nothing more. */
  end(): void;
}

/** Begins at once; only a worker claims trees. */
export function driveClaimed(
  { log, feed, options, rtws, now }: StoredServices,
  { shared, engine }: { readonly shared: Shared; readonly engine: Engine },
): ClaimedTrees {
  const { driver } = engine;
  const worker = options.store?.worker;
  const stopHearing = reportStoreOutage({ log, options }, shared);
  const stopEnding = shared.onLapsed(() => {
    log.warn(
      'the store has confirmed for too long by no heartbeat that its dialogs are driven here: their commands are ended',
    );
    driver.endEffects();
  });
  const told = feed.subscribe(event => storeNews(shared, engine, event));
  const stopPassing = passOn(shared, engine, feed);
  const sleepers =
    worker && createStoredSleepers({ driver, shared, markOf: file => markOfFile(rtws, file), now, after, log });
  const claims =
    sleepers &&
    startClaimLoop({
      wake: sleepers.wake,
      driver,
      shared,
      list: tree => storeLine(engine, tree),
      log,
      after,
      freeRoom: worker.freeRoom,
      onEvent: worker.onEvent,
    });
  return {
    keep: rootId => claims?.keep(rootId),
    lost: (rootId, why) => claims?.lost(rootId, why),
    async stop() {
      sleepers?.stop();
      await claims?.stop();
    },
    end() {
      stopHearing();
      stopEnding();
      stopPassing();
      told.dispose();
    },
  };
}

/** Says whenever the store cannot be reached, and when it can be again. */
export function reportStoreOutage(
  { log, options }: Pick<StoredServices, 'log' | 'options'>,
  shared: Shared,
): () => void {
  return shared.onAway(why => {
    if (why) log.warn(`the store is away, dialogs wait: ${why.message}`);
    else log.info('the store is back');
    options.store?.onAway?.(why);
  });
}

/** Says when what other processes store cannot be read, though the store is there, and when it can be again. */
export function reportUnreadable({ log, options }: Pick<StoredServices, 'log' | 'options'>) {
  return (why: Error | undefined): void => {
    if (why) log.error('what other processes store cannot be read', why);
    else log.info('what other processes store can be read again');
    options.store?.onUnread?.(why);
  };
}

function storeLine({ driver, open: { roots } }: Engine, tree: Tree | { readonly unread: RootId }): void {
  const line = 'unread' in tree ? roots.summaries.get(tree.unread) : driver.summaryOf(tree);
  if (line) roots.put('unread' in tree ? { ...line, needsDrive: false } : line);
}

/**
 * Lines of changed trees go into the store, soon. An event may be late, since it is held until its records are stored,
 * so the line is made again.
 */
function storeNews(shared: Shared, { driver, open }: Engine, event: FeedEvent): void {
  const tree = event.type === 'root_changed' ? driver.loadedTree(event.rootId) : undefined;
  if (tree && shared.held().includes(event.rootId)) open.roots.put(driver.summaryOf(tree));
}

/**
 * Passing events of trees that this process drives go to their watchers; who begins to watch is told what passed
 * before.
 */
function passOn(shared: Shared, { driver }: Engine, feed: Feed): () => void {
  const texts = new LiveTexts();
  const stateOf = ({ rootId, selfId }: FeedEvent) => driver.loadedTree(rootId)?.dialogs.get(selfId)?.state;
  const told = feed.subscribe(event => {
    if (!isPassing(event)) return texts.takeNews(event, stateOf(event)?.genseq);
    if (!shared.held().includes(event.rootId)) return;
    texts.take(event);
    shared.pass(event.rootId, event);
  });
  const stopHearing = shared.onWatched(rootId => {
    for (const piece of texts.pieces(rootId)) shared.pass(rootId, piece);
  });
  return () => {
    told.dispose();
    stopHearing();
  };
}

/** True if the records of a reply were here before what passed of it. */
function isOver(event: Passed, dialog: Dialog | undefined): boolean {
  if (!dialog || event.type === 'tool_output') return false;
  const { genseq, generating } = dialog.state;
  return event.genseq < genseq || (event.genseq === genseq && !generating);
}

/** Shows what passes in trees that other processes drive, in panels that open later as well. */
export function showPassing(shared: Shared, { driver }: Pick<Engine, 'driver'>, feed: Feed): () => void {
  const texts = new LiveTexts();
  const dialogOf = ({ rootId, selfId }: Pick<FeedEvent, 'rootId' | 'selfId'>) =>
    driver.loadedTree(rootId)?.dialogs.get(selfId);
  const keep = (event: Pick<FeedEvent, 'rootId' | 'selfId'>) => {
    const dialog = dialogOf(event);
    const live = texts.of(event.selfId);
    if (!dialog) return;
    if (live) dialog.live = live;
    else delete dialog.live;
  };
  const stopHearing = shared.onPassing(event => {
    if (event.type !== 'live_piece' && !isPassing(event)) return;
    if (isOver(event, dialogOf(event))) return;
    const shown = event.type === 'live_piece' ? texts.takePiece(event) : texts.take(event) ? [event] : [];
    keep(event);
    for (const each of shown) feed.publish(each);
  });
  const told = feed.subscribe(event => {
    if (isPassing(event) || shared.held().includes(event.rootId)) return;
    texts.takeNews(event, dialogOf(event)?.state.genseq);
    keep(event);
  });
  return () => {
    stopHearing();
    told.dispose();
  };
}
