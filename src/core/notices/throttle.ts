// Work that follows news: at once when it was quiet, and not more often than every so many milliseconds when it is not.
import type { After } from '../base/after.ts';

export interface Throttle {
  /** Something is new: the work runs now, or when its last run is `ms` old. */
  ask(): void;
  /** Forgets what was asked. */
  stop(): void;
}

/** `after` runs something later, and gives what takes that back. */
export function throttle(ms: number, work: () => void, after: After): Throttle {
  let takeBack: (() => void) | undefined;
  let isAsked = false;
  const run = () => {
    isAsked = false;
    takeBack = after(ms, () => {
      takeBack = undefined;
      if (isAsked) run();
    });
    work();
  };
  return {
    ask() {
      isAsked = true;
      if (!takeBack) run();
    },
    stop() {
      isAsked = false;
      takeBack?.();
      takeBack = undefined;
    },
  };
}
