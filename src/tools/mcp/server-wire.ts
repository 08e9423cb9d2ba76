// The wire to an MCP server that is a process: messages are lines of its input and output. It has a process group of
// its own, so that it ends with everything it started, also behind `npx` or a shell.
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import type { After } from '../../core/base/after.ts';
import type { McpTransport } from '../../core/team/mcp-server.ts';
import { type LimitedMessage, MessageSplitter } from '../../core/text/message-splitter.ts';
import { type ServerProcess, startServer } from '../shell-process.ts';
import { answerTo } from './message-limit.ts';

export interface ServerWireOptions {
  /** Absolute; where it runs. */
  readonly folder: string;
  readonly after: After;
  /** How long it may take to end when its input is closed, and again when it is told to. */
  readonly graceMs: number;
}

/** Of what a server wrote to its standard error, the end is kept. */
const MAX_STDERR = 2_000;

const NEWLINE = 0x0a;

/**
 * The SDK asks another process than its own wire's which protocol it speaks; over this one the server is asked itself,
 * and started once.
 */
export class ServerWire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** By these two names the SDK knows that a process is at the other end, which may be silent. */
  readonly pid = null;
  readonly stderr = null;

  readonly #program: Extract<McpTransport, { kind: 'stdio' }>;
  readonly #options: ServerWireOptions;
  readonly #lines = new MessageSplitter({ separators: [NEWLINE], onMessage: line => this.#take(line) });
  #server: ServerProcess | undefined;
  #closing: Promise<void> | undefined;
  #words = '';

  constructor(program: Extract<McpTransport, { kind: 'stdio' }>, options: ServerWireOptions) {
    this.#program = program;
    this.#options = options;
  }

  /** What it wrote last to its standard error. */
  get lastWords(): string {
    return this.#words.trim();
  }

  /** Rejects with why it cannot be started. */
  async start(): Promise<void> {
    if (this.#closing) throw new Error('it is no longer wanted');
    const { folder, after } = this.#options;
    const env = { ...getDefaultEnvironment(), ...this.#program.env };
    const server = startServer(this.#program, { folder, env }, after);
    this.#server = server;
    server.output.on('data', (chunk: Buffer) => this.#lines.add(chunk));
    server.errors.on('data', (chunk: Buffer) => {
      this.#words = (this.#words + chunk.toString()).slice(-MAX_STDERR);
    });
    const failed = server.ended.then(how => {
      throw new Error(how);
    });
    await Promise.race([server.spawned, failed]);
    void server.ended.then(() => this.close());
  }

  send(message: JSONRPCMessage): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { input } = this.#server ?? {};
    if (!input || this.#closing) reject(new Error('Connection closed'));
    // A write to one that has ended is told by its end.
    else input.write(serializeMessage(message), () => resolve());
    return promise;
  }

  /** Ends it in order if it can, and whatever is left of it. Resolves when nothing is; tells `onclose` then. */
  close(): Promise<void> {
    this.#closing ??= this.#end().then(() => this.onclose?.());
    return this.#closing;
  }

  async #end(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    const { after, graceMs } = this.#options;
    server.input.end();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const cancel = after(graceMs, resolve);
    await Promise.race([server.ended, late]);
    cancel();
    await server.end(graceMs);
    // What left the group may hold them for ever.
    server.output.destroy();
    server.errors.destroy();
  }

  #take(line: LimitedMessage): void {
    const text = line.kind === 'whole' ? line.bytes.toString() : answerTo(line);
    if (text === undefined) return;
    try {
      this.onmessage?.(deserializeMessage(text));
    } catch (error) {
      // A line that is no message; the next one may be one.
      if (!(error instanceof SyntaxError)) this.onerror?.(error as Error);
    }
  }
}
