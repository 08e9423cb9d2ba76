// The list of roots of one workspace: one line per root, in memory as in the store. A driving process stores the lines
// of its trees soon after they change; every process reads the changes of others.
import { isDeepStrictEqual } from 'node:util';
import type { RootId } from '../../core/base/ids.ts';
import type { Status } from '../../core/dialog/state.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import { parseSummary } from '../root-line.ts';
import type { RootsIndex } from '../storage.ts';
import type { Query } from './link.ts';
import { newestLines } from './read-trees.ts';
import type { Session } from './session.ts';
import { dueInMs, summaryOfLines, watchesOf } from './summaries.ts';
import { treesLocked } from './tree-locks.ts';

/** Lines of a moment are stored together. */
const GATHER_MS = 20;
/** How far back a look goes behind the one before it, in milliseconds: a statement becomes visible when it commits. */
const OVERLAP_MS = { usual: 2_000, thorough: 30_000 };

/** The line of a root as it is stored; `undefined` when none is that can be read. */
export async function storedLine(query: Query, root: RootId): Promise<RootSummary | undefined> {
  const [row] = await query<TreeRow>(`${treeRows} where root = $1`, [root]);
  const summary = row && parseSummary(row.summary);
  return summary && { ...summary, status: row.status, needsDrive: row.due };
}

type TreeRow = {
  readonly root: RootId;
  readonly status: Status;
  readonly summary: string | null;
  readonly due: boolean;
};

const treeRows = 'select root, status, summary, coalesce(due_at <= now(), false) as due from tree';

/** A line to be stored, as of record `seq` of its tree. */
interface Line {
  readonly summary: RootSummary;
  readonly seq: number;
  readonly epoch: number;
}

export class PgRoots implements RootsIndex {
  readonly #session: Session;
  readonly #rtws: string;
  readonly #summaries = new Map<RootId, RootSummary>();
  /** Changed lines that no caller has read yet. */
  #changed = new Map<RootId, RootSummary | undefined>();
  /** Lines that are not stored, with the number of their tree's newest record when they were made. */
  readonly #unstored = new Map<RootId, number>();
  #lastFlush: Promise<unknown> = Promise.resolve();
  #isPlanned = false;
  /** The server's time of the last look. */
  #lookedAt: Date | undefined;

  constructor(session: Session, rtws: string) {
    this.#session = session;
    this.#rtws = rtws;
  }

  get summaries(): ReadonlyMap<RootId, RootSummary> {
    return this.#summaries;
  }

  put(...summaries: readonly RootSummary[]): void {
    for (const summary of summaries) {
      this.#summaries.set(summary.rootId, summary);
      this.#unstored.set(summary.rootId, this.#session.queue.seqOf(summary.rootId) ?? 0);
    }
    this.#plan();
  }

  drop(rootId: RootId): void {
    this.#summaries.delete(rootId);
    this.#unstored.delete(rootId);
  }

  refresh(): ReadonlyMap<RootId, RootSummary | undefined> {
    const changed = this.#changed;
    this.#changed = new Map();
    return changed;
  }

  begin(): boolean {
    return true;
  }

  /** A tree has a new status, which its line will say. */
  setStatus(rootId: RootId, status: Status): void {
    const line = this.#summaries.get(rootId);
    if (line && line.status !== status) this.put({ ...line, status });
  }

  /** In how many milliseconds a tree has work, as its line says: 0 means now. `undefined`: after the next message. */
  dueInMs(rootId: RootId): number | undefined {
    const line = this.#summaries.get(rootId);
    return line && dueInMs(line, Date.now());
  }

  /**
   * Resolves when every line of before is stored, by this call or one before it. Rejects like a query; they are stored
   * with the next ones then.
   */
  flush(): Promise<void> {
    const flush = this.#lastFlush.then(() => this.#storeWaiting());
    this.#lastFlush = flush.catch(() => {});
    return flush;
  }

