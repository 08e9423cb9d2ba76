// What a person does to the beliefs by hand (SPEC 16.4, 16.11). Imperative; each is checked and then recorded as facts, or refused.
import type { Json } from './domain.ts';

export type BeliefIntent =
  /** A value for a slot of a live flow; the highest of that name. */
  | { readonly kind: 'setSlot'; readonly flow: string; readonly slot: string; readonly value: Json }
  | { readonly kind: 'clearSlot'; readonly flow: string; readonly slot: string }
  /** A new flow on top; it runs, or asks for what it lacks. */
  | { readonly kind: 'startFlow'; readonly flow: string }
  | { readonly kind: 'cancelFlow'; readonly flow: string }
  /** Back to what was believed after a turn. */
  | { readonly kind: 'rollBack'; readonly turn: number };
