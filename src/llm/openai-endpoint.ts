// One OpenAI-compatible server: its client, made at the first use, its model list, and the keys to hide.
import type { OpenAI } from 'openai';
import { type FailureContext, HttpRefused } from './failure.ts';
import { limitEvents } from './limit-events.ts';
import { modelIdsIn } from './model-list.ts';
import { type Preset, presetOf } from './presets.ts';

/** Where and how to reach a server. A base URL alone is enough: local servers need no key (SPEC 10.1). */
export interface EndpointOptions {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Value of the `api-version` query, which Azure wants. */
  readonly apiVersion?: string;
  readonly fetch?: typeof fetch;
  /** Present time in milliseconds, for `Retry-After` dates. */
  readonly now?: () => number;
}

/** An open door to one server. `firstModel` asks for the list once; it resolves to undefined when the list is empty. */
export interface Endpoint {
  readonly isConfigured: boolean;
  readonly host: string;
  /** The base URL without what may be secret in it. */
  readonly url: string;
  /** Whether the base URL is an address of the web at all. */
  readonly isAddress: boolean;
  readonly failures: FailureContext;
  /** Whether a key is sent. */
  readonly hasKey: boolean;
  /** What is known of the server by its address. */
  readonly preset: Preset | undefined;
  /** Optional fields of a request that the server has refused. */
  readonly refused: Set<string>;
  client(): Promise<OpenAI>;
  /** Ids that `/models` lists, asked anew. Rejects with the errors of the package. */
  models(signal?: AbortSignal): Promise<readonly string[]>;
  firstModel(): Promise<string | undefined>;
}

/** Where a key goes when no base URL is named. */
export const OPENAI_URL = 'https://api.openai.com/v1';
const PLACEHOLDER_KEY = 'no-key-needed';

/** Describes a server; nothing is loaded and no request is made before `client` or `firstModel`. */
export function openEndpoint(options: EndpointOptions): Endpoint {
  const apiKey = options.apiKey?.trim() ?? '';
  const baseUrl = options.baseUrl?.trim() || OPENAI_URL;
  let client: Promise<OpenAI> | undefined;
  let first: Promise<string | undefined> | undefined;

  const endpoint: Endpoint = {
    isConfigured: apiKey !== '' || (options.baseUrl?.trim() ?? '') !== '',
    host: hostOf(baseUrl),
    url: shownUrl(baseUrl),
    isAddress: /^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''),
    failures: { secrets: secretsOf(options, apiKey, baseUrl), now: options.now ?? Date.now },
    hasKey: apiKey !== '',
    preset: presetOf(baseUrl),
    refused: new Set(presetOf(baseUrl)?.refuses),
    client() {
      client ??= createClient(options, apiKey, baseUrl);
      return client;
    },
    async models(signal) {
      const deployment = deploymentIn(baseUrl);
      if (deployment !== undefined) return [deployment];
      const ready = await endpoint.client();
      // Read as it comes: servers differ in everything but the ids.
      const page = await ready.get('/models', { timeout: 30_000, ...(signal && { signal }) });
      return modelIdsIn(page);
    },
    firstModel() {
      first ??= endpoint.models().then(
        ([id]) => id,
        error => {
          first = undefined;
          throw error;
        },
      );
      return first;
    },
  };
  return endpoint;
}

/**
 * Loads the package when it is first needed: its evaluation alone would take the whole time allowed for activation
 * (SPEC 17). The driver retries, so the client does not; it logs nothing, for it could log a request.
 */
async function createClient(options: EndpointOptions, apiKey: string, baseUrl: string): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai');
  const isElsewhere = hostOf(baseUrl) !== hostOf(OPENAI_URL);
  const preset = presetOf(baseUrl);
  // The addresses of Azure that end in `/v1` want none.
  const wantsVersion = deploymentIn(baseUrl) !== undefined && !baseUrl.includes('api-version=');
  const apiVersion = options.apiVersion ?? (wantsVersion ? preset?.apiVersion : undefined);
  return new Client({
    baseURL: baseUrl,
    apiKey: apiKey || PLACEHOLDER_KEY,
    adminAPIKey: null,
    ...(isElsewhere && { organization: null, project: null }),
    defaultHeaders: { ...keyHeaders(preset, apiKey), ...preset?.headers, ...options.headers },
    ...(apiVersion !== undefined && { defaultQuery: { 'api-version': apiVersion } }),
    maxRetries: 0,
    logLevel: 'off',
    fetch: refusing(limitEvents(options.fetch ?? fetch)),
  });
}

/** A `fetch` that throws a refusal as it came: the packages keep only the shapes of error that they know. */
function refusing(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await ask(input, init);
    if (response.ok) return response;
    throw new HttpRefused(response.status, response.headers, await response.text());
  };
}

/** Headers that take the place of the usual one: no key, no header; Azure has a header of its own. */
function keyHeaders(preset: Preset | undefined, apiKey: string): Record<string, string | null> {
  if (apiKey === '') return { Authorization: null };
  return preset?.keyHeader === 'api-key' ? { Authorization: null, 'api-key': apiKey } : {};
}

/** An address of Azure may name its deployment, which is the model then; there is no list below it. */
function deploymentIn(baseUrl: string): string | undefined {
  const deployment = /\/deployments\/([^/?]+)/.exec(baseUrl)?.[1];
  return deployment === undefined ? undefined : decodeURIComponent(deployment);
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'an invalid address';
}

function shownUrl(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  return url?.host ? `${url.protocol}//${url.host}${url.pathname}` : (baseUrl.split(/[?#]/, 1)[0] ?? '');
}

/** The key, header values that are keys by their name, and what an address may carry. */
function secretsOf(options: EndpointOptions, apiKey: string, baseUrl: string): string[] {
  const url = URL.parse(baseUrl);
  const secrets = [apiKey, url?.password ?? '', ...(url?.searchParams.values() ?? [])];
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (/auth|key|token|secret|cookie/i.test(name)) secrets.push(value, value.replace(/^\w+\s+/, ''));
  }
  return secrets.filter(secret => secret.length >= 8).toSorted((a, b) => b.length - a.length);
}
