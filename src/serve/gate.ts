// Decides which requests get in, and lets browsers and programs in (SPEC 21.1, 22.2). A request without access learns nothing: another
// host or origin gets 403, a missing or wrong token 401, each without a word of the folder.

import { randomBytes } from 'node:crypto';
import type * as http from 'node:http';
import { Listeners } from '../core/listeners.ts';
import { type Access, COOKIE_DAYS, cookieIn, createDoorkeeper, type DoorkeeperPorts, type Visitor } from './access.ts';
import type { Addresses, Listening } from './addresses.ts';
import { bearerIn } from './program-door.ts';
import type { Reply } from './reply.ts';
import { wordsFor } from './request.ts';
import { isOwnHost, isOwnOrigin } from './same-site.ts';
import { turnAway } from './turned-away.ts';

/** A token for one visit, and the address with it. */
export interface Invitation {
  readonly url: string;
  readonly token: string;
}

export interface Gate {
  /** A new address that lets one browser in, once; `at` is where it reaches the server, from here if absent. */
  invite(access: Access, at?: string): Invitation;
  /** A new token for programs; it holds as long as a cookie. */
  programToken(): string;
  /** Calls `listener` when an invitation was used. */
  onVisit(listener: (access: Access) => void): void;
  /** The refusal of a request of another site, or under a name that is none of ours. */
  refusalOf(request: http.IncomingMessage): Reply | undefined;
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
  return {
    invite(access, at = addresses.here) {
      const token = keeper.issue(access);
      return { token, url: `${at}/?token=${token}` };
    },
    programToken: () => keeper.admit('full'),
    onVisit: listener => void visits.add(listener),
    refusalOf(request) {
      const { headers } = request;
      const { turnedAway } = wordsFor(request);
      if (!isOwnHost(headers.host, addresses.now())) return turnAway(request.headers, 403, turnedAway.otherName);
      if (!isOwnOrigin(headers.origin, headers.host)) return turnAway(request.headers, 403, turnedAway.otherSite);
      return undefined;
    },
    visitorOf: ({ headers }) => keeper.recognise(cookieIn(headers.cookie, keeper.cookieName)),
    isProgram: ({ headers }) => keeper.recognise(bearerIn(headers))?.access === 'full',
    letIn(request, url, token) {
      const { turnedAway } = wordsFor(request);
      if (keeper.isBesieged()) return turnAway(request.headers, 429, turnedAway.tooManyTokens);
      const access = keeper.redeem(token);
      if (!access) return turnAway(request.headers, 401, turnedAway.wrongToken);
      visits.tell(access);
      const base = addresses.basePath(request.headers.host);
      const cookie = [
        `${keeper.cookieName}=${keeper.admit(access)}`,
        `Path=${base}/`,
        'HttpOnly',
        'SameSite=Strict',
        `Max-Age=${COOKIE_DAYS * 86_400}`,
        ...(isSecure ? ['Secure'] : []),
      ].join('; ');
      return onwards(base, url, cookie);
    },
  };
}

/** Sets the cookie and leads on. The token leaves the address at once: it stands in no history and no Referer. */
function onwards(base: string, url: URL, cookie: string): Reply {
  url.searchParams.delete('token');
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
