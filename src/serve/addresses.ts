// The addresses of a running server: those that it has by itself, and those that people and tunnels give it (SPEC
// 21.1).
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hereAt, networkAddress, type Reachable } from './public-url.ts';

/** How a server listens, and how it is reached. */
export interface Listening {
  readonly host: string;
  /** PEM texts; absent: plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** A proxy before it speaks TLS and knows the name. */
  readonly isBehindProxy: boolean;
  /**
   * Where people say that the pages of this server are reached, as they say now; may have a path that a proxy leaves
   * out.
   */
  readonly baseUrl?: () => string | undefined;
}

export interface Addresses {
  /** Where it is reached from its own machine. */
  readonly here: string;
  /** As it is reached now. */
  now(): Reachable;
  /** The path below which a browser that asks by this `Host` header found the server, without a slash at the end. */
  basePath(header: string | undefined): string;
  /** It is reached at this address too. */
  add(address: URL): void;
}

/** The addresses of a server that listens at this port. */
export function createAddresses({ host, tls, isBehindProxy, baseUrl }: Listening, port: number): Addresses {
  const tunnels = new Map<string, string>();
  const certificate = tls && new X509Certificate(tls.cert);
  const now = (): Reachable => {
    const given = baseUrl?.();
    return {
      scheme: tls ? 'https' : 'http',
      host,
      port,
      isBehindProxy,
      names: given === undefined ? tunnels : new Map([...tunnels, [new URL(given).host, given]]),
      ...(certificate && { isCertified: name => isValidFor(certificate, name) }),
      baseUrl: given,
      networkAddress,
    };
  };
  const here = hereAt(now());
  return {
    here,
    now,
    basePath: (header = '') => new URL(now().names?.get(header) ?? here).pathname.replace(/\/$/, ''),
    add: url => void tunnels.set(url.host, url.origin + url.pathname.replace(/\/$/, '')),
  };
}

/** IPv6 numbers stand in brackets. */
function isValidFor(certificate: X509Certificate, name: string): boolean {
  const number = name.replace(/^\[|\]$/g, '');
  return (isIP(number) === 0 ? certificate.checkHost(name) : certificate.checkIP(number)) !== undefined;
}
