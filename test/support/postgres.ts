// The PostgreSQL server that the tests of one run share: started by the first test that needs it, stopped after the last one.
// A machine without PostgreSQL fails these tests; none is skipped.
import { randomBytes } from 'node:crypto';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let running: Promise<PostgresServer> | undefined;

after(async () => {
  await (await running)?.stop();
});

/** The server, started when it is not yet. */
export function sharedPostgres(): Promise<PostgresServer> {
  running ??= startPostgres();
  return running;
}

/** The address of a schema that no other test uses; nothing is in it. */
export async function emptySchema(): Promise<string> {
  return (await sharedPostgres()).url(`t_${randomBytes(6).toString('hex')}`);
}
