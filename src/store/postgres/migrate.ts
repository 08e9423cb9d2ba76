// Makes and updates the tables of a store: only when a person asks for it (`dominds store migrate`), one process at a
// time.
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import { quotedSchema } from './address.ts';
import { isAway, type Query } from './link.ts';
import { type Migration, migrations, SCHEMA_VERSION } from './migrations.ts';

/** The oldest PostgreSQL that is supported, as the server numbers itself. */
const OLDEST_SERVER = 150_000;

/** The result of a migration. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
  readonly applied: readonly string[];
}

/** Brings a schema to the version of this program; makes it when there is none. Changes nothing when it fails. */
export async function migrateSchema(query: Query, schema: string): Promise<Outcome<{ migrated: Migrated }>> {
  const [server] = await query<{ number: number; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_encoding') as encoding`,
  );
  if ((server?.number ?? 0) < OLDEST_SERVER) return refuse('store-server-old');
  if (server && server.encoding !== 'UTF8') return refuse('store-encoding', { encoding: server.encoding });
  await query('begin');
  try {
    await query('select pg_advisory_xact_lock(hashtext($1))', [`dominds migrate ${schema}`]);
    await query(`create schema if not exists ${quotedSchema(schema)}`);
    await query(`create table if not exists ${quotedSchema(schema)}.schema_version (version int not null)`);
    const from = await versionOf(query, schema);
    if (from > SCHEMA_VERSION) {
      await query('rollback');
      return refuse('store-newer', { version: from, known: SCHEMA_VERSION });
    }
    const due = migrations.filter(({ version }) => version > from);
    for (const migration of due) await apply(query, schema, migration);
    await query('commit');
    return { ok: true, migrated: { from, to: SCHEMA_VERSION, applied: due.map(({ title }) => title) } };
  } catch (error) {
    await query('rollback').catch(() => {});
    throw error;
  }
}

/** Refused when the tables are missing, older or newer than this program. */
export async function checkSchema(query: Query, schema: string): Promise<Outcome<object>> {
  try {
    const version = await versionOf(query, schema);
    if (version > SCHEMA_VERSION) return refuse('store-newer', { version, known: SCHEMA_VERSION });
    if (version < SCHEMA_VERSION) return refuse('store-not-migrated', { version });
    return { ok: true };
  } catch (error) {
    if (isAway(error) || !isMissingTable(error)) throw error;
    return refuse('store-not-migrated', { version: 0 });
  }
}

/** The version of the tables; 0 where none was applied. */
export async function versionOf(query: Query, schema: string): Promise<number> {
  const [row] = await query<{ version: number }>(`select version from ${quotedSchema(schema)}.schema_version`);
  return row?.version ?? 0;
}

async function apply(query: Query, schema: string, { version, sql }: Migration): Promise<void> {
  await query(`set local search_path to ${quotedSchema(schema)}`);
  await query(sql(quotedSchema(schema)));
  await query('delete from schema_version');
  await query('insert into schema_version values ($1)', [version]);
}

function isMissingTable(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '42P01' || code === '3F000';
}
