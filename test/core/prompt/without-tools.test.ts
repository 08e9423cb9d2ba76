// A request that offers no tools has no calls and results either: servers refuse them.
import assert from 'node:assert/strict';
import type { Prompt } from '../../../src/core/base/chat.ts';
import { promptTexts } from '../../../src/core/prompt/prompt-texts.ts';
import { withoutTools } from '../../../src/core/prompt/without-tools.ts';

const call = (id: string, name: string) => ({ id, name, args: '{}' });
const prompt: Prompt = {
  messages: [
    { role: 'system', content: 'system' },
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: 'I look.',
      toolCalls: [call('a', 'read_file'), call('b', 'list_dir')],
      back: { to: 'x', model: 'm', value: { callIds: ['1', '2'] } },
    },
    { role: 'tool', toolCallId: 'a', content: 'text' },
    { role: 'tool', toolCallId: 'b', content: 'names' },
    { role: 'assistant', content: '', toolCalls: [call('c', 'read_file')] },
    { role: 'tool', toolCallId: 'c', content: 'more' },
    { role: 'assistant', content: 'Seen.', back: { to: 'x', model: 'm', value: {} } },
    { role: 'user', content: '[Notes as of now]' },
  ],
  tools: [{ name: 'read_file', description: '', parameters: {} }],
  lasting: 8,
};

describe('a request without tools', () => {
  it('has the results of earlier calls as texts, and says how much of it lasts', () => {
    assert.deepEqual(withoutTools(prompt, promptTexts('en')), {
      messages: [
        { role: 'system', content: 'system' },
        { role: 'user', content: 'Look.' },
        { role: 'assistant', content: 'I look.' },
        { role: 'user', content: '[Result of @read_file] text' },
        { role: 'user', content: '[Result of @list_dir] names' },
        { role: 'user', content: '[Result of @read_file] more' },
        { role: 'assistant', content: 'Seen.', back: { to: 'x', model: 'm', value: {} } },
        { role: 'user', content: '[Notes as of now]' },
      ],
      tools: [],
      lasting: 7,
    });
  });

  it('is another request than the next one when no part of it lasts', () => {
    const { lasting: _, ...rest } = prompt;
    assert.equal('lasting' in withoutTools(rest, promptTexts('en')), false);
  });
});
