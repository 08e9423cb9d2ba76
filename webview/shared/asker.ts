// Repeats a request to the host until the answer arrives. A message may be lost on either side: before the host
// listens, while the editor shows, hides or moves a page, or on a machine under load (SPEC 8.3).
import type { After } from '../../src/core/base/after.ts';

/** The page's own clock. */
export const later: After = (ms, work) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

export interface Asker {
  /** Asks now, and again until `end`. */
  begin(): void;
  /** It was asked for in another way: asks again only when no answer comes. */
  expect(): void;
  /** The answer is there. */
  end(): void;
  readonly isAsking: boolean;
}

/** Milliseconds after which it asks again, doubled each time up to the longest. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;

/** Asks nothing before `begin` or `expect`. */
export function createAsker(ask: () => void, after: After): Asker {
  let takeBack: (() => void) | undefined;
  const askIn = (ms: number) => {
    takeBack = after(ms, () => {
      ask();
      askIn(Math.min(2 * ms, LONGEST_WAIT_MS));
    });
  };
  const end = () => {
    takeBack?.();
    takeBack = undefined;
  };
  const expect = () => {
    end();
    askIn(FIRST_WAIT_MS);
  };
  return {
    begin() {
      expect();
      ask();
    },
    expect,
    end,
    get isAsking() {
      return takeBack !== undefined;
    },
  };
}
