// `.minds/mcp.yaml`: the MCP servers whose tools members may use (SPEC 12.4). Every fault becomes a problem with its place and
// its fix, and takes down no more than the server it is in. Never throws.
import { isMap } from 'yaml';
import type * as z from 'zod';
import { hasOddReference, type McpServer, type McpTransport, referencesIn } from '../core/mcp-server.ts';
import { remedyForKey } from '../core/nearest-name.ts';
import { isSecretName } from '../core/secrets.ts';
import type { FileProblem } from '../core/team.ts';
import { issueWords } from './issue-words.ts';
import { mcpServerSchema } from './mcp-schema.ts';
import { pairsOf, placeOf, readYaml, type YamlFile, type YamlPair } from './yaml-file.ts';

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
type Report = (
  at: number | undefined,
  message: string,
  remedy: string | Pick<FileProblem, 'remedy' | 'offers'>,
  severity?: FileProblem['severity'],
) => void;

const DEFAULT_TIMEOUT_S = 60;
const example = 'Write `servers:` and below it `weather: { command: npx, args: [-y, some-server] }`.';

/** Reads the text of the file. */
export function parseMcpFile(text: string, file: string = mcpFilePath): McpFile {
  const yaml = readYaml(text, file);
  const problems = [...yaml.problems];
  const report: Report = (at, message, remedy, severity = 'error') =>
    problems.push(yaml.problemAt(at, { message, ...(typeof remedy === 'string' ? { remedy } : remedy), severity }));
  const pairs = pairsOf(yaml.root);
  if (yaml.root !== null && !isMap(yaml.root) && yaml.problems.length === 0)
    report(yaml.root.range?.[0], 'the file must be a map', example);
  for (const { key, keyAt } of pairs)
    if (key !== 'servers') report(keyAt, `unknown key ${key}, ignored`, remedyForKey(key, ['servers']), 'warning');
  const listed = pairs.find(({ key }) => key === 'servers');
  if (listed?.value && !isMap(listed.value) && yaml.valueOf(listed.value) !== null)
    report(placeOf(listed.value, [], listed.keyAt), 'servers must be a map', example);
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
    report(keyAt, `not a server name: ${name}`, 'Use a letter, then at most 31 letters, digits, `_` or `-`.');
    return undefined;
  }
  const parsed = mcpServerSchema().safeParse(yaml.valueOf(value));
  if (!parsed.success) {
    for (const issue of parsed.error.issues) reportIssue(issue, pair, report);
    return undefined;
  }
  const transport = transportOf(parsed.data, pair, report);
  if (!transport || !isFree(transport, pair, report)) return undefined;
  const { file, line, column } = yaml.problemAt(keyAt, { message: '', remedy: '', severity: 'error' });
  const at = { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
  return { name, transport, timeoutS: parsed.data.timeout_s ?? DEFAULT_TIMEOUT_S, at };
}

function reportIssue(issue: z.core.$ZodIssue, { key, keyAt, value }: YamlPair, report: Report): void {
  if (issue.code !== 'unrecognized_keys') {
    const name = ['servers', key, ...issue.path.map(String)].join('.');
    report(
      placeOf(value, issue.path, keyAt),
      `${name}: ${issueWords(issue)}`,
      'Correct it; the server is not used until then.',
    );
    return;
  }
  for (const unknown of issue.keys) {
    const at = pairsOf(value).find(each => each.key === unknown)?.keyAt ?? keyAt;
    report(at, `unknown key servers.${key}.${unknown}`, remedyForKey(unknown, Object.keys(mcpServerSchema().shape)));
  }
}

/** The one way in which a server is reached; undefined, with the reason reported, when that is not clear. */
function transportOf(entry: Entry, { key, keyAt, value }: YamlPair, report: Report): McpTransport | undefined {
  const { command, args = [], env = {}, cwd, url, headers = {} } = entry;
  const where = `servers.${key}`;
  const refuse = (field: string, owner: string) => {
    report(placeOf(value, [field], keyAt), `${where}: ${field} belongs to servers with \`${owner}\``, 'Remove it.');
    return undefined;
  };
  if ((command === undefined) === (url === undefined)) {
    report(keyAt, `${where} must have either command or url`, 'Write `command: npx`, or `url: http://…`.');
    return undefined;
  }
  if (command !== undefined) {
    if (entry.headers) return refuse('headers', 'url');
    return { kind: 'stdio', command, args, env, ...(cwd !== undefined && { cwd }) };
  }
  for (const field of ['args', 'env', 'cwd'] as const) if (entry[field] !== undefined) return refuse(field, 'command');
  if (!/^https?:\/\//i.test(url ?? '')) {
    report(placeOf(value, ['url'], keyAt), `${where}.url is no web address`, 'Begin it with http:// or https://.');
    return undefined;
  }
  return { kind: 'http', url: url ?? '', headers };
}

/** Whether nothing in it is, or gives away, what must not stand in a file that is shared with the folder. */
function isFree(transport: McpTransport, { key, keyAt, value }: YamlPair, report: Report): boolean {
  const faults = textsOf(transport).flatMap(({ path, text }) => {
    const name = String(path.at(-1));
    const fault = faultOf(name, text, path[0] === 'headers' || path[0] === 'env');
    return fault ? [{ at: placeOf(value, path, keyAt), path, ...fault }] : [];
  });
  for (const { at, path, message, remedy } of faults)
    report(at, `servers.${[key, ...path].join('.')}: ${message}`, remedy);
  return faults.length === 0;
}

function textsOf(transport: McpTransport): { path: (string | number)[]; text: string }[] {
  const named = (field: string, texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([name, text]) => ({ path: [field, name], text }));
  if (transport.kind === 'http')
    return [{ path: ['url'], text: transport.url }, ...named('headers', transport.headers)];
  return [...transport.args.map((text, index) => ({ path: ['args', index], text })), ...named('env', transport.env)];
}

function faultOf(name: string, text: string, isNamed: boolean): { message: string; remedy: string } | undefined {
  const remedy = 'Write `${env:NAME}` and set that variable where Dominds runs.';
  if (hasOddReference(text)) return { message: 'only ${env:NAME} is filled in', remedy };
  if (isNamed && referencesIn(text).length === 0 && text !== '' && isSecretName(name))
    return { message: 'secrets are not read from files', remedy };
  return undefined;
}
