// The order of roles, for servers whose chat template allows fewer orders than Chat Completions does.
import assert from 'node:assert/strict';
import type { ChatMessage } from '../../src/core/base/chat.ts';
import { presetOf } from '../../src/llm/models/presets.ts';
import { createOpenAiProvider } from '../../src/llm/openai/openai-provider.ts';
import { buildRequestBody } from '../../src/llm/openai/openai-request.ts';
import type { LlmProvider } from '../../src/llm/provider.ts';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockRequestBody, type MockServer, startMockServer } from '../support/mock-server.ts';
import { collect, requestOf, transcript } from './collect.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const system: ChatMessage = { role: 'system', content: 'S' };
const call: ChatMessage = { role: 'assistant', content: '', toolCalls: [{ id: 'abcdefghi', name: 't', args: '{}' }] };
const result: ChatMessage = { role: 'tool', toolCallId: 'abcdefghi', content: 'done' };

/** Refuses what the template of Mistral's models refuses. */
function refusalOf({ messages }: MockRequestBody): string | undefined {
  for (const [at, { role }] of messages.entries()) {
    const before = messages[at - 1]?.role;
    if (role === 'user' && before === 'tool') return "Unexpected role 'user' after role 'tool'";
    if (role === 'user' && before === 'user')
      return 'After the optional system message, conversation roles must alternate user and assistant roles';
  }
  return undefined;
}

describe('the order of roles for a strict server', () => {
  let server: MockServer | undefined;
  afterEach(() => server?.close());

  async function start(refuse: (message: string) => MockReply): Promise<LlmProvider> {
    server = await startMockServer({
      respond({ body }) {
        const why = refusalOf(body);
        return why === undefined ? { say: 'ok' } : refuse(why);
      },
    });
    return createOpenAiProvider({ id: 'o', baseUrl: server.baseUrl });
  }
  const ask = (provider: LlmProvider, messages: readonly ChatMessage[], model = 'm') =>
    collect(provider, requestOf({ model, prompt: { messages, tools: [], lasting: messages.length - 1 } }));
  const rolesSent = () => server?.requests.map(({ body }) => body.messages.map(({ role }) => role).join(' '));

  it('is asked for at once by Mistral', () => {
    assert.equal(presetOf('https://api.mistral.ai/v1')?.needs?.wantsTurns, true);
    const wire = buildRequestBody({
      prompt: { messages: [system, user('One'), user('Two'), call, result, user('[Your reminders]')], tools: [] },
      model: 'm',
      params: {},
      server: { to: 'openai api.mistral.ai', model: 'm', wantsTurns: true },
    });
    assert.deepEqual(
      wire.messages.map(({ role, content }) => [role, content]),
      [
        ['system', 'S'],
        ['user', 'One\n\nTwo'],
        ['assistant', null],
        ['tool', 'done'],
        ['assistant', 'OK.'],
        ['user', '[Your reminders]'],
      ],
    );
  });

  const refusals: readonly (readonly [server: string, refuse: (message: string) => MockReply])[] = [
    ['vLLM', message => ({ status: 400, body: { error: { message, type: 'BadRequestError', code: 400 } } })],
    ['llama.cpp', message => ({ status: 500, body: { error: { message: `raise_exception: ${message}`, code: 500 } } })],
    [
      'OpenRouter',
      message => ({
        status: 400,
        body: {
          error: { message: 'Provider returned error', code: 400, metadata: { raw: JSON.stringify({ message }) } },
        },
      }),
    ],
  ];
  for (const [name, refuse] of refusals)
    it(`is learned from a refusal of ${name} and remembered for that model`, async () => {
      const provider = await start(refuse);
      const messages = [user('Hi'), call, result, user('[Your reminders]')];
      for (let round = 0; round < 2; round += 1) {
        assert.deepEqual(transcript(await ask(provider, messages)), ['saying: ok', 'finished stop']);
      }
      const strict = 'user assistant tool assistant user';
      assert.deepEqual(rolesSent(), ['user assistant tool user', strict, strict]);
      await ask(provider, [user('Hi'), user('[Your reminders]')], 'other');
      await ask(provider, messages, 'other');
      assert.equal(rolesSent()?.[4], 'user assistant tool user', 'another model is asked as ever');
    });

  for (const [name, why] of [
    ['Gemma 2 on vLLM', 'System role not supported'],
    ['early Mistral models on LM Studio', 'Only user and assistant roles are supported!'],
  ] as const)
    it(`puts the system message before the first words of the person for ${name}, from a refusal on`, async () => {
      server = await startMockServer({
        respond: ({ body }) =>
          body.messages.some(({ role }) => role === 'system') ? { status: 400, body: { message: why } } : { say: 'ok' },
      });
      const provider = createOpenAiProvider({ id: 'o', baseUrl: server.baseUrl });
      const messages = [system, user('Hi'), { role: 'assistant', content: 'Yes?' } as const, user('More')];
      for (let round = 0; round < 2; round += 1) {
        assert.deepEqual(transcript(await ask(provider, messages)), ['saying: ok', 'finished stop']);
      }
      const merged = 'user assistant user';
      assert.deepEqual(rolesSent(), ['system user assistant user', merged, merged]);
      assert.equal(server.requests[1]?.body.messages[0]?.content, 'S\n\nHi');
    });

  it('is learned from a refusal within a stream, which is tried again', async () => {
    const frame = (message: string) => `event: error\ndata: ${JSON.stringify({ error: { message } })}\n\n`;
    const provider = await start(message => ({ frames: [frame(`Error rendering prompt: ${message}`)] }));
    const messages = [user('Hi'), call, result, user('More')];
    assert.deepEqual(transcript(await ask(provider, messages)), ['failed server-error, retryable']);
    assert.deepEqual(transcript(await ask(provider, messages)), ['saying: ok', 'finished stop']);
  });

  it('ends in the words of a server that refuses the strict order too', async () => {
    server = await startMockServer({
      respond: () => ({ status: 400, body: { message: 'conversation roles must alternate' } }),
    });
    const provider = createOpenAiProvider({ id: 'o', baseUrl: server.baseUrl });
    assert.deepEqual(transcript(await ask(provider, [user('Hi'), call, result, user('More')])), ['failed bad-request']);
    assert.equal(server.requests.length, 2);
  });

  it('keeps the images of messages that are joined', () => {
    const image = { hash: 'h', type: 'image/png', bytes: 1, name: 'a.png' } as const;
    const messages: readonly ChatMessage[] = [{ ...user(''), images: [image] } as ChatMessage, user('What is it?')];
    const wire = buildRequestBody({
      prompt: { messages, tools: [] },
      model: 'm',
      params: {},
      server: { to: 'o', model: 'm', wantsTurns: true },
    });
    assert.deepEqual(wire.messages, [{ role: 'user', content: 'What is it?\n\n[image a.png]' }]);
  });
});
