// Size limits for a model server's data: for each event of a stream, and for each answer that is not streamed. Stream
// readers keep an event in memory until it is complete, so an endless event would fill it.
import type { ByteReader, HttpAnswer } from '../http/http-client.ts';
import { MAX_EVENT_BYTES, TooLarge } from '../reply/reply-limits.ts';

/** Wraps a `fetch`: reading an answer that is no stream, and goes beyond the limit, throws `TooLarge`. */
export function limitAnswers(inner: typeof fetch, maxBytes = MAX_EVENT_BYTES): typeof fetch {
  return async (...args) => {
    const response = await inner(...args);
    if (response.body === null || isGoodStream(response)) return response;
    const answer = new Response(limitBody(response.body, boundAll(maxBytes)), response);
    Object.defineProperty(answer, 'url', { value: response.url });
    return answer;
  };
}

/** The same for one answer. */
export function limitAnswer(answer: HttpAnswer, maxBytes = MAX_EVENT_BYTES): HttpAnswer {
  return isGoodStream(answer) ? answer : { ...answer, body: limitReader(answer.body, boundAll(maxBytes)) };
}

function isGoodStream({ ok, headers }: Pick<HttpAnswer, 'ok' | 'headers'>): boolean {
  return ok && headers.get('content-type')?.includes('event-stream') === true;
}

/** Takes each piece of a body in turn. Throws `TooLarge`. */
export type Bound = (piece: Uint8Array) => void;

/** Pulled by its reader: a pipe through a transform stream would cost three times as much per call. */
function limitBody(body: ReadableStream<Uint8Array>, bound: Bound): ReadableStream<Uint8Array> {
  const reader = limitReader(body.getReader(), bound);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value: piece } = await reader.read();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
      cancel: () => reader.cancel(),
    },
    { highWaterMark: 0 },
  );
}

function limitReader(reader: ByteReader, bound: Bound): ByteReader {
  return {
    async read() {
      const piece = await reader.read();
      try {
        if (piece.value) bound(piece.value);
      } catch (error) {
        void reader.cancel().catch(() => undefined);
        throw error;
      }
      return piece;
    },
    cancel: () => reader.cancel(),
  };
}

/** Bounds each event of a stream. */
export function boundEvents(maxBytes = MAX_EVENT_BYTES): Bound {
  let bytes = 0;
  let endsLine = false;
  return piece => {
    const end = lastEmptyLine(piece, endsLine);
    bytes = end === -1 ? bytes + piece.length : piece.length - end;
    endsLine = endsInLineEnd(piece, endsLine);
    // A piece of the network is small beside the limit, so looking at what follows its last event is enough.
    if (bytes > maxBytes) throw tooLarge(maxBytes);
  };
}

function boundAll(maxBytes: number): Bound {
  let bytes = 0;
  return piece => {
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
  };
}

const LF = 0x0a;
const CR = 0x0d;

/** The end of the last complete event in a piece; -1 when there is none. `endsLine`: the piece before ended a line. */
function lastEmptyLine(piece: Uint8Array, endsLine: boolean): number {
  for (let at = piece.lastIndexOf(LF); at !== -1; at = at === 0 ? -1 : piece.lastIndexOf(LF, at - 1)) {
    if (endsInLineEnd(piece.subarray(0, at), endsLine)) return at + 1;
  }
  return -1;
}

/** True if the text so far ends a line, apart from a `\r` of the next line end. */
function endsInLineEnd(piece: Uint8Array, before: boolean): boolean {
  const end = piece.at(-1) === CR ? piece.length - 1 : piece.length;
  return end === 0 ? before : piece[end - 1] === LF;
}

function tooLarge(maxBytes: number): TooLarge {
  return new TooLarge(`the server sent more than ${Math.round(maxBytes / 1024 / 1024)} MB in one event`);
}
