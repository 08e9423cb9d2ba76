// The path of every reply over HTTP, whatever its wire format: prepare, send, read piece by piece, end once (SPEC 8.1,
// 10.7). Never throws, and lets no key into a message.
import type { Usage } from '../../core/base/chat.ts';
import { errorIn } from '../failures/error-shapes.ts';
import { failureFromError, failureInStream, isPageSent, PageSent } from '../failures/failure.ts';
import { isAddressUnknown } from '../failures/failure-class.ts';
import type { LlmEvent, LlmFailure } from '../provider.ts';
import type { RequestImages } from '../request-images.ts';
import type { Server } from '../server.ts';
import type { ServerPiece } from './event-stream.ts';
import { RequestEnded } from './request-ended.ts';

/** Reads one stream. Its functions append to the list they were made with; after `end` or `fail` there is no more. */
export interface ReplyReader {
  /** True when the value brought something of the answer. */
  read(value: unknown): boolean;
  /** The server says that it has sent everything (`[DONE]`), whether or not it named a reason. */
  done(): void;
  /** The stream is over: whole tool calls and `finished`, or `failed` when the model had not finished. */
  end(): void;
  /** Reading failed: the text so far stays, and `failed` follows, unless the model had finished before. */
  fail(failure: LlmFailure): void;
  hasFinished(): boolean;
  /** The server says that it failed or broke off: nothing more is awaited. */
  hasFailed(): boolean;
  /** What the server counted so far, if it says so. */
  usage(): Usage | undefined;
}

/**
 * A request that is ready. `send` resolves when the server begins to answer; `stop` ends the pieces without an error.
 */
export interface PreparedReply {
  readonly reader: ReplyReader;
  readonly images: RequestImages;
  send(): Promise<(stop: AbortSignal) => AsyncIterable<readonly ServerPiece[]>>;
}

export interface ReplyRun {
  readonly server: Server;
  readonly signal: AbortSignal;
  /** How long a server may keep the stream open after the model has finished; 5,000 ms. */
  readonly lingerMs?: number;
  /** Called when a piece of the reply came. */
  readonly heard?: () => void;
  /** Called when the server tells its usage. */
  readonly counted?: (usage: Usage) => void;
  /** Readers append to `events`. May throw `RequestEnded`. */
  readonly prepare: (events: LlmEvent[]) => Promise<PreparedReply>;
}

/**
 * A single generator, with only the reader on the path of a chunk (SPEC 17). Ends at once when aborted. All failures,
 * before or in the stream, pass through `reader.fail`, which closes open segments.
 */
export async function* streamReply({
  server,
  signal,
  lingerMs = 5_000,
  heard,
  counted,
  prepare,
}: ReplyRun): AsyncGenerator<LlmEvent> {
  if (signal.aborted) return;
  const events: LlmEvent[] = [];
  let prepared: PreparedReply | undefined;
  let lingering: NodeJS.Timeout | undefined;
  try {
    prepared = await prepare(events);
    const { reader } = prepared;
    const stop = new AbortController();
    const open = await prepared.send();
    for await (const pieces of open(stop.signal)) {
      if (signal.aborted) return;
      for (const piece of pieces) {
        if (!takePiece(piece, reader, server)) continue;
        heard?.();
        lingering?.refresh();
      }
      tellUsage(reader, counted);
      for (const event of events) yield event;
      events.length = 0;
      if (reader.hasFailed()) break;
      if (lingering === undefined && reader.hasFinished()) lingering = setTimeout(() => stop.abort(), lingerMs);
    }
    reader.end();
  } catch (error) {
    const failure = failureOf(error, server, prepared?.images);
    if (prepared) prepared.reader.fail(failure);
    else events.push({ kind: 'failed', failure });
  } finally {
    clearTimeout(lingering);
  }
  if (prepared) tellUsage(prepared.reader, counted);
  if (!signal.aborted) for (const event of events) yield withImages(event, prepared?.images);
}

function tellUsage(reader: ReplyReader, counted: ReplyRun['counted']): void {
  const usage = reader.usage();
  if (usage) counted?.(usage);
}

/**
 * Takes one piece; true when it brought something of the answer. Throws `RequestEnded` at an error of the server, and
 * `PageSent`.
 */
function takePiece(piece: ServerPiece, reader: ReplyReader, server: Server): boolean {
  switch (piece.kind) {
    case 'value': {
      const error = errorIn(piece.value);
      if (error !== undefined) throw new RequestEnded(failureInStream(error, server.failures));
      return reader.read(piece.value);
    }
    case 'done':
      reader.done();
      return false;
    case 'error':
      throw new RequestEnded(failureInStream(errorIn(piece.body) ?? piece.body, server.failures));
    case 'page':
      throw new PageSent(piece.text);
  }
}

/** The end of the stream says how many images were not sent. */
function withImages(event: LlmEvent, images: RequestImages | undefined): LlmEvent {
  const imagesLeftOut = images?.leftOut ?? 0;
  return event.kind === 'finished' && imagesLeftOut > 0 ? { ...event, imagesLeftOut } : event;
}

/** Adds a hint (missing key, images) that the server cannot give. */
function failureOf(error: unknown, server: Server, images: RequestImages | undefined): LlmFailure {
  const failure = error instanceof RequestEnded ? error.failure : failureFromError(error, server.failures);
  if (isPageSent(error) || (error instanceof RequestEnded && isAddressUnknown(failure.message)))
    return { ...failure, message: `${failure.message} (${addressNote(server)})` };
  if (failure.code === 'bad-request' && images && images.sent > 0) {
    const hint = 'the request has images; if this model takes none, write `images: false` into .minds/llm.yaml';
    return { ...failure, message: `${failure.message} (${hint})` };
  }
  const note = error instanceof RequestEnded ? undefined : noteOn(failure, server);
  const code = failure.code === 'auth' && !server.hasKey ? 'no-key' : failure.code;
  return note === undefined ? failure : { ...failure, code, message: `${failure.message} (${note})` };
}

function noteOn({ code, status }: LlmFailure, server: Server): string | undefined {
  const { host, hasKey } = server;
  if (code === 'auth') return hasKey ? `asked with the key that is set for ${host}` : `no API key is set for ${host}`;
  return status === 404 ? addressNote(server) : undefined;
}

function addressNote({ url, addressHint }: Server): string {
  return addressHint === undefined || /\/v\d+\/?$/.test(url) ? `asked at ${url}` : `asked at ${url}; ${addressHint}`;
}
