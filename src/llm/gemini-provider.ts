// Google's Gemini by the `@google/genai` package (SPEC 10.5). Never retries, never throws.
import { GoogleGenAI } from '@google/genai/web';
import { once } from '../core/once.ts';
import type { ServerPiece } from './event-stream.ts';
import { createGeminiReader } from './gemini-reader.ts';
import { buildGeminiRequest } from './gemini-request.ts';
import { createWireProvider } from './http-provider.ts';
import { limitEvents } from './limit-events.ts';
import type { LlmProvider } from './provider.ts';
import {
  describeServer,
  type EndpointOptions,
  type HttpProviderOptions,
  PLACEHOLDER_KEY,
  type Server,
} from './server.ts';

/** The default address for a key without a base URL. */
const GEMINI_URL = 'https://generativelanguage.googleapis.com';

/** Makes the provider. The base URL may end in the version of the API, e.g. `/v1beta`. */
export function createGeminiProvider(options: HttpProviderOptions): LlmProvider {
  const server = describeServer(options, GEMINI_URL);
  const client = once(() => createClient(server));
  return createWireProvider(options, server, {
    name: 'gemini',
    firstModel: async signal => (await listModels(client(), signal))[0],
    createReader: createGeminiReader,
    async send(request, signal) {
      const { config, ...wire } = buildGeminiRequest(request);
      const leave = new AbortController();
      const abortSignal = AbortSignal.any([signal, leave.signal]);
      const chunks = await client().models.generateContentStream({ ...wire, config: { ...config, abortSignal } });
      return stop => piecesOf(chunks, stop, leave);
    },
  });
}

/** Ids of the models that generate text. Rejects with what went wrong. */
export async function geminiModels(options: EndpointOptions, signal?: AbortSignal): Promise<readonly string[]> {
  return listModels(createClient(describeServer(options, GEMINI_URL)), signal);
}

/** Aborts the request when it is left early: the package's iterator would wait for the next chunk before it ends. */
async function* piecesOf(
  chunks: AsyncGenerator<unknown>,
  stop: AbortSignal,
  leave: AbortController,
): AsyncGenerator<readonly ServerPiece[]> {
  const stopped = new Promise<IteratorResult<unknown>>(resolve => {
    stop.addEventListener('abort', () => resolve({ done: true, value: undefined }), { once: true });
  });
  try {
    for (;;) {
      const next = chunks.next();
      // It rejects after the request was abandoned, without a listener.
      next.catch(() => undefined);
      const { done, value } = await Promise.race([next, stopped]);
      if (done) return;
      yield [{ kind: 'value', value }];
    }
  } finally {
    leave.abort();
  }
}

async function listModels(client: GoogleGenAI, signal?: AbortSignal): Promise<readonly string[]> {
  const pager = await client.models.list({ config: { ...(signal && { abortSignal: signal }), pageSize: 200 } });
  return pager.page
    .filter(({ supportedActions: actions }) => actions === undefined || actions.includes('generateContent'))
    .flatMap(({ name }) => name?.replace(/^models\//, '') ?? []);
}

/** The driver retries, so the client does not. */
function createClient({ baseUrl, apiKey, headers, fetch }: Server): GoogleGenAI {
  const version = /\/(v\d[a-z0-9]*)\/?$/.exec(baseUrl)?.[1];
  return new GoogleGenAI({
    apiKey: apiKey || PLACEHOLDER_KEY,
    vertexai: false,
    ...(version !== undefined && { apiVersion: version }),
    httpOptions: { baseUrl: baseUrl.replace(/\/v\d[a-z0-9]*\/?$/, ''), headers, fetch: limitEvents(fetch) },
  });
}
