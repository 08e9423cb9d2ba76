// What a reply keeps of the keys that its request went out with.
import assert from 'node:assert/strict';
import { toolCallEvent, withoutSecretsIn } from '../../src/llm/reply-writer.ts';

describe('a reply', () => {
  const key = 'sk/"0123456789abcdef';

  it('gives tool calls without the key, also where their arguments write it with escapes', () => {
    const args = '{"header": "Bearer sk\\/\\u00220123456789abcdef", "path": "a\\/b"}';
    assert.deepEqual(toolCallEvent({ id: 'c', name: 'send', args }, [key]), {
      kind: 'toolCall',
      id: 'c',
      name: 'send',
      args: '{"header": "Bearer [key]", "path": "a\\/b"}',
    });
  });

  it('carries nothing back that holds the key, though JSON writes it with escapes', () => {
    const back = { kind: 'test', value: [{ said: `it is ${key}` }] } as unknown as Parameters<
      typeof withoutSecretsIn
    >[0];
    assert.deepEqual(withoutSecretsIn(back, [key]).value, [{ said: 'it is [key]' }]);
  });
});
