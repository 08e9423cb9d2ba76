// The messages of an MCP client, each on a line of a stream. A line that is no message is answered with what is wrong,
// as JSON-RPC 2.0 wants it, and the next one is read: the client would wait for ever.
import { Readable } from 'node:stream';
import {
  deserializeMessage,
  INVALID_REQUEST,
  type JSONRPCMessage,
  PARSE_ERROR,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { type LimitedMessage, MAX_MESSAGE_BYTES, MessageSplitter } from '../../core/text/message-splitter.ts';

const NEWLINE = 0x0a;

export interface LineStreams {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: { write(text: string): unknown };
  /** The client has closed its end. */
  readonly onEnded: () => void;
}

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #streams: LineStreams;
  #input: Readable | undefined;
  readonly #lines = new MessageSplitter({ separators: [NEWLINE], onMessage: line => this.#takeLine(line) });
  #isClosed = false;

  constructor(streams: LineStreams) {
    this.#streams = streams;
  }

  async start(): Promise<void> {
    const { stdin, onEnded } = this.#streams;
    this.#input = Readable.from(stdin, { objectMode: false })
      .on('data', (piece: Buffer) => this.#lines.add(piece))
      .on('error', error => this.onerror?.(error))
      .once('close', () => void this.close().then(onEnded));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error('Connection closed');
    this.#streams.stdout.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input?.destroy();
    this.onclose?.();
  }

  #takeLine(line: LimitedMessage): void {
    const text = line.kind === 'whole' ? line.bytes.toString().trim() : undefined;
    if (text === undefined)
      this.#refuse(INVALID_REQUEST, `Invalid Request: a message may have ${MAX_MESSAGE_BYTES} bytes`);
    else if (text !== '') this.#take(text);
  }

  #take(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch (error) {
      if (error instanceof SyntaxError) this.#refuse(PARSE_ERROR, 'Parse error: the line is not JSON');
      else this.#refuseOther(JSON.parse(line));
      return;
    }
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error as Error);
    }
  }

  /** JSON that is no message. */
  #refuseOther(value: unknown): void {
    if (Array.isArray(value)) {
      this.#refuse(
        INVALID_REQUEST,
        'Invalid Request: batches are not supported, send each message on a line of its own',
      );
      return;
    }
    const { id } = Object(value) as { readonly id?: unknown };
    const isId = typeof id === 'string' || Number.isInteger(id);
    this.#refuse(
      INVALID_REQUEST,
      'Invalid Request: this is no message of JSON-RPC 2.0',
      isId ? (id as string | number) : null,
    );
  }

  #refuse(code: number, message: string, id: string | number | null = null): void {
    this.onerror?.(new Error(message));
    if (!this.#isClosed)
      this.#streams.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }
}
