// Any OpenAI-compatible endpoint by the `openai` package: Chat Completions, streamed (SPEC 10.1, 10.3).
// Never retries (the driver does), never throws, and lets no key into a message.

import { failureFromError } from '../failures/failure.ts';
import { piecesUntil } from '../http/event-stream.ts';
import type { ByteReader } from '../http/http-client.ts';
import { createReplyProvider, modelOfRequest } from '../http/http-provider.ts';
import type { PreparedReply } from '../http/stream-reply.ts';
import { embedTexts } from '../models/embeddings.ts';
import { takesImages } from '../models/takes-images.ts';
import type { LlmEvent, LlmFailure, LlmProvider, LlmRequest } from '../provider.ts';
import { type AskedServer, createBackGatherer, wireCallIds } from '../reply/carried-back.ts';
import { isCallIdRefused, newWireCallId } from '../reply/wire-call-id.ts';
import { type RequestImages, requestImages } from '../request-images.ts';
import type { HttpProviderOptions } from '../server.ts';
import { createChunkReader } from './chunk-reader.ts';
import { type Endpoint, openEndpoint } from './openai-endpoint.ts';
import { buildRequestBody } from './openai-request.ts';
import { requestBytes } from './request-bytes.ts';
import { isOrderRefused, isSystemRefused } from './strict-roles.ts';

export type OpenAiOptions = HttpProviderOptions;

/** Makes the provider. Without a base URL and a key its streams fail with `not-configured` (SPEC 10.1). */
export function createOpenAiProvider(options: OpenAiOptions): LlmProvider {
  const endpoint = openEndpoint(options);
  return {
    ...createReplyProvider(options, endpoint, (request, signal, events) =>
      prepare({ options, endpoint, request, signal }, events),
    ),
    embed: (request, signal) => embedTexts(endpoint, request, signal),
  };
}

/** One request to one server by the `openai` package. */
interface OpenAiRun {
  readonly options: OpenAiOptions;
  readonly endpoint: Endpoint;
  readonly request: LlmRequest;
  readonly signal: AbortSignal;
}

async function prepare(run: OpenAiRun, events: LlmEvent[]): Promise<PreparedReply> {
  const { options, endpoint, request } = run;
  const server = await serverAsked(run);
  const images = requestImages(request, takesImages(server.model, request.images?.taken));
  const reader = createChunkReader(events, {
    usedIds: new Set(wireCallIds(request.prompt, server).values()),
    newId: options.newId ?? newWireCallId,
    failures: endpoint.failures,
    back: createBackGatherer(server),
  });
  return {
    reader: {
      ...reader,
      // Some servers refuse within the stream: the driver tries that again.
      fail(failure) {
        const refusal = refusalOfTemplate(server.model, failure);
        if (refusal !== undefined) endpoint.refused.add(refusal);
        reader.fail(failure);
      },
    },
    images,
    async send() {
      const reply = await openReply(run, server, images);
      return stop => piecesUntil(reply, stop);
    },
  };
}

/** The model of the request, and the facts known about its server. */
async function serverAsked({ options, endpoint, request, signal }: OpenAiRun): Promise<AskedServer> {
  const model = await modelOfRequest({
    options,
    server: endpoint,
    request,
    firstModel: () => endpoint.firstModel(signal),
  });
  return { ...endpoint.preset?.needs, to: `openai ${endpoint.host}`, model };
}

/** Sends the request; once more without what the server refuses, which is remembered. */
async function openReply(run: OpenAiRun, server: AskedServer, images: RequestImages): Promise<ByteReader> {
  const { options, endpoint, request, signal } = run;
  const { refused } = endpoint;
  const { model } = server;
  const door = await endpoint.chatDoor();
  const params = { ...endpoint.preset?.params, ...options.params, ...request.params };
  for (;;) {
    const chat = buildRequestBody({
      prompt: request.prompt,
      model,
      params,
      images,
      server: {
        ...server,
        ...(refused.has(orderFor(model)) && { wantsTurns: true }),
        ...(refused.has(systemOf(model)) && { refusesSystem: true }),
        ...(refused.has(ownIdsOf(model)) && { refusesOwnIds: true }),
      },
      refused,
      marksCache: options.cacheMarks ?? endpoint.preset?.wantsCacheMarks?.test(model) === true,
    });
    const body = requestBytes(chat);
    try {
      return (await endpoint.post({ ...door, body, signal })).body;
    } catch (error) {
      const failure = failureFromError(error, endpoint.failures);
      const refusal = refusalBy(model, failure, body);
      if (refusal === undefined || refused.has(refusal)) throw error;
      refused.add(refusal);
    }
  }
}

/** What a request can do without, of all that the server refuses. */
function refusalBy(model: string, failure: LlmFailure, sent: readonly Buffer[]): string | undefined {
  return refusalOfTemplate(model, failure) ?? refusedField(failure, sent);
}

/** The same of a chat template; each model of a server has its own. */
function refusalOfTemplate(model: string, failure: LlmFailure): string | undefined {
  if (isOrderRefused(failure)) return orderFor(model);
  if (isSystemRefused(failure)) return systemOf(model);
  return isCallIdRefused(failure) ? ownIdsOf(model) : undefined;
}

function orderFor(model: string): string {
  return `order of messages for ${model}`;
}

function systemOf(model: string): string {
  return `system message for ${model}`;
}

function ownIdsOf(model: string): string {
  return `call ids of ${model}`;
}

/** Fields that some servers do not know and that an answer can do without. */
const OPTIONAL_FIELDS = ['stream_options', 'reasoning_content', 'reasoning_details', 'extra_content'];

/** The field of the request that a server refuses by name; undefined when it is none of those, or is missed rather. */
function refusedField({ code, status, message }: LlmFailure, sent: readonly Buffer[]): string | undefined {
  if (code !== 'bad-request' || (status !== 400 && status !== 422) || /must be|missing|required/i.test(message))
    return undefined;
  return OPTIONAL_FIELDS.find(field => message.includes(field) && sent.some(bytes => bytes.includes(`"${field}"`)));
}
