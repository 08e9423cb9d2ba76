// Ownership of trees: one row per worker with a heartbeat, an owner and an epoch per tree. A dead worker is noticed in
// two ways: its session ends and frees an advisory lock (a killed process, at once), or its heartbeat is too old (a
// stopped process, a lost network). Only the server's clock decides.
import type { RootId } from '../../core/base/ids.ts';
import type { Query, Row } from './link.ts';
import { treesLocked } from './tree-locks.ts';

/** After so long without a heartbeat a worker's trees are free for others. */
export const LEASE_MS = 10_000;

export interface LeaseWorker {
  readonly id: string;
  /** For people: which process it is. */
  readonly name: string;
  /** Names of the workspaces whose trees it claims. */
  readonly serves: readonly string[];
  /** Trees that it drives at most. */
  readonly room: number;
  /** Of its advisory lock: 31 bits. */
  readonly lockKey: number;
}

/** A tree that was claimed. */
export interface Claim {
  readonly root: RootId;
  readonly rtws: string;
  readonly epoch: number;
  readonly seq: number;
  /** Times in a row that it was taken from a worker that was gone, without a generation ending in between. */
  readonly takeovers: number;
}

/** A released tree. */
export interface Release {
  readonly root: RootId;
  readonly epoch: number;
  /** In how many milliseconds it has work: 0 means at once. Absent: after the next message. */
  readonly dueInMs?: number;
}

/** The two numbers of a session's advisory lock; the first is the schema's. */
const lockClass = `(hashtext('dominds worker ' || current_schema()) & 2147483647)`;

/**
 * Workers whose heartbeat is young and whose session lasts. After the server itself was away, all count as alive for a
 * while, so that each can come back. $1: times in milliseconds.
 */
const aliveWorkers = `
alive as (
  select w.id from worker w
  where pg_postmaster_start_time() > now() - ($1::int[])[2] * interval '1 ms'
    or (w.beat > now() - ($1::int[])[1] * interval '1 ms' and ($2 or exists (
      select from pg_locks l where l.locktype = 'advisory' and l.objsubid = 2 and l.granted
        and l.database = (select oid from pg_database where datname = current_database())
        and l.classid = ${lockClass}::oid and l.objid = w.lock_key::oid))))`;

/** How long a worker is waited for, in milliseconds. */
export interface LeasePatience {
  /** Since its last heartbeat. */
  readonly lease: number;
  /** Since the start of the server. */
  readonly grace: number;
}

export const usualPatience: LeasePatience = { lease: LEASE_MS, grace: LEASE_MS };

/** Registers a worker for this session. Its trees from before are its own again. */
export async function join(query: Query, { id, name, serves, room, lockKey }: LeaseWorker): Promise<void> {
  await query(
    `insert into worker (id, name, serves, room, lock_key) values ($1, $2, $3, $4, $5)
     on conflict (id) do update set beat = now(), serves = excluded.serves`,
    [id, name, serves, room, lockKey],
  );
  // The server may still hold the session of a connection that broke: that one has the lock until it is noticed.
  await query(`select pg_try_advisory_lock(${lockClass}, $1)`, [lockKey]);
}

/** Renews a worker's heartbeat. False when its row is gone: it was considered dead and removed. */
export async function beat(query: Query, { id, lockKey }: LeaseWorker): Promise<boolean> {
  const rows = await query(
    `update worker set beat = now() where id = $1
     returning (select pg_try_advisory_lock(${lockClass}, $2) where not exists (
       select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and objid = $2::int::oid)) as locked`,
    [id, lockKey],
  );
  return rows.length > 0;
}

/** Those of a worker's trees that are no longer under its epoch: others took them, or they were deleted. */
export async function lostTrees(
  query: Query,
  held: readonly { readonly root: RootId; readonly epoch: number }[],
): Promise<readonly RootId[]> {
  const rows = await query<{ root: RootId }>(
    `select h.root from unnest($1::text[], $2::bigint[]) h (root, epoch) left join tree t using (root)
     where t.epoch is distinct from h.epoch`,
    [held.map(({ root }) => root), held.map(({ epoch }) => epoch)],
  );
  return rows.map(({ root }) => root);
}

/** Workers that live now: all, or those that serve a workspace or drive trees of it. */
export async function liveWorkers(
  query: Query,
  servedName?: string,
): Promise<readonly { id: string; name: string; serves: readonly string[]; room: number; trees: number }[]> {
  const rows = await query<{ id: string; name: string; serves: string[]; room: number; trees: string }>(
    `with ${aliveWorkers}
     select w.id, w.name, w.serves, w.room, (select count(*) from tree t where t.owner = w.id) as trees
     from worker w join alive using (id) where $3::text is null or $3 = any(w.serves)
       or exists (select from tree t where t.owner = w.id and t.rtws = $3) order by w.name, w.id`,
    [timesOf(usualPatience), false, servedName ?? null],
  );
  return rows.map(row => ({ ...row, trees: Number(row.trees) }));
}

/**
 * A tree's progress, and whether it is active: a worker drives it, or one is about to, since it has work. `undefined`
 * when there is no such tree.
 */
export async function placeOfLease(
  query: Query,
  root: RootId,
): Promise<{ readonly mark: string; readonly isUnderWay: boolean } | undefined> {
  const [row] = await query<{ mark: string; busy: boolean }>(
    `with ${aliveWorkers}
     select t.epoch || ' ' || t.seq as mark, coalesce(t.due_at <= now(), false) or exists (select from alive where id = t.owner) as busy
     from tree t where t.root = $3`,
    [timesOf(usualPatience), false, root],
  );
  return row && { mark: row.mark, isUnderWay: row.busy };
}

