// HTTP servers that say what a test makes them say, byte for byte.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BareServers {
  /** Those that run, the newest last. */
  readonly servers: readonly Server[];
  /** Starts one and gives its address, without a `/` at its end. */
  serve(handler: RequestListener): Promise<string>;
}

/** The servers of a suite, which calls this where it is described: they end after each of its tests. */
export function bareServers(): BareServers {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });
  return {
    servers,
    async serve(handler) {
      const server = createServer(handler);
      servers.push(server);
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  };
}
