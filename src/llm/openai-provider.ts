// Any OpenAI-compatible endpoint by the `openai` package: Chat Completions, streamed (SPEC 10.1, 10.3).
// Never retries (the driver does), never throws, and lets no key into a message.
import { randomUUID } from 'node:crypto';
import { createChunkReader } from './chunk-reader.ts';
import { embedTexts } from './embeddings.ts';
import { failureFromError } from './failure.ts';
import { type Endpoint, type EndpointOptions, openEndpoint } from './openai-endpoint.ts';
import { buildRequestBody, callIdsIn } from './openai-request.ts';
import type { LlmEvent, LlmFailure, LlmProvider, LlmRequest } from './provider.ts';
import { type RequestImages, requestImages } from './request-images.ts';
import { takesImages } from './takes-images.ts';
import { untilAborted } from './until-aborted.ts';

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
  const ids = { usedIds: callIdsIn(request.prompt), newId: options.newId ?? newCallId };
  const reader = createChunkReader(events, { ...ids, failures: endpoint.failures });
  let lingering: NodeJS.Timeout | undefined;
  let images: RequestImages | undefined;
  try {
    const reply = await openReply(run, found => {
      images = found;
    });
    for await (const chunk of reply.chunks) {
      if (signal.aborted) return;
      reader.read(chunk);
      for (const event of events) yield event;
      events.length = 0;
      if (lingering === undefined && reader.hasFinished()) {
        lingering = setTimeout(reply.abandon, options.lingerMs ?? 5_000);
      }
    }
    reader.end();
  } catch (error) {
    reader.fail(error instanceof NotConfigured ? error.failure : failureOf(error, endpoint, images));
  } finally {
    clearTimeout(lingering);
  }
  if (!signal.aborted) for (const event of events) yield withImages(event, images);
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

function noteOn({ code, status }: LlmFailure, { host, url, hasKey }: Endpoint): string | undefined {
  if (code === 'auth') return hasKey ? `asked with the key that is set for ${host}` : `no API key is set for ${host}`;
  if (status !== 404) return undefined;
  return /\/v\d+\/?$/.test(url) ? `asked at ${url}` : `asked at ${url}; most addresses end in /v1`;
}

/** The chunks of one reply; `abandon` ends their iteration without an error. */
interface Reply {
  readonly chunks: AsyncIterable<unknown>;
  readonly abandon: () => void;
}

/** Sends the request. A server that does not stream answers with one JSON document, which is read as a single chunk. */
async function openReply(run: Run, noteImages: (images: RequestImages) => void): Promise<Reply> {
  const { options, endpoint, request, signal } = run;
  const model = await chooseModel(run);
  const client = await endpoint.client();
  const params = { ...options.params, ...request.params };
  const images = requestImages(request, takesImages(model, request.images?.taken));
  noteImages(images);
  const body = buildRequestBody({ prompt: request.prompt, model, params, images });
  const { data, response } = await client.chat.completions.create(body, { signal }).withResponse();
  if (!response.headers.get('content-type')?.includes('application/json')) {
    return { chunks: data, abandon: () => data.controller.abort() };
  }
  const document: unknown = await response.json();
  return { chunks: single(document), abandon: () => undefined };
}

/** The model of the request, of the settings, or the first that the server lists (SPEC 10.1). */
async function chooseModel({ options, endpoint, request, signal }: Run): Promise<string> {
  if (!endpoint.isConfigured) throw new NotConfigured('neither a base URL nor an API key is set');
  if (!endpoint.isAddress) {
    throw new NotConfigured(`the base URL ${endpoint.url} is no address: it begins with http:// or https://`);
  }
  const named = request.model ?? options.model;
  if (named !== undefined) return named;
  const first = await untilAborted(endpoint.firstModel(), signal);
  if (first === undefined)
    throw new NotConfigured(`${endpoint.host} lists no model: load one there, or name the one to use`);
  return first;
}

/** Ends the preparation of a request inside this file; never leaves it. */
class NotConfigured extends Error {
  readonly failure: LlmFailure;
  constructor(message: string) {
    super(message);
    this.failure = { code: 'not-configured', message, retryable: false };
  }
}

function newCallId(): string {
  return `call_${randomUUID()}`;
}

async function* single(document: unknown): AsyncGenerator<unknown> {
  const error = typeof document === 'object' && document !== null && 'error' in document ? document.error : undefined;
  if (error) throw Object.assign(new Error('the server reported an error'), { error });
  yield document;
}
