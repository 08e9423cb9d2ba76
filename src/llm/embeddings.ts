// Vectors of texts from the embeddings endpoint of an OpenAI-compatible server. Never throws.
import { failureFromError } from './failure.ts';
import type { Endpoint } from './openai-endpoint.ts';
import type { Embeddings, EmbeddingsRequest } from './provider.ts';

const TIMEOUT_MS = 30_000;

/** One vector for each text, in their order, or why there are none. */
export async function embedTexts(
  endpoint: Endpoint,
  { model, texts }: EmbeddingsRequest,
  signal: AbortSignal,
): Promise<Embeddings> {
  try {
    const client = await endpoint.client();
    const body = { model, input: texts, encoding_format: 'float' };
    const vectors = vectorsIn(await client.post('/embeddings', { body, signal, timeout: TIMEOUT_MS }));
    if (vectors?.length === texts.length) return { kind: 'vectors', vectors };
    const message = `the embeddings endpoint of ${endpoint.host} gave something else than ${texts.length} vectors`;
    return { kind: 'failed', failure: { code: 'server-error', message, retryable: false } };
  } catch (error) {
    return { kind: 'failed', failure: failureFromError(error, endpoint.failures) };
  }
}

/** The vectors of an answer, by their `index`; `undefined` for any other document. */
function vectorsIn(answer: unknown): readonly (readonly number[])[] | undefined {
  const entries = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(entries)) return undefined;
  const sorted = entries.toSorted((a, b) => (a?.index ?? 0) - (b?.index ?? 0));
  const vectors: unknown[] = sorted.map(entry => entry?.embedding);
  return vectors.every(isVector) ? vectors : undefined;
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every(each => Number.isFinite(each));
}
