// The storage of one workspace in a PostgreSQL store. Several processes may hold a lease: each writes the trees that it
// has claimed, and no other.
import * as os from 'node:os';
import type { After } from '../../core/base/after.ts';
import type { DialogId, RootId } from '../../core/base/ids.ts';
import { errorMessage } from '../../core/base/thrown.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { Status } from '../../core/dialog/state.ts';
import { excerptOf, recordText } from '../../core/dialog/transcript/record-text.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import { DriveError, type Outcome, refuse } from '../../core/facts/trouble.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { splitLine } from '../files/courses/writer-mark.ts';
import type { Fault, TreesToCheck } from '../health.ts';
import type { Passed, Shared, SharedSleepers } from '../shared-storage.ts';
import type {
  FoundDialog,
  Lease,
  LeaseHolder,
  NoticeLog,
  OpenStorage,
  ScheduleLog,
  SharedStorage,
  StorageRole,
} from '../storage.ts';
import { parseStoreAddress } from './address.ts';
import { refusedWhenAway, removeRoot } from './admin.ts';
import { checkStore } from './check-store.ts';
import { PgDialogs } from './dialogs.ts';
import { PgFollowing } from './following.ts';
import { isDrivenByOther, type LeasePatience, liveWorkers } from './leases.ts';
import { PgMailbox } from './mailbox.ts';
import { checkSchema } from './migrate.ts';
import { noticesOf, secretOf } from './notices.ts';
import { openPauses, type SharedPauses } from './pauses.ts';
import { PgRoots } from './roots.ts';
import { schedulesOf } from './schedules.ts';
import { Session } from './session.ts';
import { sleepersOf } from './sleepers.ts';

export interface PostgresOptions {
  readonly url: string;
  readonly password?: () => Promise<string | undefined>;
  /** The name of the workspace. */
  readonly rtws: string;
  /** Whether this process claims waiting trees of the workspace, and how many at most. */
  readonly room?: number;
  /** This process drives although workers serve the workspace. */
  readonly besideWorkers: boolean;
  readonly newId: () => string;
  readonly after: After;
  /** Milliseconds that only grow. */
  readonly elapsed: () => number;
  readonly patience?: LeasePatience;
}

/** Several fit into a lease. */
const BEAT_MS = 2_000;
/**
 * How long an end waits for a store that is away, in milliseconds: first for records, then for what else there is to
 * say.
 */
const END_MS = 4_000;
/** Passing events are gathered for so long. */
const PASSING_GATHER_MS = 40;
/** How long a watcher still counts after it watched a tree. */
const WATCHED_MS = 25_000;

/** Opens the storage of a workspace; refused when the store cannot be reached, or its tables are missing or newer. */
export async function openPostgresStorage(options: PostgresOptions): Promise<Outcome<{ storage: SharedStorage }>> {
  const parsed = parseStoreAddress(options.url);
  if (!parsed.ok) return parsed;
  const { address } = parsed;
  const { password, newId, after, elapsed, patience, room = 0, rtws } = options;
  const session = new Session({
    address,
    ...(password && { password }),
    worker: {
      id: newId(),
      name: `${os.hostname()}:${process.pid}`,
      serves: room > 0 ? [rtws] : [],
      room,
      lockKey: Math.floor(Math.random() * 0x7fffffff),
    },
    after,
    elapsed,
    ...(patience && { patience }),
  });
  const storage = new PgStorage(session, options);
  const ready = await refusedWhenAway(async () => {
    const checked = await checkSchema(session.query, address.schema);
    if (checked.ok) await storage.lookForWorkers();
    return checked;
  }, address);
  if (ready.ok) return { ok: true, storage };
  await session.close(0);
  return ready;
}

class PgStorage implements SharedStorage {
  readonly problems: FileProblem[] = [];
  readonly notices: NoticeLog;
  readonly schedules: ScheduleLog;
  readonly noticeSecret: () => Promise<string | undefined>;
  readonly #session: Session;
  readonly #options: PostgresOptions;
  #workers: readonly { readonly id: string; readonly name: string; readonly serves: readonly string[] }[] = [];
  #lookedForWorkersAt = Number.NEGATIVE_INFINITY;
  readonly #pauses: SharedPauses;
  readonly #sleepers: SharedSleepers;
  readonly #watchedAt = new Map<RootId, number>();
  #passing: object[] = [];
  /** Of the present opening. */
  #dialogs: PgDialogs | undefined;
  #mailbox: PgMailbox | undefined;

  constructor(session: Session, options: PostgresOptions) {
    this.#session = session;
    this.#options = options;
    this.#pauses = openPauses(session);
    this.#sleepers = sleepersOf(session, options.rtws);
    this.notices = noticesOf(session.query, options.rtws);
    this.schedules = schedulesOf(session.query, options.rtws);
    this.noticeSecret = secretOf(session.query);
    session.onBell(bell => {
      if (bell.kind === 'watched') this.#watchedAt.set(bell.root, options.elapsed());
    });
  }

