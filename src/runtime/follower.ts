// Follows an rtws that another process drives: takes in what it stores and publishes that as the same events as if it had
// happened here (SPEC 9.4). Never mends, drives or writes.
import type { RootId } from '../core/dialog/ids.ts';
import { rootRef } from '../core/dialog/ids.ts';
import type { Driver } from '../driver/driver.ts';
import type { Feed } from '../driver/feed.ts';
import type { Files } from '../store/files.ts';
import { createLayout } from '../store/layout.ts';
import type { RootsIndex } from '../store/roots-index.ts';
import { openTreeTail } from '../store/tree-tail.ts';
import { type FolderWatch, type WatchFolder, watchesRecursively, watchFolders } from '../store/watch-folders.ts';
import { FollowedTree, type Since } from './followed-tree.ts';

export interface FollowerOptions {
  readonly rtws: string;
  readonly files: Files;
  readonly driver: Driver;
  readonly roots: RootsIndex;
  readonly feed: Feed;
  readonly watchFolder: WatchFolder;
  /** Runs something after `ms`; gives what takes that back. */
  readonly after: (ms: number, work: () => void) => () => void;
  /** Called at the end of every look. */
  readonly onLook: () => void;
}

/** Events within this time are one look. */
const GATHER_MS = 15;
/** Looks come at least this often: a folder on a network tells nobody of changes, and a driver that died neither. */
const SILENCE_MS = 2_000;
/** More trees than this are not kept: the records of others are read when their line in the list changes. */
const MAX_FOLLOWED = 64;

export class Follower {
  readonly #options: FollowerOptions;
  readonly #trees = new Map<RootId, FollowedTree>();
  readonly #watch: FolderWatch;
  readonly #waiting: (() => void)[] = [];
  #takeBackGather: (() => void) | undefined;
  #takeBackSilence: (() => void) | undefined;
  #phase: 'resting' | 'following' | 'closed' = 'resting';

  constructor(options: FollowerOptions) {
    this.#options = options;
    const { files, watchFolder } = options;
    const base = watchesRecursively && { base: createLayout(options.rtws).base };
    this.#watch = watchFolders({ files, watchFolder, onEvent: () => this.#lookSoon(), ...base });
  }

  get isClosed(): boolean {
    return this.#phase === 'closed';
  }

  /** Begins to follow; what is stored already is no news. */
  start(): void {
    if (this.#phase !== 'resting') return;
    this.#phase = 'following';
    this.#options.roots.refresh();
    for (const { rootId, needsDrive, status } of this.#options.roots.summaries.values()) {
      if (needsDrive && status === 'running' && this.#trees.size < MAX_FOLLOWED) this.#follow(rootId, 'now');
    }
    this.look();
  }

  /** Takes in everything that is stored now; true when there was something. */
  look(): boolean {
    if (this.#phase !== 'following') return false;
    this.#takeBackGather?.();
    this.#takeBackGather = undefined;
    this.#arm();
    let hasNews = this.#takeIn();
    // A folder that came in between is watched from now on: what was written into it before that is read here.
    while (this.#arm()) hasNews = this.#takeIn() || hasNews;
    this.#leaveResting();
    this.#takeBackSilence?.();
    this.#takeBackSilence = this.#options.after(SILENCE_MS, () => this.#noticed());
    this.#options.onLook();
    if (hasNews) this.#tellWaiting();
    return hasNews;
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
    this.#watch.close();
    this.#takeBackGather?.();
    this.#takeBackSilence?.();
    this.#tellWaiting();
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
    const { rtws, files } = this.#options;
    const { base, inbox } = createLayout(rtws);
    const trees = [...this.#trees.values()].flatMap(tree => tree.folders());
    return this.#watch.arm(files.exists(base) ? [base, inbox, ...trees] : [rtws]);
  }

  #takeIn(): boolean {
    const changed = this.#options.roots.refresh();
    for (const [rootId, before] of changed) {
      if (!this.#trees.has(rootId)) this.#follow(rootId, before ? { after: before.lastModified } : 'the beginning');
    }
    let hasNews = changed.size > 0;
    for (const [rootId, followed] of this.#trees) {
      const isNews = followed.takeIn();
      if (followed.tree) this.#options.driver.adopt(followed.tree);
      if (isNews || changed.has(rootId)) this.#publishRoot(rootId, followed);
      hasNews ||= isNews;
    }
    return hasNews;
  }

  #follow(rootId: RootId, since: Since): void {
    const { rtws, files, feed } = this.#options;
    this.#trees.set(rootId, new FollowedTree(rootId, { tail: openTreeTail(rtws, files, rootId), feed, since }));
  }

  /** The line says whether anybody works on a tree; of too many the oldest are left, too. */
  #leaveResting(): void {
    const { roots, driver } = this.#options;
    for (const rootId of this.#trees.keys()) {
      if (roots.summaries.get(rootId)?.needsDrive && this.#trees.size <= MAX_FOLLOWED) continue;
      this.#trees.delete(rootId);
      driver.forget(rootId);
    }
  }

  #publishRoot(rootId: RootId, { tree }: FollowedTree): void {
    const { roots, driver, feed } = this.#options;
    const line = roots.summaries.get(rootId);
    const summary = line && tree ? { ...driver.summaryOf(tree), needsDrive: line.needsDrive } : line;
    feed.publish({ type: 'root_changed', ...rootRef(rootId), ...(summary && { summary }) });
  }
}
