// Collects the records of all trees of a process and stores them in order, one statement at a time: records that arrive
// during a statement go with the next one. Callers wait through `stored`. Knows no SQL.
import type { RootId } from '../../core/base/ids.ts';
import { errorMessage } from '../../core/base/thrown.ts';
import { DriveError } from '../../core/facts/trouble.ts';

/** One record on its way. */
export interface NewRecord {
  readonly dialog: string;
  readonly course: number;
  /** The JSON of the record, without a newline. */
  readonly body: string;
  /** True for the first record of its course. */
  readonly opens: boolean;
  /** A generation ended well: takeovers before it count no more. */
  readonly endsWell?: true;
}

/** The workspace of a new tree. */
export interface NewTree {
  /** Name of the workspace that it belongs to. */
  readonly rtws: string;
  /** The key of its start, if it may start one tree of its workspace only. */
  readonly origin?: string;
}

/** The records of one tree in one statement, all or nothing. */
export interface TreeAppend {
  readonly root: RootId;
  readonly epoch: number;
  /** Of the newest record stored before these. */
  readonly seq: number;
  readonly records: readonly NewRecord[];
  /** Of a tree that does not exist yet. */
  readonly made?: NewTree;
  /** Message ids of intents that these records apply. */
  readonly applied: readonly string[];
}

/** A tree's position on the server. */
export interface TreePlace {
  readonly epoch: number;
  readonly seq: number;
}

/** The statements; both reject when the server is away, and then their outcome is unknown. */
export interface AppendPort {
  /** Stores what it can, each tree as a whole. Gives the trees that were stored; any other was not at its place. */
  append(batch: readonly TreeAppend[]): Promise<ReadonlySet<RootId>>;
  places(roots: readonly RootId[]): Promise<ReadonlyMap<RootId, TreePlace>>;
}

export interface AppendQueueOptions {
  readonly port: AppendPort;
  /**
   * Told once when a tree is stored by another process from now on, or has lost records; nothing of it is stored any
   * more.
   */
  readonly onLost: (root: RootId, why: DriveError) => void;
  /** Told of each tree that was stored, with its newest number. */
  readonly onStored: (root: RootId, seq: number) => void;
  /** Told when the server goes away (with the reason) and when it is back (undefined). */
  readonly onAway: (why: Error | undefined) => void;
  /** Resolves when it is time to try a server again that was away; `attempt` counts from 1. */
  readonly pause: (attempt: number) => Promise<void>;
  readonly isAway: (error: unknown) => error is Error;
}

export interface AppendQueue {
  /**
   * Takes a tree in: from now on it can be appended to. `seq` is the newest number stored; `made` of one that is to be
   * made.
   */
  open(root: RootId, place: TreePlace, made?: NewTree): void;
  /** Puts records of a tree into the queue. Throws `DriveError('lock-lost')` when the tree is not open or was lost. */
  append(root: RootId, records: readonly NewRecord[], applied?: readonly string[]): void;
  /** Resolves when everything of a tree up to now is stored. Rejects with the reason for which it was lost. */
  stored(root: RootId): Promise<void>;
  /** True if records of a tree are not stored yet. */
  isPending(root: RootId): boolean;
  /** True while records wait, or are tried again. */
  isStoring(): boolean;
  /** True if the store has records of a tree: from then on another process may take it. */
  isMade(root: RootId): boolean;
  /** Another process turned out to have a tree: as when one of its records was refused. */
  lose(root: RootId, why: DriveError): void;
  /** The number of the newest record of a tree, stored or not. */
  seqOf(root: RootId): number | undefined;
  /** Forgets a tree; its queued records are still stored. */
  close(root: RootId): void;
  /** Resolves when nothing waits; while the server is away, it waits. */
  drained(): Promise<void>;
  /** Gives up: everything queued is refused. */
  end(): void;
}

/** At most this much in one statement. */
const MAX_TREES = 500;
const MAX_BYTES = 4 * 1024 * 1024;

/** An empty queue; the first append starts a statement. */
export function createAppendQueue(options: AppendQueueOptions): AppendQueue {
  return new GroupedAppends(options);
}

interface Part {
  readonly records: readonly NewRecord[];
  readonly applied: readonly string[];
  readonly bytes: number;
}

interface OpenTree {
  readonly root: RootId;
  readonly epoch: number;
  /** The number of the newest record known to be stored. */
  storedSeq: number;
  /** Of the newest record. */
  seq: number;
  made: NewTree | undefined;
  parts: Part[];
  readonly waiting: { readonly seq: number; resolve(): void; reject(why: DriveError): void }[];
  lost: DriveError | undefined;
}

class GroupedAppends implements AppendQueue {
  readonly #options: AppendQueueOptions;
  readonly #trees = new Map<RootId, OpenTree>();
  /** Trees with something to store, in the order in which they are served. */
  readonly #due = new Set<OpenTree>();
  #running: Promise<void> | undefined;
  #isEnded = false;

  constructor(options: AppendQueueOptions) {
    this.#options = options;
  }

  open(root: RootId, { epoch, seq }: TreePlace, made?: NewTree): void {
    this.#trees.set(root, { root, epoch, storedSeq: seq, seq, made, parts: [], waiting: [], lost: undefined });
  }

  append(root: RootId, records: readonly NewRecord[], applied: readonly string[] = []): void {
    const tree = this.#trees.get(root);
    if (!tree) throw new DriveError('lock-lost', `this process does not drive the tree ${root}`);
    if (tree.lost) throw tree.lost;
    const bytes = records.reduce((sum, { body }) => sum + body.length, 0);
    tree.parts.push({ records, applied, bytes });
    tree.seq += records.length;
    this.#due.add(tree);
    // Not before the end of the tick: what one step commits goes in one statement.
    this.#running ??= Promise.resolve().then(() => this.#run());
  }

