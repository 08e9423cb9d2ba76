import type { After } from '../../core/base/after.ts';

/** By the clock of the machine. */
export const after: After = (ms, work) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/** Aborts when a server took too long to answer, and says so. The process need not live until then. */
export function unansweredAfter(ms: number): AbortSignal {
  const late = new AbortController();
  setTimeout(() => late.abort(new Error(`it did not answer within ${ms / 1_000} s`)), ms).unref();
  return late.signal;
}
