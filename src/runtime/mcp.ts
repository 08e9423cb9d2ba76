// The MCP servers of `.minds/mcp.yaml` and `.mcp.json`, by the official SDK, which is loaded when the first of them is needed.
import type { McpServer } from '../core/mcp-server.ts';
import { presets } from '../llm/presets.ts';
import type { Minds } from '../minds/minds.ts';
import { createMcpServers, type McpServers } from '../tools/mcp/mcp-servers.ts';
import { after } from './after.ts';
import type { OpenOptions } from './api.ts';
import type { Policies } from './policies.ts';
import type { ServerConsent } from './server-consent.ts';

/** A server may first have to be fetched by its package manager. */
const START_TIMEOUT_MS = 60_000;

interface McpPorts {
  readonly minds: Pick<Minds, 'mcp'>;
  readonly policies: Policies;
  /** Absent: every server may start. */
  readonly consent?: ServerConsent;
  readonly log: { info(message: string): void };
}

/** The servers of an rtws; none is started yet. */
export function openMcpServers(
  { rtws, env, handedServers, now = Date.now }: OpenOptions,
  { minds, policies, consent, log }: McpPorts,
): McpServers {
  return createMcpServers({
    rtws,
    servers: () => withHanded(minds.mcp().servers, handedServers?.() ?? []),
    env: withoutModelKeys(env),
    isForbidden: ({ name, transport }) =>
      policies.forbidsServer(name, transport.kind === 'stdio' ? commandOf(transport) : undefined),
    connect: async (transport, options) =>
      (await import('../tools/mcp/mcp-client.ts')).connectMcp(transport, { ...options, after }),
    ...(consent && { consent }),
    now,
    startTimeout: () => AbortSignal.timeout(START_TIMEOUT_MS),
    log,
  });
}

/** A server of the folder goes before one that was handed over under its name; of those the newest counts. */
function withHanded(own: readonly McpServer[], handed: readonly McpServer[]): readonly McpServer[] {
  const others = new Map(handed.map(server => [server.name, server]));
  for (const { name } of own) others.delete(name);
  return others.size === 0 ? own : [...own, ...others.values()];
}

function commandOf({ command, args }: { readonly command: string; readonly args: readonly string[] }): string {
  return [command, ...args].join(' ');
}

/** A key for models belongs to its model server (see `key-owner.ts`): no file of a folder can send it elsewhere. */
export function withoutModelKeys(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const keys = new Set(presets.map(({ keyVariable }) => keyVariable));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !keys.has(name)));
}
