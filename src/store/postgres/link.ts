// One PostgreSQL connection that reconnects: one statement at a time, in order. A lost connection fails the running
// statement, since its outcome is unknown; the next statement reconnects.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { isOfSystem } from '../../core/base/thrown.ts';
import { StoreAway, StoreRefused } from '../../core/facts/trouble.ts';
import { quotedSchema, type StoreAddress, shownAddress } from './address.ts';

/** A row as the server gives it; bigint comes as a string. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Runs a statement and gives its rows. Throws `StoreAway` when the server cannot be reached, `StoreRefused` when this
 * user or this database cannot be worked with, else the server's error.
 */
export type Query = <R extends Row = Row>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>;

export interface Link {
  readonly query: Query;
  /**
   * Number of times a connection was made: a greater number than before means that what belongs to a session is gone.
   */
  readonly sessions: number;
  close(): Promise<void>;
}

/**
 * What a connection is for. `anything`: each statement is planned for its values, as one that was planned when the
 * tables were empty would suit no full ones. `appends`: each statement is parsed and planned once a session, for any
 * values, by keys alone; that takes as long as the rest of a short append. `news`: its commits do not wait for the disk
 * of the server.
 */
export type Purpose = 'anything' | 'appends' | 'news';

export interface LinkOptions {
  readonly address: StoreAddress;
  /** `anything` when absent. */
  readonly purpose?: Purpose;
  /** Asked at each connection; absent or undefined: `PGPASSWORD` and `~/.pgpass` decide. */
  readonly password?: () => Promise<string | undefined>;
  /** Runs first in each session. */
  readonly prepare?: (query: Query) => Promise<void>;
  readonly onNotice?: (channel: string, payload: string) => void;
  /** The connection broke without being closed. */
  readonly onLost?: () => void;
  /** The server's name for this connection. */
  readonly name?: string;
}

/** After this time a server that does not answer counts as away. */
const TIMEOUT_MS = { connect: 5_000, statement: 20_000 };

/** Makes a link; the first statement connects. */
export function openLink(options: LinkOptions): Link {
  const named = options.purpose === 'appends' ? namesOf() : () => ({});
  let client: pg.Client | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let sessions = 0;
  let isClosed = false;
  const drop = (lost: pg.Client) => {
    if (client !== lost) return;
    client = undefined;
    void lost.end().catch(() => {});
    if (!isClosed) options.onLost?.();
  };
  const connect = async (): Promise<pg.Client> => {
    const made = await connectToPrimary(options);
    made.on('error', () => drop(made));
    made.on('end', () => drop(made));
    made.on('notification', ({ channel, payload = '' }) => options.onNotice?.(channel, payload));
    try {
      await options.prepare?.((text, values) => rowsOf(made, { text, values }));
    } catch (error) {
      void made.end().catch(() => {});
      throw error;
    }
    // Only now: a server that takes connections and refuses what prepares them was never there.
    client = made;
    sessions += 1;
    return made;
  };
  const run = async <R extends Row>(text: string, values?: readonly unknown[]): Promise<readonly R[]> => {
    let used: pg.Client | undefined;
    try {
      if (isClosed) throw new Error('the connection was closed');
      const at = client ?? (await connect());
      used = at;
      return await undisturbed(() => rowsOf<R>(at, { ...named(text), text, values }));
    } catch (error) {
      const store = shownAddress(options.address);
      if (error instanceof pg.DatabaseError && error.code !== undefined && refusedCodes.test(error.code))
        throw new StoreRefused(error, { store, code: error.code });
      if (!meansAway(error)) throw error;
      if (used) drop(used);
      throw new StoreAway(error, store);
    }
  };
  return {
    query<R extends Row>(text: string, values?: readonly unknown[]) {
      const result = last.then(() => run<R>(text, values));
      last = result.catch(() => {});
      return result;
    },
    get sessions() {
      return sessions;
    },
    async close() {
      isClosed = true;
      await last;
      await client?.end().catch(() => {});
      client = undefined;
    },
  };
}

/** Repeats a statement that the server rolled back, as a whole, because another one was in its way. */
async function undisturbed<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code !== undefined && inTheWay.has(error.code))) throw error;
    }
  }
}

