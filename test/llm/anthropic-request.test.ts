import assert from 'node:assert/strict';
import type { ChatMessage, Prompt } from '../../src/core/base/chat.ts';
import { createAnthropicProvider } from '../../src/llm/anthropic/anthropic-provider.ts';
import { buildAnthropicBody } from '../../src/llm/anthropic/anthropic-request.ts';
import { frame } from '../support/mock-reply.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { collect, requestOf, transcript } from './collect.ts';

describe('a request to the Messages API', () => {
  const asked = { to: 'anthropic api.anthropic.com', model: 'claude-opus-4-5' };
  const images = { part: () => ({ kind: 'text' as const, text: 'image' }) };
  const body = (prompt: Prompt, params = {}, model = asked.model) =>
    buildAnthropicBody({ prompt, asked: { ...asked, model }, params, images });
  const say = (content: string): ChatMessage => ({ role: 'user', content });
  const answer = (content: string): ChatMessage => ({ role: 'assistant', content });

  /** The texts of the messages; those that end a cached prefix have a mark. */
  const marks = (prompt: Prompt) =>
    body(prompt).messages.map(({ content }) =>
      typeof content === 'string'
        ? content
        : content.map(block => `${'text' in block ? block.text : block.type}${'cache_control' in block ? ' *' : ''}`),
    );

  it('marks the end of what the next request begins with, and not the closing part', () => {
    const messages = [
      { role: 'system', content: 'sys' } as const,
      say('one'),
      answer('two'),
      say('three'),
      say('closing'),
    ];
    assert.deepEqual(marks({ messages, tools: [], lasting: 4 }), [['one *'], ['two'], ['three *', 'closing']]);
    const [system] = body({ messages, tools: [], lasting: 4 }).system ?? [];
    assert.deepEqual(system, { type: 'text', text: 'sys', cache_control: { type: 'ephemeral' } });
  });

  it('is, up to the mark, the beginning of the next request', () => {
    const before = [say('one'), answer('two'), say('three')];
    const first = body({ messages: [...before, say('closing')], tools: [], lasting: 3 });
    const second = body({ messages: [...before, answer('four'), say('five'), say('other')], tools: [], lasting: 5 });
    const bare = (value: unknown) => JSON.stringify(value).replaceAll(',"cache_control":{"type":"ephemeral"}', '');
    const [text] = bare(first.messages).split(',{"type":"text","text":"closing"}');
    assert.ok(bare(second.messages).startsWith(text ?? 'nothing'));
  });

  it('turns reasoning_effort into a budget, or an effort where the model decides itself, with room for the answer', () => {
    const prompt = { messages: [say('hi')], tools: [] };
    const budget = body(prompt, { reasoning_effort: 'high', max_tokens: 1_000 });
    assert.deepEqual([budget.thinking, budget.max_tokens], [{ type: 'enabled', budget_tokens: 24_576 }, 32_768]);
    const adaptive = body(prompt, { reasoning_effort: 'low' }, 'claude-opus-4-7');
    assert.deepEqual([adaptive.thinking, adaptive.output_config], [{ type: 'adaptive' }, { effort: 'low' }]);
    assert.equal(body(prompt).thinking, undefined);
  });

  it('leaves thinking out that was cut off before anything followed it', () => {
    const signed = { type: 'thinking', thinking: 'hm', signature: 's' };
    const cut = { type: 'thinking', thinking: 'and', signature: '' };
    const back = { ...asked, value: { order: [signed, 'text', cut] } };
    const messages: ChatMessage[] = [say('hi'), { role: 'assistant', content: 'Well', back }, say('go on')];
    assert.deepEqual(body({ messages, tools: [] }).messages[1]?.content, [signed, { type: 'text', text: 'Well' }]);
  });

  it('asks for no thinking while the results of another model’s calls are at the end', () => {
    const calls = [{ id: 'a', name: 'f', args: '{}' }];
    const messages: ChatMessage[] = [
      say('hi'),
      { role: 'assistant', content: '', toolCalls: calls },
      { role: 'tool', toolCallId: 'a', content: 'result' },
    ];
    assert.equal(body({ messages, tools: [] }, { reasoning_effort: 'low' }).thinking, undefined);
  });
});

describe('the largest reply of a model of the Messages API', () => {
  let server: MockServer;
  afterEach(() => server.close());
  const refusals = [
    'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for m',
    'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
    'The maximum tokens you requested exceeds the model limit of 8192. Try again with a value that is lower than 8192.',
  ];
  const start = async (message: string) => {
    server = await startMockServer({
      respond: ({ body }) =>
        Number(body.max_tokens) > 8_192
          ? { status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message } } }
          : { frames: [frame({ type: 'message', content: [{ type: 'text', text: 'ok' }], stop_reason: 'end_turn' })] },
    });
    return createAnthropicProvider({ id: 'a', baseUrl: server.baseUrl, model: 'm' });
  };
  const asked = () => server.requests.map(({ body }) => body.max_tokens);

  for (const message of refusals)
    it(`is learned from a refusal, and remembered: ${message}`, async () => {
      const provider = await start(message);
      for (let round = 0; round < 2; round += 1)
        assert.deepEqual(transcript(await collect(provider)), ['saying: ok', 'finished stop']);
      assert.deepEqual(asked(), [32_000, 8_192, 8_192]);
    });

  it('is not asked for in place of a limit that the person has set', async () => {
    const provider = await start(refusals[0] ?? '');
    const events = await collect(provider, requestOf({ params: { max_tokens: 9_000 } }));
    assert.deepEqual(transcript(events), ['failed bad-request']);
    assert.deepEqual(asked(), [9_000]);
  });
});