  async #storeWaiting(): Promise<void> {
    const lines = [...this.#unstored].flatMap(([rootId, seq]) => {
      const summary = this.#summaries.get(rootId);
      const held = this.#session.held.get(rootId);
      return summary && held ? [{ summary, seq, epoch: held.epoch }] : [];
    });
    this.#unstored.clear();
    if (lines.length > 0) await this.#store(lines);
  }

  /** Takes in what others stored since the last look; all of it at the first one, or when `thoroughly`. */
  async look(how: 'usual' | 'thorough'): Promise<void> {
    const { query } = this.#session;
    const since = this.#lookedAt && new Date(this.#lookedAt.getTime() - OVERLAP_MS[how]);
    const rows = await query<(TreeRow | { readonly root: null }) & { readonly now: Date }>(
      `select t.*, n.now from (select now() as now) n left join (
         ${treeRows} where rtws = $1 and ($2::timestamptz is null or changed > $2)) t on true`,
      [this.#rtws, since ?? null],
    );
    await this.#takeRows(rows.filter(row => row.root !== null));
    // What was not taken in is looked for again.
    this.#lookedAt = rows[0]?.now;
  }

  async #takeRows(rows: readonly TreeRow[]): Promise<void> {
    for (const { root, status, summary, due } of rows) {
      if (this.#unstored.has(root)) continue;
      const read = parseSummary(summary) ?? (await this.#summaryOf(root));
      if (read) this.#take({ ...read, status, needsDrive: due });
    }
  }

  /** The line of a tree that this process lost: as the store has it, or none. */
  async readAgain(rootId: RootId): Promise<void> {
    this.drop(rootId);
    await this.#takeRows(await this.#session.query<TreeRow>(`${treeRows} where root = $1`, [rootId]));
  }

  /** Roots that others deleted. */
  async lookForGone(): Promise<void> {
    const rows = await this.#session.query<{ root: RootId }>('select root from tree where rtws = $1', [this.#rtws]);
    const there = new Set(rows.map(({ root }) => root));
    for (const [rootId, before] of this.#summaries) {
      if (there.has(rootId) || this.#unstored.has(rootId)) continue;
      this.#summaries.delete(rootId);
      this.#changed.set(rootId, before);
    }
  }

  #take(summary: RootSummary): void {
    const before = this.#summaries.get(summary.rootId);
    if (isDeepStrictEqual(before, summary)) return;
    this.#summaries.set(summary.rootId, summary);
    if (!this.#changed.has(summary.rootId)) this.#changed.set(summary.rootId, before);
  }

  async #summaryOf(root: RootId): Promise<RootSummary | undefined> {
    return summaryOfLines(await newestLines(this.#session.query, root), root);
  }

  async #store(waiting: readonly Line[]): Promise<void> {
    // A line must not tell of records that are not there. That of a tree which was lost is another process's to write.
    const stored = await Promise.allSettled(waiting.map(({ summary }) => this.#session.queue.stored(summary.rootId)));
    const lines = waiting.filter((_, index) => stored[index]?.status === 'fulfilled');
    const roots = lines.map(({ summary }) => summary.rootId);
    try {
      await this.#session.query(
        `with locked as (${treesLocked('t.root = any($1)')})
         update tree t set summary = s.summary, status = s.status, changed = clock_timestamp(),
           due_at = case when s.due = 0 then least(t.due_at, now())
             when t.seq = s.seq then now() + s.due * interval '1 ms' else t.due_at end,
           watches = s.watches
         from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::float8[], $7::text[])
           s (root, epoch, status, summary, seq, due, watches) join locked using (root)
         where t.root = s.root and t.epoch = s.epoch`,
        [
          roots,
          lines.map(({ epoch }) => epoch),
          lines.map(({ summary }) => summary.status),
          lines.map(({ summary }) => JSON.stringify(summary)),
          lines.map(({ seq }) => seq),
          lines.map(({ summary }) => dueInMs(summary, Date.now()) ?? null),
          lines.map(({ summary }) => watchesOf(summary)),
        ],
      );
      for (const root of roots) this.#session.bell.ring({ kind: 'stored', root });
    } catch (error) {
      for (const { summary, seq } of lines)
        if (this.#session.held.has(summary.rootId) && !this.#unstored.has(summary.rootId))
          this.#unstored.set(summary.rootId, seq);
      throw error;
    }
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#session.options.after(GATHER_MS, () => {
      this.#isPlanned = false;
      this.flush().catch(() => {});
    });
  }
}
