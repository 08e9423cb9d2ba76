// A prompt as Chat Completions carries it.
import assert from 'node:assert/strict';
import type { ChatMessage, Prompt } from '../../src/core/base/chat.ts';
import { buildRequestBody } from '../../src/llm/openai/openai-request.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const sent = (messages: readonly ChatMessage[], lasting?: number) => {
  const prompt: Prompt = { messages, tools: [], ...(lasting !== undefined && { lasting }) };
  return buildRequestBody({ prompt, model: 'm', params: {} }).messages;
};

describe('the closing part in Chat Completions', () => {
  it('ends the last message of a person, so that roles alternate', () => {
    assert.deepEqual(sent([user('Hi'), user('[Your reminders]')], 1), [
      { role: 'user', content: 'Hi\n\n[Your reminders]' },
    ]);
  });

  it('is a message of its own after anything else', () => {
    const call: ChatMessage = { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 't', args: '{}' }] };
    const result: ChatMessage = { role: 'tool', toolCallId: 'c', content: 'done' };
    assert.deepEqual(sent([call, result, user('[Your reminders]')], 2).at(-1), user('[Your reminders]'));
    const image = { hash: 'h', type: 'image/png', bytes: 1, name: 'a.png' } as const;
    const shown: ChatMessage = { role: 'user', content: 'Look', images: [image] };
    assert.deepEqual(sent([shown, user('[Your reminders]')], 1).at(-1), user('[Your reminders]'));
  });

  it('stands alone behind the marks for a server that keeps up to a mark', () => {
    const messages: ChatMessage[] = [{ role: 'system', content: 'S' }, user('Hi'), user('[Your reminders]')];
    const body = buildRequestBody({
      prompt: { messages, tools: [], lasting: 2 },
      model: 'm',
      params: {},
      marksCache: true,
    });
    const mark = (text: string) => [{ type: 'text', text, cache_control: { type: 'ephemeral' } }];
    assert.deepEqual(body.messages, [
      { role: 'system', content: mark('S') },
      { role: 'user', content: mark('Hi') },
      user('[Your reminders]'),
    ]);
    const once = buildRequestBody({ prompt: { messages, tools: [] }, model: 'm', params: {}, marksCache: true });
    assert.deepEqual(once.messages, messages, 'a request that no other follows is not marked');
  });

  it('leaves messages of a talk apart', () => {
    assert.equal(sent([user('One'), user('Two')], 2).length, 2);
    assert.equal(sent([user('One'), user('Two')]).length, 2);
  });
});

describe('the text of a request', () => {
  const image = { hash: 'h', type: 'image/png', bytes: 1, name: 'a.png' } as const;
  const back = {
    to: 'a',
    model: 'm',
    value: { callIds: ['theirs'], details: [{ type: 't', text: 'x' }] },
    thought: 'so',
  };
  const messages: readonly ChatMessage[] = [
    { role: 'system', content: 'Be "kind".' },
    user('Grüße\n😀'),
    { role: 'assistant', content: '', toolCalls: [{ id: 'ours', name: 't', args: '{}' }], back },
    { role: 'tool', toolCallId: 'ours', content: 'done' },
    { role: 'user', content: 'Look', images: [image] },
    { role: 'assistant', content: 'I see.' },
  ];
  const tools = [{ name: 't', description: 'd', parameters: { type: 'object' } }];
  const servers = [
    { to: 'a', model: 'm' },
    { to: 'a', model: 'other' },
    { to: 'b', model: 'm', wantsReasoning: true },
    { to: 'b', model: 'm', signsCalls: true },
  ];
  const fresh = <T>(value: T): T => structuredClone(value);

  it('is the same for messages that were sent before, to this server or another one', () => {
    for (const server of [...servers, ...servers]) {
      for (const refused of [new Set<string>(), new Set(['reasoning_content', 'reasoning_details'])]) {
        for (const marksCache of [false, true]) {
          const prompt = { messages, tools, lasting: messages.length };
          const how = { model: server.model, params: { temperature: 0 }, server, refused, marksCache };
          const body = buildRequestBody({ ...how, prompt });
          assert.deepEqual(body, buildRequestBody({ ...how, prompt: fresh(prompt) }));
        }
      }
    }
  });

  it('has no tools where none are offered', () => {
    const body = buildRequestBody({ prompt: { messages, tools: [] }, model: 'm', params: {} });
    assert.equal('tools' in body, false);
  });
});
