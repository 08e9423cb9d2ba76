// `dominds serve`: the panels as pages for a browser, over one socket per page (SPEC 21.1). A request without access
// learns nothing: another host or origin gets 403, a missing or wrong token 401, each with one line of text.
import { randomBytes, X509Certificate } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Seals } from '../core/seals.ts';
import { type Outcome, refuse } from '../core/trouble.ts';
import { type Access, COOKIE_DAYS, cookieIn, createDoorkeeper, type Visitor } from './access.ts';
import { createActions } from './actions.ts';
import { createAssets } from './assets.ts';
import { createPages } from './pages.ts';
import { bearerIn, type ProgramDoor } from './program-door.ts';
import { hereAt, networkAddress, onNetwork, type Reachable, type ReachedAt, reachedAt } from './reached-at.ts';
import { plain, type Reply } from './reply.ts';
import { isLoopback, isOwnHost, isOwnOrigin } from './same-site.ts';
import { createSockets } from './sockets.ts';
import type { Place } from './surfaces.ts';
import { languageOf, type ServeWords, serveWords } from './words.ts';

export interface ServeOptions {
  readonly host: string;
  /** 0 picks one. */
  readonly port: number;
  /** PEM texts; absent: plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** A proxy before it speaks TLS and knows the name. */
  readonly isBehindProxy: boolean;
  /** Where people say that the pages of this server are reached, as they say now; may have a path that a proxy leaves out. */
  readonly baseUrl?: () => string | undefined;
  /** Seals of this folder, with which cookies are signed. */
  readonly seals: Seals;
  /** The folder with the bundles of the pages. */
  readonly bundles: string;
  readonly now: () => number;
  /** What programs find beside the pages. */
  readonly door?: ProgramDoor;
}

/** A running server. */
export interface Served {
  readonly port: number;
  /** Where it is reached from here, without a token. */
  readonly address: string;
  /** The same for other devices, where it listens to them. */
  readonly networkAddress: string;
  /** A new address that lets one browser in, once. */
  invite(access: Access): { readonly url: string; readonly token: string };
  /** A new token for programs; it holds as long as a cookie. */
  programToken(): string;
  /** It is reached at this address too, which may be a path of another server that leaves the path out of what it passes on. */
  alsoKnownAs(address: URL): void;
  /** Calls `listener` when an invitation was used. */
  onVisit(listener: (access: Access) => void): void;
  /** Ends all connections and stops listening. */
  close(): Promise<void>;
}

/** Larger requests are cut off: forms hold a message at most. */
const MOST_BYTES = 1_000_000;
/** Of one text of a page, which may carry images. */
const MOST_SOCKET_BYTES = 64_000_000;

