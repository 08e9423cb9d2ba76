// A limit for the messages of an MCP server. A larger one is dropped while it comes, and what answers a request is
// replaced by an error that says so: the call ends, and the server goes on.
import { type LimitedMessage, MAX_MESSAGE_BYTES, MessageSplitter } from '../../core/text/message-splitter.ts';

/** JSON-RPC: an internal error of the one that answers. */
const INTERNAL_ERROR = -32603;

type LargeMessage = Extract<LimitedMessage, { kind: 'large' }>;

/** The JSON that takes the place of a large message; undefined for one that answers no request. */
export function answerTo({ size, head, tail }: LargeMessage): string | undefined {
  const id = answeredId(head, tail);
  if (id === undefined) return undefined;
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: tooLarge(size) } });
}

const ID = String.raw`"id"\s*:\s*(\d+|"(?:[^"\\]|\\.)*")`;
const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const ID_FIRST = new RegExp(String.raw`^(?:data:)?\s*\{\s*(?:${VERSION}\s*,\s*)?${ID}\s*,`);
const ID_LAST = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`);
/** Requests and notifications name their method before what makes them large. */
const IS_ASKED = new RegExp(String.raw`^(?:data:)?\s*\{\s*(?:(?:${VERSION}|${ID})\s*,\s*)*"method"`);

/** The request that a message answers; its id stands before or behind what makes it large. */
function answeredId(head: string, tail: string): string | number | undefined {
  if (IS_ASKED.test(head)) return undefined;
  const [, id] = ID_FIRST.exec(head) ?? ID_LAST.exec(tail) ?? [];
  return id === undefined ? undefined : JSON.parse(id);
}

function tooLarge(size: number): string {
  const megabytes = (size / (1024 * 1024)).toFixed(1);
  return `the answer is too large: ${megabytes} MB, at most ${MAX_MESSAGE_BYTES / (1024 * 1024)} MB are read. Ask for less, such as a smaller part`;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** `fetch` for a server: its answers have the limit, one by one if they are events of a stream. */
export async function limitedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const { body, ok, status, statusText, headers } = response;
  if (!ok || !body) return response;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  return new Response(body.pipeThrough(isStream ? limitEvents() : limitBody()), { status, statusText, headers });
}

/** An event has its message on one line, as JSON is written. */
function limitEvents(): TransformStream<Uint8Array, Uint8Array> {
  return limiting([NEWLINE, RETURN], message => {
    if (message.kind === 'whole') return message.bytes;
    const answer = answerTo(message);
    // A line without meaning, where nothing can be said.
    return Buffer.from(answer === undefined ? ':' : `data: ${answer}`);
  });
}

function limitBody(): TransformStream<Uint8Array, Uint8Array> {
  return limiting([], message => {
    if (message.kind === 'whole') return message.bytes;
    const answer = answerTo(message);
    if (answer === undefined) throw new Error(tooLarge(message.size));
    return Buffer.from(answer);
  });
}

function limiting(
  separators: readonly number[],
  bytesOf: (message: LimitedMessage) => Buffer,
): TransformStream<Uint8Array, Uint8Array> {
  let splitter: MessageSplitter;
  return new TransformStream({
    start(out) {
      splitter = new MessageSplitter({
        separators,
        onMessage(message, separator) {
          const bytes = bytesOf(message);
          out.enqueue(separator === undefined ? bytes : Buffer.concat([bytes, Buffer.of(separator)]));
        },
      });
    },
    transform: chunk => splitter.add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)),
    flush: () => splitter.end(),
  });
}
