// How model servers are asked: by `fetch` where a package wants one, and by the shortest way for a request whose every
// byte is known. `Request`, `Response` and their streams would take as long as the rest of a short call (SPEC 17).
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { HeaderSource } from '../failures/retry-after.ts';
import { createHttpFetch } from './http-fetch.ts';
import { type AgentFor, createSend, type Incoming, leave } from './http-send.ts';

export interface HttpClient {
  readonly fetch: typeof fetch;
  /**
   * Resolves with the head of the answer, whatever its status. Rejects with the reason of the network, or of the
   * signal.
   */
  readonly post: (request: HttpPost) => Promise<HttpAnswer>;
}

/** The parts of `body` are sent one after the other. */
export interface HttpPost {
  readonly url: URL;
  readonly headers: OutgoingHttpHeaders;
  readonly body: readonly Uint8Array[];
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  /** Whether the status is none of refusal. */
  readonly ok: boolean;
  readonly headers: HeaderSource;
  readonly body: ByteReader;
}

/** Bytes as they come: a reader of a `ReadableStream` is one. */
export interface ByteReader {
  /** Rejects when the connection broke. */
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  /** Gives the rest up; a `read` that waits is done. */
  cancel(): Promise<void>;
}

/** Makes a client for http and https. */
export function createHttpClient(agentFor?: AgentFor): HttpClient {
  const send = createSend(agentFor);
  return {
    fetch: createHttpFetch(send),
    async post(request) {
      const { username, password } = request.url;
      // As `fetch` refuses them.
      if (username !== '' || password !== '')
        throw new TypeError('the address includes credentials: they belong into the key or a header');
      const incoming = await send({ ...request, method: 'POST' });
      const { statusCode: status = 500 } = incoming.head;
      const ok = status >= 200 && status < 300;
      return { status, ok, headers: headersOf(incoming.head), body: readerOf(incoming) };
    },
  };
}

function headersOf({ headers }: IncomingMessage): HeaderSource {
  return { get: name => headers[name.toLowerCase()]?.toString() ?? null };
}

/** Pulled by its reader, so that the server waits when nobody reads. */
function readerOf(incoming: Incoming): ByteReader {
  const { body } = incoming;
  let wake: () => void = () => undefined;
  let isOver = false;
  let error: Error | undefined;
  body.on('readable', () => wake());
  body.on('end', () => {
    isOver = true;
    wake();
  });
  body.on('error', cause => {
    error = cause;
    wake();
  });
  return {
    async read() {
      for (;;) {
        if (isOver) return { done: true };
        const value: Uint8Array | null = body.read();
        if (value !== null) return { done: false, value };
        if (error) throw error;
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      }
    },
    async cancel() {
      isOver = true;
      leave(incoming);
      wake();
    },
  };
}