/** Starts serving. Refused when nothing can listen there, or when it would send secrets in the clear beyond this machine. */
export async function serve(place: Place, options: ServeOptions): Promise<Outcome<{ served: Served }>> {
  const { host, tls, isBehindProxy } = options;
  if (!isLoopback(host) && !tls && !isBehindProxy) {
    return refuse('serve-in-clear', { host });
  }
  const handler = (request: http.IncomingMessage, response: http.ServerResponse) => void answer(request, response);
  const server = tls ? https.createServer({ ...tls }, handler) : http.createServer(handler);
  const listening = await listen(server, options);
  if (!listening.ok) return listening;
  const tunnels = new Map<string, string>();
  const certificate = tls && new X509Certificate(tls.cert);
  /** As it is reached now. */
  const reachable = (): Reachable => {
    const baseUrl = options.baseUrl?.();
    return {
      scheme: tls ? 'https' : 'http',
      host,
      port: listening.port,
      isBehindProxy,
      names: baseUrl === undefined ? tunnels : new Map([...tunnels, [new URL(baseUrl).host, baseUrl]]),
      ...(certificate && { isCertified: name => isValidFor(certificate, name) }),
      baseUrl,
      networkAddress,
    };
  };
  const baseAddress = hereAt(reachable());
  const keeper = createDoorkeeper(options);
  const assets = createAssets(options.bundles);
  const visitListeners = new Set<(access: Access) => void>();
  const invite = (access: Access, at = baseAddress) => {
    const token = keeper.issue(access);
    return { token, url: `${at}/?token=${token}` };
  };
  const pages = createPages(place, { assetAddress: assets.address });
  const actions = createActions(place, { assetAddress: assets.address });
  const sockets = createSockets(place);
  const wire = new WebSocketServer({ noServer: true, maxPayload: MOST_SOCKET_BYTES });
  server.on('upgrade', upgrade);

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    try {
      if (await answersProgram(request, response)) return;
      send(response, await reply(request));
    } catch (error) {
      place.log.error('a request could not be answered', error);
      if (!response.headersSent)
        send(response, plain(500, `${wordsFor(request).failed.message} ${wordsFor(request).failed.remedy}`));
      else response.end();
    }
  }

  /** Whether the request was one of a program. */
  async function answersProgram(request: http.IncomingMessage, response: http.ServerResponse): Promise<boolean> {
    const { door } = options;
    if (!door || urlOf(request)?.pathname !== door.path) return false;
    const turnedAway = refusalOf(request);
    const isKnown = keeper.recognise(bearerIn(request.headers))?.access === 'full';
    if (turnedAway) send(response, turnedAway);
    else if (!isKnown) send(response, plain(401, 'Send the header that `dominds serve --mcp` printed.'));
    else await door.answer(request, response);
    return true;
  }

  async function reply(request: http.IncomingMessage): Promise<Reply> {
    const refusal = refusalOf(request);
    if (refusal) return refusal;
    const url = urlOf(request);
    if (!url) return malformed;
    const token = url.searchParams.get('token');
    const { turnedAway } = wordsFor(request);
    const base = basePathOf(request);
    // Programs that check links ask by HEAD first.
    if (token !== null && request.method === 'GET') return letIn({ url, base }, token, turnedAway);
    const act = /^\/act\/([^/]+)$/.exec(url.pathname)?.[1];
    if (act !== undefined)
      return actions({
        token: act,
        method: request.method ?? 'GET',
        acceptLanguage: request.headers['accept-language'],
        base,
      });
    const visitor = visitorOf(request);
    if (!visitor) return plain(401, turnedAway.noAccess);
    const asset = request.method === 'GET' ? assets.find(url.pathname) : undefined;
    if (asset) return asset;
    const body = request.method === 'POST' ? await bodyOf(request) : '';
    if (body === undefined) return plain(413, turnedAway.tooLarge);
    return pages({
      method: request.method ?? 'GET',
      url,
      body,
      visitor,
      acceptLanguage: request.headers['accept-language'],
      base,
      invite: access => inviteElsewhere(access, request),
    });
  }

  /** The path below which the browser that asks found this server, without a slash at the end. */
  function basePathOf({ headers: { host: name = '' } }: http.IncomingMessage): string {
    return new URL(reachable().names?.get(name) ?? baseAddress).pathname.replace(/\/$/, '');
  }

  /** An address for one visit from another device. */
  function inviteElsewhere(access: Access, { headers: { host: name = '' } }: http.IncomingMessage): ReachedAt {
    const { url, isHereOnly } = reachedAt(reachable(), name);
    return { url: invite(access, url).url, isHereOnly };
  }

  /** Requests of other sites, and under names that are none of ours. */
  function refusalOf(request: http.IncomingMessage): Reply | undefined {
    const { headers } = request;
    const { turnedAway } = wordsFor(request);
    if (!isOwnHost(headers.host, reachable())) return plain(403, turnedAway.otherName);
    if (!isOwnOrigin(headers.origin, headers.host)) return plain(403, turnedAway.otherSite);
    return undefined;
  }

  function visitorOf({ headers }: http.IncomingMessage): Visitor | undefined {
    return keeper.recognise(cookieIn(headers.cookie, keeper.cookieName));
  }

  /** The token leaves the address at once: it stands in no history and no Referer. */
  function letIn(
    { url, base }: { readonly url: URL; readonly base: string },
    token: string,
    words: ServeWords['turnedAway'],
  ): Reply {
    if (keeper.isBesieged()) return plain(429, words.tooManyTokens);
    const access = keeper.redeem(token);
    if (!access) return plain(401, words.wrongToken);
    for (const listener of visitListeners) listener(access);
    url.searchParams.delete('token');
    const isSecure = tls !== undefined || isBehindProxy;
    const cookie = [
      `${keeper.cookieName}=${keeper.admit(access)}`,
      `Path=${base}/`,
      'HttpOnly',
      'SameSite=Strict',
      `Max-Age=${COOKIE_DAYS * 86_400}`,
      ...(isSecure ? ['Secure'] : []),
    ].join('; ');
    // A redirect would still count as coming from the site that led here, and a strict cookie stays at home then.
    const to = JSON.stringify(`${base}${url.pathname}${url.search}`).replaceAll('<', '\\u003c');
    const nonce = randomBytes(16).toString('base64');
    return {
      status: 200,
      headers: {
        'Set-Cookie': cookie,
        'Referrer-Policy': 'no-referrer',
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'`,
      },
      body: `<!DOCTYPE html><title>Dominds</title><script nonce="${nonce}">location.replace(${to})</script>`,
    };
  }

  function upgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    // A client that goes away meanwhile.
    socket.on('error', () => socket.destroy());
    const turnedAway = refusalOf(request);
    const visitor = turnedAway ? undefined : visitorOf(request);
    const url = urlOf(request);
    if (!visitor || url?.pathname !== '/socket') {
      const status = visitor ? '404 Not Found' : turnedAway ? '403 Forbidden' : '401 Unauthorized';
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
      return;
    }
    wire.handleUpgrade(request, socket, head, connection =>
      sockets.accept(connection, { url, visitor, acceptLanguage: request.headers['accept-language'] }),
    );
  }

  return {
    ok: true,
    served: {
      port: listening.port,
      address: baseAddress,
      networkAddress: onNetwork(reachable()).url,
      invite,
      programToken: () => keeper.admit('full'),
      alsoKnownAs: url => void tunnels.set(url.host, url.origin + url.pathname.replace(/\/$/, '')),
      onVisit: listener => void visitListeners.add(listener),
      async close() {
        sockets.close();
        wire.close();
        const closed = new Promise<void>(resolve => server.close(() => resolve()));
        server.closeAllConnections();
        await closed;
      },
    },
  };
}

