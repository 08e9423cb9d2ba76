// Follows what other processes store of an rtws: takes it in and publishes it as the same events as if it had happened
// here (SPEC 9.4, 20.4). Never mends, drives or writes.
import type { After } from '../../core/base/after.ts';
import type { RootId } from '../../core/base/ids.ts';
import { rootRef } from '../../core/base/ids.ts';
import { asError, isSystemError } from '../../core/base/thrown.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import { StoreAway } from '../../core/facts/trouble.ts';
import { type Throttle, throttle } from '../../core/notices/throttle.ts';
import type { Driver } from '../../driver/driver.ts';
import type { Feed } from '../../driver/feed.ts';
import { shownSummary } from '../../driver/shown-states.ts';
import type { Following, OpenStorage } from '../../store/storage.ts';
import { after } from '../clock/after.ts';
import { FollowedTree, fromTheBeginning, type Since } from './followed-tree.ts';

export interface FollowerOptions {
  readonly driver: Pick<Driver, 'ctx' | 'follow' | 'forget' | 'summaryOf'>;
  readonly open: Pick<OpenStorage, 'roots' | 'follow'>;
  readonly feed: Feed;
  /** Called at the end of every look. */
  readonly onLook?: () => void;
  /** Told once why what others store cannot be read though the store is there, and `undefined` when it can be again. */
  readonly onUnread?: (why: Error | undefined) => void;
  /** Trees that this process drives: what it stores of them is no news. None when absent. */
  readonly isOurs?: (rootId: RootId) => boolean;
  /** Of these roots, records with a higher number are news at the start. */
  readonly newsAfter?: ReadonlyMap<RootId, number>;
  /** By the clock when absent. */
  readonly after?: After;
  /** Trees kept at most; 64 when absent. */
  readonly maxFollowed?: number;
}

/** The part that intents and queries need. */
export type LookingFollower = Pick<Follower, 'isClosed' | 'start' | 'look' | 'nextEvent'>;

/** Changes of files within this time are one look. */
const GATHER_MS = 15;
/** News that a store notified of are gathered already: looks are so far apart when there are many. */
const SPACE_MS = 15;
/** The longest time between looks: a network folder reports no changes, nor does a dead driver. */
const SILENCE_MS = 2_000;
/**
 * More trees than this are not kept: the records of others are read when their line in the list changes, or one rests.
 */
const MAX_FOLLOWED = 64;

