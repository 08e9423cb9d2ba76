// The MCP servers of an rtws: each starts when a member with its tools is first driven, and ends with the runtime,
// when the file changes its entry, or when the person takes their leave back. A server that cannot start is reported as a problem and retried later; one that ends
// is restarted by the next call. Nothing here rejects but for bugs.
import { resolve } from 'node:path';
import { fillReferences, type McpServer, secretsOf } from '../../core/mcp-server.ts';
import { redact } from '../../core/secrets.ts';
import type { FileProblem } from '../../core/team.ts';
import { errorMessage } from '../../core/thrown.ts';
import type { FaultyOffer } from './faulty-offers.ts';
import type { ConnectMcp, HowToCall, McpAnswer, McpConnection, OfferedTool } from './mcp-connection.ts';

export interface McpServersOptions {
  /** Absolute. */
  readonly rtws: string;
  /** The entries of the file. */
  readonly servers: () => readonly McpServer[];
  /** The environment for references. */
  readonly env: NodeJS.ProcessEnv;
  readonly connect: ConnectMcp;
  /** True if rules of the person forbid starting it. */
  readonly isForbidden: (server: McpServer) => boolean;
  /** Absent: every server may start. */
  readonly leave?: Leave;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Gives up on a start when it aborts. */
  readonly startTimeout: () => AbortSignal;
  readonly log: { info(message: string): void };
}

/** Why a server may not start: the person did not allow it, or its entry changed since they trusted the folder. */
export type WhyWithheld = 'not-allowed' | 'changed';

/** The person's leave to start servers. */
export interface Leave {
  /** Undefined for a server that may start. */
  whyNot(server: McpServer): WhyWithheld | undefined;
  /** Asks for a word on a server that is needed and has none: once for the same entry. */
  want(server: McpServer): void;
}

/** A tool of a server that was reached. */
export interface ServerTool extends OfferedTool {
  readonly server: string;
}

/** A connection, or why there is none. */
export type Reached =
  | { readonly ok: true; readonly connection: McpConnection }
  | { readonly ok: false; readonly why: WhyWithheld }
  | { readonly ok: false; readonly why: 'failed'; readonly reason: string };

export interface McpServers {
  /** All servers of the files. */
  known(): readonly Pick<McpServer, 'name' | 'isShared'>[];
  /** Resolves when these servers have listed their tools or failed, or when `signal` aborts. */
  ready(names: readonly string[], signal: AbortSignal): Promise<void>;
  /** Tools of those of these servers that were reached. */
  tools(names: readonly string[]): readonly ServerTool[];
  /** Never rejects: `ok: false` with the reason when the server failed, ended or was silent. */
  call(tool: Pick<ServerTool, 'server' | 'name'>, input: object, how: Omit<HowToCall, 'timeoutMs'>): Promise<McpAnswer>;
  /** The connection to a server; `starts`: also when it does not run yet. */
  reach(name: string, how: { readonly starts: boolean; readonly signal: AbortSignal }): Promise<Reached>;
  /** Ends a server that may no longer run. */
  lookAgain(name: string): void;
  /** A tool that members do not get, since another one has the `name` that they would call. */
  leaveOut(tool: Pick<ServerTool, 'server' | 'name'>, name: string): void;
  /** The servers' secrets. */
  secrets(): readonly string[];
  /** Servers that could not be started, by their place in the file. */
  problems(): readonly FileProblem[];
  close(): Promise<void>;
}

/** How long a server that could not be started is left alone. */
const RETRY_AFTER_MS = 60_000;

type State =
  | { readonly kind: 'starting'; readonly started: Promise<McpConnection | undefined> }
  | { readonly kind: 'running'; readonly connection: McpConnection }
  | { readonly kind: 'failed'; readonly message: string; readonly at: number }
  /** It ran and ended by itself. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'withheld'; readonly why: WhyWithheld; readonly isWanted: boolean };

/** A server as last described; `tools` outlive a connection, so that a call can restart it. */
interface Kept {
  readonly server: McpServer;
  readonly description: string;
  readonly stopped: AbortController;
  state: State;
  tools: readonly ServerTool[];
  /** Names of tools that no request could carry. */
  leftOut: readonly string[];
  /** What it offers in a form that cannot be used. */
  faulty: () => readonly FaultyOffer[];
  /** Names of tools whose name for members is taken, each with that. */
  readonly taken: Map<string, string>;
  isListed: boolean;
}

/** Characters of a tool's parameters, as JSON: they go into every request of a member that has the tool. */
const MAX_PARAMETERS = 20_000;

/** Characters of why a server failed. */
const MAX_REASON = 3_000;

