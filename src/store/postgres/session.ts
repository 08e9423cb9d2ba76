// One process at a store: its connections, its place among the workers, the trees that it holds, and the queue of what
// it stores. Everything else of the engine works with this.
import type { After } from '../../core/base/after.ts';
import type { RootId } from '../../core/base/ids.ts';
import { asError } from '../../core/base/thrown.ts';
import { DriveError } from '../../core/facts/trouble.ts';
import type { StoreAddress } from './address.ts';
import { type AppendQueue, createAppendQueue, type NewTree, takenByOther } from './append-queue.ts';
import { createAppendPort } from './append-sql.ts';
import { type BlobShelf, createBlobShelf } from './blobs.ts';
import { type Bell, type Doorbell, openDoorbell } from './doorbell.ts';
import {
  beat,
  type Claim,
  claimDue,
  claimTree,
  forgetOldWorkers,
  join,
  type LeasePatience,
  type LeaseWorker,
  leaveLease,
  lostTrees,
  type Release,
  releaseTrees,
  releaseUnknown,
  usualPatience,
} from './leases.ts';
import { isAway, isFull, type Link, type LinkOptions, openLink, type Query } from './link.ts';

interface SessionOptions {
  readonly address: StoreAddress;
  readonly password?: () => Promise<string | undefined>;
  readonly worker: LeaseWorker;
  readonly after: After;
  /** Milliseconds that only grow. */
  readonly elapsed: () => number;
  readonly patience?: LeasePatience;
}

/** Data of a tree that this process drives. */
export interface HeldTree {
  readonly root: RootId;
  readonly epoch: number;
  readonly takeovers: number;
  /** It was taken from a worker that was gone. */
  readonly wasTaken: boolean;
}

/** Between two attempts to reach a server that is away: 100 ms, doubled up to this. */
const LONGEST_PAUSE_MS = 2_000;
/** A server that has not answered a heartbeat by then may be out of reach, whatever its connection says. */
const ANSWER_MS = 1_000;

