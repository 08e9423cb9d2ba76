// What some models of the Responses API refuse is left out, once, and asked for no more.
import assert from 'node:assert/strict';
import type { ChatMessage } from '../../src/core/base/chat.ts';
import { createResponsesProvider } from '../../src/llm/responses/responses-provider.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { collect, requestOf } from './collect.ts';

describe('the provider openai-responses', () => {
  let server: MockServer;
  let refusals: string[];

  beforeEach(async () => {
    server = await startMockServer({
      respond: () => ({ status: 400, body: { error: { message: refusals.shift() ?? 'Something else.' } } }),
    });
  });
  afterEach(() => server.close());

  const ask = () =>
    collect(createResponsesProvider({ id: 'r', baseUrl: server.baseUrl, model: 'gpt-5', lingerMs: 60_000 }));
  const wanted = () =>
    server.requests.map(({ body }) => {
      const { include, reasoning } = body as { include?: unknown; reasoning?: { summary?: unknown } };
      return [include !== undefined, reasoning?.summary !== undefined];
    });

  it('asks again without encrypted reasoning and without summaries, as it is refused them', async () => {
    refusals = ['Encrypted content is not supported.', 'Reasoning summaries need a verified organization.'];
    await ask();
    assert.deepEqual(wanted(), [
      [true, true],
      [false, true],
      [false, false],
    ]);
  });

  it('sends back no reasoning that was cut off before anything followed it', async () => {
    const provider = createResponsesProvider({ id: 'r', baseUrl: server.baseUrl, model: 'gpt-5', lingerMs: 60_000 });
    const own = (id: string) => ({ type: 'reasoning', id, summary: [], encrypted_content: 'secret' });
    const to = `openai-responses ${new URL(server.baseUrl).host}`;
    const back = { to, model: 'gpt-5', value: { order: [own('rs_1'), 'text', own('rs_2')] } };
    const messages: ChatMessage[] = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'Well', back },
    ];
    await collect(provider, requestOf({ messages }));
    const items = [messages[0], own('rs_1'), { role: 'assistant', content: 'Well' }];
    assert.deepEqual(server.requests[0]?.body.input, items);
  });

  it('goes on without reasoning that the server can no longer read, as after a change of the key', async () => {
    refusals = ['The encrypted content for item rs_1 could not be verified.'];
    const provider = createResponsesProvider({ id: 'r', baseUrl: server.baseUrl, model: 'gpt-5', lingerMs: 60_000 });
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'secret' };
    const to = `openai-responses ${new URL(server.baseUrl).host}`;
    const back = { to, model: 'gpt-5', value: { order: [reasoning, 'text'] } };
    const messages: ChatMessage[] = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'Well', back },
      { role: 'user', content: 'go on' },
    ];
    await collect(provider, requestOf({ messages }));
    const said = [messages[0], { role: 'assistant', content: 'Well' }, messages[2]];
    assert.deepEqual(
      server.requests.map(({ body }) => body.input),
      [[messages[0], reasoning, ...said.slice(1)], said],
    );
  });

  it('asks once when something else is refused', async () => {
    refusals = [];
    await ask();
    assert.deepEqual(wanted(), [[true, true]]);
  });
});
