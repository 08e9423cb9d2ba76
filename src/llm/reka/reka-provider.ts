// Reka's own address, in the format of Chat Completions.
import { createOpenAiProvider } from '../openai/openai-provider.ts';
import type { LlmProvider } from '../provider.ts';
import type { HttpProviderOptions } from '../server.ts';

/** Makes the provider; nothing is requested before its first stream. */
export function createRekaProvider(options: HttpProviderOptions): LlmProvider {
  return createOpenAiProvider(options);
}
