// Changes of what an MCP server lists. Servers of the older protocol tell them anyway, those of 2026 only to who
// listens for them.
import { type Client, type McpSubscription, ProtocolError } from '@modelcontextprotocol/client';
import type { After } from '../../core/base/after.ts';

export interface ListChangesOptions {
  /** Aborts when the connection has ended. */
  readonly over: AbortSignal;
  /** It was not listened for a while, so that changes may have been missed. */
  readonly onMissed: () => void;
  readonly after: After;
  /** How long the server may take to take note, in milliseconds. */
  readonly ackMs: number;
}

/** The pause before a server is listened to again that has ended a stream or did not answer. */
const PAUSE_MS = 30_000;

/**
 * Listens for changes of those lists of which the server says that they change; the client takes note of them as of an
 * older server's. Resolves when it listens, or when the server does not let it.
 */
export async function listenForChanges(client: Client, options: ListChangesOptions): Promise<void> {
  const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
  const wanted = {
    ...(tools?.listChanged && { toolsListChanged: true }),
    ...(prompts?.listChanged && { promptsListChanged: true }),
    ...(resources?.listChanged && { resourcesListChanged: true }),
  };
  if (client.getProtocolEra() !== 'modern' || Object.keys(wanted).length === 0) return;
  const listen = (): Promise<Listening> =>
    client
      .listen(wanted, { timeout: options.ackMs })
      .catch(error => (error instanceof ProtocolError ? 'refused' : 'failed'));
  const listening = await listen();
  if (typeof listening === 'object') void listenAgain(listen, listening, options);
}

type Listening = McpSubscription | 'refused' | 'failed';

/** Resolves when the connection has ended or the server refuses. */
async function listenAgain(listen: () => Promise<Listening>, first: McpSubscription, options: ListChangesOptions) {
  const { over, onMissed, after } = options;
  let listening: Listening = first;
  while (listening !== 'refused') {
    if (listening !== 'failed') await listening.closed;
    if (!over.aborted) await pause(after, over);
    if (over.aborted) return;
    listening = await listen();
    if (listening !== 'failed') onMissed();
  }
}

function pause(after: After, over: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = after(PAUSE_MS, resolve);
  over.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(cancel);
}
