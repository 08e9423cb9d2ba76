// Agents for the proxies of HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY, in either case (SPEC 10.8).
import type { Agent } from 'node:http';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';

const agents = new Map<string, Agent>();

/** Says for `failure.ts` that asking again does not help. */
class UnknownProxy extends Error {
  readonly code = 'ERR_PROXY';
}

/**
 * The agent of the proxy for an address; undefined where the environment names none. Throws for a proxy of another
 * kind, SOCKS say.
 */
export function proxyAgentFor({ href, protocol }: URL): Agent | undefined {
  const proxy = getProxyForUrl(href);
  if (proxy === '') return undefined;
  const key = `${protocol} ${proxy}`;
  const agent = agents.get(key) ?? agentOf(proxy, protocol);
  agents.set(key, agent);
  return agent;
}

function agentOf(proxy: string, protocol: string): Agent {
  if (!/^https?:/i.test(proxy)) {
    const { protocol: scheme, host } = URL.parse(proxy) ?? {};
    const name = host ? `${scheme}//${host}` : 'of the environment';
    throw new UnknownProxy(`the proxy ${name} is not supported: its address has to begin with http:// or https://`);
  }
  return protocol === 'https:' ? new HttpsProxyAgent(proxy) : new HttpProxyAgent(proxy);
}
