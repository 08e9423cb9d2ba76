// One connection to an MCP server, by the official SDK. It is loaded when the first server is needed, and is its own
// bundle in the editor. A server's texts are untrusted data; the caller cuts long
// ones.
import {
  type Client,
  type ClientOptions,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Transport,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client';
import type { After } from '../../core/base/after.ts';
import type { McpTransport } from '../../core/team/mcp-server.ts';
import { leaveOutFaulty } from './faulty-offers.ts';
import { listenForChanges } from './list-changes.ts';
import { AskingClient, createLiveCalls } from './live-calls.ts';
import type { ConnectMcp, McpConnection, OfferedTool } from './mcp-connection.ts';
import { listPrompts, listResources, promptText, resourceText } from './mcp-offers.ts';
import { limitedFetch } from './message-limit.ts';
import { ServerWire } from './server-wire.ts';

/** Pages of a list of tools that are asked for; a server with more of them is broken. */
const MAX_PAGES = 50;
/** How long a server may take to shake hands; who starts it gives up earlier. */
const MAX_CONNECT_MS = 3_600_000;

/** How long a server may take, in milliseconds. */
export interface McpLimits {
  /** To say which protocol it speaks; an older one may not answer that at all, above all as a process. */
  readonly probeMs: Readonly<Record<McpTransport['kind'], number>>;
  /** To give a sign of life after a call that it did not answer; then it counts as hung. */
  readonly pingMs: number;
  /** To end when its input is closed, and again when it is told to. */
  readonly graceMs: number;
}

const LIMITS: McpLimits = { probeMs: { stdio: 3_000, http: 20_000 }, pingMs: 5_000, graceMs: 2_000 };

export type ConnectOptions = Parameters<ConnectMcp>[1] & { readonly after: After; readonly limits?: McpLimits };

/** What a server may ask for: forms alone. */
const capabilities = { elicitation: { form: {} } };

/**
 * Connects to a server and shakes hands: one that does not say which protocol it speaks is taken for an older one, and
 * one that turns out to be newer and slow is asked again. Rejects with a reason for people; nothing of it runs then.
 */
export async function connectMcp(transport: McpTransport, options: ConnectOptions): Promise<McpConnection> {
  const { signal, limits: { probeMs } = LIMITS } = options;
  const connect = (way: Way) => connectOver(open(transport, options), options, way);
  /** In a way that fits what went wrong. */
  const again = (way: Way) => (error: Error) => {
    if (signal.aborted) throw error;
    return connect(way);
  };
  return connect(asking(probeMs[transport.kind])).catch((error: Error) => {
    const { cause } = error;
    if (cause instanceof UnsupportedProtocolVersionError) return again(asking(MAX_CONNECT_MS))(error);
    // An older server may end at a question that it does not know, or break: it is not asked again.
    if (isSdk(cause, SdkErrorCode.EraNegotiationFailed)) return again({ mode: 'legacy' })(error);
    if (!isSdk(cause, SdkErrorCode.RequestTimeout)) throw error;
    return again({ mode: 'legacy' })(error).catch(again(asking(MAX_CONNECT_MS)));
  });
}

/** How a client finds out which protocol a server speaks. */
type Way = NonNullable<ClientOptions['versionNegotiation']>;

function asking(timeoutMs: number): Way {
  return { mode: 'auto', probe: { timeoutMs } };
}

/** The transport, and the last output of a server that ended. */
export interface McpWire {
  readonly wire: Transport;
  readonly lastWords: () => string;
}

/** The same over any wire. */
export async function connectOver(
  { wire, lastWords }: McpWire,
  { signal, onClosed, onToolsChanged, after, limits = LIMITS }: Omit<ConnectOptions, 'folder'>,
  versionNegotiation: Way = asking(limits.probeMs.stdio),
): Promise<McpConnection> {
  const client = new AskingClient({ name: 'dominds', version: '1' }, { versionNegotiation, capabilities });
  let isOpen = false;
  const over = new AbortController();
  client.onclose = () => {
    if (isOpen) onClosed();
    isOpen = false;
    over.abort();
  };
  // Noise on a stream is no failure of a call; what matters ends the connection.
  client.onerror = () => {};
  client.setNotificationHandler('notifications/tools/list_changed', onToolsChanged);
  const calls = createLiveCalls(client);
  try {
    await untilAborted(client.connect(wire, { signal, timeout: MAX_CONNECT_MS }), signal);
    const { pingMs: ackMs } = limits;
    await untilAborted(listenForChanges(client, { over: over.signal, onMissed: onToolsChanged, after, ackMs }), signal);
  } catch (error) {
    await client.close().catch(() => {});
    // The client has it only once it knows the protocol.
    await wire.close().catch(() => {});
    throw new Error(reasonOf(signal.aborted ? abortOf(signal) : error, lastWords()), { cause: error });
  }
  isOpen = true;
  const faulty = leaveOutFaulty(client, wire);
  const close = async () => {
    isOpen = false;
    if (wire instanceof StreamableHTTPClientTransport) void wire.terminateSession().catch(() => {});
    await client.close().catch(() => {});
  };
  const connection: McpConnection = {
    listTools: signal => {
      faulty.forget('tool');
      return untilAborted(listTools(client, signal), signal);
    },
    async call(name, input, how) {
      const { signal } = how;
      try {
        return await calls.call({ name, input }, how);
      } catch (error) {
        if (signal.aborted) throw error;
        // What went wrong with one call ends no other one, as long as the server is there.
        if (isOpen && !isAnswer(error)) await untilAborted(endIfGone(client, limits.pingMs), signal);
        throw new Error(reasonOf(error, isOpen ? '' : lastWords()), { cause: error });
      }
    },
    prompts: signal => untilAborted(listPrompts(client, signal), signal),
    resources: signal => untilAborted(listResources(client, signal), signal),
    faulty: faulty.known,
    prompt: (prompt, signal) => untilAborted(promptText(client, prompt, signal), signal),
    resource: (uri, signal) => untilAborted(resourceText(client, uri, signal), signal),
    close,
  };
  return connection;
}

function open(transport: McpTransport, { folder, after, limits: { graceMs } = LIMITS }: ConnectOptions): McpWire {
  if (transport.kind === 'http') {
    const { url, headers } = transport;
    const wire = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { ...headers } },
      fetch: limitedFetch,
    });
    return { wire, lastWords: () => '' };
  }
  const wire = new ServerWire(transport, { folder, after, graceMs });
  return { wire, lastWords: () => wire.lastWords };
}

