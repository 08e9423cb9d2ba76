// The providers that speak to a server over HTTP: which one an address wants, and how each is made (SPEC 10.5). Each
// is loaded when it is first asked (SPEC 17).

import { remembering } from '../core/base/recent.ts';
import type { ServerProviderId } from '../core/team/providers.ts';
import { KNOWN_ADDRESSES } from '../core/text/origin-of.ts';
import { lateProvider } from './models/late-provider.ts';
import { presetOf } from './models/presets.ts';
import { openEndpoint } from './openai/openai-endpoint.ts';
import type { LlmProvider } from './provider.ts';
import type { HttpProviderOptions } from './server.ts';

/** The provider for an address: Chat Completions unless the server is known to have its own format. */
export const providerTypeOf = remembering((baseUrl: string): ServerProviderId => {
  const path = URL.parse(baseUrl)?.pathname ?? '';
  if (/\/openai(\/|$)/.test(path)) return 'openai';
  if (/\/anthropic(\/v1)?\/?$/.test(path)) return 'anthropic';
  return presetOf(baseUrl)?.provider ?? 'openai';
}, KNOWN_ADDRESSES);

interface ServerClient {
  open(options: HttpProviderOptions): Promise<LlmProvider>;
  models(options: Omit<HttpProviderOptions, 'id'>, signal?: AbortSignal): Promise<readonly string[]>;
}

const modelsOfOpenAi: ServerClient['models'] = async (options, signal) => openEndpoint(options).models(signal);

/** What opens each, loaded late. */
const clients: Readonly<Record<ServerProviderId, ServerClient>> = {
  openai: {
    open: async options => (await import('./openai/openai-provider.ts')).createOpenAiProvider(options),
    models: modelsOfOpenAi,
  },
  'openai-responses': {
    open: async options => (await import('./responses/responses-provider.ts')).createResponsesProvider(options),
    models: modelsOfOpenAi,
  },
  anthropic: {
    open: async options => (await import('./anthropic/anthropic-provider.ts')).createAnthropicProvider(options),
    models: async (options, signal) =>
      (await import('./anthropic/anthropic-provider.ts')).anthropicModels(options, signal),
  },
  gemini: {
    open: async options => (await import('./gemini/gemini-provider.ts')).createGeminiProvider(options),
    models: async (options, signal) => (await import('./gemini/gemini-provider.ts')).geminiModels(options, signal),
  },
};

/** Makes a provider; nothing is loaded and no request is made before its first stream. */
export function createHttpProvider(
  type: ServerProviderId,
  options: HttpProviderOptions & { readonly label: string },
): LlmProvider {
  return lateProvider(options, () => clients[type].open(options));
}

/** Ids of the models of a server. Rejects with what went wrong. */
export async function listModels(
  type: ServerProviderId,
  options: Omit<HttpProviderOptions, 'id'>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  return clients[type].models(options, signal);
}
