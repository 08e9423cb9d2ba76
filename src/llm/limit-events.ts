// A `fetch` whose answers are bounded: no event of a stream, and no answer that is not streamed, is larger than a limit. The
// client of model servers keeps an event in memory until it is whole, so an event without end would take all of it.
import { MAX_EVENT_BYTES, TooLarge } from './reply-limits.ts';

/** Wraps a `fetch`; reading a body that goes beyond throws `TooLarge`. */
export function limitEvents(inner: typeof fetch, maxBytes = MAX_EVENT_BYTES): typeof fetch {
  return async (...args) => {
    const response = await inner(...args);
    if (response.body === null) return response;
    const isStream = response.headers.get('content-type')?.includes('event-stream') ?? false;
    const body = response.body.pipeThrough(limiter(isStream, maxBytes));
    const limited = new Response(body, response);
    Object.defineProperty(limited, 'url', { value: response.url });
    return limited;
  };
}

function limiter(isStream: boolean, maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let endsLine = false;
  return new TransformStream({
    transform(piece, controller) {
      const end = isStream ? lastEmptyLine(piece, endsLine) : -1;
      bytes = end === -1 ? bytes + piece.length : piece.length - end;
      endsLine = endsInLineEnd(piece, endsLine);
      // A piece of the network is small beside the limit, so looking at what follows its last event is enough.
      if (bytes > maxBytes)
        controller.error(new TooLarge(`the server sent more than ${megabytes(maxBytes)} in one event`));
      else controller.enqueue(piece);
    },
  });
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
