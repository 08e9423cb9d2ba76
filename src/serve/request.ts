// Reads requests, which may be anything.
import type * as http from 'node:http';
import type { ServeWords } from '../words/en/serve.ts';
import type { Visitor } from './access.ts';
import type { ReachedAt } from './public-url.ts';
import { languageOfRequest, serveWords } from './words.ts';

/** What a visitor with access asks for. */
export interface Request {
  readonly method: string;
  readonly url: URL;
  /** Of a form. */
  readonly body: string;
  readonly visitor: Visitor;
  readonly acceptLanguage: string | undefined;
  /** Where the browser found this server. */
  readonly base: string;
  /** A new address for one visit with the same access, as this browser reaches the server. */
  readonly invite: () => ReachedAt;
}

/** Larger requests are cut off: forms hold a message at most. */
const MOST_BYTES = 1_000_000;

/** The address that is asked for; `undefined` when it is none: clients may send any bytes. */
export function urlOf({ url = '/' }: http.IncomingMessage): URL | undefined {
  // Slashes at the beginning would name another host, here and where the path is led on to.
  const asked = /^[\\/]/.test(url) ? `http://page/${url.replace(/^[\\/]+/, '')}` : url;
  return URL.parse(asked, 'http://page') ?? undefined;
}

/** The words in the language of a request. */
export function wordsOfRequest({ headers }: http.IncomingMessage): ServeWords {
  return serveWords(languageOfRequest(headers['accept-language']));
}

/** The body as text; `undefined` when it is too large. Rejects when the client goes away. */
export async function bodyOf(request: http.IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
