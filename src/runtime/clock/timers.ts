// Timers and delays of Node, whose longest span is shorter than some waits.
import { setTimeout as wait } from 'node:timers/promises';
import type { Timers } from '../../driver/generate/silence.ts';

/** The longest delay of a Node timer; a longer one fires at once. Longer waits check the clock and continue. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Timers of the driver: how long a model may stay silent. */
export const timers: Timers = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, Math.min(ms, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

/** Waits, or returns early when `signal` aborts. */
export async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await wait(Math.min(ms, LONGEST_TIMER_MS), undefined, { signal, ref: true }).catch(() => {});
}
