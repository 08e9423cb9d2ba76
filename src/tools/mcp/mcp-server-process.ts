// One MCP server, as its file describes it now: started when it is needed, listed once, and started again by a call
// after it ended by itself. One that cannot start is a problem, and is left alone for a while. Nothing here rejects but
// for bugs.
import { resolve } from 'node:path';
import { errorMessage } from '../../core/base/thrown.ts';
import { fillReferences, type McpServer, secretsOf } from '../../core/team/mcp-server.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { redact } from '../../core/text/secrets.ts';
import type { FaultyOffer } from './faulty-offers.ts';
import type { ConnectMcp, HowToCall, McpAnswer, McpConnection, OfferedTool } from './mcp-connection.ts';

/** What servers need of the one who keeps them. */
export interface ServerPorts {
  /** Absolute. */
  readonly rtws: string;
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

/**
 * Why members do not get a tool: another one has the `name` that they would call, a model server refuses it, or there
 * are too many.
 */
export type LeftOut =
  | { readonly kind: 'taken'; readonly name: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'too-many' };

/** A tool of a server that was reached. */
export interface ServerTool extends OfferedTool {
  readonly server: string;
}

/** A connection, or why there is none. */
export type Reached =
  | { readonly ok: true; readonly connection: McpConnection }
  | { readonly ok: false; readonly why: WhyWithheld }
  | { readonly ok: false; readonly why: 'failed'; readonly reason: string };

/** How long a server that could not be started is left alone. */
const RETRY_AFTER_MS = 60_000;

type State =
  | { readonly kind: 'starting'; readonly started: Promise<McpConnection | undefined> }
  | { readonly kind: 'running'; readonly connection: McpConnection }
  | { readonly kind: 'failed'; readonly message: string; readonly at: number }
  /** It never ran, or ended by itself. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'withheld'; readonly why: WhyWithheld; readonly isWanted: boolean };

/** Characters of a tool's parameters, as JSON: they go into every request of a member that has the tool. */
const MAX_PARAMETERS = 20_000;

/** Characters of why a server failed. */
const MAX_REASON = 3_000;

export class KeptServer {
  readonly #ports: ServerPorts;
  readonly #server: McpServer;
  readonly #stopped = new AbortController();
  #state: State;
  /** They outlive a connection, so that a call can restart it. */
  #tools: readonly ServerTool[] = [];
  /** Names of tools that no request could carry. */
  #leftOut: readonly string[] = [];
  /** What it offers in a form that cannot be used. */
  #faulty: () => readonly FaultyOffer[] = () => [];
  /** Names of tools that members do not get. */
  readonly #withheld = new Map<string, LeftOut>();
  #isListed = false;

  /** `why` it may not start, if that is so. */
  constructor(ports: ServerPorts, server: McpServer, why: WhyWithheld | undefined) {
    this.#ports = ports;
    this.#server = server;
    this.#state = why ? { kind: 'withheld', why, isWanted: false } : { kind: 'gone' };
  }

  /** The tools that it listed. */
  get tools(): readonly ServerTool[] {
    return this.#tools;
  }

