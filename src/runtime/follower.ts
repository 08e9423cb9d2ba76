// Follows an rtws that another process drives: takes in what it stores and publishes that as the same events as if it had
// happened here (SPEC 9.4). Never mends, drives or writes.
import type { RootId } from '../core/dialog/ids.ts';
import { rootRef } from '../core/dialog/ids.ts';
import type { RootSummary } from '../core/dialog/projection.ts';
import type { Driver } from '../driver/driver.ts';
import type { Feed } from '../driver/feed.ts';
import type { Following, OpenStorage, RootsIndex } from '../store/storage.ts';
import { FollowedTree, fromTheBeginning, type Since } from './followed-tree.ts';

export interface FollowerOptions {
  readonly driver: Pick<Driver, 'run' | 'adopt' | 'forget' | 'summaryOf'>;
  readonly roots: Pick<RootsIndex, 'summaries' | 'refresh'>;
  readonly feed: Feed;
  readonly follow: OpenStorage['follow'];
  /** Runs something after `ms`; gives what takes that back. */
  readonly after: (ms: number, work: () => void) => () => void;
  /** Called at the end of every look. */
  readonly onLook: () => void;
  /** Trees kept at most; 64 when absent. */
  readonly maxFollowed?: number;
}

/** Events within this time are one look. */
const GATHER_MS = 15;
/** Looks come at least this often: a folder on a network tells nobody of changes, and a driver that died neither. */
const SILENCE_MS = 2_000;
/** More trees than this are not kept: the records of others are read when their line in the list changes, or one rests. */
const MAX_FOLLOWED = 64;

export class Follower {
  readonly #options: FollowerOptions;
  readonly #trees = new Map<RootId, FollowedTree>();
  /** Where to go on with trees that are not kept any more. */
  readonly #left = new Map<RootId, Since>();
  /** Those of them that are at work: there were too many. */
  readonly #crowdedOut = new Set<RootId>();
  readonly #following: Following;
  readonly #waiting: (() => void)[] = [];
  #takeBackGather: (() => void) | undefined;
  #takeBackSilence: (() => void) | undefined;
  #phase: 'resting' | 'following' | 'closed' = 'resting';
  #isLooking = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#following = options.follow(() => this.#lookSoon());
  }

  get isClosed(): boolean {
    return this.#phase === 'closed';
  }

  /** Begins to follow; what is stored already is no news. */
  start(): void {
    if (this.#phase !== 'resting') return;
    this.#phase = 'following';
    this.#options.roots.refresh();
    for (const line of this.#options.roots.summaries.values()) {
      if (!line.needsDrive || line.status !== 'running') continue;
      if (this.#hasRoom()) this.#follow(line.rootId, { kind: 'now' });
      else this.#leave(line.rootId, sinceLine(line));
    }
    this.look();
  }

  /** Takes in everything that is stored now; true when there was something. A listener that calls it gets false. */
  look(): boolean {
    if (this.#phase !== 'following' || this.#isLooking) return false;
    this.#isLooking = true;
    try {
      return this.#look();
    } finally {
      this.#isLooking = false;
    }
  }

  /** Resolves when something happened in the rtws, or nothing for long; what is stored by then was taken in. */
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
    this.#takeBackGather?.();
    this.#takeBackSilence?.();
    this.#tellWaiting();
  }

  #look(): boolean {
    this.#takeBackGather?.();
    this.#takeBackGather = undefined;
    this.#arm();
    let hasNews = this.#takeIn();
    // A folder that came in between is watched from now on: what was written into it before that is read here.
    while (this.#arm()) hasNews = this.#takeIn() || hasNews;
    this.#leaveResting();
    if ([...this.#trees.values()].some(tree => tree.hasMore)) this.#lookSoon();
    this.#takeBackSilence?.();
    this.#takeBackSilence = this.#options.after(SILENCE_MS, () => this.#noticed());
    this.#options.onLook();
    if (hasNews) this.#tellWaiting();
    return hasNews;
  }

  #lookSoon(): void {
    if (this.#phase === 'following') this.#takeBackGather ??= this.#options.after(GATHER_MS, () => this.#noticed());
  }

  #noticed(): void {
    this.look();
    this.#tellWaiting();
  }

  #tellWaiting(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** True when something is watched now that was not before. */
  #arm(): boolean {
    return this.#following.watch(this.#trees.keys());
  }

  #takeIn(): boolean {
    const changed = this.#options.roots.refresh();
    for (const [rootId, before] of changed) {
      if (!this.#trees.has(rootId)) this.#follow(rootId, before ? sinceLine(before) : fromTheBeginning);
    }
    this.#takeBackCrowdedOut();
    let hasNews = changed.size > 0;
    for (const [rootId, followed] of this.#trees) {
      const isNews = followed.takeIn();
      if (followed.tree) this.#options.driver.adopt(followed.tree);
      if (isNews || changed.has(rootId)) this.#publishRoot(rootId, followed);
      hasNews ||= isNews;
    }
    return hasNews;
  }

  /** Follows a tree; one that was followed before from where it was left. */
  #follow(rootId: RootId, since: Since): void {
    const { driver, feed } = this.#options;
    const tail = this.#following.tail(rootId);
    this.#trees.set(
      rootId,
      new FollowedTree(rootId, { run: driver.run, tail, feed, since: this.#left.get(rootId) ?? since }),
    );
    this.#left.delete(rootId);
    this.#crowdedOut.delete(rootId);
  }

  /** The line says whether anybody works on a tree; of too many the oldest are left, too. */
  #leaveResting(): void {
    const { roots, driver } = this.#options;
    for (const [rootId, followed] of this.#trees) {
      const isAtWork = roots.summaries.get(rootId)?.needsDrive === true;
      if (isAtWork && this.#trees.size <= this.#maxFollowed()) continue;
      this.#trees.delete(rootId);
      this.#leave(rootId, followed.reached);
      driver.forget(rootId);
    }
  }

  #leave(rootId: RootId, reached: Since): void {
    const line = this.#options.roots.summaries.get(rootId);
    if (line) this.#left.set(rootId, reached);
    if (line?.needsDrive) this.#crowdedOut.add(rootId);
  }

  /** Follows trees again for which there was no room. */
  #takeBackCrowdedOut(): void {
    for (const rootId of this.#crowdedOut) {
      if (!this.#hasRoom()) return;
      const line = this.#options.roots.summaries.get(rootId);
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

  #publishRoot(rootId: RootId, { tree }: FollowedTree): void {
    const { roots, driver, feed } = this.#options;
    const line = roots.summaries.get(rootId);
    const summary = line && tree ? { ...driver.summaryOf(tree), needsDrive: line.needsDrive } : line;
    feed.publish({ type: 'root_changed', ...rootRef(rootId), ...(summary && { summary }) });
  }
}

/** A line names the newest record of its tree; one of an earlier version comes before all records with a number. */
function sinceLine({ lastNumber = 0 }: RootSummary): Since {
  return { kind: 'number', number: lastNumber };
}
