// Loaded by mocha (.mocharc.json), whose first process runs the two functions, before and after all tests. Test files
// may run in several processes; the first test that asks starts the one server, through `postgres.ts`.
import net from 'node:net';
import type { PostgresServer } from './postgres-server.ts';

/** The environment variable with the loopback port that tells the port of the server, or why there is none. */
export const PORT_OF_THE_RUN = 'DOMINDS_TEST_POSTGRES';

let running: Promise<PostgresServer> | undefined;
const asked = net.createServer(socket => {
  running ??= startServer();
  void running.then(
    ({ port }) => socket.end(String(port)),
    (error: Error) => socket.end(error.message),
  );
});

/** Listens for tests that need the server. */
export async function mochaGlobalSetup(): Promise<void> {
  await new Promise<void>(resolve => asked.listen(0, '127.0.0.1', resolve));
  process.env[PORT_OF_THE_RUN] = String((asked.address() as net.AddressInfo).port);
}

/** Stops the server if it was started. */
export async function mochaGlobalTeardown(): Promise<void> {
  asked.close();
  await running?.then(
    server => server.stop(),
    () => {},
  );
}

/** Most runs of a single file need no server, nor the client that it is asked by. */
async function startServer(): Promise<PostgresServer> {
  const { startPostgres } = await import('./postgres-server.ts');
  return startPostgres();
}
