// The agent on the standard streams of a process (SPEC 22.3).
import { Readable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { type AcpOptions, serveAcp } from './agent.ts';

/** The streams, and what the agent needs besides. */
export interface StdioOptions extends Omit<AcpOptions, 'stream'> {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: { write(text: string): unknown };
}

/** Serves one client. Resolves when it has closed its end, or `stopped` resolves. */
export async function serveAcpOnStdio(
  { stdin, stdout, ...options }: StdioOptions,
  stopped: Promise<void>,
): Promise<void> {
  const decoder = new TextDecoder();
  const output = new WritableStream<Uint8Array>({
    write(bytes) {
      stdout.write(decoder.decode(bytes, { stream: true }));
    },
  });
  const input = Readable.toWeb(Readable.from(stdin, { objectMode: false })) as ReadableStream<Uint8Array>;
  const served = serveAcp({ ...options, stream: ndJsonStream(output, input) });
  await Promise.race([served.closed, stopped]);
  served.close();
}
