// Model providers that asked to be left alone for a while (`Retry-After`): that holds for all their dialogs (SPEC
// 10.3).

export interface Pauses {
  /**
   * The provider asked to be left alone for so many milliseconds from now. A shorter wait does not end a longer one.
   */
  begin(providerId: string, ms: number, reason: string): void;
  /** The remaining pause, in milliseconds; undefined when the provider may be called. */
  of(providerId: string): { readonly ms: number; readonly reason: string } | undefined;
}

/** Pauses of this process; `now` in milliseconds. */
export function pausesInMemory(now: () => number): Pauses {
  const pauses = new Map<string, { readonly until: number; readonly reason: string }>();
  return {
    begin(providerId, ms, reason) {
      const until = now() + ms;
      if ((pauses.get(providerId)?.until ?? Number.NEGATIVE_INFINITY) < until)
        pauses.set(providerId, { until, reason });
    },
    of(providerId) {
      const pause = pauses.get(providerId);
      if (!pause) return undefined;
      const ms = pause.until - now();
      if (ms > 0) return { ms, reason: pause.reason };
      pauses.delete(providerId);
      return undefined;
    },
  };
}
