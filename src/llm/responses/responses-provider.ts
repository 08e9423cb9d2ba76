// OpenAI's Responses API, and servers that speak it, by the `openai` package (SPEC 10.5). Never retries, never throws.

import { failureFromError } from '../failures/failure.ts';
import { piecesUntil } from '../http/event-stream.ts';
import { createWireProvider, type WireRequest } from '../http/http-provider.ts';
import { embedTexts } from '../models/embeddings.ts';
import { type Endpoint, openEndpoint } from '../openai/openai-endpoint.ts';
import type { LlmProvider } from '../provider.ts';
import type { HttpProviderOptions } from '../server.ts';
import { createResponsesReader } from './responses-reader.ts';
import { buildResponsesBody } from './responses-request.ts';

/** Makes the provider. */
export function createResponsesProvider(options: HttpProviderOptions): LlmProvider {
  const endpoint = openEndpoint(options);
  return {
    ...createWireProvider(options, endpoint, {
      name: 'openai-responses',
      firstModel: endpoint.firstModel,
      createReader: createResponsesReader,
      async send(request, signal) {
        const response = await openReply(endpoint, request, signal);
        return stop => piecesUntil(response.body?.getReader(), stop);
      },
    }),
    embed: (request, signal) => embedTexts(endpoint, request, signal),
  };
}

/** Sends the request; once more without what the server refuses, which is remembered. */
async function openReply(endpoint: Endpoint, request: WireRequest, signal: AbortSignal): Promise<Response> {
  const { refused } = endpoint;
  const client = await endpoint.client();
  for (;;) {
    try {
      return await client.responses.create(buildResponsesBody({ ...request, refused }), { signal }).asResponse();
    } catch (error) {
      const { code, message } = failureFromError(error, endpoint.failures);
      const field = code === 'bad-request' ? refusedField(message) : undefined;
      if (field === undefined || refused.has(field)) throw error;
      refused.add(field);
    }
  }
}

/** Some models have no encrypted reasoning; some keys may not see summaries. */
function refusedField(message: string): string | undefined {
  if (/encrypted/i.test(message)) return 'include';
  return /summar(y|ies)/i.test(message) ? 'summary' : undefined;
}
