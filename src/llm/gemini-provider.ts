// Google's Gemini by the `@google/genai` package (SPEC 10.5). Never retries, never throws.
import { GoogleGenAI } from '@google/genai/web';
import { once } from '../core/once.ts';
import type { ServerPiece } from './event-stream.ts';
import { createGeminiReader } from './gemini-reader.ts';
import { buildGeminiRequest } from './gemini-request.ts';
import { createHttpProvider } from './http-provider.ts';
import { limitEvents } from './limit-events.ts';
import type { LlmEvent, LlmProvider, LlmRequest } from './provider.ts';
import { type Asked, callsIn } from './reply-parts.ts';
import { requestImages } from './request-images.ts';
import {
  checkConfigured,
  describeServer,
  type EndpointOptions,
  type HttpProviderOptions,
  PLACEHOLDER_KEY,
  type Server,
} from './server.ts';
import { notConfigured, type PreparedReply } from './stream-reply.ts';
import { takesImages } from './takes-images.ts';
import { newWireCallId } from './wire-call-id.ts';

/** Where a key goes when no base URL is named. */
export const GEMINI_URL = 'https://generativelanguage.googleapis.com';

/** Makes the provider. The base URL may end in the version of the API, e.g. `/v1beta`. */
export function createGeminiProvider(options: HttpProviderOptions): LlmProvider {
  const server = describeServer(options, GEMINI_URL);
  const client = once(() => createClient(server));
  return createHttpProvider(options, server, (request, signal, events) =>
    prepare({ options, server, request, signal, client }, events),
  );
}

/** Ids of the models that generate text. Rejects with what went wrong. */
export async function geminiModels(options: EndpointOptions, signal?: AbortSignal): Promise<readonly string[]> {
  return listModels(createClient(describeServer(options, GEMINI_URL)), signal);
}

interface Run {
  readonly options: HttpProviderOptions;
  readonly server: Server;
  readonly request: LlmRequest;
  readonly signal: AbortSignal;
  readonly client: () => GoogleGenAI;
}

async function prepare(run: Run, events: LlmEvent[]): Promise<PreparedReply> {
  const { options, server, request, signal } = run;
  checkConfigured(server);
  const client = run.client();
  const model = request.model ?? options.model ?? (await listModels(client, signal))[0];
  if (model === undefined) throw notConfigured(`${server.host} lists no model: name the one to use`);
  const asked: Asked = { to: `gemini ${server.host}`, model };
  const images = requestImages(request, takesImages(model, request.images?.taken));
  const { prompt } = request;
  const reader = createGeminiReader(events, {
    failures: server.failures,
    asked,
    usedIds: new Set([...callsIn(prompt, asked).values()].map(({ id }) => id)),
    newId: options.newId ?? newWireCallId,
  });
  return {
    reader,
    images,
    async send() {
      const params = { ...server.preset?.params, ...options.params, ...request.params };
      const { config, ...wire } = buildGeminiRequest({ prompt, asked, params, images });
      const leave = new AbortController();
      const abortSignal = AbortSignal.any([signal, leave.signal]);
      const chunks = await client.models.generateContentStream({ ...wire, config: { ...config, abortSignal } });
      return stop => piecesOf(chunks, stop, leave);
    },
  };
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
      // It rejects after the request was left, when nobody listens any more.
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
