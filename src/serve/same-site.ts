// Checks that a request is meant for this server and comes from its own pages (SPEC 21.1): a page of another site, or a
// foreign name that resolves here, gets nothing.

import type { IncomingHttpHeaders } from 'node:http';

export interface Address {
  readonly scheme: 'http' | 'https';
  /** As it was asked to listen. */
  readonly host: string;
  readonly port: number;
  /** A proxy stands before it, which says by which name people come. */
  readonly isBehindProxy: boolean;
  /** More names with their ports, by which a tunnel or the server of the editor leads here, as its address. */
  readonly names?: ReadonlyMap<string, string>;
  /**
   * Whether the certificate is valid for a name, or for a number with the brackets of IPv6: a browser asks by no other
   * one.
   */
  readonly isCertified?: (name: string) => boolean;
}

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/** Browsers leave it out of `Host` and `Origin`. */
const usualPort = { http: 80, https: 443 };

/** True if a `Host` header names this server. Behind a proxy, the configured names count. */
export function isOwnHost(header: string | undefined, address: Address): boolean {
  const { scheme, host, port, isBehindProxy, names: known, isCertified } = address;
  if (header === undefined || !/^[\w.:[\]-]+$/.test(header)) return false;
  if (isBehindProxy || known?.has(header)) return true;
  const named = host.includes(':') ? `[${host}]` : host;
  const name = header.endsWith(`:${port}`) ? header.slice(0, -`:${port}`.length) : header;
  if (isCertified?.(name)) return true;
  // A server on all addresses is reached by any of them, in the clear never by a name.
  const isAny = isAnyHost(host) && /^(?:\d+\.\d+\.\d+\.\d+|\[[\da-f:]+\])(?::\d+)?$/i.test(header);
  const names = isLoopback(host) ? loopback : [named, ...(isAnyHost(host) ? loopback : [])];
  const isPortOwn = header !== name || port === usualPort[scheme];
  return isAny || (isPortOwn && names.includes(name));
}

/** True if a request comes from a page of this server, or from no page. `origin` and `host` are its headers. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  return host !== undefined && ['http', 'https'].some(scheme => URL.parse(`${scheme}://${host}`)?.origin === origin);
}

/**
 * What a browser says of a request: whether another site led to it, and whether it is for a page that is shown by
 * itself. A request of a program, or of a browser that says nothing, is one of our own.
 */
export function originOfRequest(headers: IncomingHttpHeaders): {
  readonly isForeign: boolean;
  readonly isPage: boolean;
} {
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-dest': dest = 'document' } = headers;
  // Another port of this machine is another site to us, and the same to browsers.
  return { isForeign: site === 'cross-site' || site === 'same-site', isPage: dest === 'document' };
}

/** True if a server that listens there is reached by every address of its machine. */
export function isAnyHost(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** True if only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host);
}
