// Operator commands for a store: create its tables, inspect it, copy it, prune it. Opened for one command.
import type { RootId } from '../../core/base/ids.ts';
import { errorCode, errorMessage, isSystemError } from '../../core/base/thrown.ts';
import { type Outcome, refuse, refuseOutside } from '../../core/facts/trouble.ts';
import type { Files } from '../disk-files.ts';
import { parseSummary } from '../root-line.ts';
import { parseStoreAddress, type StoreAddress, shownAddress } from './address.ts';
import { liveWorkers } from './leases.ts';
import { openLink, type Query } from './link.ts';
import { checkSchema, type Migrated, migrateSchema, versionOf } from './migrate.ts';
import { exportRoots, importRoots, type Transferred } from './transfer.ts';

export interface StoreAdmin {
  migrate(): Promise<Outcome<{ migrated: Migrated }>>;
  status(): Promise<Outcome<{ status: StoreStatus }>>;
  /** Copies the roots of a workspace, by its name, below a `.dialogs/` folder. */
  export(rtws: string, files: Files, folder: string): Promise<Outcome<{ transferred: Transferred }>>;
  import(rtws: string, files: Files, folder: string): Promise<Outcome<{ transferred: Transferred }>>;
  /** Deletes archived roots of a workspace whose last record is older than `before` (epoch milliseconds). */
  prune(rtws: string, before: number): Promise<Outcome<{ removed: readonly RootId[] }>>;
  close(): Promise<void>;
}

export interface StoreStatus {
  readonly version: number;
  /** Workers that live now, with the number of trees that each drives. */
  readonly workers: readonly {
    readonly id: string;
    readonly name: string;
    readonly serves: readonly string[];
    readonly trees: number;
  }[];
  /** Running roots: driven now; waiting for a message; with work and no driver. */
  readonly trees: { readonly running: number; readonly waiting: number; readonly due: number };
  /** Workspaces with trees that have something to do and no worker that serves them. */
  readonly unserved: readonly { readonly rtws: string; readonly trees: number }[];
}

/** Opens a store for an operator; refused when the address cannot be used. Connects at the first question. */
export function openStoreAdmin(
  url: string,
  password?: () => Promise<string | undefined>,
): Outcome<{ admin: StoreAdmin }> {
  const parsed = parseStoreAddress(url);
  if (!parsed.ok) return parsed;
  const { address } = parsed;
  const link = openLink({ address, ...(password && { password }), name: 'dominds store' });
  const { query } = link;
  const reached = <T>(work: () => Promise<Outcome<T>>) => refusedWhenAway(work, address);
  const checked = <T>(work: () => Promise<Outcome<T>>) =>
    reached(async () => {
      const ready = await checkSchema(query, address.schema);
      return ready.ok ? work() : ready;
    });
  return {
    ok: true,
    admin: {
      migrate: () => reached(() => migrateSchema(query, address.schema)),
      status: () => checked(async () => ({ ok: true, status: await statusOf(query, address.schema) })),
      export: (rtws, files, folder) =>
        checked(async () => ({ ok: true, transferred: await exportRoots(query, rtws, { files, folder }) })),
      import: (rtws, files, folder) =>
        checked(async () => ({ ok: true, transferred: await importRoots(query, rtws, { files, folder }) })),
      prune: (rtws, before) => checked(async () => ({ ok: true, removed: await prune(query, rtws, before) })),
      close: () => link.close(),
    },
  };
}

/** What the library says when it has no password to prove itself with. */
const wantsPassword = /^SASL: .*password must be a/;

/** What the library says of a server that speaks no TLS. */
const withoutTls = 'The server does not support SSL connections';

/** The server's code for a database that it does not have. */
const NO_DATABASE = '3D000';

/** The message for a server that cannot be reached, that has no such database, or that refuses this user. */
export async function refusedWhenAway<T>(work: () => Promise<Outcome<T>>, address: StoreAddress): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    const reason = errorMessage(error);
    const shown = shownAddress(address);
    if (errorCode(error) === NO_DATABASE)
      return refuse('store-no-database', { store: shown, database: address.database });
    if (wantsPassword.test(reason)) return refuse('store-wants-password', { store: shown });
    if (reason === withoutTls) return refuse('store-without-tls', { store: shown });
    const refused = refuseOutside(error);
    if (refused) return refused;
    // Of a folder that is copied.
    if (isSystemError(error)) return refuse('disk-refused', { reason });
    return refuse('store-refused', { store: shown, reason });
  }
}

async function statusOf(query: Query, schema: string): Promise<StoreStatus> {
  const workers = await liveWorkers(query);
  const alive = workers.map(({ id }) => id);
  const [counts] = await query<{ running: string; waiting: string; due: string }>(
    `select count(*) filter (where owner = any($1)) as running,
       count(*) filter (where (owner is null or owner <> all($1)) and coalesce(due_at > now(), true)) as waiting,
       count(*) filter (where (owner is null or owner <> all($1)) and due_at <= now()) as due
     from tree where status = 'running'`,
    [alive],
  );
  const served = [...new Set(workers.flatMap(({ serves }) => serves))];
  const unserved = await query<{ rtws: string; trees: string }>(
    `select rtws, count(*) as trees from tree
     where due_at <= now() and (owner is null or owner <> all($1)) and rtws <> all($2) group by rtws order by rtws`,
    [alive, served],
  );
  return {
    version: await versionOf(query, schema),
    workers: workers.map(({ id, name, serves, trees }) => ({ id, name, serves, trees })),
    trees: { running: Number(counts?.running), waiting: Number(counts?.waiting), due: Number(counts?.due) },
    unserved: unserved.map(({ rtws, trees }) => ({ rtws, trees: Number(trees) })),
  };
}

async function prune(query: Query, rtws: string, before: number): Promise<readonly RootId[]> {
  const rows = await query<{ root: RootId; summary: string | null }>(
    `select root, summary from tree where rtws = $1 and status = 'archived' order by root`,
    [rtws],
  );
  const old = rows.filter(({ summary }) => {
    const lastModified = parseSummary(summary)?.lastModified;
    return lastModified !== undefined && Date.parse(lastModified) < before;
  });
  for (const { root } of old) await removeRoot(query, root);
  return old.map(({ root }) => root);
}

/** Deletes a root for good. */
export async function removeRoot(query: Query, root: RootId): Promise<void> {
  await query(
    `with t as (delete from tree where root = $1), r as (delete from record where root = $1),
       c as (delete from course where root = $1), i as (delete from intent where root = $1)
     delete from blob where root = $1`,
    [root],
  );
}
