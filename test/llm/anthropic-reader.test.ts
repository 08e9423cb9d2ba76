// What the Messages API says of tokens, in pieces.
import assert from 'node:assert/strict';
import { createAnthropicReader } from '../../src/llm/anthropic-reader.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';

describe('the tokens of a Messages stream', () => {
  it('are those that were said last, where nothing was said in between', () => {
    const events: LlmEvent[] = [];
    const reader = createAnthropicReader(events, {
      usedIds: new Set(),
      newId: () => 'id',
      asked: { to: 'anthropic here', model: 'm' },
      failures: { secrets: [], now: () => 0 },
    });
    const usage = { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 };
    reader.read({ type: 'message_start', message: { model: 'm', usage } });
    const later = { output_tokens: 7, input_tokens: null, cache_read_input_tokens: undefined };
    reader.read({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: later });
    reader.read({ type: 'message_stop' });
    reader.end();
    const last = events.at(-1);
    assert.deepEqual(last?.kind === 'finished' && last.usage, {
      promptTokens: 15,
      completionTokens: 7,
      cachedTokens: 5,
    });
  });
});
