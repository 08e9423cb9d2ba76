// A `fetch` whose answers are bounded: no event of a stream, and no answer that is not streamed, is larger than a limit. The
// client of model servers keeps an event in memory until it is whole, so an event without end would take all of it.
import { MAX_EVENT_BYTES, TooLarge } from './reply-limits.ts';

/** Wraps a `fetch`; reading a body that goes beyond throws `TooLarge`. */
export function limitEvents(inner: typeof fetch, maxBytes = MAX_EVENT_BYTES): typeof fetch {
  return async (...args) => {
    const response = await inner(...args);
    if (response.body === null) return response;
    const isStream = response.headers.get('content-type')?.includes('event-stream') ?? false;
    const limited = new Response(limitBody(response.body, isStream, maxBytes), response);
    Object.defineProperty(limited, 'url', { value: response.url });
    return limited;
  };
}

/** Pulled by whoever reads it: a pipe through a transform stream would cost three times as much in every call. */
function limitBody(body: ReadableStream<Uint8Array>, isStream: boolean, maxBytes: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  let endsLine = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value: piece } = await reader.read();
        if (done) return controller.close();
        const end = isStream ? lastEmptyLine(piece, endsLine) : -1;
        bytes = end === -1 ? bytes + piece.length : piece.length - end;
        endsLine = endsInLineEnd(piece, endsLine);
        // A piece of the network is small beside the limit, so looking at what follows its last event is enough.
        if (bytes <= maxBytes) return controller.enqueue(piece);
        void reader.cancel().catch(() => undefined);
        throw new TooLarge(`the server sent more than ${megabytes(maxBytes)} in one event`);
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

const LF = 0x0a;
const CR = 0x0d;

/** Where the last event that ends in a piece ends; -1 when none does. `endsLine`: the piece before ended a line. */
function lastEmptyLine(piece: Uint8Array, endsLine: boolean): number {
  for (let at = piece.lastIndexOf(LF); at !== -1; at = at === 0 ? -1 : piece.lastIndexOf(LF, at - 1)) {
    if (endsInLineEnd(piece.subarray(0, at), endsLine)) return at + 1;
  }
  return -1;
}

/** Whether the text so far ends a line, a `\r` of the next line end aside. */
function endsInLineEnd(piece: Uint8Array, before: boolean): boolean {
  const end = piece.at(-1) === CR ? piece.length - 1 : piece.length;
  return end === 0 ? before : piece[end - 1] === LF;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}