/** IPv6 numbers stand in brackets. */
function isValidFor(certificate: X509Certificate, name: string): boolean {
  const number = name.replace(/^\[|\]$/g, '');
  return (isIP(number) === 0 ? certificate.checkHost(name) : certificate.checkIP(number)) !== undefined;
}

function listen(server: http.Server, { host, port }: ServeOptions): Promise<Outcome<{ port: number }>> {
  return new Promise(resolve => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === 'EADDRINUSE'
          ? refuse('port-taken', { host, port })
          : refuse('cannot-listen', { host, port, reason: error.message }),
      ),
    );
    server.listen(port, host, () => resolve({ ok: true, port: (server.address() as AddressInfo).port }));
  });
}

const malformed = plain(400, 'This is no address of this server.');

/** The address that is asked for; `undefined` when it is none: clients may send any bytes. */
function urlOf({ url = '/' }: http.IncomingMessage): URL | undefined {
  return URL.canParse(url, 'http://page') ? new URL(url, 'http://page') : undefined;
}

/** The words in the language of a request. */
function wordsFor({ headers }: http.IncomingMessage): ServeWords {
  return serveWords(languageOf(headers['accept-language']));
}

function send(response: http.ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, {
    // Forms of a page that sends no referrer come without an origin.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(body);
}

async function bodyOf(request: http.IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
