// `dominds serve`: the panels as pages for a browser, over one socket per page (SPEC 21.1). `gate.ts` decides which
// requests get in.
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { errorCode } from '../core/base/thrown.ts';
import { type Outcome, refuse } from '../core/facts/trouble.ts';
import type { Access, DoorkeeperPorts, Visitor } from './access.ts';
import { createActions } from './actions.ts';
import { createAddresses, type Listening } from './addresses.ts';
import { createAssets } from './assets.ts';
import { turnAway } from './denied-reply.ts';
import { createGate, type Invitation } from './gate.ts';
import { leadToKeptPath } from './kept-path.ts';
import { createPages } from './pages.ts';
import { onNetwork, type ReachedAt, reachedAt } from './public-url.ts';
import { plain, type Reply } from './reply.ts';
import { bodyOf, urlOf, wordsOfRequest } from './request.ts';
import { isLoopback } from './same-site.ts';
import { createSockets } from './sockets.ts';
import type { ServedPlace } from './surfaces.ts';
import type { ProgramDoor } from './token-endpoint.ts';

/** How a server is started. */
export interface ServeOptions extends Listening, DoorkeeperPorts {
  /** 0 picks one. */
  readonly port: number;
  /** The folder with the bundles of the pages. */
  readonly bundles: string;
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
  invite(access: Access): Invitation;
  /** A new token for programs; it holds as long as a cookie. */
  programToken(): string;
  /**
   * It is reached at this address too, which may be a path of another server that leaves the path out of what it passes
   * on.
   */
  alsoKnownAs(address: URL): void;
  /** Calls `listener` when an invitation was used. */
  onVisit(listener: (access: Access) => void): void;
  /** Ends all connections and stops listening. */
  close(): Promise<void>;
}

/** Of one text of a page, which may carry images; a page for looking has nothing to send but what it wants to see. */
const MOST_SOCKET_BYTES: Readonly<Record<Access, number>> = { full: 64_000_000, view: 64_000 };

/**
 * Starts serving. Refused when nothing can listen there, or when it would send secrets in the clear beyond this
 * machine.
 */
export async function serve(place: ServedPlace, options: ServeOptions): Promise<Outcome<{ served: Served }>> {
  const { host, tls, isBehindProxy, door } = options;
  if (!isLoopback(host) && !tls && !isBehindProxy) {
    return refuse('serve-in-clear', { host });
  }
  const handler = (request: http.IncomingMessage, response: http.ServerResponse) => void answer(request, response);
  const server = tls ? https.createServer({ ...tls }, handler) : http.createServer(handler);
  const listening = await listen(server, options);
  if (!listening.ok) return listening;
  const addresses = createAddresses(options, listening.port);
  const gate = createGate(options, addresses);
  const assets = createAssets(options.bundles);
  const pages = createPages(place, { assetAddress: assets.address });
  const actions = createActions(place, { assetAddress: assets.address });
  const sockets = createSockets(place);
  const wireFor = (access: Access) => new WebSocketServer({ noServer: true, maxPayload: MOST_SOCKET_BYTES[access] });
  const wires = { full: wireFor('full'), view: wireFor('view') };
  server.on('upgrade', upgrade);

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    try {
      if (door && urlOf(request)?.pathname === door.path) await answerProgram(door, request, response);
      else send(response, await reply(request));
    } catch (error) {
      place.log.error('a request could not be answered', error);
      if (!response.headersSent) send(response, turnAway(request.headers, 500, wordsOfRequest(request).failed));
      else response.end();
    }
  }

  async function answerProgram(
    { answer: pass }: ProgramDoor,
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    const turnedAway = gate.refusalOf(request);
    if (turnedAway) send(response, turnedAway);
    else if (gate.isProgram(request)) await pass(request, response);
    else send(response, plain(401, 'Send the header that `dominds serve --mcp` printed.'));
  }

  async function reply(request: http.IncomingMessage): Promise<Reply> {
    const refusal = gate.refusalOf(request);
    if (refusal) return refusal;
    const url = urlOf(request);
    const { turnedAway } = wordsOfRequest(request);
    if (!url) return turnAway(request.headers, 400, turnedAway.malformed);
    const token = url.searchParams.get('token');
    // Programs that check links ask by HEAD first.
    if (token !== null && request.method === 'GET') return gate.letIn(request, url, token);
    const { method = 'GET', headers } = request;
    const { pathname, home } = gate.placeOf(url);
    url.pathname = pathname;
    const outer = addresses.basePath(headers.host);
    const asked = { method, acceptLanguage: headers['accept-language'], base: outer + home };
    const act = /^\/act\/([^/]+)$/.exec(url.pathname)?.[1];
    if (act !== undefined) return actions({ ...asked, token: act, headers });
    const visitor = gate.visitorOf(request);
    if (!visitor) return turnAway(request.headers, 401, turnedAway.noAccess, leadToKeptPath(outer));
    const asset = method === 'GET' ? assets.find(url.pathname) : undefined;
    if (asset) return asset;
    const body = method === 'POST' ? await bodyOf(request) : '';
    if (body === undefined) return turnAway(request.headers, 413, turnedAway.tooLarge);
    return pages({ ...asked, url, body, visitor, invite: () => inviteElsewhere(visitor, headers.host) });
  }

  /** An address for one visit from another device. */
  function inviteElsewhere(visitor: Visitor, header = ''): ReachedAt {
    const { url: at, isHereOnly } = reachedAt(addresses.now(), header);
    return { url: gate.invite(visitor.access, { at, visitor }).url, isHereOnly };
  }

  function upgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    // A client that goes away meanwhile.
    socket.on('error', () => socket.destroy());
    const turnedAway = gate.refusalOf(request);
    const visitor = turnedAway ? undefined : gate.visitorOf(request);
    const url = urlOf(request);
    if (!visitor || !url || gate.placeOf(url).pathname !== '/socket') {
      const status = visitor ? '404 Not Found' : turnedAway ? '403 Forbidden' : '401 Unauthorized';
      // A client that keeps its side open would hold the descriptor.
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => socket.destroy());
      return;
    }
    wires[visitor.access].handleUpgrade(request, socket, head, connection =>
      sockets.accept(connection, { url, visitor, acceptLanguage: request.headers['accept-language'] }),
    );
  }

  return {
    ok: true,
    served: {
      port: listening.port,
      address: addresses.here,
      networkAddress: onNetwork(addresses.now()).url,
      invite: access => gate.invite(access),
      programToken: gate.programToken,
      alsoKnownAs: addresses.add,
      onVisit: gate.onVisit,
      async close() {
        sockets.close();
        for (const wire of Object.values(wires)) wire.close();
        const closed = new Promise<void>(resolve => server.close(() => resolve()));
        server.closeAllConnections();
        await closed;
      },
    },
  };
}

function listen(server: http.Server, { host, port }: ServeOptions): Promise<Outcome<{ port: number }>> {
  return new Promise(resolve => {
    server.once('error', error =>
      resolve(
        errorCode(error) === 'EADDRINUSE'
          ? refuse('port-taken', { host, port })
          : refuse('cannot-listen', { host, port, reason: error.message }),
      ),
    );
    server.listen(port, host, () => resolve({ ok: true, port: (server.address() as AddressInfo).port }));
  });
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
