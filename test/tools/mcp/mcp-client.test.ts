// One connection to an MCP server: an error that the server answers leaves it open, one of the wire ends it.

import assert from 'node:assert/strict';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { after as wait } from '../../../src/runtime/clock/after.ts';
import { connectOver } from '../../../src/tools/mcp/mcp-client.ts';
import type { McpConnection } from '../../../src/tools/mcp/mcp-connection.ts';
import { inEnglish } from '../../support/in-english.ts';

/** A server of the older protocol, of which `answers` say all but the handshake. */
function olderServer(
  answers: (method: string, params: Readonly<Record<string, unknown>>) => object | Promise<object>,
  protocolVersion = '2025-06-18',
) {
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
      const { id, method, params = {} } = message;
      const serverInfo = { name: 's', version: '1' };
      const hello = {
        result: { protocolVersion, capabilities: { tools: {}, prompts: {}, resources: {} }, serverInfo },
      };
      const answer = Promise.resolve(method === 'initialize' ? hello : answers(method, params));
      void answer.then(given => wire.onmessage?.({ jsonrpc: '2.0', id, ...given } as JSONRPCMessage));
    },
  };
  return { server, wire };
}

const refusal = { error: { code: -32602, message: 'no such tool' } };

const { signal } = new AbortController();

/** A connection over this wire, and how often it ended by itself. */
async function connected(wire: Transport, { onToolsChanged = () => {}, after = wait } = {}) {
  const told: number[] = [];
  const connection = await connectOver(
    { wire, lastWords: () => '' },
    { signal, onClosed: () => void told.push(1), onToolsChanged, after, limits },
  );
  const call = (name: string, input: object = {}, timeoutMs = 60_000) =>
    inEnglish(connection.call(name, input, { id: name, signal, timeoutMs, progress: () => {} }));
  return { connection, call, told };
}

const limits = { probeMs: { stdio: 3_000, http: 3_000 }, pingMs: 60_000, graceMs: 50 };

const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });

describe('a connection to an MCP server', () => {
  it('stays open when the server refuses a call, and ends when the wire fails', async () => {
    const { server, wire } = olderServer(() => refusal);
    const { call, told } = await connected(wire);
    await assert.rejects(call('f'), /no such tool/);
    await assert.rejects(call('f'), /no such tool/);
    assert.deepEqual([server.closed, told.length], [0, 0]);
    server.isGone = true;
    await assert.rejects(call('f'), /fetch failed/);
    assert.deepEqual([server.closed, told.length], [1, 1]);
  });

  it('stays open for other calls when a result is no result', async () => {
    const held = Promise.withResolvers<object>();
    const { server, wire } = olderServer((method, { name }) => {
      if (method !== 'tools/call') return refusal;
      return name === 'bad' ? { result: { content: [{ type: 'text' }] } } : held.promise;
    });
    const { call, told } = await connected(wire);
    const other = call('later');
    await assert.rejects(call('bad'), /Invalid result/);
    held.resolve({ result: text('here') });
    assert.deepEqual(await other, { ok: true, content: 'here' });
    assert.deepEqual([server.closed, told.length], [0, 0]);
  });

  it('stays open for other calls when one is silent, also with the protocol of 2026', async () => {
    const held = Promise.withResolvers<void>();
    const { ours, close } = newerServer(server => {
      server.registerTool('hang', {}, () => new Promise<never>(() => {}));
      server.registerTool('later', {}, async () => {
        await held.promise;
        return text('here');
      });
    });
    const { connection, call, told } = await connected(ours);
    const other = call('later');
    await assert.rejects(call('hang', {}, 20), /was silent/);
    held.resolve();
    assert.deepEqual(await other, { ok: true, content: 'here' });
    assert.deepEqual(told, []);
    await connection.close();
    await close();
  });

  it('has its prompts also when the server does not list its resources', async () => {
    const { wire } = olderServer(method =>
      method === 'prompts/list' ? { result: { prompts: [{ name: 'git/commit' }] } } : refusal,
    );
    const { connection } = await connected(wire);
    assert.deepEqual(await connection.prompts(signal), [{ name: 'git/commit', description: '', args: [] }]);
    await assert.rejects(connection.resources(signal), /no such tool/);
  });

  it('is not made to a server that answers with a protocol that is not known', async () => {
    const { server, wire } = olderServer(() => refusal, '1999-12-31');
    await assert.rejects(connected(wire), /protocol version is not supported: 1999-12-31/);
    assert.notEqual(server.closed, 0);
  });

  it('knows the tools of which the server says that they only read', async () => {
    const { ours, close } = newerServer(server => {
      server.registerTool('look', { annotations: { readOnlyHint: true } }, () => text(''));
      server.registerTool('edit', { annotations: { readOnlyHint: false } }, () => text(''));
    });
    const { connection } = await connected(ours);
    assert.deepEqual(
      (await connection.listTools(signal)).map(({ name, onlyReads }) => [name, onlyReads]),
      [
        ['look', true],
        ['edit', undefined],
      ],
    );
    await connection.close();
    await close();
  });

  it('speaks the protocol of 2026 with a server that knows no other', async () => {
    const { ours, close } = newerServer(server =>
      server.registerTool('double', { inputSchema: z.object({ of: z.number() }) }, ({ of }) => text(`${of * 2}`)),
    );
    const { connection, call } = await connected(ours);
    assert.deepEqual(
      (await connection.listTools(signal)).map(({ name }) => name),
      ['double'],
    );
    assert.deepEqual(await call('double', { of: 4 }), { ok: true, content: '8' });
    await connection.close();
    await close();
  });
});

