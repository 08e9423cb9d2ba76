// The kinds of providers that speak to a server over HTTP, and where each speaks to by default (SPEC 10.5). Loads
// nothing.
import type { endpointTypes } from '../../core/team/endpoint-settings.ts';

/** Those of `endpointTypes` that are servers over HTTP. */
export const httpProviderTypes = [
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
] as const satisfies readonly (typeof endpointTypes)[number][];

export type HttpProviderType = (typeof httpProviderTypes)[number];

/** True if a word names one of them. */
export function isHttpProvider(word: string | undefined): word is HttpProviderType {
  return httpProviderTypes.some(type => type === word);
}

const OPENAI_URL = 'https://api.openai.com/v1';

/** The default address of each. */
export const defaultUrls: Readonly<Record<HttpProviderType, string>> = {
  openai: OPENAI_URL,
  'openai-responses': OPENAI_URL,
  anthropic: 'https://api.anthropic.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
};
