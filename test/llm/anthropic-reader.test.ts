// Messages streams as servers other than Anthropic send them, and what a stream says of tokens.
import assert from 'node:assert/strict';
import { createAnthropicReader } from '../../src/llm/anthropic/anthropic-reader.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';
import { transcript } from './collect.ts';

function read(...values: object[]): LlmEvent[] {
  const events: LlmEvent[] = [];
  const reader = createAnthropicReader(events, {
    usedIds: new Set(),
    newId: () => 'id',
    asked: { to: 'anthropic here', model: 'm' },
    failures: { secrets: [], now: () => 0 },
  });
  for (const value of values) reader.read(value);
  reader.end();
  return events;
}

describe('the tokens of a Messages stream', () => {
  it('are those that were said last, where nothing was said in between', () => {
    const usage = { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 };
    const later = { output_tokens: 7, input_tokens: null, cache_read_input_tokens: undefined };
    const events = read(
      { type: 'message_start', message: { model: 'm', usage } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: later },
      { type: 'message_stop' },
    );
    const last = events.at(-1);
    assert.deepEqual(last?.kind === 'finished' && last.usage, {
      promptTokens: 15,
      completionTokens: 7,
      cachedTokens: 5,
    });
  });
});

describe('the blocks of a Messages stream', () => {
  const check = (values: readonly object[], expected: readonly string[]) =>
    assert.deepEqual(transcript(read(...values)), expected);
  const start = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block });
  const delta = (index: number, value: object) => ({ type: 'content_block_delta', index, delta: value });
  const stop = (index: number) => ({ type: 'content_block_stop', index });
  const end = (stop_reason: string) => ({ type: 'message_delta', delta: { stop_reason } });

  it('end with the message when the server does not end them', () => {
    const events = read(
      start(0, { type: 'thinking', thinking: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'hm' }),
      delta(0, { type: 'signature_delta', signature: 'S' }),
      start(1, { type: 'text', text: 'Hi.' }),
      start(2, { type: 'tool_use', id: 't1', name: 'f', input: {} }),
      delta(2, { type: 'input_json_delta', partial_json: '{"a":1}' }),
      end('tool_use'),
    );
    assert.deepEqual(transcript(events), ['thinking: hm', 'saying: Hi.', 'call t1 f {"a":1}', 'finished tool-calls']);
    const last = events.at(-1);
    const order = last?.kind === 'finished' && last.back?.value.order;
    assert.deepEqual(order, [{ type: 'thinking', thinking: 'hm', signature: 'S' }, 'text', 'call']);
  });

  it('end where the next begins in their place', () =>
    check(
      [
        start(0, { type: 'tool_use', id: 't1', name: 'f', input: { a: 1 } }),
        start(0, { type: 'tool_use', id: 't2', name: 'f', input: { b: 2 } }),
        end('tool_use'),
      ],
      ['call t1 f {"a":1}', 'call t2 f {"b":2}', 'finished tool-calls'],
    ));

  it('end once', () =>
    check(
      [start(0, { type: 'tool_use', id: 't1', name: 'f', input: { a: 1 } }), stop(0), stop(0), end('tool_use')],
      ['call t1 f {"a":1}', 'finished tool-calls'],
    ));

  it('begin with a delta when the server does not begin them', () => {
    check([delta(0, { type: 'text_delta', text: 'Hi.' }), stop(0), end('end_turn')], ['saying: Hi.', 'finished stop']);
    const thought = delta(0, { type: 'thinking_delta', thinking: 'hm' });
    check(
      [thought, delta(1, { type: 'text_delta', text: 'Hi.' }), end('end_turn')],
      ['thinking: hm', 'saying: Hi.', 'finished stop'],
    );
  });

  it('make a call without a name where only its input came, so that the model hears of it', () =>
    check(
      [delta(0, { type: 'input_json_delta', partial_json: '{"a":1}' }), end('tool_use')],
      ['call id unnamed {"a":1}', 'finished tool-calls'],
    ));

  it('make no call of a stream that was cut', () =>
    check([start(0, { type: 'tool_use', id: 't1', name: 'f', input: {} })], ['failed unreachable, retryable']));

  it('end with a refusal of the provider that cuts the answer', () =>
    check(
      [start(0, { type: 'text', text: 'The steps' }), stop(0), end('refusal')],
      ['saying: The steps', 'finished refused'],
    ));
});

describe('a message that is no stream', () => {
  it('is read as one', () => {
    const events = read({
      type: 'message',
      role: 'assistant',
      model: 'mock-model',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'S' },
        { type: 'text', text: 'Hi.' },
        { type: 'tool_use', id: 't1', name: 'f', input: { a: 1 } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 7, output_tokens: 5 },
    });
    assert.deepEqual(transcript(events), ['thinking: hm', 'saying: Hi.', 'call t1 f {"a":1}', 'finished tool-calls']);
    const last = events.at(-1);
    assert.ok(last?.kind === 'finished');
    assert.deepEqual([last.model, last.usage], ['mock-model', { promptTokens: 7, completionTokens: 5 }]);
    assert.deepEqual(last.back?.value.order, [{ type: 'thinking', thinking: 'hm', signature: 'S' }, 'text', 'call']);
  });

  it('counts once after blocks', () => {
    const events = read(
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hi.' } },
      { type: 'message', content: [{ type: 'text', text: 'Hi.' }], stop_reason: 'end_turn' },
    );
    assert.deepEqual(transcript(events), ['saying: Hi.', 'finished stop']);
  });
});
