// Decides which requests get in, and lets browsers and programs in (SPEC 21.1, 22.2). A request without access learns
// nothing: another host or origin gets 403, a missing or wrong token 401, each without a word of the folder.

import { randomBytes } from 'node:crypto';
import type * as http from 'node:http';
import { Listeners } from '../core/base/listeners.ts';
import { type Access, COOKIE_DAYS, cookieIn, createDoorkeeper, type DoorkeeperPorts, type Visitor } from './access.ts';
import type { Addresses, Listening } from './addresses.ts';
import { turnAway } from './denied-reply.ts';
import { inScript, keepPath } from './kept-path.ts';
import type { Reply } from './reply.ts';
import { wordsOfRequest } from './request.ts';
import { isOwnHost, isOwnOrigin, originOfRequest } from './same-site.ts';
import { bearerIn } from './token-endpoint.ts';

/** A token for one visit, and the address with it. */
export interface Invitation {
  readonly url: string;
  readonly token: string;
}

export interface Gate {
  /**
   * A new address that lets one browser in, once; `by` says which visitor wants it and where it reaches the server,
   * absent: from here.
   */
  invite(access: Access, by?: { readonly at: string; readonly visitor: Visitor }): Invitation;
  /** A new token for programs; it holds as long as a cookie. */
  programToken(): string;
  /** Calls `listener` when an invitation was used. */
  onVisit(listener: (access: Access) => void): void;
  /** The refusal of a request of another site, or under a name that is none of ours. */
  refusalOf(request: http.IncomingMessage): Reply | undefined;
  /** The path of a request without the step that is there for the cookie, and that step. */
  placeOf(url: URL): { readonly pathname: string; readonly home: string };
  /** Who asks, by the cookie. */
  visitorOf(request: http.IncomingMessage): Visitor | undefined;
  /** True for a request with a token for programs. */
  isProgram(request: http.IncomingMessage): boolean;
  /** Lets the browser in that brings a token in the address `url`, with a cookie for its further requests. */
  letIn(request: http.IncomingMessage, url: URL, token: string): Reply;
}

/** The gate of a server with these addresses. */
export function createGate(options: Listening & DoorkeeperPorts, addresses: Addresses): Gate {
  const keeper = createDoorkeeper(options);
  const isSecure = options.tls !== undefined || options.isBehindProxy;
  const visits = new Listeners<[Access]>();
  const home = `/${keeper.cookieFolder}`;
  return {
    invite(access, by) {
      const token = keeper.issue(access, by?.visitor);
      return { token, url: `${by?.at ?? addresses.here}/?token=${token}` };
    },
    programToken: () => keeper.admit('full', 'program'),
    onVisit: listener => void visits.add(listener),
    refusalOf(request) {
      const { headers } = request;
      const { turnedAway } = wordsOfRequest(request);
      if (!isOwnHost(headers.host, addresses.now())) return turnAway(request.headers, 403, turnedAway.otherName);
      if (!isOwnOrigin(headers.origin, headers.host)) return turnAway(request.headers, 403, turnedAway.otherSite);
      return undefined;
    },
    placeOf: ({ pathname }) =>
      pathname === home || pathname.startsWith(`${home}/`)
        ? { pathname: pathname.slice(home.length) || '/', home }
        : { pathname, home: '' },
    visitorOf: ({ headers }) => keeper.recognise(cookieIn(headers.cookie, keeper.cookieName)),
    isProgram: ({ headers }) => keeper.recognise(bearerIn(headers), 'program')?.access === 'full',
    letIn(request, url, token) {
      const { turnedAway } = wordsOfRequest(request);
      // A page of another site could use up addresses, or have them refused to everybody, by images and frames.
      const { isForeign, isPage } = originOfRequest(request.headers);
      if (!isPage) return turnAway(request.headers, 403, turnedAway.otherSite);
      if (keeper.isBesieged()) return turnAway(request.headers, 429, turnedAway.tooManyTokens);
      const access = keeper.redeem(token, { isPassing: isForeign });
      if (!access) return turnAway(request.headers, 401, turnedAway.wrongToken);
      visits.tell(access);
      const outer = addresses.basePath(request.headers.host);
      const base = outer + home;
      const cookie = [
        `${keeper.cookieName}=${keeper.admit(access)}`,
        `Path=${base}/`,
        'HttpOnly',
        'SameSite=Strict',
        `Max-Age=${COOKIE_DAYS * 86_400}`,
        ...(isSecure ? ['Secure'] : []),
      ].join('; ');
      return onwards({ base, cookie }, url);
    },
  };
}

/** Sets the cookie and leads on. The token leaves the address at once: it stands in no history and no Referer. */
function onwards({ base, cookie }: { readonly base: string; readonly cookie: string }, url: URL): Reply {
  url.searchParams.delete('token');
  // A redirect would still count as coming from the site that led here, and a strict cookie stays at home then.
  const to = inScript(`${base}${url.pathname}${url.search}`);
  const nonce = randomBytes(16).toString('base64');
  return {
    status: 200,
    headers: {
      'Set-Cookie': cookie,
      'Referrer-Policy': 'no-referrer',
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'`,
    },
    body: `<!DOCTYPE html><title>Dominds</title><script nonce="${nonce}">${keepPath(base)};location.replace(${to})</script>`,
  };
}
