// What some models of the Responses API refuse is left out, once, and asked for no more.
import assert from 'node:assert/strict';
import { createResponsesProvider } from '../../src/llm/responses-provider.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { collect } from './collect.ts';

describe('the provider openai-responses', () => {
  let server: MockServer;
  let refusals: string[];

  beforeEach(async () => {
    server = await startMockServer({
      respond: () => ({ status: 400, body: { error: { message: refusals.shift() ?? 'Something else.' } } }),
    });
  });
  afterEach(() => server.close());

  const ask = () => collect(createResponsesProvider({ id: 'r', baseUrl: server.baseUrl, model: 'gpt-5', lingerMs: 5 }));
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

  it('asks once when something else is refused', async () => {
    refusals = [];
    await ask();
    assert.deepEqual(wanted(), [[true, true]]);
  });
});