/** True if a process that lives and is not this worker drives a tree. */
export async function isDrivenByOther(query: Query, root: RootId, worker: Pick<LeaseWorker, 'id'>): Promise<boolean> {
  const rows = await query(
    `with ${aliveWorkers} select from tree t join alive on alive.id = t.owner where t.root = $3 and t.owner <> $4`,
    [timesOf(usualPatience), false, root, worker.id],
  );
  return rows.length > 0;
}

// Its own tree, claimed again, was not driven in between: it lost no worker.
const claimed = `
update tree t set owner = $3, epoch = t.epoch + 1,
  takeovers = case when free.owner is null then 0 when free.owner = $3 then t.takeovers else t.takeovers + 1 end
from free where t.root = free.root
returning t.root, t.rtws, t.epoch, t.seq, t.takeovers`;

/** A tree is free when it has no owner, when its owner is gone, or when the answer to our own claim got lost. */
const isFree = `(t.owner is null or (t.owner = $3 and t.root <> all($4)) or (t.owner <> $3 and t.owner not in (select id from alive)))`;

export interface Claiming {
  readonly worker: LeaseWorker;
  /** Trees that it holds. */
  readonly held: readonly RootId[];
  /**
   * True if workers whose session ended count as gone at once. Not right after our own connection broke: theirs may
   * have broken too.
   */
  readonly judges: boolean;
  readonly patience: LeasePatience;
}

/**
 * Claims trees that have something to do, or for which an intent waits, those that wait longest first; and whatever a
 * worker left that is gone: it may have died between two of the statements with which it let the tree go.
 */
export async function claimDue(
  query: Query,
  claiming: Claiming & { readonly room: number },
): Promise<readonly Claim[]> {
  const { worker, held, judges, room, patience } = claiming;
  const rows = await query(
    `with ${aliveWorkers},
     due as (
       select root from tree where due_at <= now() and rtws = any($5)
       union select root from tree where owner <> $3 and owner not in (select id from alive) and rtws = any($5)
       union select t.root from intent i join tree t using (root) where i.applied is null and t.rtws = any($5)),
     free as (
       select t.root, t.owner from tree t join due using (root) where ${isFree}
       order by t.due_at nulls first limit $6 for update of t skip locked)
     ${claimed}`,
    [timesOf(patience), !judges, worker.id, held, worker.serves, room],
  );
  return rows.map(claimOf);
}

/** Claims one tree, whether or not it has work. `undefined` when another worker drives it or there is no such tree. */
export async function claimTree(query: Query, claiming: Claiming, root: RootId): Promise<Claim | undefined> {
  const { worker, held, judges, patience } = claiming;
  const [row] = await query(
    `with ${aliveWorkers}, free as (select t.root, t.owner from tree t where t.root = $5 and ${isFree} for update of t) ${claimed}`,
    [timesOf(patience), !judges, worker.id, held, root],
  );
  return row && claimOf(row);
}

/** Lets trees go: each is free from now on, or due at its time. Those that were lost meanwhile stay as they are. */
export async function releaseTrees(query: Query, { id }: LeaseWorker, releases: readonly Release[]): Promise<void> {
  await query(
    `with locked as (${treesLocked('t.root = any($2)')})
     update tree t set owner = null, takeovers = 0, changed = clock_timestamp(),
       due_at = now() + r.due * interval '1 ms'
     from unnest($2::text[], $3::bigint[], $4::float8[]) r (root, epoch, due) join locked using (root)
     where t.root = r.root and t.epoch = r.epoch and t.owner = $1`,
    [
      id,
      releases.map(({ root }) => root),
      releases.map(({ epoch }) => epoch),
      releases.map(({ dueInMs }) => dueInMs ?? null),
    ],
  );
}

/** Frees what a worker owns without knowing it: the answer to a claim got lost, or a release did not arrive. */
export async function releaseUnknown(query: Query, { id }: LeaseWorker, held: readonly RootId[]): Promise<void> {
  await query(
    `with locked as (${treesLocked('t.owner = $1 and t.root <> all($2)')})
     update tree t set owner = null, changed = clock_timestamp() from locked where t.root = locked.root`,
    [id, held],
  );
}

/** Ends a worker: what it still owns is free and due at once. */
export async function leaveLease(query: Query, { id }: LeaseWorker): Promise<void> {
  await query(
    `with locked as (${treesLocked('t.owner = $1')})
     update tree t set owner = null, due_at = now(), changed = clock_timestamp()
     from locked where t.root = locked.root`,
    [id],
  );
  await query('delete from worker where id = $1', [id]);
}

/** Removes rows of workers that were gone for a day. */
export async function forgetOldWorkers(query: Query): Promise<void> {
  await query(
    `delete from worker w where beat < now() - interval '1 day' and not exists (select from tree where owner = w.id)`,
  );
}

function claimOf({ root, rtws, epoch, seq, takeovers }: Row): Claim {
  return {
    root: root as RootId,
    rtws: String(rtws),
    epoch: Number(epoch),
    seq: Number(seq),
    takeovers: Number(takeovers),
  };
}

function timesOf({ lease, grace }: LeasePatience): readonly number[] {
  return [lease, grace];
}
