// One thing that is fuzzed: what goes in, and what must hold of what comes out.
import fc from 'fast-check';

export interface FuzzTarget {
  readonly name: string;
  /** Tries so many inputs from this seed. Rejects with the smallest input that breaks it. */
  run(options: { readonly numRuns: number; readonly seed: number }): Promise<void>;
}

/** `check` must not throw, whatever comes in. */
export function target<T>(name: string, input: fc.Arbitrary<T>, check: (value: T) => void | Promise<void>): FuzzTarget {
  return {
    name,
    run: ({ numRuns, seed }) =>
      fc.assert(
        fc.asyncProperty(input, async value => {
          await check(value);
        }),
        { numRuns, seed, endOnFailure: false, maxSkipsPerRun: 0 },
      ),
  };
}
