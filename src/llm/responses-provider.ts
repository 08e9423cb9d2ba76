// OpenAI's Responses API, and servers that speak it, by the `openai` package (SPEC 10.5). Never retries, never throws.
import { embedTexts } from './embeddings.ts';
import { piecesUntil } from './event-stream.ts';
import { failureFromError } from './failure.ts';
import { createHttpProvider } from './http-provider.ts';
import { openEndpoint } from './openai-endpoint.ts';
import { chooseModel, type OpenAiRun } from './openai-provider.ts';
import type { LlmEvent, LlmProvider } from './provider.ts';
import { type Asked, callsIn } from './reply-parts.ts';
import { requestImages } from './request-images.ts';
import { createResponsesReader } from './responses-reader.ts';
import { buildResponsesBody, type ResponsesWireRequest } from './responses-request.ts';
import type { HttpProviderOptions } from './server.ts';
import type { PreparedReply } from './stream-reply.ts';
import { takesImages } from './takes-images.ts';
import { newWireCallId } from './wire-call-id.ts';

/** Makes the provider. */
export function createResponsesProvider(options: HttpProviderOptions): LlmProvider {
  const endpoint = openEndpoint(options);
  return {
    ...createHttpProvider(options, endpoint, (request, signal, events) =>
      prepare({ options, endpoint, request, signal }, events),
    ),
    embed: (request, signal) => embedTexts(endpoint, request, signal),
  };
}

async function prepare(run: OpenAiRun, events: LlmEvent[]): Promise<PreparedReply> {
  const { options, endpoint, request } = run;
  const { prompt } = request;
  const model = await chooseModel(run);
  const asked: Asked = { to: `openai-responses ${endpoint.host}`, model };
  const images = requestImages(request, takesImages(model, request.images?.taken));
  const reader = createResponsesReader(events, {
    failures: endpoint.failures,
    asked,
    usedIds: new Set([...callsIn(prompt, asked).values()].map(({ id }) => id)),
    newId: options.newId ?? newWireCallId,
  });
  const params = { ...options.params, ...request.params };
  return {
    reader,
    images,
    async send() {
      const response = await openReply(run, { prompt, asked, params, images, refused: endpoint.refused });
      return stop => piecesUntil(response, stop);
    },
  };
}

/** Sends the request; once more without what the server refuses, which is remembered. */
async function openReply({ endpoint, signal }: OpenAiRun, wire: ResponsesWireRequest): Promise<Response> {
  const client = await endpoint.client();
  for (;;) {
    try {
      return await client.responses.create(buildResponsesBody(wire), { signal }).asResponse();
    } catch (error) {
      const { code, message } = failureFromError(error, endpoint.failures);
      const field = code === 'bad-request' ? refusedField(message) : undefined;
      if (field === undefined || endpoint.refused.has(field)) throw error;
      endpoint.refused.add(field);
    }
  }
}

/** Some models have no encrypted reasoning; some keys may not see summaries. */
function refusedField(message: string): string | undefined {
  if (/encrypted/i.test(message)) return 'include';
  return /summar(y|ies)/i.test(message) ? 'summary' : undefined;
}
