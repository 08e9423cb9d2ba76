// Anthropic's Messages API, and servers that speak it, by the `@anthropic-ai/sdk` package (SPEC 10.5). Never retries, never throws.
import { Anthropic } from '@anthropic-ai/sdk';
import { once } from '../core/once.ts';
import { createAnthropicReader } from './anthropic-reader.ts';
import { buildAnthropicBody } from './anthropic-request.ts';
import { piecesUntil } from './event-stream.ts';
import { createHttpProvider } from './http-provider.ts';
import { modelIdsIn } from './model-list.ts';
import type { LlmEvent, LlmProvider, LlmRequest } from './provider.ts';
import { type Asked, callsIn } from './reply-parts.ts';
import { requestImages } from './request-images.ts';
import {
  checkConfigured,
  describeServer,
  type EndpointOptions,
  type HttpProviderOptions,
  NO_TIMEOUT_MS,
  PLACEHOLDER_KEY,
  type Server,
} from './server.ts';
import { notConfigured, type PreparedReply } from './stream-reply.ts';
import { takesImages } from './takes-images.ts';
import { newWireCallId } from './wire-call-id.ts';

/** Where a key goes when no base URL is named. */
export const ANTHROPIC_URL = 'https://api.anthropic.com';

/** Makes the provider. The base URL may end in `/v1`. */
export function createAnthropicProvider(options: HttpProviderOptions): LlmProvider {
  const server = describeServer(options, ANTHROPIC_URL);
  const client = once(() => createClient(server));
  return createHttpProvider(options, server, (request, signal, events) =>
    prepare({ options, server, request, signal, client }, events),
  );
}

/** Ids of the models of such a server. Rejects with what went wrong. */
export async function anthropicModels(options: EndpointOptions, signal?: AbortSignal): Promise<readonly string[]> {
  return listModels(createClient(describeServer(options, ANTHROPIC_URL)), signal);
}

interface Run {
  readonly options: HttpProviderOptions;
  readonly server: Server;
  readonly request: LlmRequest;
  readonly signal: AbortSignal;
  readonly client: () => Anthropic;
}

async function prepare(run: Run, events: LlmEvent[]): Promise<PreparedReply> {
  const { options, server, request, signal } = run;
  checkConfigured(server);
  const client = run.client();
  const model = request.model ?? options.model ?? (await listModels(client, signal))[0];
  if (model === undefined) throw notConfigured(`${server.host} lists no model: name the one to use`);
  const asked: Asked = { to: `anthropic ${server.host}`, model };
  const images = requestImages(request, takesImages(model, request.images?.taken));
  const { prompt } = request;
  const reader = createAnthropicReader(events, {
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
      const body = buildAnthropicBody({ prompt, asked, params, images });
      const response = await client.messages.create(body, { signal }).asResponse();
      return stop => piecesUntil(response, stop);
    },
  };
}

async function listModels(client: Anthropic, signal?: AbortSignal): Promise<readonly string[]> {
  return modelIdsIn(await client.get('/v1/models?limit=100', { timeout: 30_000, ...(signal && { signal }) }));
}

/** The driver retries, so the client does not; it logs nothing, for it could log a request. */
function createClient({ baseUrl, apiKey, headers, fetch }: Server): Anthropic {
  return new Anthropic({
    baseURL: baseUrl.replace(/\/v1\/?$/, ''),
    apiKey: apiKey || PLACEHOLDER_KEY,
    authToken: null,
    defaultHeaders: { ...(apiKey === '' && { 'X-Api-Key': null }), ...headers },
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    logLevel: 'off',
    fetch,
  });
}
