// An MCP client that sends what is no message: it is answered, and the next message is served (SPEC 22.2).
import assert from 'node:assert/strict';
import { LineTransport } from '../../../src/doors/mcp/line-transport.ts';

/** What is written for this input, and which methods arrived. */
async function answers(...pieces: (string | Uint8Array)[]) {
  const written: { readonly id: unknown; readonly error: { readonly code: number; readonly message: string } }[] = [];
  const methods: string[] = [];
  const { promise: ended, resolve: onEnded } = Promise.withResolvers<void>();
  async function* stdin() {
    yield* pieces;
  }
  const stdout = { write: (text: string) => written.push(JSON.parse(text)) };
  const transport = new LineTransport({ stdin: stdin(), stdout, onEnded });
  transport.onmessage = message => void ('method' in message && methods.push(message.method));
  await transport.start();
  await ended;
  return { told: written.map(({ id, error }) => [id, error.code, error.message]), methods };
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

describe('lines of an MCP client', () => {
  it('that are no JSON are answered with a parse error, and the next one is read', async () => {
    const { told, methods } = await answers('hello\n\r\n', `${ping.slice(0, 10)}`, Buffer.from(`${ping.slice(10)}\n`));
    assert.deepEqual(told, [[null, -32700, 'Parse error: the line is not JSON']]);
    assert.deepEqual(methods, ['ping']);
  });

  it('that are a batch, or no message, are answered as invalid requests', async () => {
    const { told, methods } = await answers(`[${ping}]\n{"jsonrpc":"2.0","id":"a"}\n5\n${ping}\n`);
    const none = 'Invalid Request: this is no message of JSON-RPC 2.0';
    assert.deepEqual(told, [
      [null, -32600, 'Invalid Request: batches are not supported, send each message on a line of its own'],
      ['a', -32600, none],
      [null, -32600, none],
    ]);
    assert.deepEqual(methods, ['ping']);
  });

  it('that are too long are answered, and the next one is read', async () => {
    const { told, methods } = await answers('x'.repeat(6 * 1024 * 1024), 'x'.repeat(6 * 1024 * 1024), `\n${ping}\n`);
    assert.deepEqual(told, [[null, -32600, 'Invalid Request: a message may have 10485760 bytes']]);
    assert.deepEqual(methods, ['ping']);
  });
});
