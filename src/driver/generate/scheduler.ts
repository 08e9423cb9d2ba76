// How many generations run side by side: one limit a provider, roots served in turn so that a root with fifty
// subdialogs does not starve another. No polling: a freed place is handed to the next waiter.
import type { RootId } from '../../core/base/ids.ts';
import type { Pauses } from '../../core/dialog/pauses.ts';

export interface Scheduler {
  /** True if `acquire` would return a slot at once. */
  hasPlace(providerId: string): boolean;
  /**
   * Waits for a place, the first to be freed when it is urgent; resolves with the function that frees it, or with
   * `undefined` when `signal` aborts first.
   */
  acquire(
    providerId: string,
    rootId: RootId,
    signal: AbortSignal,
    options?: AcquireOptions,
  ): Promise<(() => void) | undefined>;
  /** Providers that asked to be left alone. */
  readonly pauses: Pauses;
}

/** `isUrgent`: the person waits for a word while the others work. */
export interface AcquireOptions {
  readonly isUrgent?: boolean;
}

/** `limit` = generations side by side for one provider. */
export function createScheduler(limit: (providerId: string) => number, pauses: Pauses): Scheduler {
  const lanes = new Map<string, Lane>();
  const laneOf = (providerId: string): Lane => {
    const lane = lanes.get(providerId) ?? new Lane(() => limit(providerId));
    lanes.set(providerId, lane);
    return lane;
  };
  return {
    pauses,
    hasPlace: providerId => laneOf(providerId).hasPlace,
    acquire: (providerId, rootId, signal, { isUrgent = false } = {}) =>
      laneOf(providerId).acquire(isUrgent ? URGENT : rootId, signal),
  };
}

/** Served before all roots. */
const URGENT = Symbol('urgent');
type Row = RootId | typeof URGENT;

type Waiter = (release: (() => void) | undefined) => void;

class Lane {
  readonly #limit: () => number;
  /** Roots in the order in which they are served next, each with its waiters in the order of arrival. */
  readonly #waiting = new Map<Row, Set<Waiter>>();
  #taken = 0;

  constructor(limit: () => number) {
    this.#limit = limit;
  }

  get hasPlace(): boolean {
    return this.#taken < this.#limit();
  }

  acquire(row: Row, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    this.#serve();
    if (this.hasPlace) return Promise.resolve(this.#take());
    return new Promise(resolve => {
      const waiter: Waiter = release => {
        signal.removeEventListener('abort', give);
        resolve(release);
      };
      const give = () => {
        this.#leave(row, waiter);
        resolve(undefined);
      };
      signal.addEventListener('abort', give, { once: true });
      this.#waiting.set(row, (this.#waiting.get(row) ?? new Set()).add(waiter));
    });
  }

  #take(): () => void {
    this.#taken += 1;
    let freed = false;
    return () => {
      if (freed) return;
      freed = true;
      this.#taken -= 1;
      this.#serve();
    };
  }

  /** A limit that was raised has room for several. */
  #serve(): void {
    while (this.#waiting.size > 0 && this.hasPlace) this.#serveNext();
  }

  #serveNext(): void {
    const [first] = this.#waiting.keys();
    const row = this.#waiting.has(URGENT) ? URGENT : first;
    const waiters = row && this.#waiting.get(row);
    const [waiter] = waiters ?? [];
    if (!waiters || !waiter) return;
    // The root goes behind all others: one place each, in turn.
    this.#waiting.delete(row);
    waiters.delete(waiter);
    if (waiters.size > 0) this.#waiting.set(row, waiters);
    waiter(this.#take());
  }

  #leave(row: Row, waiter: Waiter): void {
    const waiters = this.#waiting.get(row);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiting.delete(row);
  }
}
