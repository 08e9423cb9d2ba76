// A model server on loopback for tests: real HTTP, `/v1/chat/completions` streamed and `/v1/models`.
// Every request is kept. A request beyond the listed replies is refused with 400, so that a test fails at once.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { framesOf, type MockReply } from './mock-reply.ts';

/** Either a list of replies, played one a request, or a function of the request. */
export interface MockServerOptions {
  readonly replies?: readonly MockReply[];
  readonly respond?: (request: MockRequest) => MockReply | Promise<MockReply>;
  /** Ids that `/v1/models` lists; default `mock-model`. Given as a reply, that is the answer. */
  readonly models?: readonly string[] | MockReply;
  /** The only API key that is accepted; absent: any, and none. */
  readonly key?: string;
  /** Where it listens; default a free port. */
  readonly port?: number;
}

/** A chat request as it came. `closed` resolves when its connection has ended or was given up by the client. */
export interface MockRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: MockRequestBody;
  readonly closed: Promise<void>;
}

export interface MockRequestBody {
  readonly model: string;
  readonly messages: readonly MockMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly [parameter: string]: unknown;
}

export interface MockMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
  readonly tool_call_id?: string;
}

/** A running server. `baseUrl` ends in `/v1`; `requests` are the chat requests, `modelRequests` counts the others. */
export interface MockServer {
  readonly baseUrl: string;
  readonly requests: readonly MockRequest[];
  modelRequests(): number;
  /** Resolves when so many chat requests have come. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server on 127.0.0.1. */
export async function startMockServer(options: MockServerOptions): Promise<MockServer> {
  const requests: MockRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let modelRequests = 0;

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? '';
    if (options.key !== undefined && incoming.headers.authorization !== `Bearer ${options.key}`) {
      return send({ status: 401, body: { error: { message: 'Incorrect API key provided.' } } }, response);
    }
    if (incoming.method === 'GET' && path.includes('/models')) {
      modelRequests += 1;
      await send(modelsReply(options.models ?? ['mock-model']), response);
      return;
    }
    const request = await readRequest(incoming, response);
    const reply = options.replies?.[requests.length];
    requests.push(request);
    for (const waiter of waiting) if (requests.length >= waiter.count) waiter.resolve();
    await send(reply ?? (await options.respond?.(request)) ?? exhausted(requests.length), response);
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(error => response.destroy(error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    modelRequests: () => modelRequests,
    arrived: count =>
      requests.length >= count ? Promise.resolve() : new Promise(resolve => waiting.push({ count, resolve })),
    close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

async function readRequest(incoming: IncomingMessage, response: ServerResponse): Promise<MockRequest> {
  const closed = new Promise<void>(resolve => response.once('close', () => resolve()));
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const body = JSON.parse(Buffer.concat(parts).toString('utf8') || '{}') as MockRequestBody;
  return { path: incoming.url ?? '', headers: incoming.headers, body, closed };
}

async function send(reply: MockReply, response: ServerResponse): Promise<void> {
  await reply.before;
  const { status = 200, headers = {}, body } = reply;
  if (status !== 200 || body !== undefined) {
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? { error: { message: `mock ${status}` } });
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  response.flushHeaders();
  if (await sendFrames(reply, response)) response.end();
  else response.destroy();
}

/** Writes what can go together in one piece; false when the connection is to be broken instead of ended. */
async function sendFrames(reply: MockReply, response: ServerResponse): Promise<boolean> {
  let ready: Uint8Array[] = [];
  const flush = async () => {
    const bytes = Buffer.concat(ready);
    ready = [];
    for (const piece of split(bytes, reply.writeSize)) await write(response, piece);
  };
  let sent = 0;
  for (const part of framesOf(reply)) {
    const gate = reply.gates?.[sent];
    if (gate !== undefined || part instanceof Promise) await flush();
    await gate;
    if (reply.cutAfter === sent) break;
    if (part instanceof Promise) await part;
    else ready.push(typeof part === 'string' ? Buffer.from(part) : part);
    sent += 1;
  }
  await flush();
  await reply.gates?.[sent];
  return reply.cutAfter === undefined;
}

/** Resolves when the bytes have left, so that a cut after them loses none; a client that is gone ends the wait too. */
function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise(resolve => {
    if (response.destroyed) resolve();
    else response.write(bytes, () => resolve());
  });
}

function split(bytes: Uint8Array, size = bytes.length): Uint8Array[] {
  if (bytes.length === 0) return [];
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

function modelsReply(models: readonly string[] | MockReply): MockReply {
  if (!isList(models)) return models;
  return { body: { object: 'list', data: models.map(id => ({ id, object: 'model' })) } };
}

function isList(models: readonly string[] | MockReply): models is readonly string[] {
  return Array.isArray(models);
}

function exhausted(count: number): MockReply {
  return { status: 400, body: { error: { message: `the mock server has no reply for request ${count}` } } };
}
