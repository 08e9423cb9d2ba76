// `.minds/mcp.yaml`: the MCP servers whose tools members may use (SPEC 12.4). Every fault becomes a problem with its
// place and its fix, and disables only its server. Never throws.
import { isMap } from 'yaml';
import type * as z from 'zod';
import type { FileFault } from '../../core/facts/file-faults.ts';
import { hasOddReference, type McpServer, type McpTransport, referencesIn } from '../../core/team/mcp-server.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { isSecretName } from '../../core/text/secrets.ts';
import { ignoredKey, unknownKey } from '../files/unknown-key.ts';
import { issueOf } from '../files/value-issue.ts';
import { offsetAt, pairsOf, readYaml, type YamlFile, type YamlPair } from '../files/yaml-file.ts';
import { mcpServerSchema } from './mcp-schema.ts';

/** The file, relative to the rtws. */
export const mcpFilePath = '.minds/mcp.yaml';

/** Its servers in the order of the file; broken ones are left out. */
export interface McpFile {
  readonly servers: readonly McpServer[];
  readonly problems: readonly FileProblem[];
}

/** No file: no servers. */
export const emptyMcpFile: McpFile = { servers: [], problems: [] };

type Entry = z.infer<ReturnType<typeof mcpServerSchema>>;
type Report = (at: number | undefined, fault: FileFault, severity?: FileProblem['severity']) => void;

const DEFAULT_TIMEOUT_S = 60;

/** Reads the text of the file. */
export function parseMcpFile(text: string, file: string = mcpFilePath): McpFile {
  const yaml = readYaml(text, file);
  const problems = [...yaml.problems];
  const report: Report = (at, fault, severity = 'error') => problems.push(yaml.problemAt(at, { fault, severity }));
  const pairs = pairsOf(yaml.root);
  if (yaml.root !== null && !isMap(yaml.root) && yaml.problems.length === 0)
    report(yaml.root.range?.[0], { id: 'servers-not-a-map', name: null });
  for (const { key, keyAt } of pairs) if (key !== 'servers') report(keyAt, ignoredKey(key, ['servers']), 'warning');
  const listed = pairs.find(({ key }) => key === 'servers');
  if (listed?.value && !isMap(listed.value) && yaml.valueOf(listed.value) !== null)
    report(offsetAt(listed.value, [], listed.keyAt), { id: 'servers-not-a-map', name: 'servers' });
  const entries = pairsOf(listed?.value);
  const servers = entries.flatMap((pair, index) => {
    if (yaml.isBroken(pair, entries[index + 1])) return [];
    const server = readServer(yaml, pair, report);
    return server ? [server] : [];
  });
  return { servers, problems };
}

function readServer(yaml: YamlFile, pair: YamlPair, report: Report): McpServer | undefined {
  const { key: name, keyAt, value } = pair;
  if (!/^[a-zA-Z][a-zA-Z0-9_-]{0,31}$/.test(name)) {
    report(keyAt, { id: 'bad-server-name', server: name });
    return undefined;
  }
  const given = yaml.valueOf(value);
  const parsed = mcpServerSchema().safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) reportIssue(issue, given, pair, report);
    return undefined;
  }
  const transport = transportOf(parsed.data, pair, report);
  if (!transport || !isFree(transport, pair, report)) return undefined;
  const at = yaml.at(keyAt);
  return { name, transport, timeoutS: parsed.data.timeout_s ?? DEFAULT_TIMEOUT_S, at };
}

function reportIssue(issue: z.core.$ZodIssue, given: unknown, { key, keyAt, value }: YamlPair, report: Report): void {
  if (issue.code !== 'unrecognized_keys') {
    const name = ['servers', key, ...issue.path.map(String)].join('.');
    report(offsetAt(value, issue.path, keyAt), { id: 'bad-server-field', name, issue: issueOf(issue, given) });
    return;
  }
  for (const unknown of issue.keys) {
    const at = pairsOf(value).find(each => each.key === unknown)?.keyAt ?? keyAt;
    report(at, unknownKey(unknown, Object.keys(mcpServerSchema().shape), `servers.${key}`));
  }
}

/** The one way in which a server is reached; undefined, with the reason reported, when that is not clear. */
function transportOf(entry: Entry, { key, keyAt, value }: YamlPair, report: Report): McpTransport | undefined {
  const { command, args = [], env = {}, cwd, url, headers = {} } = entry;
  const where = `servers.${key}`;
  const refuse = (field: string, owner: string) => {
    report(offsetAt(value, [field], keyAt), { id: 'server-field-of-other', name: where, field, owner });
    return undefined;
  };
  if ((command === undefined) === (url === undefined)) {
    report(keyAt, { id: 'server-without-way', name: where });
    return undefined;
  }
  if (command !== undefined) {
    if (entry.headers) return refuse('headers', 'url');
    return { kind: 'stdio', command, args, env, ...(cwd !== undefined && { cwd }) };
  }
  for (const field of ['args', 'env', 'cwd'] as const) if (entry[field] !== undefined) return refuse(field, 'command');
  if (!/^(https?:\/\/|\$\{env:\w+(\}|:-https?:\/\/))/i.test(url ?? '')) {
    report(offsetAt(value, ['url'], keyAt), { id: 'bad-server-address', name: where });
    return undefined;
  }
  return { kind: 'http', url: url ?? '', headers };
}

/** True if it contains or reveals nothing that must not be in a shared file. */
function isFree(transport: McpTransport, { key, keyAt, value }: YamlPair, report: Report): boolean {
  const faults = textsOf(transport).flatMap(({ path, text }) => {
    const name = String(path.at(-1));
    const id = faultOf(name, text, path[0] === 'headers' || path[0] === 'env');
    return id ? [{ at: offsetAt(value, path, keyAt), id, name: `servers.${[key, ...path].join('.')}` }] : [];
  });
  for (const { at, ...fault } of faults) report(at, fault);
  return faults.length === 0;
}

function textsOf(transport: McpTransport): { path: (string | number)[]; text: string }[] {
  const named = (field: string, texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([name, text]) => ({ path: [field, name], text }));
  if (transport.kind === 'http')
    return [{ path: ['url'], text: transport.url }, ...named('headers', transport.headers)];
  const { command, args, env, cwd } = transport;
  return [
    { path: ['command'], text: command },
    ...args.map((text, index) => ({ path: ['args', index], text })),
    ...named('env', env),
    ...(cwd === undefined ? [] : [{ path: ['cwd'], text: cwd }]),
  ];
}

function faultOf(name: string, text: string, isNamed: boolean): 'odd-reference' | 'secret-in-file' | undefined {
  if (hasOddReference(text)) return 'odd-reference';
  const isSecret = isNamed && referencesIn(text).length === 0 && text !== '' && isSecretName(name);
  return isSecret ? 'secret-in-file' : undefined;
}
