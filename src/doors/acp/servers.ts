// MCP servers that a client hands over with a session (SPEC 22.3): members with the toolset `mcp` have their tools as long as the session
// is open.
import type { McpServer as HandedServer } from '@agentclientprotocol/sdk';
import type { McpServer } from '../../core/mcp-server.ts';

const TIMEOUT_S = 60;
/** Where a fault of such a server is. */
const at = { file: 'session/new', line: 1, column: 1 };

/** The servers as the runtime knows them; those of the retired transport are left out. */
export function handedServers(given: readonly HandedServer[]): readonly McpServer[] {
  return given.flatMap((server): readonly McpServer[] => {
    if ('type' in server && server.type === 'sse') return [];
    const name = nameOf(server.name);
    if ('type' in server) {
      const { url, headers } = server;
      return [{ name, at, timeoutS: TIMEOUT_S, transport: { kind: 'http', url, headers: valuesOf(headers) } }];
    }
    const { command, args, env } = server;
    return [{ name, at, timeoutS: TIMEOUT_S, transport: { kind: 'stdio', command, args, env: valuesOf(env) } }];
  });
}

/** A name that tools can begin with. */
function nameOf(name: string): string {
  const plain = name.replaceAll(/[^a-zA-Z0-9_-]+/g, '-').replace(/^[^a-zA-Z]+/, '');
  return plain.slice(0, 32) || 'server';
}

function valuesOf(pairs: readonly { readonly name: string; readonly value: string }[]): Record<string, string> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}
