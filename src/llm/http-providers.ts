// The providers that speak to a server over HTTP: which one an address wants, and how each is made (SPEC 10.5). Each
// is loaded when it is first asked (SPEC 17).

import { remembering } from '../core/base/recent.ts';
import { KNOWN_ADDRESSES } from '../core/text/origin-of.ts';
import type { HttpProviderType } from './http/http-provider-types.ts';
import { lateProvider } from './models/late-provider.ts';
import { presetOf } from './models/presets.ts';
import { openEndpoint } from './openai/openai-endpoint.ts';
import type { LlmProvider } from './provider.ts';
import type { HttpProviderOptions } from './server.ts';

/** The provider for an address: Chat Completions unless the server is known to have its own format. */
export const providerTypeOf = remembering((baseUrl: string): HttpProviderType => {
  const path = URL.parse(baseUrl)?.pathname ?? '';
  if (/\/openai(\/|$)/.test(path)) return 'openai';
  if (/\/anthropic(\/v1)?\/?$/.test(path)) return 'anthropic';
  return presetOf(baseUrl)?.provider ?? 'openai';
}, KNOWN_ADDRESSES);

/** Makes a provider; nothing is loaded and no request is made before its first stream. */
export function createHttpProvider(
  type: HttpProviderType,
  options: HttpProviderOptions & { readonly label: string },
): LlmProvider {
  switch (type) {
    case 'openai':
      return lateProvider(options, async () => {
        const { createOpenAiProvider } = await import('./openai/openai-provider.ts');
        return createOpenAiProvider(options);
      });
    case 'openai-responses':
      return lateProvider(options, async () => {
        const { createResponsesProvider } = await import('./responses/responses-provider.ts');
        return createResponsesProvider(options);
      });
    case 'anthropic':
      return lateProvider(options, async () => {
        const { createAnthropicProvider } = await import('./anthropic/anthropic-provider.ts');
        return createAnthropicProvider(options);
      });
    case 'gemini':
      return lateProvider(options, async () => {
        const { createGeminiProvider } = await import('./gemini/gemini-provider.ts');
        return createGeminiProvider(options);
      });
  }
}

/** Ids of the models of a server. Rejects with what went wrong. */
export async function listModels(
  type: HttpProviderType,
  options: Omit<HttpProviderOptions, 'id'>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  switch (type) {
    case 'openai':
    case 'openai-responses':
      return openEndpoint(options).models(signal);
    case 'anthropic': {
      const { anthropicModels } = await import('./anthropic/anthropic-provider.ts');
      return anthropicModels(options, signal);
    }
    case 'gemini': {
      const { geminiModels } = await import('./gemini/gemini-provider.ts');
      return geminiModels(options, signal);
    }
  }
}
