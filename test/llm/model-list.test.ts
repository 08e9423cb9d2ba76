import assert from 'node:assert/strict';
import { PageSent } from '../../src/llm/failures/failure.ts';
import { geminiModelIdsIn, modelIdsIn } from '../../src/llm/models/model-list.ts';
import { startMockServer } from '../support/mock-server.ts';
import { collect } from './collect.ts';
import { wireFormats } from './wires.ts';

describe('the list of models', () => {
  it('is read in any form, without entries that name no model', () => {
    const entries = [{ id: null }, { id: '' }, null, 'x', { id: 'good' }, { id: 'second' }];
    for (const list of [{ data: entries }, entries, JSON.stringify({ data: entries })])
      assert.deepEqual(modelIdsIn(list), ['good', 'second']);
    for (const none of [{}, { data: [] }, '', ' \n', 'null', null, 7]) assert.deepEqual(modelIdsIn(none), []);
    assert.throws(() => modelIdsIn('<html></html>'), PageSent);
  });

  it('of Gemini is read likewise, without models that generate no text', () => {
    const named = (name: string, ...supportedGenerationMethods: string[]) => ({ name, supportedGenerationMethods });
    const models = [named('models/a', 'generateContent'), named('models/e', 'embedContent'), { name: 'b' }, null, {}];
    assert.deepEqual(geminiModelIdsIn(JSON.stringify({ models })), ['a', 'b']);
    for (const none of ['{}', '', 'null']) assert.deepEqual(geminiModelIdsIn(none), []);
    assert.throws(() => geminiModelIdsIn('<html></html>'), PageSent);
  });

  for (const [name, title] of [
    [
      'openai',
      /^the server sent a page instead of an answer: Open WebUI \(asked at http.*; most addresses end in \/v1\)$/,
    ],
    ['openai-responses', /^the server sent a page instead of an answer: Open WebUI \(asked at http/],
    ['gemini', /^the server sent a page instead of an answer: Open WebUI \(asked at http/],
    ['anthropic', /^the server sent a page instead of an answer: Open WebUI \(asked at http/],
  ] as const)
    it(`that is a page is told by the provider ${name} with its title and its address`, async () => {
      const page = '<html><head><title>Open WebUI</title></head></html>';
      const server = await startMockServer({ models: { body: page, headers: { 'content-type': 'text/html' } } });
      try {
        const baseUrl = server.baseUrl.replace(/v1$/, '');
        const [failed] = await collect(wireFormats[name]?.make({ id: name, baseUrl }) ?? assert.fail());
        const { code, message, retryable } = (failed?.kind === 'failed' && failed.failure) || assert.fail();
        assert.deepEqual([code, retryable], ['bad-request', false]);
        assert.match(message, title);
      } finally {
        await server.close();
      }
    });
});
