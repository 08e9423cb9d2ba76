// What a process that drives does for the others at a store where trees are claimed one by one: it tells them what passes in
// its trees and how these stand, and as a worker it claims trees that have something to do (SPEC 20.3, 20.4).
import type { RootId } from '../../core/dialog/ids.ts';
import { type FeedEvent, isPassing } from '../../core/feed-event.ts';
import type { Tree } from '../../driver/tree.ts';
import type { Shared } from '../../store/shared-storage.ts';
import { after } from '../after.ts';
import type { Engine, StoredParts } from '../parts.ts';
import { startClaimLoop } from './claims.ts';

export interface ClaimedTrees {
  /** A tree was begun here: a worker lets it go when it rests. */
  keep(rootId: RootId): void;
  /** Another process drives the tree now. */
  lost(rootId: RootId): void;
  /** Claims nothing more. Resolves when no claim is under way. */
  stop(): Promise<void>;
  /** Tells nothing more. */
  end(): void;
}

export function driveClaimed(
  { log, feed, options }: StoredParts,
  { shared, engine }: { readonly shared: Shared; readonly engine: Engine },
): ClaimedTrees {
  const { driver } = engine;
  const worker = options.store?.worker;
  const stopHearing = shared.onAway(why => {
    if (why) log.warn(`the store is away, dialogs wait: ${why.message}`);
    else log.info('the store is back');
    worker?.onAway(why);
  });
  const told = feed.subscribe(event => passOn(shared, engine, event));
  const claims =
    worker &&
    startClaimLoop({
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
    lost: rootId => claims?.lost(rootId),
    async stop() {
      await claims?.stop();
    },
    end() {
      stopHearing();
      told.dispose();
    },
  };
}

function storeLine({ driver, open: { roots } }: Engine, tree: Tree | { readonly unread: RootId }): void {
  const line = 'unread' in tree ? roots.summaries.get(tree.unread) : driver.summaryOf(tree);
  if (line) roots.put('unread' in tree ? { ...line, needsDrive: false } : line);
}

/**
 * Passing events go to watchers; lines of changed trees go into the store, soon. An event may be late, since it is held
 * until its records are stored, so the line is made again.
 */
function passOn(shared: Shared, { driver, open }: Engine, event: FeedEvent): void {
  if (isPassing(event)) shared.pass(event.rootId, event);
  const tree = event.type === 'root_changed' ? driver.loadedTree(event.rootId) : undefined;
  if (tree && shared.held().includes(event.rootId)) open.roots.put(driver.summaryOf(tree));
}
