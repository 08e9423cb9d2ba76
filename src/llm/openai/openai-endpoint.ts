// One OpenAI-compatible server: its client, made at the first use, and its model list.
import type { OpenAI } from 'openai';
import { once } from '../../core/base/once.ts';
import { serverProvider } from '../../core/team/providers.ts';
import type { HttpPost } from '../http/http-client.ts';
import { shareRequest } from '../http/shared-request.ts';
import { modelIdsIn } from '../models/model-list.ts';
import type { Preset } from '../models/presets.ts';
import {
  describeServer,
  type EndpointOptions,
  hostOf,
  NO_TIMEOUT_MS,
  PLACEHOLDER_KEY,
  type Server,
} from '../server.ts';

/**
 * An open door to one server. `firstModel` asks for the list once; it resolves to undefined when the list is empty, or
 * its signal aborts.
 */
export interface Endpoint extends Server {
  client(): Promise<OpenAI>;
  /**
   * Where and with which headers the package would ask for a chat: it says so once, as its way takes longer than a
   * turn's own work.
   */
  chatDoor(): Promise<Pick<HttpPost, 'url' | 'headers'>>;
  /** The ids that `/models` lists, queried again each time. Rejects with the errors of the package. */
  models(signal?: AbortSignal): Promise<readonly string[]>;
  firstModel(signal: AbortSignal): Promise<string | undefined>;
}

/** Describes a server; nothing is loaded and no request is made before `client` or `firstModel`. */
export function openEndpoint(options: EndpointOptions): Endpoint {
  const server = describeServer(options, serverProvider('openai').baseUrl);
  const endpoint: Endpoint = {
    ...server,
    addressHint: 'most addresses end in /v1',
    client: once(() => createClient(options, server)),
    chatDoor: once(async () => {
      const client = await endpoint.client();
      const headers = { 'content-type': 'application/json' };
      const { url, req } = await client.buildRequest({ method: 'post', path: '/chat/completions', headers });
      return { url: new URL(url), headers: Object.fromEntries(req.headers) };
    }),
    async models(signal) {
      const deployment = deploymentIn(server.baseUrl);
      if (deployment !== undefined) return [deployment];
      const ready = await endpoint.client();
      // Read as it comes: servers differ in everything but the ids.
      const page = await ready.get('/models', { ...(signal && { signal }) });
      return modelIdsIn(page);
    },
    firstModel: shareRequest(async signal => (await endpoint.models(signal))[0]),
  };
  return endpoint;
}

/**
 * Loads the package on first use: its evaluation alone would use up the time allowed for activation (SPEC 17). The
 * driver retries, so the client does not; it logs nothing, since it could log a request.
 */
async function createClient(options: EndpointOptions, server: Server): Promise<OpenAI> {
  const { baseUrl, apiKey, preset } = server;
  const { OpenAI: Client } = await import('openai');
  const isElsewhere = hostOf(baseUrl) !== hostOf(serverProvider('openai').baseUrl);
  // The addresses of Azure that end in `/v1` want none.
  const wantsVersion = deploymentIn(baseUrl) !== undefined && !baseUrl.includes('api-version=');
  const apiVersion = options.apiVersion ?? (wantsVersion ? preset?.apiVersion : undefined);
  return new Client({
    baseURL: baseUrl,
    apiKey: apiKey || PLACEHOLDER_KEY,
    adminAPIKey: null,
    ...(isElsewhere && { organization: null, project: null }),
    defaultHeaders: { ...keyHeaders(preset, apiKey), ...server.headers },
    ...(apiVersion !== undefined && { defaultQuery: { 'api-version': apiVersion } }),
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    logLevel: 'off',
    fetch: server.fetch,
  });
}

/** Headers in place of the usual one: no key, no header; Azure has a header of its own. */
function keyHeaders(preset: Preset | undefined, apiKey: string): Record<string, string | null> {
  if (apiKey === '') return { Authorization: null };
  return preset?.keyHeader === 'api-key' ? { Authorization: null, 'api-key': apiKey } : {};
}

/** An address of Azure may name its deployment, which is the model then; there is no list below it. */
function deploymentIn(baseUrl: string): string | undefined {
  const deployment = /\/deployments\/([^/?]+)/.exec(baseUrl)?.[1];
  return deployment === undefined ? undefined : decodeURIComponent(deployment);
}
