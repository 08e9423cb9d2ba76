// The PostgreSQL server that the tests of one run share, whichever process of mocha they are in. A machine without
// PostgreSQL fails these tests; none is skipped.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { migrateStore } from '../../src/runtime.ts';
import { PORT_OF_THE_RUN } from './postgres-of-the-run.ts';
import { type ReachedPostgres, reachPostgres } from './postgres-server.ts';

/** The server, started when it is not yet. Throws with the reason when it cannot be. */
export async function sharedPostgres(): Promise<ReachedPostgres> {
  const said = await text(net.connect(Number(process.env[PORT_OF_THE_RUN]), '127.0.0.1'));
  if (!/^\d+$/.test(said)) throw new Error(said);
  return reachPostgres(Number(said));
}

/** The address of a schema that no other test uses; nothing is in it. */
export async function emptySchema(): Promise<string> {
  return (await sharedPostgres()).url(`t_${randomBytes(6).toString('hex')}`);
}

/** The address of a store that no other test uses; its tables are made. */
export async function emptyStore(): Promise<string> {
  const url = await emptySchema();
  assert.ok((await migrateStore(url)).ok);
  return url;
}
