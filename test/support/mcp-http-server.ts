// An MCP server over streamable HTTP on loopback, for tests: it wants a token.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { weatherServer } from './mcp-tools.ts';

export interface McpHttpServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts it; requests without `Authorization: Bearer <token>` get 401. */
export async function startMcpHttpServer(token: string): Promise<McpHttpServer> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end('no token');
      return;
    }
    const session = request.headers['mcp-session-id'];
    const known = typeof session === 'string' ? transports.get(session) : undefined;
    const transport =
      known ??
      new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: id => void transports.set(id, transport),
      });
    if (!known) await weatherServer('of http').connect(transport as Transport);
    await transport.handleRequest(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      for (const transport of transports.values()) await transport.close();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