  async acquire(token: string): Promise<Outcome<{ lease: Lease }>> {
    await this.lookForWorkers();
    if (!this.#options.besideWorkers && this.shared.isServed()) return refuse('driven-by-other');
    const joined = await refusedWhenAway(async () => {
      await this.#session.join();
      await this.#pauses.look();
      return { ok: true };
    }, this.#session.options.address);
    if (!joined.ok) return joined;
    let isReleased = false;
    const lease: Lease = {
      token,
      beatMs: BEAT_MS,
      isHeld: () => !isReleased,
      beat: async () => {
        try {
          await this.#session.beat();
          await this.lookForWorkers();
        } catch {
          // The store is away, which it says by itself; the lease may last.
        }
        return true;
      },
      release: async () => {
        isReleased = true;
      },
    };
    return { ok: true, lease };
  }

  holder(): LeaseHolder | undefined {
    const other = this.#workers.find(({ id }) => id !== this.#session.worker.id);
    if (!other) return undefined;
    const [host = '', pid = '0'] = other.name.split(':');
    return { pid: Number(pid), host, token: other.id };
  }

  async open(as: StorageRole): Promise<OpenStorage> {
    const { rtws } = this.#options;
    const session = this.#session;
    const roots = new PgRoots(session, rtws);
    await roots.look('thorough');
    roots.refresh();
    const mailbox = new PgMailbox(session, rtws, as.kind === 'writer' ? as.lease.token : '');
    const dialogs = new PgDialogs({
      session,
      rtws,
      isHandedOver: msgId => mailbox.isWaiting(msgId),
      dueInMs: root => roots.dueInMs(root),
      readOnly: as.kind === 'reader',
      onStatus: (root, status) => roots.setStatus(root, status),
      flushLines: () => roots.flush(),
    });
    if (as.kind === 'writer') {
      this.#dialogs = dialogs;
      this.#mailbox = mailbox;
    }
    const stopTelling = session.onLost((root, why) => {
      if (as.kind === 'writer') as.onTreeLost?.(root, why);
      // Unstored records are not news.
      void roots.readAgain(root).catch(() => {});
    });
    return {
      dialogs,
      roots,
      handover: mailbox,
      problems: this.problems,
      follow: onEvent => new PgFollowing({ session, roots, mailbox, onEvent, beforeLook: () => this.lookForWorkers() }),
      watchHandover: onEvent => watchHandover(session, mailbox, onEvent),
      remove: root => this.#remove(root, roots),
      async close() {
        await roots.flush().catch(() => {});
        if (as.kind === 'writer') for (const root of session.held.keys()) dialogs.forget(root);
        await dialogs.left();
        stopTelling();
      },
    };
  }

  async *search(query: string, signal: AbortSignal): AsyncGenerator<FoundDialog> {
    if (query.trim() === '') return;
    const rows = await this.#session.query<{ root: RootId; status: Status }>(
      `select root, status from tree where rtws = $1
       order by case status when 'running' then 0 when 'completed' then 1 else 2 end, root desc`,
      [this.#options.rtws],
    );
    for (const { root, status } of rows) {
      if (signal.aborted) return;
      yield* await this.#searchRoot(root, status, query.trim());
    }
  }

  async sizes(roots: readonly Pick<RootSummary, 'rootId'>[]): Promise<ReadonlyMap<RootId, number>> {
    const rows = await this.#session.query<{ root: RootId; bytes: string }>(
      `select root, sum(bytes) as bytes from (
         select root, octet_length(body) as bytes from record where root = any($1)
         union all select root, octet_length(bytes) from blob where root = any($1)) each group by root`,
      [roots.map(({ rootId }) => rootId)],
    );
    const found = new Map(rows.map(({ root, bytes }) => [root, Number(bytes)]));
    return new Map(roots.map(({ rootId }) => [rootId, found.get(rootId) ?? 0]));
  }

  readonly check = (trees: TreesToCheck): Promise<readonly Fault[]> =>
    checkStore(this.#session.query, this.#options.rtws, trees);

  close(): Promise<void> {
    this.#pauses.close();
    return this.#session.close(END_MS);
  }

  /** The workers that serve this workspace or drive its trees; refreshed at most once a second. */
  async lookForWorkers(): Promise<void> {
    const now = this.#options.elapsed();
    if (now - this.#lookedForWorkersAt < 1_000) return;
    this.#lookedForWorkersAt = now;
    this.#workers = await liveWorkers(this.#session.query, this.#options.rtws);
  }

  readonly shared: Shared = {
    claimDue: async room => {
      const claims = await this.#session.claimDue(room);
      return claims.map(({ root, takeovers }) => ({ rootId: root, takeovers }));
    },
    held: () => [...this.#session.held.keys()],
    isDrivenByOther: rootId => isDrivenByOther(this.#session.query, rootId, this.#session.worker),
    sleeping: among => this.#sleepers.sleeping(among),
    statusesOf: rootIds => this.#sleepers.statusesOf(rootIds),
    callDue: rootIds => this.#sleepers.callDue(rootIds),
    letGo: async (rootId, how) => this.#dialogs?.letGo(rootId, how),
    giveUpSoon: () => this.#options.after(END_MS, () => this.#session.giveUp()),
    hasIntents: rootId => this.#mailbox?.hasFor(rootId) === true,
    onDue: listener => {
      const ends = [
        this.#session.onBell(bell => {
          if (bell.kind === 'due' || bell.kind === 'said') listener();
        }),
        this.#session.onConnected(listener),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    onAway: listener => this.#session.onAway(listener),
    onLapsed: listener => this.#session.onLapsed(listener),
    pauses: {
      begin: (...pause) => this.#pauses.begin(...pause),
      of: providerId => this.#pauses.of(providerId),
    },
    isServed: () =>
      this.#workers.some(({ id, serves }) => id !== this.#session.worker.id && serves.includes(this.#options.rtws)),
    pass: (rootId, event) => this.#pass(rootId, event),
    onPassing: listener =>
      this.#session.onBell(bell => {
        if (bell.kind !== 'passing') return;
        for (const event of JSON.parse(bell.json) as Passed[]) listener(event);
      }),
    onWatched: listener => this.#session.onBell(bell => bell.kind === 'joined' && listener(bell.root)),
  };

  #pass(rootId: RootId, event: object): void {
    if (this.#options.elapsed() - (this.#watchedAt.get(rootId) ?? Number.NEGATIVE_INFINITY) > WATCHED_MS) return;
    this.#passing.push(event);
    if (this.#passing.length > 1) return;
    this.#options.after(PASSING_GATHER_MS, () => {
      const events = this.#passing;
      this.#passing = [];
      for (const json of piecesOf(events)) this.#session.bell.ring({ kind: 'passing', json });
    });
  }

  async #remove(root: RootId, roots: PgRoots): Promise<void> {
    try {
      await removeRoot(this.#session.query, root);
      roots.drop(root);
    } catch (error) {
      throw new DriveError('store', errorMessage(error), error);
    }
  }

  async #searchRoot(root: RootId, status: Status, query: string): Promise<readonly FoundDialog[]> {
    // The text as it appears in a JSON line: a line without it needs no parsing.
    const written = JSON.stringify(query)
      .slice(1, -1)
      .replace(/[\\%_]/g, each => `\\${each}`);
    const rows = await this.#session.query<{ dialog: DialogId; course: number; body: string }>(
      `select dialog, course, body from record where root = $1 and body ilike $2 order by dialog, course desc, seq`,
      [root, `%${written}%`],
    );
    const found = new Map<DialogId, FoundDialog>();
    for (const { dialog, course, body } of rows) {
      if (found.has(dialog)) continue;
      const record = JSON.parse(splitLine(body).json) as CourseRecord;
      const excerpt = excerptOf(recordText(record), query);
      if (excerpt === undefined) continue;
      found.set(dialog, { dialog: { rootId: root, selfId: dialog }, status, course, at: record.at, excerpt });
    }
    const first = found.get(root as string as DialogId);
    return [...(first ? [first] : []), ...[...found.values()].filter(each => each !== first)];
  }
}

