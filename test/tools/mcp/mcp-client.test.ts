// One connection to an MCP server: an error that the server answers leaves it open, one of the wire ends it.
import assert from 'node:assert/strict';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
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
    const call = () => connection.call('f', {}, { signal, timeoutMs: 60_000, progress: () => {} });
    await assert.rejects(call(), /no such tool/);
    await assert.rejects(call(), /no such tool/);
    assert.deepEqual([server.closed, told.length], [0, 0]);
    server.isGone = true;
    await assert.rejects(call(), /fetch failed/);
    assert.deepEqual([server.closed, told.length], [1, 1]);
  });
});
