// The MCP servers of `.minds/mcp.yaml` and `.mcp.json`, by the official SDK, which is loaded when the first of them is
// needed.

import { once } from '../../core/base/once.ts';
import type { McpServer } from '../../core/team/mcp-server.ts';
import { presets } from '../../llm/models/presets.ts';
import type { Minds } from '../../minds/minds.ts';
import type { Leave } from '../../tools/mcp/mcp-server-process.ts';
import { createMcpServers, type McpServers } from '../../tools/mcp/mcp-servers.ts';
import { after, unansweredAfter } from '../clock/after.ts';
import type { OpenOptions } from '../open-options.ts';
import { serverAct, type TrustedActs } from '../trust/folder-acts.ts';
import type { Policies } from '../trust/policies.ts';

/** A server may first have to be fetched by its package manager. */
const START_TIMEOUT_MS = 60_000;

interface McpPorts {
  readonly minds: Pick<Minds, 'mcp'>;
  readonly policies: Policies;
  /** The person's words on servers of `.mcp.json`, where one by one is asked for. */
  readonly consent?: Leave;
  readonly log: { info(message: string): void };
}

/** The servers of an rtws; none is started yet. */
export function openMcpServers(
  { rtws, env, handedServers, isUntrusted, trustedActs, now = Date.now }: OpenOptions,
  { minds, policies, consent, log }: McpPorts,
): McpServers {
  const handed = () => handedServers?.() ?? [];
  const leave = consent ?? (trustedActs && leaveOf(trustedActs, handed));
  const ownEnv = once(() => withoutModelKeys(env));
  const own = () => (isUntrusted && !trustedActs ? [] : minds.mcp().servers);
  return createMcpServers({
    rtws,
    servers: () => withHanded(own(), handed()),
    get env() {
      return ownEnv();
    },
    isForbidden: ({ name, transport }) =>
      policies.forbidsServer(name, transport.kind === 'stdio' ? commandOf(transport) : undefined),
    connect: async (transport, options) =>
      (await import('../../tools/mcp/mcp-client.ts')).connectMcp(transport, { ...options, after }),
    ...(leave && { leave }),
    now,
    startTimeout: () => unansweredAfter(START_TIMEOUT_MS),
    log,
  });
}

/** Servers of the folder start as the person saw them; one that was handed over is not the folder's. */
function leaveOf(trusted: TrustedActs, handed: () => readonly McpServer[]): Leave {
  return {
    whyNot: server => (handed().includes(server) || trusted.has(serverAct(server)) ? undefined : 'changed'),
    // Told when it was looked at.
    want: () => {},
  };
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
