// The recorded figures of a model call (SPEC 10.4). Pure.
import type { Usage } from '../base/chat.ts';
import { type FieldsOf, maybe, number, object, text } from '../base/shape.ts';

export const usage = object({ promptTokens: number, completionTokens: number, cachedTokens: maybe(number) });
/** What a call took, by the size of its texts. */
const estimate = object({ tokens: number, cost: maybe(number) });
/** Of the model, where they are configured (SPEC 10.4). */
export const contextLimits = object({ optimal: number, window: maybe(number) });

/** As far as the provider said so: who answered, and what it took. */
const callFigureFields = {
  model: maybe(text),
  usage: maybe(usage),
  /** In the currency of the prices that were configured then. */
  cost: maybe(number),
  /** Where the provider said nothing of the usage, and a cap has to hold (SPEC 10.10). */
  estimate: maybe(estimate),
  /** Script cursors of a scripted provider (SPEC 10.1). */
  mark: maybe(text),
};
export type CallFigures = FieldsOf<typeof callFigureFields>;

/**
 * The usage that a server told, as far as it can be true: counts are not below 0, and no more came from the cache than
 * was sent. `undefined` where it says nothing: a wrong count would lower what caps have counted (SPEC 10.10).
 */
export function soundUsage({ promptTokens, completionTokens, cachedTokens }: Usage): Usage | undefined {
  if (!isCount(promptTokens) || !isCount(completionTokens)) return undefined;
  const isKnown = cachedTokens !== undefined && isCount(cachedTokens);
  return { promptTokens, completionTokens, ...(isKnown && { cachedTokens: Math.min(cachedTokens, promptTokens) }) };
}

function isCount(count: number): boolean {
  return Number.isFinite(count) && count >= 0;
}

/** The end of a model call that is no generation of the talk: counted, and not a part of the context. */
export const sideCallFields = { genseq: number, ...callFigureFields };
export type SideCall = FieldsOf<typeof sideCallFields>;

/** How a generation ended, beside what it took. */
export const endingFields = {
  ...callFigureFields,
  finish: maybe(text),
  limits: maybe(contextLimits),
  /** From the request to the end of the stream. */
  ms: maybe(number),
};

/** The finish reasons of a reply that the provider broke off; trying again would break it off again (SPEC 10.7). */
const breakingOff = ['length', 'content-filter', 'refused'] as const;
export type BrokenOff = (typeof breakingOff)[number];

/** Why the provider broke a complete reply off, if it did. */
export function brokenOff(finish: string | undefined): BrokenOff | undefined {
  return breakingOff.find(reason => reason === finish);
}