  /** The connection of a server that runs. */
  running(): Reached {
    return this.#state.kind === 'running'
      ? { ok: true, connection: this.#state.connection }
      : failedServer('it does not run');
  }

  /** The connection of a server that runs, or is started for that unless that failed a short while ago. */
  async reach(signal: AbortSignal): Promise<Reached> {
    const failure = this.#recentFailure();
    if (failure !== undefined) return failedServer(failure);
    const connection = await Promise.race([this.#connect(), aborted(signal)]);
    if (connection) return { ok: true, connection };
    if (this.#state.kind === 'withheld') return { ok: false, why: this.#state.why };
    return failedServer(signal.aborted ? 'it does not answer' : this.#whyNot());
  }

  /**
   * Starts and lists it, unless that was done, or failed a short while ago. A listed one that ended is restarted by a
   * call only.
   */
  async makeReady(): Promise<void> {
    if (this.#recentFailure() !== undefined) return;
    if (this.#isListed && this.#state.kind !== 'failed') return;
    const connection = await this.#connect();
    if (connection && !this.#isListed) await this.#list(connection);
  }

  /** Calls a tool of it; starts it when it does not run. */
  async call(tool: string, input: object, how: Omit<HowToCall, 'timeoutMs'>): Promise<McpAnswer> {
    const { signal } = how;
    const { name, timeoutS } = this.#server;
    const connection = await Promise.race([this.#connect(), aborted(signal)]);
    if (signal.aborted) return { ok: false, content: w => w.stopped };
    if (!connection && this.#state.kind === 'withheld') {
      const { why } = this.#state;
      return { ok: false, content: w => w.serverWithheld(name, why) };
    }
    if (!connection) {
      const why = this.#whyNot();
      return { ok: false, content: w => w.serverNotStarted(name, why) };
    }
    try {
      return await connection.call(tool, input, { ...how, timeoutMs: timeoutS * 1_000 });
    } catch (error) {
      if (signal.aborted) return { ok: false, content: w => w.stopped };
      const why = this.#reasonOf(error);
      return { ok: false, content: w => w.serverFailed(name, why) };
    }
  }

  /** A tool that members do not get. */
  leaveOut(tool: string, why: LeftOut): void {
    this.#withheld.set(tool, why);
  }

  /** What is wrong with it, by its place in the file. */
  problems(): readonly FileProblem[] {
    const server = this.#server;
    const state = this.#state;
    return [
      ...(state.kind === 'failed' ? [problemOf(server, state.message)] : []),
      ...(state.kind === 'withheld' && state.isWanted ? [withheld(server, state.why)] : []),
      ...this.#leftOut.map(name => tooLarge(server, name)),
      ...this.#faulty().map(offer => faultyOffer(server, offer)),
      ...withheldTools(server, this.#withheld, this.#tools.length),
    ];
  }

  /** Ends it for good; undefined when nothing of it runs. */
  end(): Promise<unknown> | undefined {
    this.#stopped.abort(new Error('it is no longer wanted'));
    if (this.#state.kind === 'running') return this.#state.connection.close();
    return this.#state.kind === 'starting' ? this.#state.started : undefined;
  }

  #recentFailure(): string | undefined {
    const state = this.#state;
    return state.kind === 'failed' && this.#ports.now() - state.at < RETRY_AFTER_MS ? state.message : undefined;
  }

  #connect(): Promise<McpConnection | undefined> {
    const state = this.#state;
    if (state.kind === 'withheld') {
      this.#state = { ...state, isWanted: true };
      this.#ports.leave?.want(this.#server);
      return Promise.resolve(undefined);
    }
    if (state.kind === 'running') return Promise.resolve(state.connection);
    if (state.kind === 'starting') return state.started;
    const started = Promise.resolve().then(() => this.#start());
    this.#state = { kind: 'starting', started };
    return started;
  }

  /** Undefined, with the state `failed`, when it cannot be started. */
  async #start(): Promise<McpConnection | undefined> {
    const { isForbidden, env, startTimeout, connect, rtws, log } = this.#ports;
    const server = this.#server;
    const forbidden = 'a policy of your settings forbids it';
    if (isForbidden(server)) return this.#fail(forbidden);
    const filled = fillReferences(server.transport, env);
    if (!filled.ok) return this.#fail(`not set, or a key for models: ${filled.missing.join(', ')}`);
    const { transport } = filled;
    // A rule holds for the command itself, whatever stands for it in the file.
    if (isForbidden({ ...server, transport })) return this.#fail(forbidden);
    if (transport.kind === 'stdio' && transport.command.trim() === '') return this.#fail('its command is empty');
    if (transport.kind === 'http' && !/^https?:\/\//i.test(transport.url))
      return this.#fail('its address is no web address');
    const cwd = transport.kind === 'stdio' ? transport.cwd : undefined;
    try {
      const connection = await connect(transport, {
        folder: resolve(rtws, cwd ?? '.'),
        signal: AbortSignal.any([this.#stopped.signal, startTimeout()]),
        onClosed: () => {
          if (this.#state.kind === 'running') this.#state = { kind: 'gone' };
        },
        onToolsChanged: () => {
          this.#isListed = false;
        },
      });
      if (this.#stopped.signal.aborted) {
        await connection.close();
        return undefined;
      }
      this.#state = { kind: 'running', connection };
      this.#faulty = connection.faulty;
      log.info(`MCP server ${server.name} is there`);
      return connection;
    } catch (error) {
      return this.#fail(this.#reasonOf(error));
    }
  }

  async #list(connection: McpConnection): Promise<void> {
    try {
      this.#isListed = true;
      const signal = AbortSignal.any([this.#stopped.signal, this.#ports.startTimeout()]);
      const offered = await connection.listTools(signal);
      const { fitting = [], large = [] } = Object.groupBy(offered, tool => (fits(tool) ? 'fitting' : 'large'));
      this.#tools = fitting.map(tool => ({ ...tool, server: this.#server.name }));
      this.#leftOut = large.map(({ name }) => name);
      this.#withheld.clear();
    } catch (error) {
      this.#isListed = false;
      this.#fail(`it lists no tools: ${this.#reasonOf(error)}`);
      await connection.close();
    }
  }

  #fail(message: string): undefined {
    this.#state = { kind: 'failed', message, at: this.#ports.now() };
  }

  #whyNot(): string {
    return this.#state.kind === 'failed' ? this.#state.message : 'it is no longer wanted';
  }

  /** The reason may contain the server's output, of any length, and the secrets that it was given. */
  #reasonOf(error: unknown): string {
    const message = redact(errorMessage(error), secretsOf(this.#server.transport, this.#ports.env));
    return message.length <= MAX_REASON ? message : `${message.slice(0, MAX_REASON)} …`;
  }
}

/** There is no connection, for this reason. */
export function failedServer(reason: string): Reached {
  return { ok: false, why: 'failed', reason };
}

/** Resolves, with nothing, when a signal aborts. */
export function aborted(signal: AbortSignal): Promise<undefined> {
  const { promise, resolve: done } = Promise.withResolvers<undefined>();
  if (signal.aborted) done(undefined);
  else signal.addEventListener('abort', () => done(undefined), { once: true });
  return promise;
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

/** Those left out for the same reason are one problem. */
function withheldTools(server: McpServer, tools: ReadonlyMap<string, LeftOut>, listed: number): readonly FileProblem[] {
  const by = Map.groupBy(tools, ([, why]) => (why.kind === 'taken' ? why : 'reason' in why ? why.reason : why.kind));
  return [...by.values()].flatMap((same): readonly FileProblem[] => {
    const [[first, why] = ['', undefined]] = same;
    if (why === undefined) return [];
    if (why.kind === 'taken') return [nameTaken(server, first, why.name)];
    const { name, at } = server;
    const count = same.length;
    if (why.kind === 'too-many')
      return [{ ...at, fault: { id: 'too-many-tools', server: name, listed, count }, severity: 'warning' }];
    const names = same.slice(0, 3).map(([tool]) => tool.slice(0, 64));
    const tool = count > names.length ? `${names.join(', ')}, … (${count})` : names.join(', ');
    const reason = why.reason.slice(0, MAX_REFUSAL);
    return [{ ...at, fault: { id: 'tool-refused', server: name, tool, reason }, severity: 'warning' }];
  });
}

/** Characters of why a model server refuses a tool. */
const MAX_REFUSAL = 500;

function nameTaken({ name: server, at }: McpServer, tool: string, name: string): FileProblem {
  return { ...at, fault: { id: 'tool-name-taken', server, tool: tool.slice(0, 64), name }, severity: 'warning' };
}

function problemOf({ name, at }: McpServer, reason: string): FileProblem {
  return { ...at, fault: { id: 'server-not-started', server: name, reason }, severity: 'error' };
}

function withheld({ name, at }: McpServer, why: WhyWithheld): FileProblem {
  return { ...at, fault: { id: withheldFaults[why], server: name }, severity: 'warning' };
}

const withheldFaults = { 'not-allowed': 'server-not-allowed', changed: 'server-changed' } as const;
