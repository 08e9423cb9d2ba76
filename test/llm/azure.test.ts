// What Azure wants of a request: its own header for the key, and `api-version` in the query.
import assert from 'node:assert/strict';
import { createOpenAiProvider, type OpenAiOptions } from '../../src/llm/openai/openai-provider.ts';
import { httpOf } from '../support/http-of.ts';
import { collect } from './collect.ts';

async function requestTo(baseUrl: string, options: Partial<OpenAiOptions> = {}) {
  const sent: { url: string; headers: Headers; model: unknown }[] = [];
  const http = httpOf(async (url, init) => {
    const { model } = JSON.parse(String(init?.body)) as { model: unknown };
    sent.push({ url: String(url), headers: new Headers(init?.headers), model });
    return new Response('data: [DONE]\n\n', { headers: { 'content-type': 'text/event-stream' } });
  });
  await collect(createOpenAiProvider({ id: 'azure', baseUrl, apiKey: 'azure-key-1234', http, ...options }));
  const [request] = sent;
  assert.ok(request);
  return request;
}

describe('a request to Azure', () => {
  const deployment = 'https://res.openai.azure.com/openai/deployments/my-gpt';

  it('has the key in its own header, the version in the query, and the deployment as its model', async () => {
    const { url, headers, model } = await requestTo(deployment);
    assert.equal(url, `${deployment}/chat/completions?api-version=2024-10-21`);
    assert.deepEqual([headers.get('api-key'), headers.get('authorization')], ['azure-key-1234', null]);
    assert.equal(model, 'my-gpt');
  });

  it('has the version that the address or the configuration names', async () => {
    assert.match((await requestTo(`${deployment}?api-version=2025-01-01`)).url, /\?api-version=2025-01-01$/);
    assert.match(
      (await requestTo('https://res.openai.azure.com/openai/v1', { model: 'm' })).url,
      /\/v1\/chat\/completions$/,
    );
    assert.match((await requestTo(deployment, { apiVersion: 'preview' })).url, /\?api-version=preview$/);
  });

  it('is the only one that is made so', async () => {
    const { url, headers } = await requestTo('https://gateway.example/v1', { model: 'm' });
    assert.equal(url, 'https://gateway.example/v1/chat/completions');
    assert.deepEqual([headers.get('api-key'), headers.get('authorization')], [null, 'Bearer azure-key-1234']);
  });
});
