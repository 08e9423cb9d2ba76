// A limit for the messages of an MCP server. A larger one is dropped while it comes, and what answers a request is replaced by an error
// that says so: the call ends, and the server goes on.

/** Bytes of one message; the SDK parses it at once. */
const MAX_MESSAGE = 10 * 1024 * 1024;
/** Bytes at both ends of a large message that are looked at for its id. */
const MAX_END = 1_000;
/** JSON-RPC: an internal error of the one that answers. */
const INTERNAL_ERROR = -32603;

/** How messages are told apart. */
interface Separated {
  /** Bytes that end a message, such as a line end; none if the whole is one. */
  readonly separators: readonly number[];
  readonly onMessage: (message: LimitedMessage, separator: number | undefined) => void;
}

/** A message, or what is left of a large one. */
export type LimitedMessage =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** `answer` is JSON; undefined for one that answers no request. */
  | { readonly kind: 'large'; readonly answer: string | undefined; readonly head: string; readonly problem: string };

/** Collects messages from pieces of any size; holds one message at most, and both ends of a large one. */
export class MessageSplitter {
  readonly #separated: Separated;
  #pieces: Buffer[] = [];
  #size = 0;
  #head = '';
  #tail = Buffer.alloc(0);

  constructor(separated: Separated) {
    this.#separated = separated;
  }

  add(chunk: Buffer): void {
    const { separators } = this.#separated;
    let start = 0;
    for (let at = nextOf(separators, chunk, 0); at !== -1; at = nextOf(separators, chunk, start)) {
      this.#keep(chunk.subarray(start, at));
      this.#pass(chunk[at]);
      start = at + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** Passes on what no separator ended, if there is any. */
  end(): void {
    if (this.#size > 0) this.#pass(undefined);
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    const wasLarge = this.#size > MAX_MESSAGE;
    this.#size += piece.length;
    if (this.#size <= MAX_MESSAGE) {
      this.#pieces.push(piece);
      return;
    }
    if (!wasLarge) {
      const begun = Buffer.concat(this.#pieces);
      this.#head = (begun.length < MAX_END ? Buffer.concat([begun, piece]) : begun).toString('utf8', 0, MAX_END);
      this.#pieces = [];
    }
    this.#tail = Buffer.concat([this.#tail, piece.subarray(-MAX_END)]).subarray(-MAX_END);
  }

  #pass(separator: number | undefined): void {
    const message = this.#message();
    this.#pieces = [];
    this.#size = 0;
    this.#head = '';
    this.#tail = Buffer.alloc(0);
    this.#separated.onMessage(message, separator);
  }

  #message(): LimitedMessage {
    if (this.#size <= MAX_MESSAGE) return { kind: 'whole', bytes: Buffer.concat(this.#pieces) };
    const problem = tooLarge(this.#size);
    const head = this.#head;
    const id = answeredId(head, this.#tail.toString());
    const error = { code: INTERNAL_ERROR, message: problem };
    const answer = id === undefined ? undefined : JSON.stringify({ jsonrpc: '2.0', id, error });
    return { kind: 'large', answer, head, problem };
  }
}

function nextOf(separators: readonly number[], chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at++) if (separators.includes(chunk[at] as number)) return at;
  return -1;
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
  return `the answer is too large: ${megabytes} MB, at most ${MAX_MESSAGE / (1024 * 1024)} MB are read. Ask for less, such as a smaller part`;
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
    // A line without meaning, where nothing can be said.
    return Buffer.from(message.answer === undefined ? ':' : `data: ${message.answer}`);
  });
}

function limitBody(): TransformStream<Uint8Array, Uint8Array> {
  return limiting([], message => {
    if (message.kind === 'whole') return message.bytes;
    if (message.answer === undefined) throw new Error(message.problem);
    return Buffer.from(message.answer);
  });
}

function limiting(
  separators: readonly number[],
  bytesOf: (message: LimitedMessage) => Buffer,
): TransformStream<Uint8Array, Uint8Array> {
  let splitter: MessageSplitter;
  return new TransformStream({
    start(out) {
      const onMessage: Separated['onMessage'] = (message, separator) => {
        const bytes = bytesOf(message);
        out.enqueue(separator === undefined ? bytes : Buffer.concat([bytes, Buffer.of(separator)]));
      };
      splitter = new MessageSplitter({ separators, onMessage });
    },
    transform: chunk => splitter.add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)),
    flush: () => splitter.end(),
  });
}
