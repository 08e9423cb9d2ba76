// A PostgreSQL server for tests, with a data folder of its own, on the loopback address and a free port. The server
// refuses to run as root, so it runs as an unprivileged user then.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Child, run, start } from '../../scripts/child.ts';
import { ensurePostgres } from '../../scripts/ensure-postgres.ts';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';

/** What every process can do with a running server. */
export interface ReachedPostgres {
  readonly port: number;
  /** The address of a schema in it, without a password. */
  url(schema: string): string;
  /** Runs statements as the owner, one after another. */
  run(...statements: readonly string[]): Promise<void>;
}

/** A running server, for the process that started it. */
export interface PostgresServer extends ReachedPostgres {
  /** Id of the server's first process. */
  readonly pid: number;
  /** Ends the server at once, as a power cut does, and starts it again on the same data. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Whether a commit waits for the disk. */
  readonly durable?: boolean;
  /** Further settings, as `name=value`. */
  readonly settings?: readonly string[];
  /** Called with the data folder before the first start. */
  readonly prepare?: (data: string) => void;
  /** Makes a standby of another server instead of an empty one. */
  readonly standbyOf?: PostgresServer;
}

/** The person who owns every database of a test server. */
const OWNER = 'dominds';

/** Starts a server on an empty data folder. */
export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const bin = await ensurePostgres();
  const user = unprivilegedUser();
  const folder = await makeTempFolder('pg');
  if (user) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const as = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, ...user };
  const { standbyOf } = options;
  if (standbyOf) {
    const from = ['-h', '127.0.0.1', '-p', String(standbyOf.port), '-U', OWNER];
    await run(path.join(bin, 'pg_basebackup'), [...from, '-D', data, '-R', '-c', 'fast'], as);
  } else {
    await run(path.join(bin, 'initdb'), ['-D', data, '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--no-sync'], as);
  }
  options.prepare?.(data);
  const port = await freePort();
  let child: Child | undefined;
  const begin = async () => {
    const log = await open(path.join(folder, 'server.log'), 'a');
    child = start(path.join(bin, 'postgres'), [...argumentsOf(options, { data, folder, port })], {
      ...as,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.process.unref();
    await log.close();
    await untilReady(port, child);
  };
  const end = async (signal: NodeJS.Signals) => {
    const ended = child?.process;
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return;
    ended.ref();
    const gone = new Promise<void>(resolve => ended.once('exit', () => resolve()));
    ended.kill(signal);
    await gone;
  };
  await begin();
  return {
    ...reachPostgres(port),
    get pid() {
      return child?.process.pid ?? 0;
    },
    kill: () => end('SIGQUIT'),
    startAgain: begin,
    async stop() {
      await end('SIGINT');
      await removeTempFolder(folder);
    },
  };
}

/** Prepares a server that wants the password of this role; others get in without one. */
export function wantPasswordOf(role: string): (data: string) => void {
  return data => {
    const file = path.join(data, 'pg_hba.conf');
    writeFileSync(file, `host all ${role} 127.0.0.1/32 scram-sha-256\n${readFileSync(file, 'utf8')}`);
  };
}

/** The server that listens at a port of this machine. */
export function reachPostgres(port: number): ReachedPostgres {
  return {
    port,
    url: schema => `postgres://${OWNER}@127.0.0.1:${port}/postgres?schema=${schema}`,
    run: (...statements) => ask(port, ...statements),
  };
}

function argumentsOf(
  { durable = false, settings = [] }: ServerOptions,
  { data, folder, port }: { readonly data: string; readonly folder: string; readonly port: number },
): readonly string[] {
  const lasting = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const all = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'max_connections=300',
    'autovacuum_naptime=10s',
    ...lasting,
    ...settings,
  ];
  return ['-D', data, ...all.flatMap(setting => ['-c', setting])];
}

async function untilReady(port: number, { process: server }: Child): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the PostgreSQL server ended with ${server.exitCode}`);
    try {
      await ask(port, 'select 1');
      return;
    } catch {
      await wait(20);
    }
  }
}

async function ask(port: number, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: OWNER, database: 'postgres' });
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Debian's `postgres`, else `nobody`; none unless this process is root. */
function unprivilegedUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) };
    } catch {
      // There is no such user here.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user `postgres` or `nobody`');
}

/**
 * Not one of those that systems give to whoever asks for any: another test would get it until the server starts, or
 * while it is down.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const server = net.createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? false : Promise.reject(error)),
    );
    server.close();
    if (!isFree) continue;
    await once(server, 'close');
    return port;
  }
}
