// Anthropic's Messages API, and servers that speak it, by the `@anthropic-ai/sdk` package (SPEC 10.5). Never retries,
// never throws.
import { Anthropic } from '@anthropic-ai/sdk';
import { once } from '../../core/base/once.ts';
import { failureFromError } from '../failures/failure.ts';
import { piecesUntil } from '../http/event-stream.ts';
import { createWireProvider, type WireRequest } from '../http/http-provider.ts';
import { modelIdsIn } from '../models/model-list.ts';
import type { LlmProvider } from '../provider.ts';
import {
  describeServer,
  type EndpointOptions,
  type HttpProviderOptions,
  NO_TIMEOUT_MS,
  PLACEHOLDER_KEY,
  type Server,
} from '../server.ts';
import { createAnthropicReader } from './anthropic-reader.ts';
import { buildAnthropicBody, roomIn } from './anthropic-request.ts';

/** The default address for a key without a base URL. */
const ANTHROPIC_URL = 'https://api.anthropic.com';

/** Makes the provider. The base URL may end in `/v1`. */
export function createAnthropicProvider(options: HttpProviderOptions): LlmProvider {
  const server = describeServer(options, ANTHROPIC_URL);
  const client = once(() => createClient(server));
  const rooms = new Map<string, number>();
  return createWireProvider(options, server, {
    name: 'anthropic',
    firstModel: async signal => (await listModels(client(), signal))[0],
    createReader: createAnthropicReader,
    async send(request, signal) {
      const response = await openReply({ server, client: client(), rooms }, request, signal);
      return stop => piecesUntil(response.body?.getReader(), stop);
    },
  });
}

interface Door {
  readonly server: Server;
  readonly client: Anthropic;
  /** The largest replies of models, as the server has named them. */
  readonly rooms: Map<string, number>;
}

/**
 * Sends the request; once more when the person set no limit of tokens and the server names a smaller one, which is
 * remembered.
 */
async function openReply(
  { server, client, rooms }: Door,
  request: WireRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { asked, params } = request;
  for (;;) {
    const body = buildAnthropicBody(request, rooms.get(asked.model));
    try {
      return await client.messages.create(body, { signal }).asResponse();
    } catch (error) {
      const isOurs = params.max_tokens === undefined && !rooms.has(asked.model);
      const room = isOurs ? roomIn(failureFromError(error, server.failures), body.max_tokens) : undefined;
      if (room === undefined) throw error;
      rooms.set(asked.model, room);
    }
  }
}

/** Ids of the models of such a server. Rejects with what went wrong. */
export async function anthropicModels(options: EndpointOptions, signal?: AbortSignal): Promise<readonly string[]> {
  return listModels(createClient(describeServer(options, ANTHROPIC_URL)), signal);
}

async function listModels(client: Anthropic, signal?: AbortSignal): Promise<readonly string[]> {
  return modelIdsIn(await client.get('/v1/models?limit=100', { ...(signal && { signal }) }));
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
