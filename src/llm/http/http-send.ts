// Requests over Node's own HTTP client (SPEC 10.8). The built-in `fetch` gives up after 300 s without headers or
// without a byte, which slow models exceed. This client has no limits of its own, and editors patch exactly these
// modules, so their proxy and certificate settings apply.
import http, { type Agent, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { decodeBody } from './decode-body.ts';

/** The agent through which an address is reached; undefined for the usual one. */
export type AgentFor = (url: URL) => Promise<Agent | undefined>;

/** Milliseconds after which an idle connection is probed, so that routers do not forget it while a model thinks. */
const PROBE_AFTER_MS = 60_000;

const MAX_REDIRECTS = 5;

/** One request. The parts of `body` are sent one after the other; none, and it has no body. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: readonly Uint8Array[];
  readonly signal: AbortSignal | undefined;
}

/** An answer whose head has come. The body comes in plain bytes, whatever its encoding is. */
export interface Incoming {
  readonly head: IncomingMessage;
  readonly body: Readable;
}

/** Resolves with the head of the answer. Rejects with the reason of the network, or of the signal. */
export type Send = (outgoing: OutgoingRequest) => Promise<Incoming>;

/** Sends over http and https. Redirects are followed within one server only, since a request carries a key. */
export function createSend(agentFor?: AgentFor): Send {
  return async outgoing => {
    let { url } = outgoing;
    for (let left = MAX_REDIRECTS; ; left -= 1) {
      const message = await sendOnce(await clientFor(url), { ...outgoing, url }, await agentFor?.(url));
      const next = redirectIn(message, url);
      if (next === undefined || left === 0) return { head: message, body: await bodyOf(message) };
      message.resume();
      url = next;
    }
  };
}

/** Waits for nothing where there is nothing to decode: what happens to a message meanwhile would be missed. */
function bodyOf(message: IncomingMessage): Readable | Promise<Readable> {
  return message.headers['content-encoding'] === undefined ? message : decodeBody(message);
}

function redirectIn({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (![301, 302, 307, 308].includes(statusCode) || location === undefined) return undefined;
  const next = URL.parse(location, from.href);
  return next && (next.origin === from.origin || isUpgrade(from, next)) ? next : undefined;
}

/** The same host by TLS, both at their usual ports. */
function isUpgrade(from: URL, next: URL): boolean {
  return from.protocol === 'http:' && next.protocol === 'https:' && next.host === from.host && next.port === '';
}

/** Most starts make no request at all, and the client for https takes longer to load than a small file. */
async function clientFor({ protocol }: URL): Promise<Pick<typeof http, 'request'>> {
  return protocol === 'https:' ? (await import('node:https')).default : http;
}

function sendOnce(
  client: Pick<typeof http, 'request'>,
  { url, method, headers, body, signal }: OutgoingRequest,
  agent: Agent | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const length = body.length > 0 && { 'content-length': body.reduce((sum, part) => sum + part.length, 0) };
    const request = client.request(url, { method, headers: { ...headers, ...length }, ...(agent && { agent }) });
    // The client's own option also destroys idle connections, which then fail without a listener.
    const stop = onAbort(signal, () => request.destroy(signal?.reason));
    request.on('error', reject);
    request.on('response', message => {
      stop();
      message.once(
        'close',
        onAbort(signal, () => leave({ head: message, body: message }, signal?.reason)),
      );
      resolve(message);
    });
    request.once('socket', probeLate);
    for (const part of body) request.write(part);
    request.end();
  });
}

/** Connections that are probed as long as they live. */
const probed = new WeakSet<Socket>();

function probeLate(socket: Socket): void {
  if (probed.has(socket)) return;
  probed.add(socket);
  const keepAlive = () => {
    socket.setKeepAlive(true, PROBE_AFTER_MS);
    // The pool asks for a probe after one second whenever a reply has come: that would have to be taken back for each
    // request.
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
export function leave({ head, body }: Incoming, reason?: Error): void {
  if (head.complete) body.resume();
  else body.destroy(reason);
}
