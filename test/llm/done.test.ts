// `[DONE]` as the end of a stream, from servers whose wire format has none.
import assert from 'node:assert/strict';
import { doneFrame, frame, type MockReply } from '../support/mock-reply.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { collect, transcript } from './collect.ts';
import { wireFormats } from './wires.ts';

describe('[DONE]', () => {
  let server: MockServer;
  let reply: MockReply = {};
  before(async () => {
    server = await startMockServer({ respond: () => reply });
  });
  after(() => server.close());

  async function check(provider: string, values: readonly object[], expected: readonly string[]): Promise<void> {
    const wire = wireFormats[provider] ?? assert.fail(`no provider ${provider}`);
    reply = { frames: [...values.map(frame), doneFrame] };
    const baseUrl = wire.baseUrl(server.baseUrl);
    assert.deepEqual(
      transcript(await collect(wire.make({ id: provider, baseUrl, model: 'm', lingerMs: 60_000 }))),
      expected,
    );
  }

  const text = {
    anthropic: [{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } }],
    'openai-responses': [{ type: 'response.output_text.delta', delta: 'Hi.' }],
  };
  const call = {
    anthropic: [
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'c1', name: 'f', input: {} } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
    ],
    'openai-responses': [
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'function_call', call_id: 'c1', name: 'f' },
      },
      { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"a":1}' },
    ],
  };
  for (const provider of ['anthropic', 'openai-responses'] as const) {
    it(`ends a text of ${provider}`, () => check(provider, text[provider], ['saying: Hi.', 'finished stop']));

    it(`ends the tool calls of ${provider}`, () =>
      check(provider, call[provider], ['call c1 f {"a":1}', 'finished tool-calls']));

    it(`is no answer of ${provider} when nothing came before`, () =>
      check(provider, [], ['failed unreachable, retryable']));
  }

  it('does not make a whole answer of one that failed', () =>
    check(
      'openai-responses',
      [...text['openai-responses'], { type: 'response.cancelled', response: {} }],
      ['saying: Hi.', 'failed unreachable, retryable'],
    ));
});
