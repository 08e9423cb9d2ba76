// How many generations run side by side: one limit a provider, roots served in turn so that a root with fifty subdialogs
// does not starve another. No polling: a freed place is handed to the next waiter.
import type { RootId } from '../core/dialog/ids.ts';

export interface Scheduler {
  /** Whether `acquire` would give a place at once. */
  hasPlace(providerId: string): boolean;
  /** Waits for a place, the first to be freed when it is urgent; resolves with the function that frees it, or with `undefined` when `signal` aborts first. */
  acquire(
    providerId: string,
    rootId: RootId,
    signal: AbortSignal,
    options?: AcquireOptions,
  ): Promise<(() => void) | undefined>;
  /** The provider asked to be left alone for so long (`Retry-After`): that holds for all its dialogs (SPEC 10.3). */
  pause(providerId: string, ms: number, reason: string): void;
  /** What is left of that; undefined when the provider may be asked. */
  pauseOf(providerId: string): { readonly ms: number; readonly reason: string } | undefined;
}

/** `isUrgent`: the person waits for a word while the others work. */
export interface AcquireOptions {
  readonly isUrgent?: boolean;
}

/** `limit` = generations side by side for one provider; `now` in milliseconds. */
export function createScheduler(limit: (providerId: string) => number, now: () => number): Scheduler {
  const lanes = new Map<string, Lane>();
  const laneOf = (providerId: string): Lane => {
    const lane = lanes.get(providerId) ?? new Lane(() => limit(providerId));
    lanes.set(providerId, lane);
    return lane;
  };
  const pauses = new Map<string, { until: number; reason: string }>();
  return {
    pause(providerId, ms, reason) {
      const until = now() + ms;
      if ((pauses.get(providerId)?.until ?? 0) < until) pauses.set(providerId, { until, reason });
    },
    pauseOf(providerId) {
      const pause = pauses.get(providerId);
      if (!pause) return undefined;
      const ms = pause.until - now();
      if (ms > 0) return { ms, reason: pause.reason };
      pauses.delete(providerId);
      return undefined;
    },
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
      this.#serveNext();
    };
  }

  #serveNext(): void {
    const [first] = this.#waiting.keys();
    const row = this.#waiting.has(URGENT) ? URGENT : first;
    const waiters = row && this.#waiting.get(row);
    const [waiter] = waiters ?? [];
    if (!waiters || !waiter || !this.hasPlace) return;
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
