// Splits what comes in pieces of any size into messages. Holds one message at most; of one that is too large both ends
// are kept, and the next one is read. Pure.

/** Bytes of one message, which is parsed at once. */
export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;
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

/** Collects messages from pieces. Takes time in proportion to their bytes, in however many pieces they come. */
export class MessageSplitter {
  readonly #separated: Separated;
  #size = 0;
  /** Begins with the message, up to the limit; of a larger one it ends with the last `MAX_END` bytes at least. */
  #room = EMPTY;
  #filled = 0;
  /** The beginning of a message that is too large. */
  #head: string | undefined;

  constructor(separated: Separated) {
    this.#separated = separated;
  }

  add(chunk: Buffer): void {
    let start = 0;
    for (const at of placesOf(this.#separated.separators, chunk)) {
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
    this.#size += piece.length;
    if (this.#size <= MAX_MESSAGE_BYTES) this.#append(piece);
    else this.#keepEnds(piece);
  }

  #keepEnds(piece: Buffer): void {
    this.#head ??= Buffer.concat([this.#room.subarray(0, Math.min(this.#filled, MAX_END)), piece.subarray(0, MAX_END)])
      .subarray(0, MAX_END)
      .toString();
    const last = piece.subarray(-MAX_END);
    // What is moved has room for as much again, so that single bytes do not move it each time.
    if (this.#filled + last.length > this.#room.length && this.#filled >= 2 * MAX_END) {
      this.#room.copyWithin(0, this.#filled - MAX_END, this.#filled);
      this.#filled = MAX_END;
    }
    this.#append(last);
  }

  #append(piece: Buffer): void {
    const filled = this.#filled + piece.length;
    if (filled > this.#room.length) {
      const room = Buffer.allocUnsafe(Math.max(filled, 2 * this.#filled));
      this.#room.copy(room, 0, 0, this.#filled);
      this.#room = room;
    }
    piece.copy(this.#room, this.#filled);
    this.#filled = filled;
  }

  #pass(separator: number | undefined): void {
    const message = this.#message();
    this.#size = 0;
    this.#room = EMPTY;
    this.#filled = 0;
    this.#head = undefined;
    this.#separated.onMessage(message, separator);
  }

  #message(): LimitedMessage {
    const kept = this.#room.subarray(0, this.#filled);
    if (this.#head === undefined) return { kind: 'whole', bytes: kept };
    return { kind: 'large', size: this.#size, head: this.#head, tail: kept.subarray(-MAX_END).toString() };
  }
}

const EMPTY = Buffer.alloc(0);

/**
 * The places of all separators, in order. Each separator is looked for from where it was found last: every byte is read
 * once for it.
 */
function* placesOf(separators: readonly number[], chunk: Buffer): Generator<number, void> {
  const searches = separators.map(separator => ({ separator, at: chunk.indexOf(separator) }));
  for (;;) {
    const [next] = searches.filter(({ at }) => at !== -1).sort((a, b) => a.at - b.at);
    if (next === undefined) return;
    yield next.at;
    next.at = chunk.indexOf(next.separator, next.at + 1);
  }
}
