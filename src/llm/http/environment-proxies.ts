// Proxies named by the environment (SPEC 10.8). The proxy agents are loaded on demand.
import type { AgentFor } from './http-send.ts';

/** Finds the proxy of each address. The environment is read at each request. */
export function createEnvironmentProxies(): AgentFor {
  return async url => (namesProxy() ? (await import('./proxy-agents.ts')).proxyAgentFor(url) : undefined);
}

/** Asked by name: each look at the whole environment copies it. */
const proxyNames = ['http_proxy', 'https_proxy', 'all_proxy'].flatMap(name => [name, name.toUpperCase()]);

function namesProxy(): boolean {
  return proxyNames.some(name => process.env[name]);
}
