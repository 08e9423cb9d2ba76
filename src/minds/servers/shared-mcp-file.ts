// `.mcp.json`: the servers that a folder shares with all agents, as other tools write it (SPEC 22.1). They are read as
// those of `.minds/mcp.yaml`, and offered only to members that name them.
import { isPlainObject } from '../../core/base/plain-object.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { pairsOf, readYaml, type YamlFile } from '../files/yaml-file.ts';
import { type McpFile, parseMcpFile } from './mcp-file.ts';

/** The file, relative to the rtws. */
export const sharedMcpFilePath = '.mcp.json';

/** Fields that mean the same here; others belong to other tools. */
const fields = ['command', 'args', 'env', 'cwd', 'url', 'headers'] as const;

/**
 * Reads the text of the file. Servers have the place of their name; faults have none, since what is checked is another
 * text.
 */
export function parseSharedMcpFile(text: string): McpFile {
  const given = jsonOf(text);
  if (!isPlainObject(given)) return { servers: [], problems: parseMcpFile(text, sharedMcpFilePath).problems };
  const { servers, problems } = parseMcpFile(JSON.stringify({ servers: entriesOf(given) }), sharedMcpFilePath);
  const placeOf = placesIn(text);
  return {
    servers: servers.map(server => ({ ...server, isShared: true, at: placeOf(server.name) })),
    problems: problems.map(({ file, fault, severity }): FileProblem => ({ file, fault, severity })),
  };
}

/** The servers of both files; of two with the same name that of `.minds/mcp.yaml` counts. */
export function withShared(own: McpFile, shared: McpFile): McpFile {
  if (shared.servers.length === 0 && shared.problems.length === 0) return own;
  const names = new Set(own.servers.map(({ name }) => name));
  return {
    servers: [...own.servers, ...shared.servers.filter(({ name }) => !names.has(name))],
    problems: [...own.problems, ...shared.problems],
  };
}

/** Where the entries of servers begin, by their names; JSON is YAML. */
function placesIn(text: string): (server: string) => ReturnType<YamlFile['at']> {
  const yaml = readYaml(text, sharedMcpFilePath);
  const entries = pairsOf(pairsOf(yaml.root).find(({ key }) => key === 'mcpServers')?.value);
  return server => yaml.at(entries.find(({ key }) => key === server)?.keyAt);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function entriesOf(given: unknown): object {
  const servers = isPlainObject(given) ? given.mcpServers : undefined;
  if (!isPlainObject(servers)) return {};
  return Object.fromEntries(
    Object.entries(servers).map(([name, entry]) => [name, isPlainObject(entry) ? entryOf(entry) : entry]),
  );
}

function entryOf(entry: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    fields.flatMap(field => (entry[field] === undefined ? [] : [[field, withReferences(entry[field])]])),
  );
}

/** `${NAME}` is `${env:NAME}` here. */
function withReferences(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*(?::-[^}]*)?)\}/g, '$${env:$1}');
  if (Array.isArray(value)) return value.map(withReferences);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withReferences(each)]));
}
