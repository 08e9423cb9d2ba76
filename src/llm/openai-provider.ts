// Any OpenAI-compatible endpoint by the `openai` package: Chat Completions, streamed (SPEC 10.1, 10.3).
// Never retries (the driver does), never throws, and lets no key into a message.
import { type AskedServer, createBackGatherer, wireCallIds } from './carried-back.ts';
import { type ChunkReader, createChunkReader } from './chunk-reader.ts';
import { embedTexts } from './embeddings.ts';
import { errorIn } from './error-shapes.ts';
import { piecesUntil, type ServerPiece } from './event-stream.ts';
import { type FailureContext, failureFromError, failureInStream, pageFailure } from './failure.ts';
import { type Endpoint, type EndpointOptions, openEndpoint } from './openai-endpoint.ts';
import { buildRequestBody } from './openai-request.ts';
import type { LlmEvent, LlmFailure, LlmProvider, LlmRequest } from './provider.ts';
import { type RequestImages, requestImages } from './request-images.ts';
import { takesImages } from './takes-images.ts';
import { untilAborted } from './until-aborted.ts';
import { newWireCallId } from './wire-call-id.ts';

/** Settings of one endpoint. `model` and `params` are defaults that a request may override. */
export interface OpenAiOptions extends EndpointOptions {
  readonly id: string;
  readonly model?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly label?: string;
  /** Ids for tool calls that come without one, or with one that the context already has. */
  readonly newId?: () => string;
  /** How long a server may keep the stream open after the model has finished; 5,000 ms. */
  readonly lingerMs?: number;
}

/** Makes the provider. Without a base URL and a key its streams fail with `not-configured` (SPEC 10.1). */
export function createOpenAiProvider(options: OpenAiOptions): LlmProvider {
  const endpoint = openEndpoint(options);
  return {
    id: options.id,
    label: options.label ?? `${options.model ?? 'the first model'} at ${endpoint.host}`,
    stream: (request, signal) => streamReply({ options, endpoint, request, signal }),
    embed: (request, signal) => embedTexts(endpoint, request, signal),
  };
}

interface Run {
  readonly options: OpenAiOptions;
  readonly endpoint: Endpoint;
  readonly request: LlmRequest;
  readonly signal: AbortSignal;
}

/**
 * One generator only, and nothing but the reader on the path of a chunk (SPEC 17). Ends at once when aborted. Failures of
 * every kind, before or in the stream, pass through `reader.fail`, which closes what is open.
 */
async function* streamReply(run: Run): AsyncGenerator<LlmEvent> {
  const { options, endpoint, request, signal } = run;
  if (signal.aborted) return;
  const events: LlmEvent[] = [];
  const ids = { usedIds: new Set<string>(), newId: options.newId ?? newWireCallId };
  let reader = createChunkReader(events, { ...ids, failures: endpoint.failures });
  let lingering: NodeJS.Timeout | undefined;
  let images: RequestImages | undefined;
  try {
    const server = await serverAsked(run);
    images = requestImages(request, takesImages(server.model, request.images?.taken));
    const usedIds = new Set(wireCallIds(request.prompt, server).values());
    reader = createChunkReader(events, {
      ...ids,
      usedIds,
      failures: endpoint.failures,
      back: createBackGatherer(server),
    });
    const response = await openReply(run, server, images);
    const stop = new AbortController();
    for await (const pieces of piecesUntil(response, stop.signal)) {
      if (signal.aborted) return;
      for (const piece of pieces) {
        const isNews = takePiece(piece, reader, endpoint);
        if (isNews) lingering?.refresh();
      }
      for (const event of events) yield event;
      events.length = 0;
      if (lingering === undefined && reader.hasFinished()) {
        lingering = setTimeout(() => stop.abort(), options.lingerMs ?? 5_000);
      }
    }
    reader.end();
  } catch (error) {
    reader.fail(error instanceof Ended ? error.failure : failureOf(error, endpoint, images));
  } finally {
    clearTimeout(lingering);
  }
  if (!signal.aborted) for (const event of events) yield withImages(event, images);
}

/** Takes one piece; true when it brought something of the answer. Throws `Ended` at an error of the server. */
function takePiece(piece: ServerPiece, reader: ChunkReader, endpoint: Endpoint): boolean {
  switch (piece.kind) {
    case 'value': {
      const error = errorIn(piece.value);
      if (error !== undefined) throw new Ended(failureInStream(error, endpoint.failures));
      return reader.read(piece.value);
    }
    case 'done':
      reader.done();
      return false;
    case 'error':
      throw new Ended(failureInStream(errorIn(piece.body) ?? piece.body, endpoint.failures));
    case 'page': {
      const failure = pageFailure(piece.text, endpoint.failures);
      throw new Ended({ ...failure, message: `${failure.message} (${addressNote(endpoint)})` });
    }
  }
}

