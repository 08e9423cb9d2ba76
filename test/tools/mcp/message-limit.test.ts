// Results of MCP tools that are too large to be read: the model is told so, and the server stays there.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpTransport } from '../../../src/core/team/mcp-server.ts';
import { after } from '../../../src/runtime/clock/after.ts';
import { connectMcp } from '../../../src/tools/mcp/mcp-client.ts';
import { inEnglish } from '../../support/in-english.ts';

const { signal } = new AbortController();

/** What a server of the older protocol answers: 11 MB to a call of `large`, and its name to any other. */
const answerTo = `(function answerTo({ id, method, params }) {
  if (method === 'initialize') {
    const serverInfo = { name: 's', version: '1' };
    return { jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } };
  }
  if (method !== 'tools/call') return { jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } };
  const { name, arguments: { idLast } } = params;
  const text = name === 'large' ? 'x"}'.repeat(3_000_000) : name;
  const result = { content: [{ type: 'text', text }] };
  return idLast ? { result, jsonrpc: '2.0', id } : { jsonrpc: '2.0', id, result };
})`;

const script = `
const answerTo = ${answerTo};
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line);
  if (message.id !== undefined) console.log(JSON.stringify(answerTo(message)));
});`;

/** A server over HTTP that answers with JSON, or with an event of a stream. */
async function serveHttp(isStream: boolean): Promise<Server> {
  // biome-ignore lint/security/noGlobalEval: a process needs it as text
  const answer = eval(answerTo) as (message: object) => object;
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const message = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
    if (message.id === undefined) return void response.writeHead(202).end();
    const json = JSON.stringify(answer(message));
    if (isStream)
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`event: message\r\ndata: ${json}\r\n\r\n`);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(json);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

describe('a result of an MCP tool that is too large', function () {
  this.timeout(60_000);

  const tooLarge = {
    message: 'the answer is too large: 11.4 MB, at most 10 MB are read. Ask for less, such as a smaller part',
  };

  /** Wherever the id of the answer stands. */
  async function isTold(transport: McpTransport): Promise<void> {
    let closed = 0;
    const connection = await connectMcp(transport, {
      folder: import.meta.dirname,
      signal,
      onClosed: () => {
        closed += 1;
      },
      onToolsChanged: () => {},
      after,
      limits: { probeMs: { stdio: 30_000, http: 30_000 }, pingMs: 30_000, graceMs: 2_000 },
    });
    const call = (name: string, input: object) =>
      inEnglish(connection.call(name, input, { id: name, signal, timeoutMs: 60_000, progress: () => {} }));
    await assert.rejects(call('large', {}), tooLarge);
    await assert.rejects(call('large', { idLast: true }), tooLarge);
    assert.deepEqual(await call('small', {}), { ok: true, content: 'small' });
    assert.equal(closed, 0);
    await connection.close();
  }

  it('fails with words, and the process of the server goes on', () =>
    isTold({ kind: 'stdio', command: process.execPath, args: ['-e', script], env: {} }));

  for (const isStream of [false, true])
    it(`fails with words over HTTP, too, as ${isStream ? 'an event' : 'JSON'}`, async () => {
      const server = await serveHttp(isStream);
      const { port } = server.address() as AddressInfo;
      await isTold({ kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} });
      server.closeAllConnections();
      server.close();
    });
});