/** The servers of an rtws. Starts none until one is needed. */
export function createMcpServers(options: McpServersOptions): McpServers {
  const kept = new Map<string, Kept>();
  const endings = new Set<Promise<unknown>>();
  let isClosed = false;

  const end = ({ stopped, state }: Kept) => {
    stopped.abort(new Error('it is no longer wanted'));
    const ended = state.kind === 'running' ? state.connection.close() : state.kind === 'starting' && state.started;
    if (!ended) return;
    const ending: Promise<unknown> = ended.finally(() => endings.delete(ending));
    endings.add(ending);
  };

  /** Servers with a changed entry are ended and start fresh. */
  const find = (name: string): Kept | undefined => {
    const server = isClosed ? undefined : options.servers().find(each => each.name === name);
    const why = server && options.leave?.whyNot(server);
    const description = JSON.stringify([server?.transport, server?.timeoutS, why]);
    const known = kept.get(name);
    if (known && server && known.description === description) return known;
    if (known) end(known);
    kept.delete(name);
    if (!server) return undefined;
    const stopped = new AbortController();
    const fresh: Kept = {
      server,
      description,
      stopped,
      state: why ? { kind: 'withheld', why, isWanted: false } : { kind: 'gone' },
      tools: [],
      leftOut: [],
      faulty: () => [],
      taken: new Map(),
      isListed: false,
    };
    kept.set(name, fresh);
    return fresh;
  };

  const connectionOf = (each: Kept): Promise<McpConnection | undefined> => {
    const { state } = each;
    if (state.kind === 'withheld') {
      each.state = { ...state, isWanted: true };
      options.leave?.want(each.server);
      return Promise.resolve(undefined);
    }
    if (state.kind === 'running') return Promise.resolve(state.connection);
    if (state.kind === 'starting') return state.started;
    const started = Promise.resolve().then(() => start(options, each));
    each.state = { kind: 'starting', started };
    return started;
  };

  const makeReady = async (each: Kept) => {
    const { state } = each;
    if (state.kind === 'failed' && options.now() - state.at < RETRY_AFTER_MS) return;
    // A listed server that ended is restarted by a call only.
    if (each.isListed && state.kind !== 'failed') return;
    const connection = await connectionOf(each);
    if (connection && !each.isListed) await list(options, each, connection);
  };

  return {
    known: () => options.servers(),
    async ready(names, signal) {
      const wanted = names.flatMap(name => find(name) ?? []);
      await Promise.race([Promise.all(wanted.map(makeReady)), aborted(signal)]);
    },
    tools: names => names.flatMap(name => find(name)?.tools ?? []),
    async call({ server, name }, input, how) {
      const { signal } = how;
      const each = find(server);
      if (!each) return { ok: false, content: `There is no server ${server} any more.` };
      const connection = await Promise.race([connectionOf(each), aborted(signal)]);
      if (signal.aborted) return { ok: false, content: 'Stopped.' };
      if (!connection && each.state.kind === 'withheld')
        return { ok: false, content: `The server ${server} is not started: ${withheldBecause[each.state.why]}.` };
      if (!connection) return { ok: false, content: `The server ${server} could not be started: ${whyOf(each)}` };
      try {
        return await connection.call(name, input, { ...how, timeoutMs: each.server.timeoutS * 1_000 });
      } catch (error) {
        if (signal.aborted) return { ok: false, content: 'Stopped.' };
        return { ok: false, content: `The server ${server} failed: ${reasonOf(options, each, error)}` };
      }
    },
    async reach(name, { starts, signal }) {
      const each = find(name);
      if (!each) return failed('there is no such server');
      if (!starts && each.state.kind !== 'running') return failed('it does not run');
      if (each.state.kind === 'failed' && options.now() - each.state.at < RETRY_AFTER_MS)
        return failed(each.state.message);
      const connection = await Promise.race([connectionOf(each), aborted(signal)]);
      if (connection) return { ok: true, connection };
      if (each.state.kind === 'withheld') return { ok: false, why: each.state.why };
      return failed(signal.aborted ? 'it does not answer' : whyOf(each));
    },
    lookAgain: name => void find(name),
    leaveOut: ({ server, name: tool }, name) => void kept.get(server)?.taken.set(tool, name),
    secrets: () => options.servers().flatMap(({ transport }) => secretsOf(transport, options.env)),
    problems: () =>
      [...kept.values()].flatMap(({ server, state, leftOut, faulty, taken }) => [
        ...(state.kind === 'failed' ? [problemOf(server, state.message)] : []),
        ...(state.kind === 'withheld' && state.isWanted ? [withheld(server, state.why)] : []),
        ...leftOut.map(name => tooLarge(server, name)),
        ...faulty().map(offer => faultyOffer(server, offer)),
        ...Array.from(taken, ([tool, name]) => nameTaken(server, tool, name)),
      ]),
    async close() {
      isClosed = true;
      for (const each of kept.values()) end(each);
      kept.clear();
      await Promise.all(endings);
    },
  };
}