export class Session {
  readonly options: SessionOptions;
  /** Reads, summaries, intents. */
  readonly query: Query;
  readonly queue: AppendQueue;
  readonly blobs: BlobShelf;
  readonly bell: Doorbell;
  readonly held = new Map<RootId, HeldTree>();
  /** The reason why the server takes no heartbeats now, or cannot be asked. */
  #unreached: Error | undefined;
  /** The reason why it takes no records now: a full disk may still take heartbeats. */
  #unwritten: Error | undefined;
  readonly #links: { readonly general: Link; readonly append: Link; readonly lease: Link };
  readonly #listeners = {
    bell: new Set<(bell: Bell) => void>(),
    claimed: new Set<() => void>(),
    beat: new Set<() => void>(),
    lapsed: new Set<() => void>(),
    connected: new Set<() => void>(),
    lost: new Set<(root: RootId, why: DriveError) => void>(),
    away: new Set<(why: Error | undefined) => void>(),
  };
  #hasJoined = false;
  /** The answer to a claim or a release got lost: this process may own trees that it does not know of. */
  #mayOwnMore = false;
  /** Claims and releases come one after another: each starts from what the one before it led to. */
  #lastTurn: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  /** When the newest heartbeat was sent that the server took, and after which no tree was found lost. */
  #beatAt = Number.NEGATIVE_INFINITY;
  /** No heartbeat was taken for so long that others may have its trees, and this was told. */
  #isLapsed = false;
  /** When the lease connection was made. */
  #connectedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SessionOptions) {
    this.options = options;
    const { address, password, worker, after } = options;
    const base: LinkOptions = { address, ...(password && { password }), name: `dominds ${worker.name}` };
    this.#links = {
      general: openLink(base),
      append: openLink({ ...base, purpose: 'appends' }),
      lease: openLink({ ...base, prepare: query => this.#enter(query), onLost: () => this.#comeBack() }),
    };
    this.query = this.#telling(this.#links.general.query);
    this.blobs = createBlobShelf();
    this.queue = createAppendQueue({
      port: createAppendPort(this.#links.append.query, worker.id, this.blobs),
      isAway,
      onAway: unwritten => this.#reportStoreOutage({ unwritten, ...(!unwritten && { unreached: undefined }) }),
      onLost: (root, why) => {
        this.held.delete(root);
        for (const listener of this.#listeners.lost) listener(root, why);
      },
      onStored: root => this.bell.ring({ kind: 'stored', root }),
      pause: attempt =>
        new Promise(resolve => void after(Math.min(LONGEST_PAUSE_MS, 100 * 2 ** Math.min(attempt, 8)), resolve)),
    });
    this.bell = openDoorbell({
      link: base,
      sender: worker.id,
      after,
      onBell: bell => {
        for (const listener of this.#listeners.bell) listener(bell);
      },
      onConnected: () => {
        for (const listener of this.#listeners.connected) listener();
      },
    });
  }

  /** The reason why the server cannot be reached, or takes nothing, now. */
  get away(): Error | undefined {
    return this.#unreached ?? this.#unwritten;
  }

  get worker(): LeaseWorker {
    return this.options.worker;
  }

  onBell(listener: (bell: Bell) => void): () => void {
    return subscribe(this.#listeners.bell, listener);
  }

  onClaimed(listener: () => void): () => void {
    return subscribe(this.#listeners.claimed, listener);
  }

  /** The server took a heartbeat. */
  onBeat(listener: () => void): () => void {
    return subscribe(this.#listeners.beat, listener);
  }

  /**
   * Told once when other workers may have this process's trees, since no heartbeat was taken for two thirds of a lease:
   * time is left to end what acts in the world before they do.
   */
  onLapsed(listener: () => void): () => void {
    return subscribe(this.#listeners.lapsed, listener);
  }

  /** The doorbell is connected (again): what came before was not heard. */
  onConnected(listener: () => void): () => void {
    return subscribe(this.#listeners.connected, listener);
  }

  onLost(listener: (root: RootId, why: DriveError) => void): () => void {
    return subscribe(this.#listeners.lost, listener);
  }

  /** Told why the server cannot be reached, and `undefined` when it can be again. */
  onAway(listener: (why: Error | undefined) => void): () => void {
    return subscribe(this.#listeners.away, listener);
  }

  /** Joins the workers; from now on this process may hold trees. */
  async join(): Promise<void> {
    this.#hasJoined = true;
    await this.beat();
    await forgetOldWorkers(this.query);
  }

  /**
   * Renews the heartbeat, and tells of trees that others took meanwhile: a process that was stopped learns it here,
   * before it has anything to store. Rejects with `StoreAway` while the server cannot be reached.
   */
  async beat(): Promise<void> {
    const sentAt = this.options.elapsed();
    const { query } = this.#links.lease;
    const stopWaiting = this.options.after(ANSWER_MS, () => this.#tellLapsed());
    try {
      if (!(await beat(query, this.worker))) await join(query, this.worker);
      await this.#loseTaken(query);
      this.#beatAt = sentAt;
      this.#isLapsed = false;
      // Records that wait for it will tell whether it takes them.
      this.#reportStoreOutage({ unreached: undefined, ...(!this.queue.isStoring() && { unwritten: undefined }) });
      if (this.#mayOwnMore) void this.#releaseUnknown();
      for (const listener of this.#listeners.beat) listener();
    } catch (error) {
      // One that takes no heartbeats is as good as away.
      this.#reportStoreOutage({ unreached: asError(error) });
      this.#tellLapsed();
      throw error;
    } finally {
      stopWaiting();
    }
  }

  /**
   * True if other workers certainly leave this process its trees: its newest heartbeat is younger than two thirds of a
   * lease.
   */
  isFresh(): boolean {
    const { lease } = this.options.patience ?? usualPatience;
    return this.options.elapsed() - this.#beatAt < (lease * 2) / 3;
  }

  /**
   * Resolves when everything of a tree is stored and this process surely still drives it: what follows may leave the
   * process. Rejects with `DriveError('lock-lost')` once it does not.
   */
  async stored(root: RootId): Promise<void> {
    const tree = this.held.get(root);
    await this.queue.stored(root);
    if (this.isFresh()) return;
    // A process that slept looks again before it acts.
    for (let attempt = 1; !this.isFresh() && !this.#isClosed; attempt++)
      await this.beat().catch(() => this.#waitFor(Math.min(LONGEST_PAUSE_MS, 100 * 2 ** attempt)));
    await this.queue.stored(root);
    // It may have been lost and claimed again meanwhile.
    if (this.held.get(root) !== tree) throw takenByOther(root);
  }

  /** Claims trees that wait; at most `room`. */
  async claimDue(room: number): Promise<readonly Claim[]> {
    if (!this.#hasJoined || room <= 0) return [];
    return this.#inTurn(async query => {
      const claims = await claimDue(query, { ...this.#claiming(), room });
      return claims.map(claim => this.#take(claim));
    });
  }

  /** Claims a tree; `undefined` when another worker drives it, or there is none. */
  async claim(root: RootId): Promise<Claim | undefined> {
    if (!this.#hasJoined) return undefined;
    return this.#inTurn(async query => {
      const claim = await claimTree(query, this.#claiming(), root);
      return claim && this.#take(claim);
    });
  }

  /** Takes a tree in that does not exist on the server yet: its first records make it. */
  create(root: RootId, made: NewTree): void {
    this.held.set(root, { root, epoch: 1, takeovers: 0, wasTaken: false });
    this.queue.open(root, { epoch: 1, seq: 0 }, made);
  }

  /** Lets trees go whose records are stored. */
  async release(releases: readonly Omit<Release, 'epoch'>[]): Promise<void> {
    const held = releases.flatMap(release => {
      const tree = this.held.get(release.root);
      return tree ? [{ ...release, epoch: tree.epoch }] : [];
    });
    for (const { root } of held) {
      this.held.delete(root);
      this.queue.close(root);
    }
    if (held.length === 0) return;
    await this.#inTurn(query => releaseTrees(query, this.worker, held));
    for (const { root } of held) this.bell.ring({ kind: 'stored', root });
    if (held.some(({ dueInMs }) => dueInMs === 0)) this.bell.ring({ kind: 'due' });
  }

  /**
   * Gives up the trees with records that are not stored: nobody saw these, and another process goes on from what is
   * stored.
   */
  giveUp(): void {
    for (const root of [...this.held.keys()])
      if (this.queue.isPending(root)) this.queue.lose(root, new DriveError('lock-lost', 'the store is away'));
  }

  /**
   * Stores what waits, lets all trees go and ends. A server that is away is not waited for longer than `patienceMs`.
   */
  async close(patienceMs: number): Promise<void> {
    const out = this.#waitFor(patienceMs);
    await Promise.race([this.queue.drained(), out]);
    this.#isClosed = true;
    this.queue.end();
    if (this.#hasJoined) await Promise.race([leaveLease(this.#links.lease.query, this.worker).catch(() => {}), out]);
    this.bell.ring({ kind: 'due' });
    const { general, append, lease } = this.#links;
    await Promise.race([Promise.all([this.bell.close(), general.close(), append.close(), lease.close()]), out]);
  }

  /** A process that is no worker has no heartbeats: whether the server can be reached is told by what it asks. */
  #telling(query: Query): Query {
    return async (text, values) => {
      try {
        const rows = await query<never>(text, values);
        if (!this.#hasJoined) this.#reportStoreOutage({ unreached: undefined });
        return rows;
      } catch (error) {
        // One with a full disk answers other questions, and who asked this one hears why.
        if (!this.#hasJoined && isAway(error) && !isFull(error)) this.#reportStoreOutage({ unreached: error });
        throw error;
      }
    };
  }

  /** When its answer gets lost, the next heartbeat frees what this process may own by it. */
  #inTurn<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(() => work(this.#links.lease.query));
    this.#lastTurn = turn.catch(error => {
      if (isAway(error)) this.#mayOwnMore = true;
    });
    return turn;
  }

  async #releaseUnknown(): Promise<void> {
    this.#mayOwnMore = false;
    await this.#inTurn(query => releaseUnknown(query, this.worker, [...this.held.keys()])).catch(() => {});
    this.bell.ring({ kind: 'due' });
  }

  /** The lock of its session tells others that it lives: a connection that breaks is made again at once. */
  #comeBack(): void {
    if (this.#hasJoined && !this.#isClosed) this.beat().catch(() => {});
  }

  #claiming() {
    const { worker, patience = usualPatience, elapsed } = this.options;
    const judges = elapsed() - this.#connectedAt > patience.grace;
    return { worker, held: [...this.held.keys()], judges, patience };
  }

  #take(claim: Claim): Claim {
    const { root, epoch, seq, takeovers } = claim;
    // Others had it since this process last looked, and let it go: memory does not know what they recorded.
    if (this.held.has(root)) this.queue.lose(root, takenByOther(root));
    this.held.set(root, { root, epoch, takeovers, wasTaken: takeovers > 0 });
    this.queue.open(root, { epoch, seq });
    for (const listener of this.#listeners.claimed) listener();
    return claim;
  }

  async #enter(query: Query): Promise<void> {
    // The first connection of a process tells nothing about others.
    if (this.#connectedAt !== Number.NEGATIVE_INFINITY) this.#connectedAt = this.options.elapsed();
    else this.#connectedAt = Number.MIN_SAFE_INTEGER;
    if (this.#hasJoined) await join(query, this.worker);
  }

  /** Loses the trees that other workers took. */
  async #loseTaken(query: Query): Promise<void> {
    const held = [...this.held.values()].filter(({ root }) => this.queue.isMade(root));
    if (held.length === 0) return;
    const lost = new Set(await lostTrees(query, held));
    // Unless it was let go or claimed again meanwhile.
    for (const tree of held)
      if (lost.has(tree.root) && this.held.get(tree.root) === tree) this.queue.lose(tree.root, takenByOther(tree.root));
  }

  #waitFor(ms: number): Promise<void> {
    return new Promise(resolve => void this.options.after(ms, resolve));
  }

  #tellLapsed(): void {
    if (this.isFresh() || this.#isLapsed || this.#isClosed) return;
    this.#isLapsed = true;
    for (const listener of this.#listeners.lapsed) listener();
  }

  #reportStoreOutage(news: { readonly unreached?: Error | undefined; readonly unwritten?: Error | undefined }): void {
    const before = this.away;
    if ('unreached' in news) this.#unreached = news.unreached;
    if ('unwritten' in news) this.#unwritten = news.unwritten;
    const why = this.away;
    const isNews = (before === undefined) !== (why === undefined);
    if (isNews && !this.#isClosed) for (const listener of this.#listeners.away) listener(why);
  }
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
