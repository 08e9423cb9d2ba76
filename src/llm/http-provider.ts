// What every provider over HTTP is made of, whatever its wire format.
import type { LlmEvent, LlmProvider, LlmRequest } from './provider.ts';
import type { HttpProviderOptions, Server } from './server.ts';
import { type PreparedReply, streamReply } from './stream-reply.ts';

/** Prepares one request; readers append to `events`. May throw `Ended`. */
export type PrepareReply = (request: LlmRequest, signal: AbortSignal, events: LlmEvent[]) => Promise<PreparedReply>;

/** Makes a provider that answers each request by the reply that `prepare` makes ready. */
export function createHttpProvider(options: HttpProviderOptions, server: Server, prepare: PrepareReply): LlmProvider {
  return {
    id: options.id,
    label: options.label ?? `${options.model ?? 'the first model'} at ${server.host}`,
    stream: (request, signal) =>
      streamReply({
        server,
        signal,
        ...(request.heard && { heard: request.heard }),
        ...(options.lingerMs !== undefined && { lingerMs: options.lingerMs }),
        prepare: events => prepare(request, signal, events),
      }),
  };
}
