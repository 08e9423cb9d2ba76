// When to ask again after a failure that may pass (SPEC 10.3). Pure: the driver waits and counts.
import type { LlmFailure } from '../provider.ts';

/** Retries of one generation before its dialog is interrupted. */
const MAX_RETRIES = 5;

/**
 * How often a generation may be tried again after such a failure. One that took minutes of silence is tried once more
 * only.
 */
export function retriesAfter({ code }: LlmFailure): number {
  return code === 'no-reply' ? 1 : MAX_RETRIES;
}

/** A `Retry-After` longer than this is not waited out in silence; it becomes a question for the person. */
export const LONG_WAIT_MS = 120_000;

const FIRST_DELAY_MS = 1_000;
const LONGEST_BACKOFF_MS = 60_000;

/**
 * Milliseconds to wait before retry number `attempt` (1 is the first). `random` gives a number in 0..1; it spreads the
 * wait over the upper quarter of 1 s, 2 s, 4 s … 60 s, so that dialogs that failed together do not retry together. The
 * server's `Retry-After` is a lower bound and is never cut short (SPEC 10.3).
 */
export function retryDelayMs(attempt: number, failure: LlmFailure, random: () => number): number {
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_DELAY_MS * 2 ** (Math.max(1, attempt) - 1));
  const spread = backoff * (0.75 + 0.25 * random());
  if (failure.retryAfterMs === undefined || failure.retryAfterMs <= 0) return Math.round(spread);
  return Math.round(failure.retryAfterMs + (spread - backoff * 0.75));
}
