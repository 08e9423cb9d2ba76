// `fetch` over `http-send.ts`, for the packages that want one.
import { type Incoming, leave, type OutgoingRequest, type Send } from './http-send.ts';

/** Makes a `fetch` for http and https. */
export function createHttpFetch(send: Send): typeof fetch {
  return async (input, init) => responseOf(await send(plainRequest(input, init) ?? (await anyRequest(input, init))));
}

/**
 * The form of a request that packages use: an address, headers, and bytes, a text or nothing. A `Request` would give
 * its body as a stream only, which takes a tenth of a call. Undefined for every other form.
 */
function plainRequest(input: Parameters<typeof fetch>[0], init: RequestInit = {}): OutgoingRequest | undefined {
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
    body: body === null ? [] : [typeof body === 'string' ? Buffer.from(body) : body],
  };
}

async function anyRequest(...[input, init]: Parameters<typeof fetch>): Promise<OutgoingRequest> {
  const request = new Request(input, init);
  return {
    url: new URL(request.url),
    method: request.method,
    headers: Object.fromEntries(request.headers),
    // Not that of the request, which dies with it while the answer is still read.
    signal: init?.signal ?? (input instanceof Request ? input.signal : undefined),
    body: request.body ? [Buffer.from(await request.arrayBuffer())] : [],
  };
}

/** Statuses whose answer has no body. */
const EMPTY = [204, 205, 304];

function responseOf(incoming: Incoming): Response {
  const { head, body } = incoming;
  const { statusCode = 500, statusMessage = '' } = head;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(head.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  if (EMPTY.includes(statusCode)) body.resume();
  return new Response(EMPTY.includes(statusCode) ? null : bodyOf(incoming), {
    status: statusCode,
    statusText: statusMessage,
    headers,
  });
}

/** Pulled by its reader. */
function bodyOf(incoming: Incoming): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = incoming.body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => leave(incoming),
    },
    { highWaterMark: 0 },
  );
}
