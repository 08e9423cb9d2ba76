// An address for programs beside the pages: they bring a token in each request instead of a cookie (SPEC 22.2).
import type * as http from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';

/** What programs find at an address. */
export interface ProgramDoor {
  /** Begins with `/`. */
  readonly path: string;
  readonly answer: (request: Request) => Promise<Response>;
}

/** The token of a request; `undefined` when it brings none. */
export function bearerIn({ authorization }: http.IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

/** Passes a request on, and its answer back as it comes. */
export async function passOn(
  { answer }: ProgramDoor,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { method = 'GET', url = '/', headers } = request;
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' as const } : {};
  const answered = await answer(
    new Request(new URL(url, 'http://program'), { method, headers: named, signal: gone.signal, ...body }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  if (!answered.body) {
    response.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(answered.body as NodeStream), response);
  } catch (error) {
    // A client may leave in the middle, which ends its subscription.
    if (!gone.signal.aborted) throw error;
  }
}