  stored(root: RootId): Promise<void> {
    const tree = this.#trees.get(root);
    if (tree?.lost) return Promise.reject(tree.lost);
    if (!tree || tree.storedSeq >= tree.seq) return Promise.resolve();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    tree.waiting.push({ seq: tree.seq, resolve, reject });
    return promise;
  }

  isPending(root: RootId): boolean {
    const tree = this.#trees.get(root);
    return tree !== undefined && !tree.lost && tree.storedSeq < tree.seq;
  }

  isStoring(): boolean {
    return this.#running !== undefined;
  }

  isMade(root: RootId): boolean {
    const tree = this.#trees.get(root);
    return tree !== undefined && tree.made === undefined;
  }

  lose(root: RootId, why: DriveError): void {
    const tree = this.#trees.get(root);
    if (tree) this.#lose(tree, why);
  }

  seqOf(root: RootId): number | undefined {
    return this.#trees.get(root)?.seq;
  }

  close(root: RootId): void {
    this.#trees.delete(root);
  }

  async drained(): Promise<void> {
    while (this.#running) await this.#running;
  }

  end(): void {
    this.#isEnded = true;
    for (const tree of [...this.#due]) this.#lose(tree, new DriveError('store', 'the store was closed'));
  }

  async #run(): Promise<void> {
    while (this.#due.size > 0 && !this.#isEnded) await this.#store(this.#take());
    this.#running = undefined;
  }

  /** The next statement's records; a tree with more than fits moves to the end. */
  #take(): readonly { readonly tree: OpenTree; readonly append: TreeAppend }[] {
    const batch: { tree: OpenTree; append: TreeAppend }[] = [];
    let bytes = 0;
    for (const tree of [...this.#due]) {
      if (batch.length === MAX_TREES || (batch.length > 0 && bytes >= MAX_BYTES)) break;
      const count = partsThatFit(tree.parts, MAX_BYTES - bytes);
      const parts = tree.parts.splice(0, count);
      bytes += parts.reduce((sum, part) => sum + part.bytes, 0);
      this.#due.delete(tree);
      if (tree.parts.length > 0) this.#due.add(tree);
      const append: TreeAppend = {
        root: tree.root,
        epoch: tree.epoch,
        seq: tree.storedSeq,
        records: parts.flatMap(part => part.records),
        applied: parts.flatMap(part => part.applied),
        ...(tree.made && { made: tree.made }),
      };
      batch.push({ tree, append });
    }
    return batch;
  }

  /**
   * Stores one batch, as often as it takes: the same records with the same numbers, so that a repetition changes
   * nothing.
   */
  async #store(batch: readonly { readonly tree: OpenTree; readonly append: TreeAppend }[]): Promise<void> {
    const isWanted = () => !this.#isEnded && batch.some(({ tree }) => !tree.lost);
    for (let attempt = 1; isWanted(); attempt++) {
      try {
        const stored = await this.#options.port.append(batch.map(({ append }) => append));
        if (attempt > 1) this.#options.onAway(undefined);
        const missing = batch.filter(({ append }) => !stored.has(append.root));
        const places =
          missing.length > 0 ? await this.#options.port.places(missing.map(({ append }) => append.root)) : new Map();
        for (const { tree, append } of batch)
          this.#settle(tree, append, stored.has(append.root) || places.get(append.root));
        return;
      } catch (error) {
        if (!this.#options.isAway(error)) return this.#refuse(batch, error);
        this.#options.onAway(error);
        await this.#options.pause(attempt);
      }
    }
  }

  /**
   * `place`: true when it was stored now, else where the tree stands: there already when an earlier attempt got
   * through.
   */
  #settle(tree: OpenTree, append: TreeAppend, place: true | TreePlace | undefined): void {
    const seq = append.seq + append.records.length;
    if (place === true || (place?.epoch === append.epoch && place.seq === seq)) {
      tree.storedSeq = seq;
      tree.made = undefined;
      this.#options.onStored(tree.root, seq);
      for (const waiter of tree.waiting.splice(0)) {
        if (waiter.seq <= seq) waiter.resolve();
        else tree.waiting.push(waiter);
      }
      return;
    }
    this.#lose(tree, reasonOf(tree.root, append, place));
  }

  #refuse(batch: readonly { readonly tree: OpenTree }[], error: unknown): void {
    const message = errorMessage(error);
    for (const { tree } of batch) this.#lose(tree, new DriveError('store', `the store refuses it: ${message}`, error));
  }

  #lose(tree: OpenTree, why: DriveError): void {
    if (tree.lost) return;
    tree.lost = why;
    tree.parts = [];
    this.#due.delete(tree);
    for (const waiter of tree.waiting.splice(0)) waiter.reject(why);
    this.#options.onLost(tree.root, why);
  }
}

/** At least one part, whatever its size. */
function partsThatFit(parts: readonly Part[], room: number): number {
  let bytes = 0;
  const count = parts.findIndex((part, index) => {
    bytes += part.bytes;
    return index > 0 && bytes > room;
  });
  return count === -1 ? parts.length : count;
}

function reasonOf(root: RootId, append: TreeAppend, place: TreePlace | undefined): DriveError {
  if (place?.epoch === append.epoch && place.seq < append.seq)
    return new DriveError(
      'store',
      `the store lost records of ${root}: it holds ${place.seq}, and ${append.seq} were acknowledged; a standby without them may have been promoted`,
    );
  return takenByOther(root);
}

/** Why a tree is lost that another worker took. */
export function takenByOther(root: RootId): DriveError {
  return new DriveError('lock-lost', `another worker drives ${root} now`);
}
