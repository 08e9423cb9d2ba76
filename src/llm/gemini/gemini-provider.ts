// Google's Gemini by the `@google/genai` package (SPEC 10.5). Never retries, never throws.
import type { GenerateContentParameters } from '@google/genai';
import { GoogleGenAI } from '@google/genai/web';
import { once } from '../../core/base/once.ts';
import { piecesUntil, type ServerPiece } from '../http/event-stream.ts';
import type { ByteReader } from '../http/http-client.ts';
import { createWireProvider } from '../http/http-provider.ts';
import { geminiModelIdsIn } from '../models/model-list.ts';
import type { LlmProvider } from '../provider.ts';
import {
  describeServer,
  type EndpointOptions,
  type HttpProviderOptions,
  PLACEHOLDER_KEY,
  type Server,
} from '../server.ts';
import { continuationIn, createGeminiReader } from './gemini-reader.ts';
import { buildGeminiRequest } from './gemini-request.ts';

/** The default address for a key without a base URL. */
const GEMINI_URL = 'https://generativelanguage.googleapis.com';

/** Makes the provider. The base URL may end in the version of the API, e.g. `/v1beta`. */
export function createGeminiProvider(options: HttpProviderOptions): LlmProvider {
  const server = describeServer(options, GEMINI_URL);
  const client = once(() => createClient(server));
  return createWireProvider(options, server, {
    name: 'gemini',
    firstModel: async signal => (await listModels(server, client(), signal))[0],
    createReader: createGeminiReader,
    async send(request, signal) {
      const wire = buildGeminiRequest(request);
      const open = (continuationToken?: string) =>
        openReply(client(), server.fetch, {
          ...wire,
          config: {
            ...wire.config,
            abortSignal: signal,
            ...(continuationToken !== undefined && { continuationToken }),
          },
        });
      const first = await open();
      return stop => piecesOf(first, open, stop);
    },
  });
}

/** Ids of the models that generate text. Rejects with what went wrong. */
export async function geminiModels(options: EndpointOptions, signal?: AbortSignal): Promise<readonly string[]> {
  const server = describeServer(options, GEMINI_URL);
  return listModels(server, createClient(server), signal);
}

/** Sends the request; the answer is read here. */
async function openReply(
  client: GoogleGenAI,
  ask: typeof fetch,
  request: GenerateContentParameters,
): Promise<ByteReader | undefined> {
  const answer = await answerTo(ask, keep => {
    const httpOptions = { ...request.config?.httpOptions, fetch: keep };
    return client.models.generateContentStream({ ...request, config: { ...request.config, httpOptions } });
  });
  return answer?.body?.getReader();
}

/**
 * Has the package send a request, and keeps the answer from it: its reader of streams drops each event that begins with
 * anything but its data, takes errors apart, and knows no pages.
 */
async function answerTo(
  ask: typeof fetch,
  send: (keep: typeof fetch) => Promise<unknown>,
): Promise<Response | undefined> {
  const answers: Response[] = [];
  await send(async (...asked) => {
    answers.push(await ask(...asked));
    return Response.json({});
  });
  return answers[0];
}

/** The items of a reply. A server may end a long one early with a token, by which the next request continues it. */
async function* piecesOf(
  first: ByteReader | undefined,
  open: (continuationToken: string) => Promise<ByteReader | undefined>,
  stop: AbortSignal,
): AsyncGenerator<readonly ServerPiece[]> {
  for (let body = first; ; ) {
    let token: string | undefined;
    for await (const group of piecesUntil(body, stop)) {
      const pieces = group.flatMap(chunksIn);
      for (const piece of pieces) if (piece.kind === 'value') token = continuationIn(piece.value) ?? token;
      yield pieces;
    }
    if (token === undefined || stop.aborted) return;
    body = await open(token);
  }
}

/** A server that does not know `alt=sse` sends its chunks as one list. */
function chunksIn(piece: ServerPiece): readonly ServerPiece[] {
  if (piece.kind !== 'value' || !Array.isArray(piece.value)) return [piece];
  return piece.value.map(value => ({ kind: 'value', value }));
}

async function listModels(server: Server, client: GoogleGenAI, signal?: AbortSignal): Promise<readonly string[]> {
  const answer = await answerTo(server.fetch, keep =>
    client.models.list({
      config: { ...(signal && { abortSignal: signal }), pageSize: 200, httpOptions: { fetch: keep } },
    }),
  );
  return geminiModelIdsIn((await answer?.text()) ?? '');
}

/** The driver retries, so the client does not. */
function createClient({ baseUrl, apiKey, headers, fetch }: Server): GoogleGenAI {
  const version = /\/(v\d[a-z0-9]*)\/?$/.exec(baseUrl)?.[1];
  return new GoogleGenAI({
    apiKey: apiKey || PLACEHOLDER_KEY,
    vertexai: false,
    ...(version !== undefined && { apiVersion: version }),
    httpOptions: { baseUrl: baseUrl.replace(/\/v\d[a-z0-9]*\/?$/, ''), headers, fetch },
  });
}