/** The end of the stream says how many images were not sent. */
function withImages(event: LlmEvent, images: RequestImages | undefined): LlmEvent {
  const imagesLeftOut = images?.leftOut ?? 0;
  return event.kind === 'finished' && imagesLeftOut > 0 ? { ...event, imagesLeftOut } : event;
}

/** A refusal for want of a key, or perhaps because of images, says so: the server does not know the reason behind. */
function failureOf(error: unknown, endpoint: Endpoint, images: RequestImages | undefined): LlmFailure {
  const failure = failureFromError(error, endpoint.failures);
  if (failure.code === 'bad-request' && images && images.sent > 0) {
    const hint = 'the request has images; if this model takes none, write `images: false` into .minds/llm.yaml';
    return { ...failure, message: `${failure.message} (${hint})` };
  }
  const note = noteOn(failure, endpoint);
  return note === undefined ? failure : { ...failure, message: `${failure.message} (${note})` };
}

function noteOn({ code, status }: LlmFailure, endpoint: Endpoint): string | undefined {
  const { host, hasKey } = endpoint;
  if (code === 'auth') return hasKey ? `asked with the key that is set for ${host}` : `no API key is set for ${host}`;
  return status === 404 ? addressNote(endpoint) : undefined;
}

function addressNote({ url }: Endpoint): string {
  return /\/v\d+\/?$/.test(url) ? `asked at ${url}` : `asked at ${url}; most addresses end in /v1`;
}

/** The model that is asked, and what is known of its server. */
async function serverAsked(run: Run): Promise<AskedServer> {
  const { endpoint } = run;
  return { ...endpoint.preset?.needs, to: `openai ${endpoint.host}`, model: await chooseModel(run) };
}

/** Sends the request; once more without a field that the server refuses, which is remembered. */
async function openReply(run: Run, server: AskedServer, images: RequestImages): Promise<Response> {
  const { options, endpoint, request, signal } = run;
  const { model } = server;
  const client = await endpoint.client();
  const params = { ...endpoint.preset?.params, ...options.params, ...request.params };
  for (;;) {
    const body = buildRequestBody({ prompt: request.prompt, model, params, images, server, refused: endpoint.refused });
    try {
      return await client.chat.completions.create(body, { signal }).asResponse();
    } catch (error) {
      const field = refusedField(error, body, endpoint.failures);
      if (field === undefined || endpoint.refused.has(field)) throw error;
      endpoint.refused.add(field);
    }
  }
}

/** Fields that some servers do not know and that an answer can do without. */
const OPTIONAL_FIELDS = ['stream_options', 'reasoning_content', 'reasoning_details', 'extra_content'];

/** The field of the request that a server refuses by name; undefined when it is none of those, or is missed rather. */
function refusedField(error: unknown, body: object, context: FailureContext): string | undefined {
  const { code, status, message } = failureFromError(error, context);
  if (code !== 'bad-request' || (status !== 400 && status !== 422) || /must be|missing|required/i.test(message))
    return undefined;
  const sent = JSON.stringify(body);
  return OPTIONAL_FIELDS.find(field => message.includes(field) && sent.includes(`"${field}"`));
}

/** The model of the request, of the settings, or the first that the server lists (SPEC 10.1). */
async function chooseModel({ options, endpoint, request, signal }: Run): Promise<string> {
  if (!endpoint.isConfigured) throw notConfigured('neither a base URL nor an API key is set');
  if (!endpoint.isAddress) {
    throw notConfigured(`the base URL ${endpoint.url} is no address: it begins with http:// or https://`);
  }
  const named = request.model ?? options.model;
  if (named !== undefined) return named;
  const first = await untilAborted(endpoint.firstModel(), signal);
  if (first === undefined)
    throw notConfigured(`${endpoint.host} lists no model: load one there, or name the one to use`);
  return first;
}

/** Ends a request with a failure that is known already; never leaves this file. */
class Ended extends Error {
  readonly failure: LlmFailure;
  constructor(failure: LlmFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

function notConfigured(message: string): Ended {
  return new Ended({ code: 'not-configured', message, retryable: false });
}
