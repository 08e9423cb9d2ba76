// What commands need besides the state.
import type { Domain } from './domain/domain.ts';
import type { Setter } from './slots.ts';
import type { EntityLookup } from './values/fit-entities.ts';
import type { DayNow } from './values/relative-day.ts';

/**
 * The context of commands. Without `lookUp` entities count as existing, unverified; without `by` the command comes from
 * the person's words.
 */
export interface BeliefContext {
  readonly domain: Domain;
  readonly lookUp?: EntityLookup;
  readonly by?: Setter;
  /** Relative dates are resolved from this day. */
  readonly today?: DayNow;
}
