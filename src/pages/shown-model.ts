// What the model that answers is called, before it has said anything (SPEC 13.13). Pure.
import type { ConfiguredModel } from '../runtime.ts';

/** The model's name, else its server, else its provider; undefined while nothing is configured. */
export function shownModel({ type, baseUrl, model }: ConfiguredModel): string | undefined {
  return type === undefined ? undefined : (model ?? hostOf(baseUrl) ?? type);
}

function hostOf(baseUrl: string | undefined): string | undefined {
  return baseUrl === undefined ? undefined : URL.parse(baseUrl)?.host || baseUrl;
}
