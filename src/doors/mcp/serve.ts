// The team of a folder as an MCP server, for both generations of the protocol (SPEC 22.2).

import { McpServer, type Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { asPerson, type Runtime } from '../../runtime/api.ts';
import { stateCodec } from './asking.ts';
import { registerDialogTools } from './dialog-tools.ts';
import type { DialogToolsOptions } from './following.ts';
import { registerResources } from './resources.ts';
import { registerTasks, TASKS } from './tasks.ts';

export interface TeamOptions extends Omit<DialogToolsOptions, 'runtime'> {
  readonly runtime: Runtime;
  readonly version: string;
}

export interface McpServeOptions extends TeamOptions {
  readonly transport: Transport;
  /** Told of what goes wrong beside the answers. */
  readonly warn: (message: string) => void;
}

/** Rounds of questions in one call. */
const MOST_ROUNDS = 50;

/** How long a person may take to answer, in milliseconds. */
const DAY_MS = 86_400_000;

const INSTRUCTIONS =
  'Dominds runs a team of agents in this folder. start_dialog gives the team a task; the team may work for long, so wait_s limits how long a call waits. ' +
  'get_dialog tells how a dialog stands. Questions of the team are for the person: never answer them on your own.';

/** Serves until `close` is called or the client goes away. */
export function serveMcp({ transport, warn, ...options }: McpServeOptions): { close(): Promise<void> } {
  return serveStdio(() => teamServer(options), { transport, onerror: error => warn(error.message) });
}

/** A server for one client. */
export function teamServer({ version, ...given }: TeamOptions): McpServer {
  const options = { ...given, runtime: asPerson(given.runtime, 'mcp') };
  const server = new McpServer(
    { name: 'dominds', version },
    {
      instructions: INSTRUCTIONS,
      capabilities: { extensions: { [TASKS]: {} } },
      inputRequired: { maxRounds: MOST_ROUNDS, roundTimeoutMs: DAY_MS },
      requestState: { verify: stateCodec.verify },
    },
  );
  registerDialogTools(server, options);
  registerTasks(server, options);
  registerResources(server, options.runtime);
  return server;
}