/** Ends the connection unless the server gives a sign of life in time. Never rejects. */
async function endIfGone(client: Client, pingMs: number): Promise<void> {
  const how = { timeout: pingMs };
  try {
    await (client.getProtocolEra() === 'modern' ? client.discover(how) : client.ping(how));
  } catch (error) {
    if (!isAnswer(error)) await client.close().catch(() => {});
  }
}

async function listTools(client: Client, signal: AbortSignal): Promise<readonly OfferedTool[]> {
  const tools: OfferedTool[] = [];
  if (!client.getServerCapabilities()?.tools) return tools;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await client.listTools(cursor === undefined ? {} : { cursor }, { signal, cacheMode: 'refresh' });
    for (const { name, description = '', inputSchema, annotations } of listed.tools) {
      const onlyReads = annotations?.readOnlyHint === true;
      tools.push({ name, description, parameters: inputSchema, ...(onlyReads && { onlyReads }) });
    }
    cursor = listed.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}

/**
 * A server that does not answer at all would block its callers. Rejects with the reason of the signal when it aborts.
 */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(abortOf(signal));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise])
    .catch(error => {
      throw signal.aborted ? abortOf(signal) : error;
    })
    .finally(() => signal.removeEventListener('abort', abort));
}

function abortOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('stopped');
}

function isSdk(error: unknown, code: SdkErrorCode): boolean {
  return error instanceof SdkError && error.code === code;
}

/** True for what the server said, right or wrong. */
function isAnswer(error: unknown): boolean {
  if (error instanceof ProtocolError) return true;
  return isSdk(error, SdkErrorCode.InvalidResult);
}

function reasonOf(error: unknown, lastWords: string): string {
  const message = messageOf(error).replace(/^MCP error -?\d+: /, '');
  return lastWords === '' ? message : `${message}; it last wrote: ${lastWords}`;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SdkHttpError && error.status >= 400) {
    const { text } = error.data;
    return typeof text === 'string' && text !== '' ? `HTTP ${error.status}: ${text}` : `HTTP ${error.status}`;
  }
  // What `fetch` throws says nothing but that it failed.
  return error instanceof TypeError && error.cause instanceof Error ? error.cause.message : error.message;
}