describe('a server of the protocol of 2026 whose lists change', () => {
  /** Of its tools, and of its prompts. */
  const names = async (connection: McpConnection) => {
    const lists = [await connection.listTools(signal), await connection.prompts(signal)];
    return lists.map(offers => offers.map(({ name }) => name));
  };

  /** A server that offers more once it has been told to grow. */
  function growing() {
    return newerServer(server => {
      server.registerTool('grow', {}, () => {
        server.registerPrompt('brief', {}, () => ({ messages: [] }));
        server.registerTool('more', {}, () => text('more'));
        return text('grown');
      });
      server.registerPrompt('first', {}, () => ({ messages: [] }));
    });
  }

  it('is heard', async () => {
    const changed = Promise.withResolvers<void>();
    const { ours, close } = growing();
    const { connection, call } = await connected(ours, { onToolsChanged: changed.resolve });
    assert.deepEqual(await names(connection), [['grow'], ['first']]);
    await call('grow');
    await changed.promise;
    assert.deepEqual(await names(connection), [
      ['grow', 'more'],
      ['first', 'brief'],
    ]);
    await connection.close();
    await close();
  });

  it('is listened to again when it has ended the stream, and may have changed meanwhile', async () => {
    const changed = Promise.withResolvers<void>();
    const pauses: (() => void)[] = [];
    const paused = Promise.withResolvers<void>();
    const { ours, close } = growing();
    const { connection } = await connected(ours, {
      onToolsChanged: changed.resolve,
      after: (_, work) => {
        pauses.push(work);
        paused.resolve();
        return () => {};
      },
    });
    ours.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'listen:0' } });
    await paused.promise;
    for (const work of pauses) work();
    await changed.promise;
    await connection.close();
    await close();
  });
});

/** A server that knows the protocol of 2026 and no other; `fill` gives it what it offers. */
function newerServer(fill: (server: McpServer) => void) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const served = serveStdio(
    () => {
      const hour = { ttlMs: 3_600_000 };
      const cacheHints = { 'tools/list': hour, 'prompts/list': hour };
      const server = new McpServer({ name: 'new', version: '1' }, { cacheHints });
      fill(server);
      return server;
    },
    { transport: theirs, legacy: 'reject' },
  );
  return { ours, close: () => served.close() };
}
