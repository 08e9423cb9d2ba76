// Vectors of texts from the embeddings endpoint of an OpenAI-compatible server. Never throws.
import { failureFromError } from '../failures/failure.ts';
import type { Endpoint } from '../openai/openai-endpoint.ts';
import type { Embeddings, EmbeddingsRequest } from '../provider.ts';
import { fieldsIn, listIn, wireNumberIn } from '../reply/wire-values.ts';

/** Numbers of a vector; models give at most 12,288. Each is stored as a byte with its thought. */
const LONGEST_VECTOR = 65_536;

/**
 * One vector for each text, in their order, or why there are none. How long to wait is up to the signal (SPEC 10.8).
 */
export async function embedTexts(
  endpoint: Endpoint,
  { model, texts }: EmbeddingsRequest,
  signal: AbortSignal,
): Promise<Embeddings> {
  try {
    const client = await endpoint.client();
    const body = { model, input: texts, encoding_format: 'float' };
    const vectors = vectorsIn(await client.post('/embeddings', { body, signal }));
    if (vectors?.length === texts.length) return { kind: 'vectors', vectors };
    const message = `the embeddings endpoint of ${endpoint.host} did not return ${texts.length} vectors of 1 to ${LONGEST_VECTOR} numbers`;
    return { kind: 'failed', failure: { code: 'server-error', message, retryable: false } };
  } catch (error) {
    return { kind: 'failed', failure: failureFromError(error, endpoint.failures) };
  }
}

/** The vectors of an answer, by their `index`; `undefined` for any other document. */
function vectorsIn(answer: unknown): readonly (readonly number[])[] | undefined {
  const sorted = listIn(fieldsIn(answer).data).toSorted((a, b) => wireNumberIn(a.index) - wireNumberIn(b.index));
  const vectors = sorted.map(({ embedding }) => embedding);
  return vectors.every(isVector) ? vectors : undefined;
}

function isVector(value: unknown): value is readonly number[] {
  const isSized = Array.isArray(value) && value.length > 0 && value.length <= LONGEST_VECTOR;
  return isSized && value.every(each => Number.isFinite(each));
}
