// How full a dialog's context is, and what to tell its agent (SPEC 10.4). Pure.
import type { Usage } from '../base/chat.ts';

/** Limits in tokens; `window` is absent when the size of the model's context is unknown. */
export interface ContextLimits {
  readonly optimal: number;
  readonly window?: number;
}

export type ContextHealth = 'unknown' | 'healthy' | 'caution' | 'critical';

/** Above this many tokens an agent is asked to curate its reminders, unless configured otherwise. */
export const DEFAULT_OPTIMAL_TOKENS = 100_000;
/** Part of the context window above which the course is about to end. */
const CRITICAL_PART = 0.9;
/** Generations between two messages of caution. */
export const CAUTION_EVERY = 10;
/** Messages in the critical state before the mind is cleared. */
export const CRITICAL_TURNS = 5;

/** Health after a generation; `unknown` when the provider did not count. */
export function contextHealth(usage: Usage | undefined, limits: ContextLimits): ContextHealth {
  if (!usage) return 'unknown';
  const tokens = usage.promptTokens + usage.completionTokens;
  if (limits.window !== undefined && tokens > limits.window * CRITICAL_PART) return 'critical';
  return tokens > limits.optimal ? 'caution' : 'healthy';
}
