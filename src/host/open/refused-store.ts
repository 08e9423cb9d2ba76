// A store that could not be opened. One that cannot be reached is tried again by itself: a network or a server comes
// back.
import type { Refusal } from '../../core/facts/trouble.ts';

/** Milliseconds from one try to the next. */
const AGAIN_MS = 10_000;

export class RefusedStore {
  /** The last answer. */
  readonly why: Refusal;
  readonly #next: NodeJS.Timeout | undefined;

  /** `open` tries again. */
  constructor(why: Refusal, open: () => void) {
    this.why = why;
    if (why.why.id === 'store-away') this.#next = setTimeout(open, AGAIN_MS);
  }

  /** Tries no more. */
  dispose(): void {
    clearTimeout(this.#next);
  }
}
