// `fetch` over Node's own HTTP client (SPEC 10.8). The built-in `fetch` gives up after 300 s without headers or without
// a byte, which slow models exceed. This client has no limits of its own, and editors patch exactly these modules, so
// their proxy and certificate settings apply.
import http, { type Agent, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';

/** The agent through which an address is reached; undefined for the usual one. */
export type AgentFor = (url: URL) => Promise<Agent | undefined>;

/** Milliseconds after which an idle connection is probed, so that routers do not forget it while a model thinks. */
const PROBE_AFTER_MS = 60_000;

const MAX_REDIRECTS = 5;

/** Makes a `fetch` for http and https. Redirects are followed on the same host only, since a request carries a key. */
export function createHttpFetch(agentFor?: AgentFor): typeof fetch {
  return async (input, init) =>
    responseOf(await follow(plainRequest(input, init) ?? (await anyRequest(input, init)), agentFor));
}

interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal | undefined;
}

/**
 * The form of a request that packages use: an address, headers, and bytes, a text or nothing. A `Request` would give
 * its body as a stream only, which takes a tenth of a call. Undefined for every other form.
 */
function plainRequest(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Outgoing | undefined {
  const { body = null, method = 'GET', signal } = init;
  const url = input instanceof Request ? null : URL.parse(input);
  if (url?.username !== '' || url.password !== '') return undefined;
  if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) return undefined;
  const headers = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
  return {
    url,
    method: method.toUpperCase(),
    headers: {
      ...(typeof body === 'string' && { 'content-type': 'text/plain;charset=UTF-8' }),
      ...Object.fromEntries(headers),
    },
    signal: signal ?? undefined,
    ...(body !== null && { body: typeof body === 'string' ? Buffer.from(body) : body }),
  };
}

async function anyRequest(...[input, init]: Parameters<typeof fetch>): Promise<Outgoing> {
  const request = new Request(input, init);
  return {
    url: new URL(request.url),
    method: request.method,
    headers: Object.fromEntries(request.headers),
    // Not that of the request, which dies with it while the answer is still read.
    signal: init?.signal ?? (input instanceof Request ? input.signal : undefined),
    ...(request.body && { body: Buffer.from(await request.arrayBuffer()) }),
  };
}

async function follow(outgoing: Outgoing, agentFor: AgentFor | undefined): Promise<IncomingMessage> {
  let { url } = outgoing;
  for (let left = MAX_REDIRECTS; ; left -= 1) {
    const message = await send(await clientFor(url), { ...outgoing, url }, await agentFor?.(url));
    const next = redirectIn(message, url);
    if (next === undefined || left === 0) return message;
    message.resume();
    url = next;
  }
}

function redirectIn({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (![301, 302, 307, 308].includes(statusCode) || location === undefined) return undefined;
  const next = URL.parse(location, from.href);
  const isSafe = next?.protocol === 'https:' || next?.protocol === from.protocol;
  return next && isSafe && next.hostname === from.hostname ? next : undefined;
}

/** Most starts make no request at all, and the client for https takes longer to load than a small file. */
async function clientFor({ protocol }: URL): Promise<Pick<typeof http, 'request'>> {
  return protocol === 'https:' ? (await import('node:https')).default : http;
}

function send(
  client: Pick<typeof http, 'request'>,
  { url, method, headers, body, signal }: Outgoing,
  agent: Agent | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const length = body && { 'content-length': body.length };
    const request = client.request(url, { method, headers: { ...headers, ...length }, ...(agent && { agent }) });
    // The client's own option also destroys idle connections, which then fail without a listener.
    const stop = onAbort(signal, () => request.destroy(signal?.reason));
    request.on('error', reject);
    request.on('response', message => {
      stop();
      message.once(
        'close',
        onAbort(signal, () => leave(message, signal?.reason)),
      );
      resolve(message);
    });
    request.once('socket', probeLate);
    request.end(body);
  });
}

/** Connections that are probed as long as they live. */
const probed = new WeakSet<Socket>();

function probeLate(socket: Socket): void {
  if (probed.has(socket)) return;
  probed.add(socket);
  const keepAlive = () => {
    socket.setKeepAlive(true, PROBE_AFTER_MS);
    // The pool asks for a probe after one second whenever a reply has come: that would have to be taken back for each request.
    socket.setKeepAlive = () => socket;
  };
  if (socket.connecting) socket.once('connect', keepAlive);
  else keepAlive();
}

/** Gives the function that forgets it. */
function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  signal?.addEventListener('abort', act, { once: true });
  return () => signal?.removeEventListener('abort', act);
}

/** Closes the connection, unless everything has come. */
function leave(message: IncomingMessage, reason?: Error): void {
  if (message.complete) message.resume();
  else message.destroy(reason);
}

/** Statuses whose answer has no body. */
const EMPTY = [204, 205, 304];

function responseOf(message: IncomingMessage): Response {
  const { statusCode = 500, statusMessage = '' } = message;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  if (EMPTY.includes(statusCode)) message.resume();
  return new Response(EMPTY.includes(statusCode) ? null : bodyOf(message), {
    status: statusCode,
    statusText: statusMessage,
    headers,
  });
}

/** Pulled by its reader. */
function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = message[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => leave(message),
    },
    { highWaterMark: 0 },
  );
}
