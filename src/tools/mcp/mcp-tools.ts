// Tools of MCP servers for members that list them (SPEC 12.4). Their effects are unknown, so each call asks the person
// unless a policy names the tool; their results are text only.
import { optionsOf } from '../../core/form-answers.ts';
import type { McpServer } from '../../core/mcp-server.ts';
import { type FormTexts, formBody } from '../../core/prompt/form-words.ts';
import type { Member } from '../../core/team.ts';
import { cutResult, noObject, parseInput, reviewForeign } from '../foreign-tool.ts';
import type { AskedForms, Tool } from '../tool.ts';
import type { ServerTool } from './kept-server.ts';
import type { McpAsks } from './mcp-connection.ts';
import type { McpServers } from './mcp-servers.ts';

/** Characters of what a server says about a tool. */
const MAX_DESCRIPTION = 2_000;

/** The servers that a member's lists name: by `mcp` (but those of `.mcp.json`), by `mcp:<server>`, or by the name of one of its tools. */
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

/** The toolsets `mcp` and `mcp:<server>` of these servers; a tool whose name is taken is left out, which the servers report. */
export function mcpToolsets(
  servers: McpServers,
  names: readonly string[],
  taken: ReadonlySet<string>,
): Readonly<Record<string, readonly Tool[]>> {
  const known = new Set(taken);
  const sets = names.map((server): [string, Tool[]] => {
    const offered = servers.tools([server]).filter(tool => {
      const name = nameOf(tool);
      if (known.has(name)) servers.leaveOut(tool, name);
      return !known.has(name) && known.add(name);
    });
    return [`mcp:${server}`, offered.map(tool => asTool(servers, nameOf(tool), tool))];
  });
  return { ...Object.fromEntries(sets), mcp: sets.flatMap(([, tools]) => tools) };
}

/** The tool names that model servers accept: letters, digits, `_` and `-`, at most 64. */
export function nameOf({ server, name }: Pick<ServerTool, 'server' | 'name'>): string {
  return `${server}_${name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}`.slice(0, 64);
}

function asTool(servers: McpServers, name: string, offered: ServerTool): Tool {
  const { server, description } = offered;
  const { $schema: _, ...parameters } = offered.parameters;
  const shown = description.slice(0, MAX_DESCRIPTION);
  return {
    spec: { name, description: shown, parameters },
    async call(args, context, signal) {
      const input = parseInput(args);
      if (!input) return noObject(name);
      const { callId: id, asked, texts, output } = context;
      const progress = (message: string) => output(`${message}\n`);
      const answer = await servers.call(offered, input, { id, ...(asked && { asked }), signal, progress });
      const { ok, asks } = answer;
      const content = cutResult(answer.content);
      return asks ? { ok, content, asks: askedForms(server, asks, texts.form) } : { ok, content };
    },
    review: async (args, { texts }) =>
      reviewForeign(
        {
          tool: name,
          toolset: 'mcp',
          headline: texts.permission.useServerTool(server, offered.name),
          description: shown,
        },
        args,
      ),
  };
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
