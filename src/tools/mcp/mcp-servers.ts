// The MCP servers of an rtws: each starts when a member with its tools is first driven, and ends with the runtime, when
// the file changes its entry, or when the person takes their leave back.
import { type McpServer, secretsOf } from '../../core/team/mcp-server.ts';
import type { FileProblem } from '../../core/team/team.ts';
import type { HowToCall, McpAnswer } from './mcp-connection.ts';
import {
  aborted,
  failedServer,
  KeptServer,
  type LeftOut,
  type Reached,
  type ServerPorts,
  type ServerTool,
} from './mcp-server-process.ts';

export interface McpServersOptions extends ServerPorts {
  /** The entries of the file. */
  readonly servers: () => readonly McpServer[];
}

export interface McpServers {
  /** All servers of the files. */
  known(): readonly (Pick<McpServer, 'name' | 'isShared'> & Partial<Pick<McpServer, 'transport'>>)[];
  /** Resolves when these servers have listed their tools or failed, or when `signal` aborts. */
  ready(names: readonly string[], signal: AbortSignal): Promise<void>;
  /** Tools of those of these servers that were reached. */
  tools(names: readonly string[]): readonly ServerTool[];
  /** Never rejects: `ok: false` with the reason when the server failed, ended or was silent. */
  call(tool: Pick<ServerTool, 'server' | 'name'>, input: object, how: Omit<HowToCall, 'timeoutMs'>): Promise<McpAnswer>;
  /** The connection to a server that runs. */
  running(name: string): Reached;
  /** The connection to a server, which is started when it does not run yet. Gives up when `signal` aborts. */
  reach(name: string, signal: AbortSignal): Promise<Reached>;
  /** Ends a server that may no longer run. */
  lookAgain(name: string): void;
  /** A tool that members do not get. */
  leaveOut(tool: Pick<ServerTool, 'server' | 'name'>, why: LeftOut): void;
  /** The servers' secrets. */
  secrets(): readonly string[];
  /** Servers that could not be started, by their place in the file. */
  problems(): readonly FileProblem[];
  close(): Promise<void>;
}

/** A server, and the entry of the file that it was made of. */
interface Entry {
  readonly description: string;
  readonly server: KeptServer;
}

/** The servers of an rtws. Starts none until one is needed. */
export function createMcpServers(options: McpServersOptions): McpServers {
  const kept = new Map<string, Entry>();
  const endings = new Set<Promise<unknown>>();
  let isClosed = false;

  const end = ({ server }: Entry) => {
    const ended = server.end();
    if (!ended) return;
    const ending: Promise<unknown> = ended.finally(() => endings.delete(ending));
    endings.add(ending);
  };

  /** Servers with a changed entry are ended and start fresh. */
  const find = (name: string): KeptServer | undefined => {
    const entry = isClosed ? undefined : options.servers().find(each => each.name === name);
    const why = entry && options.leave?.whyNot(entry);
    const description = JSON.stringify([entry?.transport, entry?.timeoutS, why]);
    const known = kept.get(name);
    if (known && entry && known.description === description) return known.server;
    if (known) end(known);
    kept.delete(name);
    if (!entry) return undefined;
    const server = new KeptServer(options, entry, why);
    kept.set(name, { description, server });
    return server;
  };
  const gone = failedServer('there is no such server');

  return {
    known: () => options.servers(),
    async ready(names, signal) {
      const wanted = names.flatMap(name => find(name) ?? []);
      await Promise.race([Promise.all(wanted.map(server => server.makeReady())), aborted(signal)]);
    },
    tools: names => names.flatMap(name => find(name)?.tools ?? []),
    async call({ server, name }, input, how) {
      const found = find(server);
      return found ? found.call(name, input, how) : { ok: false, content: w => w.noServer(server) };
    },
    running: name => find(name)?.running() ?? gone,
    reach: async (name, signal) => (await find(name)?.reach(signal)) ?? gone,
    lookAgain: name => void find(name),
    leaveOut: ({ server, name }, why) => kept.get(server)?.server.leaveOut(name, why),
    secrets: () => options.servers().flatMap(({ transport }) => secretsOf(transport, options.env)),
    problems: () => [...kept.values()].flatMap(({ server }) => server.problems()),
    async close() {
      isClosed = true;
      for (const each of kept.values()) end(each);
      kept.clear();
      await Promise.all(endings);
    },
  };
}
