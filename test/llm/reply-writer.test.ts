// What a reply keeps of the keys that its request went out with.
import assert from 'node:assert/strict';
import type { LlmEvent } from '../../src/llm/provider.ts';
import { createReplyWriter, type ReplyWriter } from '../../src/llm/reply/reply-writer.ts';

describe('a reply', () => {
  const key = 'sk/"0123456789abcdef';

  /** The events of a reply to a request that went out with the key. */
  function replyOf(write: (reply: ReplyWriter) => void): readonly LlmEvent[] {
    const events: LlmEvent[] = [];
    const reply = createReplyWriter(events, {
      failures: { secrets: [key], now: () => 0 },
      asked: { to: 'test', model: 'm' },
      usedIds: new Set(),
      newId: () => 'new',
    });
    write(reply);
    reply.done();
    reply.end();
    return events;
  }

  it('gives tool calls without the key, also where their arguments write it with escapes', () => {
    const args = '{"header": "Bearer sk\\/\\u00220123456789abcdef", "path": "a\\/b"}';
    const [call] = replyOf(reply => reply.call({ id: 'c', name: 'send', args }));
    assert.deepEqual(call, {
      kind: 'toolCall',
      id: 'c',
      name: 'send',
      args: '{"header": "Bearer [key]", "path": "a\\/b"}',
    });
  });

  it('carries nothing back that holds the key, though JSON writes it with escapes', () => {
    const end = replyOf(reply => {
      reply.own({ said: `it is ${key}` });
      reply.call({ id: 'c', name: 'send', args: '{}' });
    }).at(-1);
    assert.deepEqual(end?.kind === 'finished' && end.back?.value, {
      callIds: ['c'],
      order: [{ said: 'it is [key]' }, 'call'],
    });
  });

  it('keeps what is said before and after a call apart', () => {
    const saidIn = (...texts: readonly [string, ...string[]]) => {
      const [first, ...others] = texts;
      const events = replyOf(reply => {
        reply.write('saying', first, 'text');
        reply.call({ id: 'c', name: 'send', args: '{}' });
        for (const text of others) reply.write('saying', text, 'text');
      });
      return events.map(event => (event.kind === 'chunk' ? event.text : '')).join('');
    };
    assert.equal(saidIn('I look.', '', '!?@coder ', 'count'), 'I look.\n\n!?@coder count');
    assert.equal(saidIn('I look.\n', 'Then.'), 'I look.\nThen.');
    assert.equal(saidIn('I look.', '\nThen.'), 'I look.\nThen.');
  });
});