export class Follower {
  readonly #options: FollowerOptions;
  readonly #after: NonNullable<FollowerOptions['after']>;
  readonly #trees = new Map<RootId, FollowedTree>();
  /** Where to continue with trees that are no longer kept. */
  readonly #left = new Map<RootId, Since>();
  /** The active ones of them: there were too many. */
  readonly #crowdedOut = new Set<RootId>();
  readonly #following: Following;
  readonly #lookThrottle: Throttle;
  readonly #waiting: (() => void)[] = [];
  /** Callers that asked for a look during one. */
  #asking: ((look: Promise<boolean>) => void)[] = [];
  #takeBackGather: (() => void) | undefined;
  #takeBackSilence: (() => void) | undefined;
  #phase: 'resting' | 'following' | 'closed' = 'resting';
  #isLooking = false;
  /** The reason why the last look could read nothing. */
  #unread: Error | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#after = options.after ?? after;
    this.#following = options.open.follow(() => this.#lookSoon());
    this.#lookThrottle = throttle(SPACE_MS, () => this.#noticed(), this.#after);
  }

  get isClosed(): boolean {
    return this.#phase === 'closed';
  }

  /**
   * Starts to follow. News is what the list does not tell of: a record may be stored before the first look reads it.
   */
  start(): void {
    if (this.#phase !== 'resting') return;
    this.#phase = 'following';
    const { open, newsAfter = [] } = this.#options;
    open.roots.refresh();
    for (const [rootId, number] of newsAfter) this.#follow(rootId, { kind: 'number', number });
    for (const line of open.roots.summaries.values()) {
      if (!line.needsDrive || line.status !== 'running' || this.#trees.has(line.rootId)) continue;
      const since = sinceLine(line);
      if (this.#hasRoom()) this.#follow(line.rootId, since);
      else this.#leave(line.rootId, since);
    }
    void this.look();
  }

  /**
   * Takes in everything that is stored now; true when there was something. One look at a time: who asks during one gets
   * what the next one finds.
   */
  look(): Promise<boolean> {
    if (this.#phase !== 'following') return Promise.resolve(false);
    if (this.#isLooking) return new Promise(resolve => this.#asking.push(resolve));
    return this.#look();
  }

  /** Resolves when something happened in the rtws, or after a long silence; records stored by then are included. */
  nextEvent(): Promise<void> {
    this.start();
    return new Promise(resolve => {
      if (this.#phase === 'closed') resolve();
      else this.#waiting.push(resolve);
    });
  }

  close(): void {
    this.#phase = 'closed';
    this.#following.close();
    this.#lookThrottle.stop();
    this.#takeBackGather?.();
    this.#takeBackSilence?.();
    this.#tellWaiting();
  }

  /** Waits for nothing, unless the storage has to catch up with others first. */
  async #look(): Promise<boolean> {
    this.#isLooking = true;
    this.#takeBackGather?.();
    this.#takeBackGather = undefined;
    const news = new Set<RootId>();
    try {
      this.#arm();
      do {
        if (this.#following.catchUp) await this.#catchUp(this.#following.catchUp);
        if (this.isClosed) return false;
        for (const rootId of this.#takeIn()) news.add(rootId);
        // A tree that came in between is followed from now on: what was stored of it before that is read here.
      } while (this.#arm());
      for (const rootId of news) this.#publishRoot(rootId);
      this.#leaveResting();
      this.#options.onLook?.();
      // Where there is something to catch up with, that says it.
      if (!this.#following.catchUp) this.#reportUnreadable(undefined);
    } catch (error) {
      // A folder may be away, or a drive of the network: the next look tries again.
      if (!isSystemError(error)) throw error;
      this.#reportUnreadable(asError(error));
    } finally {
      this.#isLooking = false;
      this.#planNext();
    }
    if (news.size > 0) this.#tellWaiting();
    return news.size > 0;
  }

  async #catchUp(catchUp: () => Promise<void>): Promise<void> {
    try {
      await catchUp();
      this.#reportUnreadable(undefined);
    } catch (error) {
      // A later look takes in what came. That it is away the store says by itself.
      if (!(error instanceof StoreAway)) this.#reportUnreadable(asError(error));
    }
  }

  #reportUnreadable(why: Error | undefined): void {
    if (why?.message === this.#unread?.message) return;
    this.#unread = why;
    this.#options.onUnread?.(why);
  }

  #planNext(): void {
    const asking = this.#asking;
    this.#asking = [];
    if (asking.length > 0) {
      const next = this.look();
      for (const resolve of asking) resolve(next);
    }
    if (this.#phase !== 'following') return;
    if ([...this.#trees.values()].some(tree => tree.hasMore)) this.#lookSoon();
    this.#takeBackSilence?.();
    this.#takeBackSilence = this.#after(SILENCE_MS, () => this.#noticed());
  }

  #lookSoon(): void {
    if (this.#phase !== 'following') return;
    if (this.#following.catchUp) this.#lookThrottle.ask();
    else this.#takeBackGather ??= this.#after(GATHER_MS, () => this.#noticed());
  }

  #noticed(): void {
    void this.look().then(() => this.#tellWaiting());
  }

  #tellWaiting(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** True when a tree, or a folder of one, is watched now that was not before. */
  #arm(): boolean {
    return this.#following.watch(this.#trees.keys());
  }

  /** Folds and publishes the records that were read; gives the roots of which something changed. */
  #takeIn(): readonly RootId[] {
    const { driver, open } = this.#options;
    this.#leaveOurs();
    const changed = open.roots.refresh();
    for (const [rootId, before] of changed) {
      if (!this.#trees.has(rootId)) this.#follow(rootId, before ? sinceLine(before) : fromTheBeginning);
    }
    this.#takeBackCrowdedOut();
    const news = [...changed.keys()];
    for (const [rootId, followed] of this.#trees) {
      const isNews = followed.takeIn();
      if (followed.tree) driver.follow(followed.tree);
      if (isNews) news.push(rootId);
    }
    return news;
  }

  /** Follows a tree; one that was followed before from where it was left. */
  #follow(rootId: RootId, since: Since): void {
    const { driver, feed, isOurs } = this.#options;
    this.#crowdedOut.delete(rootId);
    const from = this.#left.get(rootId) ?? since;
    this.#left.delete(rootId);
    if (isOurs?.(rootId)) return;
    const tail = this.#following.tail(rootId);
    this.#trees.set(rootId, new FollowedTree(rootId, { ctx: driver.ctx, tail, feed, since: from }));
  }

  /** Trees driven by this process report their own news; when they are released, their lines say how far. */
  #leaveOurs(): void {
    const { isOurs } = this.#options;
    if (!isOurs) return;
    for (const rootId of this.#trees.keys()) if (isOurs(rootId)) this.#trees.delete(rootId);
    for (const rootId of this.#left.keys()) if (isOurs(rootId)) this.#left.delete(rootId);
  }

  /** The line says whether a tree is active; of too many, the oldest are skipped. */
  #leaveResting(): void {
    const { open, driver } = this.#options;
    for (const [rootId, followed] of this.#trees) {
      const isAtWork = open.roots.summaries.get(rootId)?.needsDrive === true;
      if (followed.hasMore || (isAtWork && this.#trees.size <= this.#maxFollowed())) continue;
      this.#trees.delete(rootId);
      this.#leave(rootId, followed.reached);
      driver.forget(rootId);
    }
  }

  #leave(rootId: RootId, reached: Since): void {
    const line = this.#options.open.roots.summaries.get(rootId);
    if (line) this.#left.set(rootId, reached);
    if (line?.needsDrive) this.#crowdedOut.add(rootId);
  }

  /** Follows trees again for which there was no room. */
  #takeBackCrowdedOut(): void {
    for (const rootId of this.#crowdedOut) {
      if (!this.#hasRoom()) return;
      const line = this.#options.open.roots.summaries.get(rootId);
      if (line?.needsDrive) this.#follow(rootId, sinceLine(line));
      this.#crowdedOut.delete(rootId);
    }
  }

  #hasRoom(): boolean {
    return this.#trees.size < this.#maxFollowed();
  }

  #maxFollowed(): number {
    return this.#options.maxFollowed ?? MAX_FOLLOWED;
  }

  #publishRoot(rootId: RootId): void {
    const { open, driver, feed } = this.#options;
    const line = open.roots.summaries.get(rootId);
    // Of one that was deleted nothing is in memory when it is told: whoever hears it may ask for it.
    if (!line && this.#trees.delete(rootId)) driver.forget(rootId);
    const tree = this.#trees.get(rootId)?.tree;
    const summary =
      line && tree ? { ...shownSummary(tree, driver.summaryOf(tree)), needsDrive: line.needsDrive } : line;
    feed.publish({ type: 'root_changed', ...rootRef(rootId), ...(summary && { summary }) });
  }
}

/** A line names the newest record of its tree; one of an earlier version comes before all records with a number. */
function sinceLine({ lastNumber = 0 }: RootSummary): Since {
  return { kind: 'number', number: lastNumber };
}
