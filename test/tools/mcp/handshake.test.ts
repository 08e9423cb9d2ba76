// How the client finds out which protocol a server speaks, whatever the server makes of the question.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { McpTransport } from '../../../src/core/team/mcp-server.ts';
import { after as wait } from '../../../src/runtime/clock/after.ts';
import { connectMcp } from '../../../src/tools/mcp/mcp-client.ts';

describe('the handshake with an MCP server', function () {
  this.timeout(60_000);
  const servers: Server[] = [];
  let giveUp: AbortController;

  beforeEach(() => {
    giveUp = new AbortController();
  });
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  const connect = (transport: McpTransport, probeMs: number) =>
    connectMcp(transport, {
      folder: import.meta.dirname,
      signal: giveUp.signal,
      onClosed: () => {},
      onToolsChanged: () => {},
      after: wait,
      limits: { probeMs: { stdio: probeMs, http: probeMs }, pingMs: 60_000, graceMs: 50 },
    });

  /** The names of the tools of a server over HTTP. */
  async function toolsOver(answer: (request: IncomingMessage, response: ServerResponse) => void, probeMs = 60_000) {
    const server = createServer(answer);
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const connection = await connect({ kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} }, probeMs);
    const tools = await connection.listTools(giveUp.signal);
    await connection.close();
    return tools.map(({ name }) => name);
  }

  it('is that of the older protocol when the server breaks at the question', async () => {
    const tools = await toolsOver(olderServer((_, response) => response.writeHead(500).end('transport is undefined')));
    assert.deepEqual(tools, ['old']);
  });

  it('is that of the older protocol when the server does not answer the question', async () => {
    const tools = await toolsOver(
      olderServer(() => {}),
      20,
    );
    assert.deepEqual(tools, ['old']);
  });

  it('waits for a server of the newer protocol that is slow at first', async () => {
    const serve = toNodeHandler(createMcpHandler(newerServer, { legacy: 'reject' }));
    let isAwake = false;
    const tools = await toolsOver((request, response) => {
      // What comes of the question may not even arrive; then it is taken for an older one.
      isAwake ||= request.headers['mcp-protocol-version'] === undefined;
      if (isAwake) void serve(request as Parameters<typeof serve>[0], response);
    }, 20);
    assert.deepEqual(tools, ['new']);
  });

  it('waits for a process of the newer protocol that is slow at first', async () => {
    const script = path.resolve(import.meta.dirname, '../../support/mcp-newer-server.ts');
    const connection = await connect({ kind: 'stdio', command: process.execPath, args: [script], env: {} }, 1);
    const [tool] = await connection.listTools(giveUp.signal);
    assert.equal(tool?.name, 'double');
    await connection.close();
  });

  it('says why it was given up', async () => {
    const late = toolsOver(() => giveUp.abort(new Error('it did not answer within 60 s')));
    await assert.rejects(late, { message: 'it did not answer within 60 s' });
  });

  it('says how the server refuses', async () => {
    const refused = toolsOver((_, response) => response.writeHead(503).end('under repair'));
    await assert.rejects(refused, { message: 'HTTP 503: under repair' });
  });
});

/** Answers requests of the older protocol; `other` answers what comes before the handshake. */
function olderServer(other: (request: IncomingMessage, response: ServerResponse) => void) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const chunks = await request.toArray();
    const { id, method } = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
    const reply = (result: object) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    const serverInfo = { name: 'older', version: '1' };
    if (method === 'initialize') reply({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo });
    else if (request.headers['mcp-session-id'] === undefined) other(request, response);
    else if (id === undefined) response.writeHead(202).end();
    else reply({ tools: [{ name: 'old', inputSchema: { type: 'object' } }] });
  };
}

function newerServer() {
  const server = new McpServer({ name: 'newer', version: '1' });
  server.registerTool('new', {}, () => ({ content: [] }));
  return server;
}
