// Agents for the proxies of HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY, in either case (SPEC 10.8).
import type { Agent } from 'node:http';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';

const agents = new Map<string, Agent>();

/** The agent of the proxy for an address; undefined where the environment names none. */
export function proxyAgentFor({ href, protocol }: URL): Agent | undefined {
  const proxy = getProxyForUrl(href);
  if (proxy === '') return undefined;
  const key = `${protocol} ${proxy}`;
  const agent = agents.get(key) ?? (protocol === 'https:' ? new HttpsProxyAgent(proxy) : new HttpProxyAgent(proxy));
  agents.set(key, agent);
  return agent;
}
