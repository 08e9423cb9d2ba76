// Proxies that the environment names (SPEC 10.8). What reaches them is loaded when there is one.
import type { AgentFor } from './http-fetch.ts';

/** Finds the proxy of each address. The environment is read at each request. */
export function createEnvironmentProxies(): AgentFor {
  return async url => (namesProxy() ? (await import('./proxy-agents.ts')).proxyAgentFor(url) : undefined);
}

function namesProxy(): boolean {
  return Object.keys(process.env).some(name => /^(https?|all)_proxy$/i.test(name));
}