/** Starts a server; undefined, with its state set to `failed`, when that cannot be done. */
async function start(options: McpServersOptions, each: Kept): Promise<McpConnection | undefined> {
  const { server, stopped } = each;
  const fail = (message: string) => {
    each.state = { kind: 'failed', message, at: options.now() };
    return undefined;
  };
  const forbidden = 'a policy of your settings forbids it';
  if (options.isForbidden(server)) return fail(forbidden);
  const filled = fillReferences(server.transport, options.env);
  if (!filled.ok) return fail(`not set, or a key for models: ${filled.missing.join(', ')}`);
  const { transport } = filled;
  // A rule holds for the command itself, whatever stands for it in the file.
  if (options.isForbidden({ ...server, transport })) return fail(forbidden);
  if (transport.kind === 'stdio' && transport.command.trim() === '') return fail('its command is empty');
  if (transport.kind === 'http' && !/^https?:\/\//i.test(transport.url)) return fail('its address is no web address');
  const cwd = transport.kind === 'stdio' ? transport.cwd : undefined;
  try {
    const connection = await options.connect(transport, {
      folder: resolve(options.rtws, cwd ?? '.'),
      signal: AbortSignal.any([stopped.signal, options.startTimeout()]),
      onClosed: () => {
        if (each.state.kind === 'running') each.state = { kind: 'gone' };
      },
      onToolsChanged: () => {
        each.isListed = false;
      },
    });
    if (stopped.signal.aborted) {
      await connection.close();
      return undefined;
    }
    each.state = { kind: 'running', connection };
    each.faulty = connection.faulty;
    options.log.info(`MCP server ${server.name} is there`);
    return connection;
  } catch (error) {
    return fail(reasonOf(options, each, error));
  }
}

async function list(options: McpServersOptions, each: Kept, connection: McpConnection): Promise<void> {
  const { server, stopped } = each;
  try {
    each.isListed = true;
    const signal = AbortSignal.any([stopped.signal, options.startTimeout()]);
    const offered = await connection.listTools(signal);
    const { fitting = [], large = [] } = Object.groupBy(offered, tool => (fits(tool) ? 'fitting' : 'large'));
    each.tools = fitting.map(tool => ({ ...tool, server: server.name }));
    each.leftOut = large.map(({ name }) => name);
    each.taken.clear();
  } catch (error) {
    each.isListed = false;
    const message = `it lists no tools: ${reasonOf(options, each, error)}`;
    each.state = { kind: 'failed', message, at: options.now() };
    await connection.close();
  }
}

/** Parameters nested too deep for JSON do not fit either. */
function fits({ parameters }: OfferedTool): boolean {
  try {
    return JSON.stringify(parameters).length <= MAX_PARAMETERS;
  } catch {
    return false;
  }
}

function tooLarge({ name, at }: McpServer, tool: string): FileProblem {
  const fault = { id: 'tool-too-large', server: name, tool: tool.slice(0, 64), most: MAX_PARAMETERS } as const;
  return { ...at, fault, severity: 'warning' };
}

function faultyOffer({ name: server, at }: McpServer, offer: FaultyOffer): FileProblem {
  return { ...at, fault: { id: 'faulty-offer', server, ...offer }, severity: 'warning' };
}

function nameTaken({ name: server, at }: McpServer, tool: string, name: string): FileProblem {
  return { ...at, fault: { id: 'tool-name-taken', server, tool: tool.slice(0, 64), name }, severity: 'warning' };
}

/** The reason may contain the server's output, of any length, and the secrets that it was given. */
function reasonOf({ env }: Pick<McpServersOptions, 'env'>, { server }: Kept, error: unknown): string {
  const message = redact(errorMessage(error), secretsOf(server.transport, env));
  return message.length <= MAX_REASON ? message : `${message.slice(0, MAX_REASON)} …`;
}

function whyOf({ state }: Kept): string {
  return state.kind === 'failed' ? state.message : 'it is no longer wanted';
}

function problemOf({ name, at }: McpServer, reason: string): FileProblem {
  return { ...at, fault: { id: 'server-not-started', server: name, reason }, severity: 'error' };
}

function withheld({ name, at }: McpServer, why: WhyWithheld): FileProblem {
  return { ...at, fault: { id: withheldFaults[why], server: name }, severity: 'warning' };
}

const withheldFaults = { 'not-allowed': 'server-not-allowed', changed: 'server-changed' } as const;

const withheldBecause: Readonly<Record<WhyWithheld, string>> = {
  'not-allowed': 'the user has not allowed it',
  changed: 'its entry has changed, and the user has not seen it yet',
};

function failed(reason: string): Reached {
  return { ok: false, why: 'failed', reason };
}

/** Resolves, with nothing, when a signal aborts. */
function aborted(signal: AbortSignal): Promise<undefined> {
  const { promise, resolve: done } = Promise.withResolvers<undefined>();
  if (signal.aborted) done(undefined);
  else signal.addEventListener('abort', () => done(undefined), { once: true });
  return promise;
}
