// Follows a store that several processes write: takes in what they store and publishes it as the same events as if it had
// happened here. Never mends, drives or writes.
import type { RootId } from '../core/dialog/ids.ts';
import { rootRef } from '../core/dialog/ids.ts';
import type { RootSummary } from '../core/dialog/projection.ts';
import type { Driver } from '../driver/driver.ts';
import type { Feed } from '../driver/feed.ts';
import type { Following, OpenStorage } from '../store/storage.ts';
import { FollowedTree, fromTheBeginning, type Since } from './followed-tree.ts';
import type { LookingFollower } from './reading-desk.ts';

export interface SharedFollowerOptions {
  readonly open: Pick<OpenStorage, 'roots' | 'follow'>;
  readonly driver: Pick<Driver, 'run' | 'adopt' | 'forget' | 'summaryOf'>;
  readonly feed: Feed;
  /** Runs something later; gives what takes that back. */
  readonly after: (ms: number, work: () => void) => () => void;
  /** Called at the end of every look. */
  readonly onLook: () => void;
  /** Of these roots, records with a higher number are news at the start. */
  readonly newsAfter?: ReadonlyMap<RootId, number>;
  /** What this process drives itself is no news. */
  readonly isOurs: (rootId: RootId) => boolean;
}

/** Events within this time are one look. */
const GATHER_MS = 15;
/** Looks come at least this often: a bell may not be heard. */
const SILENCE_MS = 2_000;

export class SharedFollower implements LookingFollower {
  readonly #options: SharedFollowerOptions;
  readonly #following: Following;
  readonly #trees = new Map<RootId, FollowedTree>();
  /** Where to go on with trees that rest. */
  readonly #left = new Map<RootId, Since>();
  readonly #waiting: (() => void)[] = [];
  #phase: 'resting' | 'following' | 'closed' = 'resting';
  #looking: Promise<boolean> | undefined;
  #looksAgain: Promise<boolean> | undefined;
  #takeBack: (() => void) | undefined;

  constructor(options: SharedFollowerOptions) {
    this.#options = options;
    this.#following = options.open.follow(() => this.#plan(GATHER_MS));
  }

  get isClosed(): boolean {
    return this.#phase === 'closed';
  }

  start(): void {
    if (this.#phase !== 'resting') return;
    this.#phase = 'following';
    for (const [rootId, number] of this.#options.newsAfter ?? []) this.#follow(rootId, { kind: 'number', number });
    for (const line of this.#options.open.roots.summaries.values())
      if (line.needsDrive && line.status === 'running' && !this.#trees.has(line.rootId))
        this.#follow(line.rootId, { kind: 'now' });
    this.#plan(0);
  }

  /** One look at a time; whoever asks during one gets what the next one finds. */
  look(): Promise<boolean> {
    if (this.#phase !== 'following') return Promise.resolve(false);
    if (!this.#looking) {
      this.#looking = this.#look().finally(() => {
        this.#looking = undefined;
      });
      return this.#looking;
    }
    this.#looksAgain ??= this.#looking.then(() => {
      this.#looksAgain = undefined;
      return this.look();
    });
    return this.#looksAgain;
  }

  nextEvent(): Promise<void> {
    this.start();
    return new Promise(resolve => {
      if (this.#phase === 'closed') resolve();
      else this.#waiting.push(resolve);
    });
  }

  close(): void {
    this.#phase = 'closed';
    this.#takeBack?.();
    this.#following.close();
    this.#tellWaiting();
  }

  async #look(): Promise<boolean> {
    this.#takeBack?.();
    this.#takeBack = undefined;
    let hasNews = false;
    try {
      hasNews = await this.#takeIn();
    } catch {
      // The store is away, which it says by itself: the next look takes in what came.
    }
    if (this.isClosed) return hasNews;
    this.#options.onLook();
    this.#plan([...this.#trees.values()].some(tree => tree.hasMore) ? GATHER_MS : SILENCE_MS);
    this.#tellWaiting();
    return hasNews;
  }

  async #takeIn(): Promise<boolean> {
    const { roots } = this.#options.open;
    await this.#read();
    const changed = new Map(roots.refresh());
    const isNew = [...changed].filter(([rootId, before]) => this.#begin(rootId, before)).length > 0;
    if (isNew) await this.#read();
    for (const [rootId, before] of roots.refresh()) if (!changed.has(rootId)) changed.set(rootId, before);
    let hasNews = changed.size > 0;
    for (const rootId of changed.keys()) if (!this.#trees.has(rootId)) this.#publishRoot(rootId);
    for (const [rootId, followed] of this.#trees) {
      const isNews = followed.takeIn();
      if (followed.tree) this.#options.driver.adopt(followed.tree);
      if (isNews || changed.has(rootId)) this.#publishRoot(rootId, followed);
      hasNews ||= isNews;
    }
    this.#leaveResting();
    return hasNews;
  }

  async #read(): Promise<void> {
    this.#following.watch(this.#trees.keys());
    await this.#following.catchUp?.();
  }

  /** True when the tree is followed from now on. */
  #begin(rootId: RootId, before: RootSummary | undefined): boolean {
    if (this.#trees.has(rootId) || this.#options.isOurs(rootId)) return false;
    this.#follow(rootId, before ? { kind: 'number', number: before.lastNumber ?? 0 } : fromTheBeginning);
    return true;
  }

  #follow(rootId: RootId, since: Since): void {
    const { driver, feed } = this.#options;
    const tail = { ...tailOf(this.#following.tail(rootId)), folders: () => [] };
    this.#trees.set(
      rootId,
      new FollowedTree(rootId, { run: driver.run, tail, feed, since: this.#left.get(rootId) ?? since }),
    );
    this.#left.delete(rootId);
  }

  #leaveResting(): void {
    const { open, driver } = this.#options;
    for (const [rootId, followed] of this.#trees) {
      if (followed.hasMore || open.roots.summaries.get(rootId)?.needsDrive) continue;
      this.#trees.delete(rootId);
      if (open.roots.summaries.has(rootId)) this.#left.set(rootId, followed.reached);
      driver.forget(rootId);
    }
  }

  #publishRoot(rootId: RootId, followed?: FollowedTree): void {
    const { open, driver, feed } = this.#options;
    const line = open.roots.summaries.get(rootId);
    const summary = line && followed?.tree ? { ...driver.summaryOf(followed.tree), needsDrive: line.needsDrive } : line;
    feed.publish({ type: 'root_changed', ...rootRef(rootId), ...(summary && { summary }) });
  }

  #plan(ms: number): void {
    if (this.#phase !== 'following') return;
    this.#takeBack?.();
    this.#takeBack = this.#options.after(ms, () => void this.look());
  }

  #tellWaiting(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

function tailOf(tail: ReturnType<Following['tail']>): ReturnType<Following['tail']> {
  return { look: isNews => tail.look(isNews) };
}
