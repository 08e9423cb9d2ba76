// Tools of MCP servers for members that list them (SPEC 12.4). Their effects are unknown, so each call asks the person
// unless a policy names the tool; their results are text only.
import { createHash } from 'node:crypto';
import { optionsOf } from '../../core/dialog/form-answers.ts';
import { worded } from '../../core/prompt/said.ts';
import { type FormTexts, formBody } from '../../core/prompt/words/questions.ts';
import { type McpServer, type ServerWay, wayOf } from '../../core/team/mcp-server.ts';
import type { Member } from '../../core/team/team.ts';
import { cutResult, noObject, parseInput, reviewForeign } from '../foreign-tool.ts';
import type { AskedForms, Tool } from '../tool.ts';
import type { McpAsks } from './mcp-connection.ts';
import type { ServerTool } from './mcp-server-process.ts';
import type { McpServers } from './mcp-servers.ts';

/** Tools that a member gets of one server and of all, and their characters: they go into each of its requests. */
const MAX_OF_SERVER = 200;
const MAX_SIZE_OF_SERVER = 400_000;
const MAX_TOOLS = 500;
const MAX_SIZE = 1_000_000;

/** Characters of what a server says about a tool. */
const MAX_DESCRIPTION = 2_000;

/**
 * The servers that a member's lists name: by `mcp` (but those of `.mcp.json`), by `mcp:<server>`, or by the name of one
 * of its tools.
 */
export function serversFor(
  { tools = [], toolsets = [] }: Pick<Member, 'tools' | 'toolsets'>,
  servers: readonly Pick<McpServer, 'name' | 'isShared'>[],
): readonly string[] {
  const isGiven = ({ name, isShared }: Pick<McpServer, 'name' | 'isShared'>) =>
    (toolsets.includes('mcp') && !isShared) ||
    toolsets.includes(`mcp:${name}`) ||
    tools.some(tool => tool.startsWith(`${name}_`));
  return servers.filter(isGiven).map(({ name }) => name);
}

/**
 * The toolsets `mcp` and `mcp:<server>` of these servers; a tool whose name is taken, or that is one too many, is left
 * out, which the servers report. `first`: names of tools for which there is room in any case.
 */
export function mcpToolsets(
  servers: McpServers,
  names: readonly string[],
  taken: ReadonlySet<string>,
  first: readonly string[] = [],
): Readonly<Record<string, readonly Tool[]>> {
  const known = new Set(taken);
  // The longest name of a server that begins the name of a tool owns it: rules name tools by it.
  const isOfOther = (name: string, server: string) =>
    servers.known().some(other => other.name.length > server.length && name.startsWith(`${other.name}_`));
  const room = { tools: MAX_TOOLS, size: MAX_SIZE };
  const sets = names.map((server): [string, Tool[]] => {
    const own = { tools: MAX_OF_SERVER, size: MAX_SIZE_OF_SERVER };
    const names = new Set<string>();
    const listed = servers.tools([server]);
    const wanted = listed.filter(tool => first.includes(nameOfServerTool(tool)));
    const offered = [...new Set([...wanted, ...listed])].flatMap(tool => {
      const plain = nameOfServerTool(tool);
      const name = names.has(plain) ? distinctName(plain, tool.name) : plain;
      if (known.has(name) || isOfOther(name, server)) servers.leaveOut(tool, { kind: 'taken', name });
      else if (![own, room].every(limit => limit.tools > 0 && limit.size >= sizeOf(tool)))
        servers.leaveOut(tool, { kind: 'too-many' });
      else {
        known.add(name);
        names.add(name);
        for (const limit of [own, room]) {
          limit.tools -= 1;
          limit.size -= sizeOf(tool);
        }
        return asTool(servers, name, tool);
      }
      return [];
    });
    return [`mcp:${server}`, offered];
  });
  return { ...Object.fromEntries(sets), mcp: sets.flatMap(([, tools]) => tools) };
}

/**
 * Another name for a tool whose plain name is that of an earlier tool of its server: they differ in what was cut off or
 * replaced.
 */
function distinctName(plain: string, name: string): string {
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${plain.slice(0, 55)}_${mark}`;
}

/** Characters of a tool in every request. Measured once for each list of a server. */
function sizeOf(tool: ServerTool): number {
  const known = sizes.get(tool);
  if (known !== undefined) return known;
  const size = Math.min(tool.description.length, MAX_DESCRIPTION) + JSON.stringify(tool.parameters).length;
  sizes.set(tool, size);
  return size;
}

const sizes = new WeakMap<ServerTool, number>();

/** The tool names that model servers accept: letters, digits, `_` and `-`, at most 64. */
export function nameOfServerTool({ server, name }: Pick<ServerTool, 'server' | 'name'>): string {
  return `${server}_${name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`.slice(0, 64);
}

function asTool(servers: McpServers, name: string, offered: ServerTool): Tool {
  const { server, description } = offered;
  const { $schema: _, ...parameters } = offered.parameters;
  const shown = description.slice(0, MAX_DESCRIPTION);
  return {
    spec: { name, description: shown, parameters },
    ...(offered.onlyReads && { onlyReads: true }),
    refused: reason => servers.leaveOut(offered, { kind: 'refused', reason }),
    async call(args, context, signal) {
      const { callId: id, asked, texts, output } = context;
      const input = parseInput(args);
      if (!input) return noObject(name, texts.results);
      const progress = (message: string) => output(`${message}\n`);
      const answer = await servers.call(offered, input, { id, ...(asked && { asked }), signal, progress });
      const { ok, asks } = answer;
      const content = cutResult(worded(answer.content, texts.results), texts.results);
      return asks ? { ok, content, asks: askedForms(server, asks, texts.form) } : { ok, content };
    },
    review: async (args, { texts }) =>
      reviewForeign(
        {
          tool: name,
          toolset: 'mcp',
          headline: texts.permission.useServerTool(server, offered.name),
          description: shown,
          definition: [wayTo(servers, server), offered.name, description, parameters],
        },
        args,
        texts.results,
      ),
  };
}

/** The program or address behind a server. */
function wayTo(servers: McpServers, server: string): ServerWay | undefined {
  const transport = servers.known().find(({ name }) => name === server)?.transport;
  return transport && wayOf(transport);
}

/** Characters of what a server says to the person. */
const MAX_MESSAGE = 4_000;

/** The questions to the person: each names the server, whose words follow. */
function askedForms(server: string, { state, held, forms }: McpAsks, texts: FormTexts): AskedForms {
  const questions = forms.map(({ message, ...form }) => {
    const [headline = '', ...rest] = message.slice(0, MAX_MESSAGE).trim().split('\n');
    return {
      headline: texts.serverAsks(server, headline),
      body: formBody(form, rest.join('\n'), texts),
      options: optionsOf(form),
      form,
    };
  });
  return { questions, ...(state !== undefined && { state }), ...(held && { held }) };
}
