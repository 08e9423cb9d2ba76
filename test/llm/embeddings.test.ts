import assert from 'node:assert/strict';
import { createOpenAiProvider } from '../../src/llm/openai/openai-provider.ts';
import type { Embeddings } from '../../src/llm/provider.ts';
import { httpOf } from '../support/http-of.ts';

const never = new AbortController().signal;

/** What the provider makes of a server's answer, and what it asked. */
async function embed(answer: Response): Promise<{ result: Embeddings | undefined; asked: unknown[] }> {
  const asked: unknown[] = [];
  const provider = createOpenAiProvider({
    id: 'test',
    baseUrl: 'http://models.test/v1',
    apiKey: 'secret-key-123',
    http: httpOf(async (url, init) => {
      asked.push(String(url), JSON.parse(String(init?.body)));
      return answer;
    }),
  });
  return { result: await provider.embed?.({ model: 'small', texts: ['one', 'two'] }, never), asked };
}

describe('the embeddings endpoint', () => {
  it('is asked once for all texts, and answered by index', async () => {
    const data = [
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0] },
    ];
    const { result, asked } = await embed(Response.json({ data }));
    assert.deepEqual(result, {
      kind: 'vectors',
      vectors: [
        [1, 0],
        [0, 1],
      ],
    });
    assert.deepEqual(asked, [
      'http://models.test/v1/embeddings',
      { model: 'small', input: ['one', 'two'], encoding_format: 'float' },
    ]);
  });

  for (const [name, answer] of [
    ['too few vectors', { data: [{ index: 0, embedding: [1] }] }],
    ['something else', { data: 'no' }],
    [
      'vectors of more numbers than any model has',
      { data: [{ embedding: [1] }, { embedding: Array(65_537).fill(1) }] },
    ],
    ['vectors of something else', { data: [{ embedding: ['a'] }, { embedding: [] }] }],
  ] as const) {
    it(`that gives ${name} is a failure`, async () => {
      const { result } = await embed(Response.json(answer));
      assert.equal(result?.kind, 'failed');
    });
  }

  it('that refuses is a failure without the key', async () => {
    const refusal = { error: { message: 'bad key secret-key-123' } };
    const { result } = await embed(Response.json(refusal, { status: 401 }));
    assert.ok(result?.kind === 'failed' && result.failure.code === 'auth');
    assert.doesNotMatch(result.failure.message, /secret-key/);
  });
});
