// One model server by its address: its known traits, its secrets, and its connection. Loads no package.
import { type FailureContext, HttpRefused } from './failures/failure.ts';
import { limitAnswer, limitAnswers } from './failures/limit-events.ts';
import { createHttpClient, type HttpAnswer, type HttpClient } from './http/http-client.ts';
import { notConfigured } from './http/request-ended.ts';
import { type Preset, presetOf } from './models/presets.ts';
import { wellFormedJson } from './reply/well-formed-json.ts';

/** A server's address and access. A base URL alone is enough: local servers need no key (SPEC 10.1). */
export interface EndpointOptions {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Value of the `api-version` query, which Azure wants. */
  readonly apiVersion?: string;
  /** How requests are made; absent: directly, without a proxy. */
  readonly http?: HttpClient;
  /** Present time in milliseconds, for `Retry-After` dates. */
  readonly now?: () => number;
}

/** Settings of a provider of one server. `model` and `params` are defaults that a request may override. */
export interface HttpProviderOptions extends EndpointOptions {
  readonly id: string;
  readonly model?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly label?: string;
  /** Whether requests mark cacheable parts; absent: decided by the server (SPEC 10.9). */
  readonly cacheMarks?: boolean;
  /** Ids for tool calls that come without one, or with one that the context already has. */
  readonly newId?: () => string;
  /** How long a server may keep the stream open after the model has finished; 5,000 ms. */
  readonly lingerMs?: number;
}

export interface Server {
  readonly isConfigured: boolean;
  readonly host: string;
  /** The base URL without what may be secret in it. */
  readonly url: string;
  /** The effective base URL. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** True if the base URL is a web address. */
  readonly isAddress: boolean;
  readonly failures: FailureContext;
  /** Whether a key is sent. */
  readonly hasKey: boolean;
  /** The server's traits, by its address. */
  readonly preset: Preset | undefined;
  /** Optional fields of a request that the server has refused. */
  readonly refused: Set<string>;
  /** The message when nothing is found at the address. */
  readonly addressHint?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Throws `HttpRefused`. Limited in size, except streams of events: their reader limits them. */
  readonly fetch: typeof fetch;
  /** The same for a body that is ready. */
  readonly post: HttpClient['post'];
}

/** The longest limit that the packages take; how long to wait is decided by the driver (SPEC 10.8). */
export const NO_TIMEOUT_MS = 2 ** 31 - 1;

const direct = createHttpClient();

/** Stands where a package wants a key and the server none. */
export const PLACEHOLDER_KEY = 'no-key-needed';

/** Describes a server; no request is made. */
export function describeServer(options: EndpointOptions, defaultUrl: string): Server {
  const apiKey = options.apiKey?.trim() ?? '';
  const baseUrl = options.baseUrl?.trim() || defaultUrl;
  const preset = presetOf(baseUrl);
  const { fetch, post } = options.http ?? direct;
  return {
    isConfigured: apiKey !== '' || (options.baseUrl?.trim() ?? '') !== '',
    host: hostOf(baseUrl),
    url: shownUrl(baseUrl),
    baseUrl,
    apiKey,
    isAddress: /^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''),
    failures: { secrets: secretsOf(options, apiKey, baseUrl), now: options.now ?? Date.now },
    hasKey: apiKey !== '',
    preset,
    refused: new Set(preset?.refuses),
    headers: { ...preset?.headers, ...options.headers },
    fetch: refusing(limitAnswers(fetch)),
    post: async request => notRefused(limitAnswer(await post(request))),
  };
}

/** Throws when the server cannot be called with this configuration. */
export function checkConfigured({ isConfigured, isAddress, url }: Server): void {
  if (!isConfigured) throw notConfigured('neither a base URL nor an API key is set');
  if (!isAddress) throw notConfigured(`the base URL ${url} is no address: it begins with http:// or https://`);
}

/** A `fetch` that throws a refusal as it came: the packages keep only the shapes of error that they know. */
function refusing(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const body = init?.body;
    const response = await ask(input, typeof body === 'string' ? { ...init, body: wellFormedJson(body) } : init);
    if (response.ok) return response;
    throw new HttpRefused(response.status, response.headers, await response.text());
  };
}

async function notRefused(answer: HttpAnswer): Promise<HttpAnswer> {
  const { status, headers, body } = answer;
  if (answer.ok) return answer;
  const decoder = new TextDecoder();
  let text = '';
  for (let piece = await body.read(); !piece.done; piece = await body.read()) {
    text += decoder.decode(piece.value, { stream: true });
  }
  throw new HttpRefused(status, headers, text + decoder.decode());
}

/** Host and port of an address. */
export function hostOf(url: string): string {
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
