// The common base of providers over HTTP, whatever their wire format.
import type { Prompt } from '../../core/base/chat.ts';
import { takesImages } from '../models/takes-images.ts';
import type { LlmEvent, LlmProvider, LlmRequest } from '../provider.ts';
import { type Asked, callsIn } from '../reply/reply-parts.ts';
import type { ReplyWriterOptions } from '../reply/reply-writer.ts';
import { newWireCallId } from '../reply/wire-call-id.ts';
import { type RequestImages, requestImages } from '../request-images.ts';
import { checkConfigured, type HttpProviderOptions, type Server } from '../server.ts';
import { notConfigured } from './request-ended.ts';
import { type PreparedReply, type ReplyReader, streamReply } from './stream-reply.ts';

/** Prepares one request; readers append to `events`. May throw `RequestEnded`. */
export type PrepareReply = (request: LlmRequest, signal: AbortSignal, events: LlmEvent[]) => Promise<PreparedReply>;

/** Makes a provider that answers each request by the reply that `prepare` makes ready. */
export function createReplyProvider(options: HttpProviderOptions, server: Server, prepare: PrepareReply): LlmProvider {
  return {
    id: options.id,
    label: options.label ?? `${options.model ?? 'the first model'} at ${server.host}`,
    stream: (request, signal) =>
      streamReply({
        server,
        signal,
        ...(request.heard && { heard: request.heard }),
        ...(request.counted && { counted: request.counted }),
        ...(options.lingerMs !== undefined && { lingerMs: options.lingerMs }),
        prepare: events => prepare(request, signal, events),
      }),
  };
}

/** A request before it is put into the wire format of its server. */
export interface WireRequest {
  readonly prompt: Prompt;
  readonly asked: Asked;
  readonly params: Readonly<Record<string, unknown>>;
  readonly images: Pick<RequestImages, 'part'>;
}

/** A wire format of a server's own, with the client that speaks it. */
export interface Wire {
  /** Name of the provider, to which parts of an answer go back (SPEC 10.6). */
  readonly name: string;
  /** The model to ask where none is named; undefined when the server lists none. */
  readonly firstModel: (signal: AbortSignal) => Promise<string | undefined>;
  readonly createReader: (out: LlmEvent[], options: ReplyWriterOptions) => ReplyReader;
  readonly send: (request: WireRequest, signal: AbortSignal) => ReturnType<PreparedReply['send']>;
}

/** Makes a provider for a server that gets its own parts of an answer back at their places (`reply-parts.ts`). */
export function createWireProvider(options: HttpProviderOptions, server: Server, wire: Wire): LlmProvider {
  return createReplyProvider(options, server, async (request, signal, events) => {
    const { prompt } = request;
    const model = await modelOfRequest({ options, server, request, firstModel: () => wire.firstModel(signal) });
    const asked: Asked = { to: `${wire.name} ${server.host}`, model };
    const images = requestImages(request, takesImages(model, request.images?.taken));
    const reader = wire.createReader(events, {
      failures: server.failures,
      asked,
      usedIds: new Set([...callsIn(prompt, asked).values()].map(({ id }) => id)),
      newId: options.newId ?? newWireCallId,
    });
    const params = { ...server.preset?.params, ...options.params, ...request.params };
    return { reader, images, send: () => wire.send({ prompt, asked, params, images }, signal) };
  });
}

/**
 * The model of the request, of the settings, or the first that the server lists (SPEC 10.1). Throws `RequestEnded`
 * without one.
 */
export async function modelOfRequest({
  options,
  server,
  request,
  firstModel,
}: {
  readonly options: HttpProviderOptions;
  readonly server: Server;
  readonly request: LlmRequest;
  readonly firstModel: () => Promise<string | undefined>;
}): Promise<string> {
  checkConfigured(server);
  const model = request.model ?? options.model ?? (await firstModel());
  if (model !== undefined) return model;
  throw notConfigured(`${server.host} lists no model: load one there, or name the one to use`);
}
