// The cost of generations, by prices that the person configured (SPEC 10.4). Pure; the currency is that of the prices.
import type { Usage } from '../base/chat.ts';

/** Prices per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  /** For prompt tokens that the provider had in its cache; as `input` when absent. */
  readonly cached?: number;
}

/** The cost of one generation, in the currency of the prices. */
export function costOf(usage: Usage, prices: Prices): number {
  const cached = Math.min(usage.cachedTokens ?? 0, usage.promptTokens);
  const fresh = usage.promptTokens - cached;
  const { input, output, cached: cachedPrice = input } = prices;
  return (fresh * input + cached * cachedPrice + usage.completionTokens * output) / 1_000_000;
}

/** A cost as people read it: two decimals, four below one. */
export function formatCost(cost: number): string {
  return cost.toFixed(cost < 1 ? 4 : 2);
}
