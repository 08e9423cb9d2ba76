// Which models can be told how much to think, by their names.
import assert from 'node:assert/strict';
import { effortsOf } from '../../src/llm/models/reasoning-efforts.ts';

describe('the efforts that a model can be told', () => {
  it('are known by its name, with or without its maker', () => {
    for (const model of [
      'gpt-5.1-codex',
      'o4-mini',
      'openai/gpt-oss-120b',
      'claude-opus-4-6',
      'anthropic/claude-3.7-sonnet',
      'gemini-2.5-flash',
      'models/gemini-3-flash',
    ])
      assert.deepEqual(effortsOf(model), ['low', 'medium', 'high'], model);
    assert.deepEqual(effortsOf('google/gemini-3-pro-preview'), ['low', 'high']);
  });

  it('are none for models without the choice, and for unknown ones', () => {
    for (const model of ['gpt-4o', 'gpt-5-chat-latest', 'claude-3-5-haiku', 'gemini-2.0-flash', 'qwen3:8b', 'llama'])
      assert.deepEqual(effortsOf(model), [], model);
  });
});
