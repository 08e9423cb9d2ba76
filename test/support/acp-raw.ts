// Agents that write their lines themselves, against the rules of the protocol library (SPEC 22.4).
import type { AgentWire } from '../../src/llm/agents/acp-agent.ts';
import { createAcpProvider } from '../../src/llm/agents/acp-provider.ts';

/** A turn of an agent. */
export interface RawTurn {
  /** The first process is 0. */
  readonly process: number;
  /** Id of the request. */
  readonly id: number;
  readonly sessionId: string;
  /** Resolves when the turn is called off. */
  readonly cancelled: Promise<void>;
  /** Writes text, or a message on a line. */
  write(line: string | object): void;
  say(text: string): void;
  finish(stopReason?: string): void;
  /** Closes the output, as one whose process goes on. */
  closeOutput(): void;
  exit(how: string): void;
}

let ids = 0;

/**
 * The provider, the number of processes that were started, those that were ended, their sessions, and what waits for
 * its time.
 */
export function rawAgents(turn: (turn: RawTurn) => void, protocolVersion = 1) {
  const started: number[] = [];
  const ended: number[] = [];
  const timers = new Set<() => void>();
  const sessions: string[] = [];
  const raw = {
    /** Told of each answer to a request of an agent: its id, and the option or `cancelled`. */
    onAnswer: (_: string) => {},
  };
  const start = (): AgentWire => {
    const process = started.push(started.length) - 1;
    const input = new TransformStream<Uint8Array, Uint8Array>();
    const { promise, resolve } = Promise.withResolvers<string>();
    let output: ReadableStreamDefaultController<Uint8Array> | undefined;
    const readable = new ReadableStream<Uint8Array>({
      start: controller => {
        output = controller;
      },
      cancel: () => {
        output = undefined;
      },
    });
    const closeOutput = () => {
      output?.close();
      output = undefined;
    };
    const write = (line: string | object) =>
      output?.enqueue(new TextEncoder().encode(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`));
    const exit = (how: string) => {
      closeOutput();
      resolve(how);
    };
    let cancel = () => {};
    const answer = (id: number, result: unknown) => write({ jsonrpc: '2.0', id, result });
    const take = ({ id, method, params, result }: Request) => {
      switch (method) {
        case undefined:
          return raw.onAnswer(`${id} ${result?.outcome.optionId ?? result?.outcome.outcome}`);
        case 'initialize':
          return answer(id, { protocolVersion, agentCapabilities: {} });
        case 'session/new':
          return answer(id, { sessionId: sessions[sessions.push(`s${++ids}`) - 1] });
        case 'session/cancel':
          return cancel();
        case 'session/prompt': {
          const { sessionId } = params;
          const called = Promise.withResolvers<void>();
          cancel = called.resolve;
          const update = (text: string) => ({
            sessionUpdate: 'agent_message_chunk',
            content: { type: 'text', text },
          });
          return turn({
            process,
            id,
            sessionId,
            cancelled: called.promise,
            write,
            say: text =>
              write({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: update(text) } }),
            finish: (stopReason = 'end_turn') => answer(id, { stopReason }),
            closeOutput,
            exit,
          });
        }
      }
    };
    void readLines(input.readable, line => take(JSON.parse(line) as Request));
    const end = () => {
      ended.push(process);
      exit('ended by SIGTERM');
    };
    return { input: input.writable, output: readable, ended: promise, end };
  };
  const provider = createAcpProvider({
    id: 'acp raw',
    label: 'raw',
    folder: '/work',
    start,
    newId: () => `raw-${++ids}`,
    after(_, work) {
      timers.add(work);
      return () => timers.delete(work);
    },
  });
  return Object.assign(raw, { provider, started, ended, timers, sessions });
}

interface Request {
  readonly id: number;
  readonly method?: string;
  readonly params: { readonly sessionId: string };
  readonly result?: { readonly outcome: { readonly outcome: string; readonly optionId?: string } };
}

async function readLines(input: ReadableStream<Uint8Array>, take: (line: string) => void): Promise<void> {
  let rest = '';
  for await (const text of input.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
}
