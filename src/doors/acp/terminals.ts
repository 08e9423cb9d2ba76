// Commands in the client's terminals (SPEC 22.3): the person sees them run where other commands of theirs do. Variables
// with keys are empty there as they are absent elsewhere; output is taken when a command has ended.
import { PassThrough } from 'node:stream';
import {
  type AgentContext,
  type ClientCapabilities,
  type CreateTerminalRequest,
  methods,
} from '@agentclientprotocol/sdk';
import type { CallId, DialogId, RootId } from '../../core/base/ids.ts';
import { errorMessage } from '../../core/base/thrown.ts';
import type { ShellEnd, StartCommand } from '../../runtime.ts';
import { within } from './within.ts';

/** The client as commands reach it. */
export interface ClientTerminals {
  readonly capabilities: ClientCapabilities;
  /** The session of a dialog; undefined when the client has not opened it. */
  readonly session: (rootId: RootId) => TerminalSession | undefined;
  /** When a client that was asked to kill a command is waited for no longer; after 5 s when absent. */
  readonly limit?: () => AbortSignal;
}

export interface TerminalSession {
  readonly client: AgentContext;
  readonly sessionId: string;
  /** Shows a terminal with the call that it runs. */
  readonly show: (call: { readonly selfId: DialogId; readonly callId: CallId }, terminalId: string) => void;
}

/** Bytes of output that a client keeps: as many as a tool keeps at most. */
const OUTPUT_BYTES = 40_000;

/** How long a client may take to kill a command, in milliseconds. */
const KILL_MS = 5_000;

/** Starts commands there; `undefined` for a client without terminals, and on systems whose shell it may not know. */
export function clientTerminals({
  capabilities,
  session,
  limit = () => AbortSignal.timeout(KILL_MS),
}: ClientTerminals): StartCommand | undefined {
  if (!capabilities.terminal || process.platform === 'win32') return undefined;
  return (command, { folder, withheld, rootId, selfId, callId }) => {
    const at = session(rootId);
    if (!at) return undefined;
    const { client, sessionId } = at;
    const { terminal } = methods.client;
    const output = new PassThrough();
    const spawned = Promise.withResolvers<void>();
    let hasEnded = false;
    const request: CreateTerminalRequest = {
      sessionId,
      command: '/bin/sh',
      args: ['-c', command],
      cwd: folder,
      env: withheld.map(name => ({ name, value: '' })),
      outputByteLimit: OUTPUT_BYTES,
    };
    const created = client.request(terminal.create, request);
    const run = async (): Promise<ShellEnd> => {
      const { terminalId } = await created;
      spawned.resolve();
      at.show({ selfId, callId }, terminalId);
      const { exitCode, signal } = await client.request(terminal.waitForExit, { sessionId, terminalId });
      const told = await client.request(terminal.output, { sessionId, terminalId });
      output.write(told.output);
      await client.request(terminal.release, { sessionId, terminalId });
      return signal ? { kind: 'killed', signal } : { kind: 'exited', code: exitCode ?? 0 };
    };
    /** The client does not say how it ended. */
    const silent = Promise.withResolvers<ShellEnd>();
    const ended = Promise.race([run(), silent.promise])
      .catch(
        (error): ShellEnd => ({ kind: 'not-started', message: `the client's terminal failed: ${errorMessage(error)}` }),
      )
      .finally(() => {
        hasEnded = true;
        output.end();
      });
    const end = async () => {
      if (hasEnded) return false;
      const over = limit();
      over.addEventListener('abort', () => silent.resolve({ kind: 'killed', signal: 'SIGKILL' }), { once: true });
      const kill = async () => {
        const { terminalId } = await created;
        await client.request(terminal.kill, { sessionId, terminalId }, within(over));
      };
      void kill().catch(() => {});
      await ended;
      return true;
    };
    return { output, ended, spawned: spawned.promise, end };
  };
}
