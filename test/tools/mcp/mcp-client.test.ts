// One connection to an MCP server: an error that the server answers leaves it open, one of the wire ends it.
import assert from 'node:assert/strict';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { connectOver } from '../../../src/tools/mcp/mcp-client.ts';

/** A server that shakes hands and refuses every call; it cannot be reached any more once `isGone`. */
function refusingServer() {
  const server = { isGone: false, closed: 0 };
  const wire: Transport = {
    start: async () => {},
    async close() {
      server.closed += 1;
      wire.onclose?.();
    },
    async send(message: JSONRPCMessage) {
      if (server.isGone) throw new TypeError('fetch failed');
      if (!('id' in message) || !('method' in message)) return;
      const { id, method } = message;
      const serverInfo = { name: 's', version: '1' };
      const result = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
      const error = { code: -32602, message: 'no such tool' };
      queueMicrotask(() =>
        wire.onmessage?.({ jsonrpc: '2.0', id, ...(method === 'initialize' ? { result } : { error }) }),
      );
    },
  };
  return { server, wire };
}

describe('a connection to an MCP server', () => {
  it('stays open when the server refuses a call, and ends when the wire fails', async () => {
    const { server, wire } = refusingServer();
    const { signal } = new AbortController();
    const told: number[] = [];
    const connection = await connectOver(
      { wire, lastWords: () => '' },
      { signal, onClosed: () => void told.push(1), onToolsChanged: () => {} },
    );
    const call = () => connection.call('f', {}, { id: 'f', signal, timeoutMs: 60_000, progress: () => {} });
    await assert.rejects(call(), /no such tool/);
    await assert.rejects(call(), /no such tool/);
    assert.deepEqual([server.closed, told.length], [0, 0]);
    server.isGone = true;
    await assert.rejects(call(), /fetch failed/);
    assert.deepEqual([server.closed, told.length], [1, 1]);
  });

  it('speaks the protocol of 2026 with a server that knows no other', async () => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const server = serveStdio(
      () => {
        const made = new McpServer({ name: 'new', version: '1' });
        made.registerTool('double', { inputSchema: z.object({ of: z.number() }) }, ({ of }) => ({
          content: [{ type: 'text', text: `${of * 2}` }],
        }));
        return made;
      },
      { transport: theirs, legacy: 'reject' },
    );
    const { signal } = new AbortController();
    const connection = await connectOver(
      { wire: ours, lastWords: () => '' },
      { signal, onClosed: () => {}, onToolsChanged: () => {} },
    );
    assert.deepEqual(
      (await connection.listTools(signal)).map(({ name }) => name),
      ['double'],
    );
    const how = { id: 'd', signal, timeoutMs: 60_000, progress: () => {} };
    assert.deepEqual(await connection.call('double', { of: 4 }, how), { ok: true, content: '8' });
    await connection.close();
    await server.close();
  });
});
