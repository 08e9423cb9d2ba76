// An MCP server on the standard streams of a process (SPEC 22.2).
import type { Language } from '../../core/base/language.ts';
import { after } from '../../runtime/clock/after.ts';
import type { Runtime } from '../../runtime.ts';
import { LineTransport } from './line-transport.ts';
import { serveMcp } from './serve.ts';

/** The streams, and what else the server uses of its process. */
export interface StdioSurroundings {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: { write(text: string): unknown };
  readonly version: string;
  readonly clientConfirms: boolean;
  readonly language: Language;
  readonly warn: (message: string) => void;
}

/** Serves one client. Resolves when it has closed its end, or `stopped` resolves. */
export async function serveOnStdio(
  runtime: Runtime,
  { stdin, stdout, ...surroundings }: StdioSurroundings,
  stopped: Promise<void>,
): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const transport = new LineTransport({ stdin, stdout, onEnded: resolve });
  const server = serveMcp({ ...surroundings, runtime, transport, after });
  await Promise.race([ended, stopped]);
  await server.close();
}