/** Waiting intents are read when a notification arrives, and when a tree was claimed. */
function watchHandover(session: Session, mailbox: PgMailbox, onEvent: () => void): { renew(): void; close(): void } {
  let isReading = false;
  let readsAgain = false;
  const read = async () => {
    readsAgain = isReading;
    if (isReading) return;
    isReading = true;
    try {
      if (await mailbox.fetch()) onEvent();
    } catch {
      // The store is away: the next heartbeat looks again.
    } finally {
      isReading = false;
    }
    if (readsAgain) void read();
  };
  const ends = [
    session.onBell(bell => {
      if (bell.kind === 'said' && session.held.has(bell.root)) void read();
    }),
    session.onConnected(() => void read()),
    session.onClaimed(() => void read()),
    session.onBeat(() => void read()),
  ];
  void read();
  return {
    // Each heartbeat looks again.
    renew() {},
    close() {
      for (const end of ends) end();
    },
  };
}

/** JSON lists of events, each short enough for a notification. */
function piecesOf(events: readonly object[]): readonly string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let bytes = 0;
  for (const event of events) {
    const json = JSON.stringify(event);
    const size = Buffer.byteLength(json) + 1;
    if (piece.length > 0 && bytes + size > MAX_PIECE_BYTES) {
      pieces.push(`[${piece.join(',')}]`);
      piece = [];
      bytes = 0;
    }
    piece.push(json);
    bytes += size;
  }
  return piece.length > 0 ? [...pieces, `[${piece.join(',')}]`] : pieces;
}

const MAX_PIECE_BYTES = 7_000;
