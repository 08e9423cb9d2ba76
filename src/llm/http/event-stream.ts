// Reads the body of a model server's answer, whatever its content type (SPEC 10.7): server-sent events, JSON lines, or
// one JSON document. Servers send keep-alives without data, errors as a field, and web pages with status 200.
import { createParser, type ParseError } from 'eventsource-parser';
import { boundEvents } from '../failures/limit-events.ts';
import type { ByteReader } from './http-client.ts';

/** One received item. `error` ends the stream; `done` is `[DONE]`. */
export type ServerPiece =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly body: unknown }
  | { readonly kind: 'page'; readonly text: string }
  | { readonly kind: 'done' };

/** Characters of an answer that is no stream; a longer one is cut. */
const LONGEST_DOCUMENT = 10_000_000;

/** How long a server may take to end a body whose last event was read: after that its connection is given up. */
const LINGER_MS = 1_000;

/**
 * The items of a body, grouped by network read. Ends with the body, at `[DONE]`, at an error, or without one when
 * `stop` aborts; leaving early cancels the request. Throws read errors, and `TooLarge` for an event without end.
 */
export async function* piecesUntil(
  body: ByteReader | undefined,
  stop: AbortSignal,
  lingerMs = LINGER_MS,
): AsyncGenerator<readonly ServerPiece[]> {
  if (!body) return;
  const decoder = new TextDecoder();
  const pieces = createPieceReader();
  const bound = boundEvents();
  const cancel = () => void body.cancel().catch(() => undefined);
  stop.addEventListener('abort', cancel, { once: true });
  try {
    while (!pieces.hasEnded()) {
      const { done, value } = await body.read();
      if (value) bound(value);
      const found = done ? pieces.end(decoder.decode()) : pieces.feed(decoder.decode(value, { stream: true }));
      if (found.length > 0) yield found;
      if (done) return;
    }
  } finally {
    stop.removeEventListener('abort', cancel);
    if (pieces.isDone()) void readToItsEnd(body, lingerMs);
    else cancel();
  }
}

/** The end of the body mostly follows at once; a request that is cancelled before it takes its connection along. */
async function readToItsEnd(body: ByteReader, lingerMs: number): Promise<void> {
  const cancel = () => body.cancel().catch(() => undefined);
  const giveUp = setTimeout(cancel, lingerMs);
  giveUp.unref();
  try {
    // Only whitespace may follow the last event.
    if (!(await body.read()).done) await cancel();
  } catch {
    // The reader has the whole answer.
  } finally {
    clearTimeout(giveUp);
  }
}

interface PieceReader {
  feed(text: string): readonly ServerPiece[];
  end(text: string): readonly ServerPiece[];
  /** Reading ends here: at `[DONE]`, or an error. */
  hasEnded(): boolean;
  /** The server said that it has sent everything. */
  isDone(): boolean;
}

function createPieceReader(): PieceReader {
  let pieces: ServerPiece[] = [];
  /** Lines that belong to no event: a document, or a page. */
  let strayLines = '';
  let isStream = false;
  let hasEnded = false;
  let isDone = false;
  let isLastFrame = false;

  function add(piece: ServerPiece): void {
    if (hasEnded) return;
    pieces.push(piece);
    isDone = piece.kind === 'done';
    hasEnded = piece.kind === 'done' || piece.kind === 'error';
  }

  function addData(data: string, event: string | undefined): void {
    isStream = true;
    const text = data.trim();
    if (text === '' || text.startsWith(':')) return;
    if (/^\[done\]$/i.test(text)) {
      add({ kind: 'done' });
      return;
    }
    const read = parseJson(text);
    if (event === 'error') add({ kind: 'error', body: read ? read.value : text });
    else if (read) add({ kind: 'value', value: read.value });
    // Some servers leave out the empty line between two events.
    else if (parseJson(text.split('\n', 1)[0] ?? '')) for (const line of text.split('\n')) addData(line, event);
    // A frame that the end of the connection cut is no error of the server.
    else if (!isLastFrame) add({ kind: 'error', body: text });
  }

  function addStray({ type, field, value, line = '' }: ParseError): void {
    if (type !== 'unknown-field') return;
    if (field === 'error' && value) {
      isStream = true;
      const read = parseJson(value);
      add({ kind: 'error', body: read ? read.value : value });
      return;
    }
    const read = line.startsWith('{') ? parseJson(line) : undefined;
    if (read) {
      isStream = true;
      add({ kind: 'value', value: read.value });
    } else if (!isStream && strayLines.length < LONGEST_DOCUMENT) strayLines += `${line}\n`;
  }

  const parser = createParser({ onEvent: ({ data, event }) => addData(data, event), onError: addStray });

  function take(): readonly ServerPiece[] {
    const taken = pieces;
    pieces = [];
    return taken;
  }

  return {
    feed(text) {
      parser.feed(text);
      return take();
    },
    end(text) {
      isLastFrame = true;
      parser.feed(`${text}\n\n`);
      if (!isStream && strayLines.trim() !== '') {
        const read = parseJson(strayLines);
        if (read) add({ kind: 'value', value: read.value });
        else if (!isJsonBegun(strayLines) && !isFieldBegun(strayLines.trim())) add({ kind: 'page', text: strayLines });
      }
      return take();
    },
    hasEnded: () => hasEnded,
    isDone: () => isDone,
  };
}

/** True for a document that the end of the connection cut. */
function isJsonBegun(text: string): boolean {
  return /^\s*(?:\[\s*)?\{\s*"/.test(text);
}

/** True for the first field of a stream, or the mark before it, that the end of the connection cut. */
function isFieldBegun(text: string): boolean {
  return text === '\ufffd' || ['data', 'event', 'id', 'retry'].some(name => name.startsWith(text));
}

/** The value of a JSON text; some servers write `NaN` and `Infinity`, which count as null. */
function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Tried once more below.
  }
  if (!/NaN|Infinity/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text.replace(/([:,[]\s*)(?:NaN|-?Infinity)(?=\s*[,}\]])/g, '$1null')) };
  } catch {
    return undefined;
  }
}
