// Prompts and resources of MCP servers in messages of the person (SPEC 22.1): what may be written, and what stands for
// it when the message is sent. Only servers that a member of the team may use, and only in a folder with trust.

import { errorMessage } from '../../core/base/thrown.ts';
import { type Outcome, type Refusal, refuse } from '../../core/facts/trouble.ts';
import { argumentsIn, promptIn, promptOf, resourcesIn, type ServerOffer } from '../../core/team/server-offer.ts';
import type { Team } from '../../core/team/team.ts';
import type { PromptFiles } from '../../minds/prompt-files.ts';
import type { Reached } from '../../tools/mcp/mcp-server-process.ts';
import type { McpServers } from '../../tools/mcp/mcp-servers.ts';
import { serversFor } from '../../tools/mcp/mcp-tools.ts';

/** Characters of one prompt or resource in a message. */
const MAX_TEXT = 100_000;
/** Resources in one message. */
const MAX_RESOURCES = 8;

export interface ServerOffersPorts {
  readonly servers: McpServers;
  readonly team: () => Team;
  /** Prompts in files; absent in a folder without trust. */
  readonly files?: () => PromptFiles;
  /** Gives up on a server when it aborts. */
  readonly timeout: () => AbortSignal;
}

export interface ServerOffersApi {
  /** Prompts in files of the folder. */
  files(): readonly ServerOffer[];
  /** What the servers offer; `/` starts those that do not run yet. */
  list(sign: '/' | '@'): Promise<readonly ServerOffer[]>;
  /** The message with what it names in it; refused when a server does not give it. */
  fillIn(message: string): Promise<Outcome<{ content: string }>>;
}

/** The offers of an rtws. Nothing is asked before a message names a server. */
export function createServerOffers({ servers, team, files, timeout }: ServerOffersPorts): ServerOffersApi {
  const usable = (known: McpServers) => [
    ...new Set([...team().members.values()].flatMap(member => serversFor(member, known.known()))),
  ];

  async function list(sign: '/' | '@'): Promise<readonly ServerOffer[]> {
    const lists = usable(servers).map(async server => {
      const reached = sign === '/' ? await servers.reach(server, timeout()) : servers.running(server);
      if (!reached.ok) return [];
      const { connection } = reached;
      return sign === '/'
        ? (await connection.prompts(timeout())).map(({ name, description, args }): ServerOffer => {
            const wanted = args.map(arg => (arg.isRequired ? arg.name : `[${arg.name}]`)).join(' ');
            const detail = [wanted, description].filter(text => text !== '').join(' · ');
            return { kind: 'prompt', insert: `${server}/${name}`, label: `/${server}/${name}`, detail };
          })
        : (await connection.resources(timeout())).map(({ uri, name }): ServerOffer => {
            return { kind: 'resource', insert: `${server}:${uri}`, label: name, detail: `${server} · ${uri}` };
          });
    });
    // One that fails has no offers; Check Health tells why.
    return (await Promise.all(lists.map(each => each.catch(() => [])))).flat();
  }

  async function fillIn(message: string): Promise<Outcome<{ content: string }>> {
    const known = new Set(usable(servers));
    const prompted = await withPrompt(servers, known, message);
    // Of what the person wrote: a server's text names no resources of others.
    const named = resourcesIn(message, known).slice(0, MAX_RESOURCES);
    return prompted.ok ? withResources(servers, prompted.content, named) : prompted;
  }

  async function withPrompt(
    from: McpServers,
    known: ReadonlySet<string>,
    message: string,
  ): Promise<Outcome<{ content: string }>> {
    const text = message.trimStart().startsWith('/') ? files?.().named(message) : undefined;
    if (text !== undefined) return { ok: true, content: `${message.trim()}\n\n${cut(text)}` };
    const named = promptIn(message);
    if (!named || !known.has(named.server)) return { ok: true, content: message };
    const { server } = named;
    const reached = await from.reach(server, timeout());
    if (!reached.ok) return unreached(server, reached);
    try {
      const found = promptOf(named.text, await reached.connection.prompts(timeout()));
      if (!found) return { ok: true, content: message };
      const { prompt, rest } = found;
      const names = prompt.args.map(({ name }) => name);
      const args = argumentsIn(rest, names);
      const missing = prompt.args.find(({ name, isRequired }) => isRequired && (args[name] ?? '') === '');
      if (missing) return refuse('prompt-needs', { prompt: `/${server}/${prompt.name}`, argument: missing.name });
      const text = await reached.connection.prompt({ name: prompt.name, args }, timeout());
      return { ok: true, content: `${message.trim()}\n\n${cut(text)}` };
    } catch (error) {
      return failed(server, error);
    }
  }

  async function withResources(
    from: McpServers,
    message: string,
    named: ReturnType<typeof resourcesIn>,
  ): Promise<Outcome<{ content: string }>> {
    const parts = [message];
    for (const { server, uri } of named) {
      const reached = await from.reach(server, timeout());
      if (!reached.ok) return unreached(server, reached);
      try {
        parts.push(`# @${server}:${uri}\n\n${cut(await reached.connection.resource(uri, timeout()))}`);
      } catch (error) {
        return failed(server, error);
      }
    }
    return { ok: true, content: parts.join('\n\n') };
  }

  return { files: () => files?.().list() ?? [], list, fillIn };
}

function unreached(server: string, reached: Extract<Reached, { ok: false }>): Refusal {
  if (reached.why === 'failed') return failed(server, reached.reason);
  return refuse(reached.why === 'changed' ? 'server-changed' : 'server-not-allowed', { server });
}

function failed(server: string, reason: unknown): Refusal {
  return refuse('server-refused', { server, reason: errorMessage(reason) });
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}\n[… ${text.length - MAX_TEXT} more characters]`;
}
