// By which addresses a server is reached, and the one to open on another device (SPEC 21.1).
import { networkInterfaces } from 'node:os';
import { type Address, isAnyHost, isLoopback } from './same-site.ts';

export interface Reachable extends Address {
  /** Where people say that the pages are reached. */
  readonly baseUrl?: string | undefined;
  /** The number of this machine on its network, if it has one. */
  readonly networkAddress?: () => string | undefined;
}

/** An address without a slash at its end. */
export interface ReachedAt {
  readonly url: string;
  /** Only this machine can open it. */
  readonly isHereOnly: boolean;
}

/** The address to open on another device, from a page that was asked for by this `Host` header. */
export function reachedAt(server: Reachable, header: string): ReachedAt {
  const { baseUrl, names, scheme, isBehindProxy } = server;
  if (baseUrl !== undefined) return { url: baseUrl, isHereOnly: false };
  const tunnel = names?.get(header);
  if (tunnel !== undefined) return { url: tunnel, isHereOnly: isLoopback(hostnameOf(tunnel)) };
  const asked = `${isBehindProxy ? 'https' : scheme}://${header}`;
  return isLoopback(hostnameOf(asked)) ? onNetwork(server) : { url: asked, isHereOnly: false };
}

/** Where the server is reached by itself: on the network, if it listens there. */
export function onNetwork(server: Reachable): ReachedAt {
  const { host, isBehindProxy, networkAddress } = server;
  // Cookies of a page behind a proxy are not sent in the clear.
  const found = isAnyHost(host) && !isBehindProxy ? networkAddress?.() : undefined;
  if (found !== undefined) return { url: addressAt(server, found), isHereOnly: false };
  const url = hereAt(server);
  return { url, isHereOnly: isLoopback(hostnameOf(url)) };
}

/** Where the server is reached from its own machine. */
export function hereAt(server: Address): string {
  return addressAt(server, isAnyHost(server.host) ? '127.0.0.1' : server.host);
}

/** The first number of this machine on a network, an IPv4 one if there is one. */
export function networkAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap(each => each ?? []);
  const outside = all.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  return (outside.find(({ family }) => family === 'IPv4') ?? outside[0])?.address;
}

function addressAt({ scheme, port }: Address, host: string): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function hostnameOf(url: string): string {
  return (URL.parse(url)?.hostname ?? '').replace(/^\[|\]$/g, '');
}
