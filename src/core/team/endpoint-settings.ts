// The settings of a model and its server, wherever they are written (SPEC 10.1). Pure.
import type { ContextLimits } from '../spending/context-health.ts';
import type { Prices } from '../spending/cost.ts';

/** `short`: fewer tools and fewer words, for a small context window. */
export const promptForms = ['full', 'short'] as const;

export type PromptForm = (typeof promptForms)[number];

/** What is said of a model and of its server; an absent key is taken from elsewhere, or has its default. */
export interface EndpointSettings {
  readonly baseUrl?: string;
  readonly model?: string;
  readonly apiVersion?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Tokens: the model's context window, and how much of it works best (SPEC 10.4). */
  readonly limits?: ContextLimits;
  readonly prices?: Prices;
  /** Whether the model accepts images in messages; absent: decided by its name. */
  readonly images?: boolean;
  /** False: the model takes no tools, so requests have none. */
  readonly tools?: boolean;
  /** How much members are told; absent: by the context window. */
  readonly prompt?: PromptForm;
  /** Whether Chat Completions requests mark cacheable parts; absent: decided by the server (SPEC 10.9). */
  readonly cacheMarks?: boolean;
  /** Seconds to wait for the first piece of a reply, and between two pieces; 0: for ever (SPEC 10.8). */
  readonly firstTokenS?: number;
  readonly silenceS?: number;
  /** Generations side by side (SPEC 3.6). */
  readonly concurrency?: number;
}
