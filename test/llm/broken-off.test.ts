// A server that says that it broke off, and keeps the connection open.
import assert from 'node:assert/strict';
import { finishFrame, frame, type MockReply } from '../support/mock-reply.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { collect, transcript } from './collect.ts';
import { wireFormats } from './wires.ts';

const endless = new Promise(() => undefined);

describe('a reply that a server broke off', () => {
  let server: MockServer;
  let reply: MockReply = {};
  before(async () => {
    server = await startMockServer({ respond: () => reply });
  });
  after(() => server.close());

  const cases: [provider: string, frame: string, ended: string, words: string][] = [
    [
      'openai',
      finishFrame('insufficient_system_resource'),
      'failed unreachable, retryable',
      'the server broke the answer off (insufficient_system_resource)',
    ],
    [
      'openai-responses',
      frame({ type: 'response.failed', response: { error: { code: 'server_error', message: 'The GPU caught fire' } } }),
      'failed server-error, retryable',
      'The GPU caught fire',
    ],
    [
      'gemini',
      frame({ candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] }),
      'failed unreachable, retryable',
      'the server broke the answer off (MALFORMED_FUNCTION_CALL)',
    ],
  ];
  for (const [provider, failing, ended, words] of cases) {
    it(`fails at once although ${provider} keeps the connection open`, async () => {
      const wire = wireFormats[provider] ?? assert.fail(`no provider ${provider}`);
      reply = { frames: [failing, endless] };
      const baseUrl = wire.baseUrl(server.baseUrl);
      const events = await collect(wire.make({ id: provider, baseUrl, model: 'm', lingerMs: 60_000 }));
      assert.deepEqual(transcript(events), [ended]);
      const last = events.at(-1);
      assert.equal(last?.kind === 'failed' && last.failure.message, words);
      await server.requests.at(-1)?.closed;
    });
  }
});
