// Refusals in words, for tests of what a person reads.
import type { RefusalCode } from '../../src/core/refusals.ts';
import type { Outcome, Refusal } from '../../src/core/trouble.ts';
import { sayRefusal, type Told } from '../../src/words/say.ts';

/** An outcome; of a refusal its code and its English words. */
export function told<T>(
  outcome: ({ readonly ok: true } & T) | Refusal,
): (Outcome<T> & { ok: true }) | ({ readonly ok: false; readonly code: RefusalCode } & Told) {
  return outcome.ok ? outcome : { ok: false, code: outcome.code, ...sayRefusal(outcome, 'en') };
}
