// MCP servers that a client hands over with a session (SPEC 22.3): members with the toolset `mcp` have their tools as
// long as the session is open.
import type { McpServer as HandedServer } from '@agentclientprotocol/sdk';
import type { McpServer } from '../../core/team/mcp-server.ts';
import { hashText } from '../../core/text/hash.ts';

const TIMEOUT_S = 60;
/** Where a fault of such a server is. */
const at = { file: 'session/new', line: 1, column: 1 };

/** The servers as the runtime knows them; those of the retired transport are left out. */
export function handedServers(given: readonly HandedServer[]): readonly McpServer[] {
  return toldApart(
    given.flatMap((server): readonly McpServer[] => {
      if ('type' in server && server.type === 'sse') return [];
      const name = nameOf(server.name);
      if ('type' in server) {
        const { url, headers } = server;
        return [{ name, at, timeoutS: TIMEOUT_S, transport: { kind: 'http', url, headers: valuesOf(headers) } }];
      }
      const { command, args, env } = server;
      return [{ name, at, timeoutS: TIMEOUT_S, transport: { kind: 'stdio', command, args, env: valuesOf(env) } }];
    }),
  );
}

/** A name that came before gets a number. */
function toldApart(servers: readonly McpServer[]): readonly McpServer[] {
  const times = new Map<string, number>();
  return servers.map(server => {
    const count = (times.get(server.name) ?? 0) + 1;
    times.set(server.name, count);
    return count === 1 ? server : { ...server, name: `${server.name}-${count}` };
  });
}

/** A name that tools can begin with. */
function nameOf(name: string): string {
  const plain = name.replaceAll(/[^a-zA-Z0-9_-]+/g, '-').replace(/^[^a-zA-Z]+/, '');
  // Which letters it has must not matter for what it is called next time.
  return plain.slice(0, 32) || `server-${hashText(name).slice(0, 6)}`;
}

function valuesOf(pairs: readonly { readonly name: string; readonly value: string }[]): Record<string, string> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}