/** Deadlock, and a row that changed at the same time. */
const inTheWay: ReadonlySet<string> = new Set(['40P01', '40001']);

async function rowsOf<R extends Row>(client: pg.Client, { values, ...statement }: Statement): Promise<readonly R[]> {
  const { rows } = await client.query<R>({ ...statement, ...(values && { values: values as unknown[] }) });
  return rows;
}

/** A statement with a name is parsed once a session. */
interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
}

/** A name for each text: short, since the server cuts long ones. */
function namesOf(): (text: string) => { readonly name: string } {
  const names = new Map<string, string>();
  return text => {
    const name = names.get(text) ?? `s${names.size + 1}`;
    names.set(text, name);
    return { name };
  };
}

const settings: Readonly<Record<Purpose, string>> = {
  anything: 'set plan_cache_mode to force_custom_plan',
  // A plan that was made for empty tables reads them by their keys, too.
  appends:
    'set plan_cache_mode to force_generic_plan; set enable_seqscan to off; set enable_mergejoin to off; set jit to off',
  news: 'set synchronous_commit to off',
};

/** Of several servers the first that takes writes. */
async function connectToPrimary(options: LinkOptions): Promise<pg.Client> {
  const { hosts, schema } = options.address;
  let failure: unknown = new Error('the address names no server');
  for (const place of hosts) {
    const client = new pg.Client({ ...(await clientConfig(options)), ...place });
    // A connection that ends while nobody listens would end the process; the statement that waits for it fails, and
    // says so.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`set search_path to ${quotedSchema(schema)}; ${settings[options.purpose ?? 'anything']}`);
      const [{ standby } = { standby: false }] =
        hosts.length > 1
          ? (await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')).rows
          : [];
      if (!standby) return client;
      failure = new Error(`${place.host} is a standby`);
      await client.end();
    } catch (error) {
      failure = error;
      void client.end().catch(() => {});
    }
  }
  throw failure;
}

async function clientConfig({ address, password, name = 'dominds' }: LinkOptions): Promise<pg.ClientConfig> {
  const secret = await password?.();
  const { user, database, tls, files } = address;
  return {
    database,
    ...(user !== undefined && { user }),
    ...(secret !== undefined && { password: secret }),
    ssl: tls === 'none' ? false : tlsOptions(files),
    application_name: name,
    connectionTimeoutMillis: TIMEOUT_MS.connect,
    query_timeout: TIMEOUT_MS.statement,
    keepAlive: true,
  };
}

function tlsOptions(files: StoreAddress['files']): pg.ClientConfig['ssl'] {
  const { PGSSLROOTCERT, PGSSLCERT, PGSSLKEY } = process.env;
  const textOf = (file: string | undefined) => (file === undefined ? undefined : readFileSync(file, 'utf8'));
  const [ca, cert, key] = [
    textOf(files.sslrootcert ?? PGSSLROOTCERT),
    textOf(files.sslcert ?? PGSSLCERT),
    textOf(files.sslkey ?? PGSSLKEY),
  ];
  return {
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  };
}

/** Classes of errors by which a server says that it is going away, starting, read only, or has no room. */
const awayCodes = /^(08|57P0|53|25006)/;
/**
 * Classes of errors of a user who may not connect or do this, of a database, schema or table that is not there, and of
 * damaged data and faulty disks.
 */
const refusedCodes = /^(28|3D|3F|42501|42P01|58|XX)/;
/** Messages of the client library for a lost connection; its errors have no code. */
const awayWords = /terminated|timeout|connection error|not queryable|was closed|is a standby/i;

/** True if what a link threw means that the server is unavailable, not that it refused the statement or this user. */
export function isAway(error: unknown): error is StoreAway {
  return error instanceof StoreAway;
}

/** True if the server could be reached and has no room on its disk. */
export function isFull({ cause }: StoreAway): boolean {
  return cause instanceof pg.DatabaseError && cause.code === '53100';
}

/** True if what was thrown at a connection means that the server is unavailable. */
function meansAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (error instanceof pg.DatabaseError) return typeof code === 'string' && awayCodes.test(code);
  if (error instanceof AggregateError) return error.errors.every(meansAway);
  return typeof code === 'string' ? isOfSystem(code) : awayWords.test(error.message);
}
