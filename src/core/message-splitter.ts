// Splits what comes in pieces of any size into messages. Holds one message at most; of one that is too large both ends are kept, and the
// next one is read. Pure.

/** Bytes of one message, which is parsed at once. */
export const MAX_MESSAGE = 10 * 1024 * 1024;
/** Bytes that are kept of both ends of a larger one. */
const MAX_END = 1_000;

/** How messages are told apart. */
interface Separated {
  /** Bytes that end a message, such as a line end; none if the whole is one. */
  readonly separators: readonly number[];
  readonly onMessage: (message: LimitedMessage, separator: number | undefined) => void;
}

/** A message, or what is left of a large one. */
export type LimitedMessage =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'large'; readonly size: number; readonly head: string; readonly tail: string };

/** Collects messages from pieces. */
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
    return { kind: 'large', size: this.#size, head: this.#head, tail: this.#tail.toString() };
  }
}

function nextOf(separators: readonly number[], chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at++) if (separators.includes(chunk[at] as number)) return at;
  return -1;
}
