// Medians, and rounds in which the work and its floor take turns, so that a busy machine slows both alike.

/** The middle value; of an even number of values the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
  return (low + high) / 2;
}

/** How long a piece of work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

/** Durations of the same work, several times in a row. */
export async function timedEach(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let index = 0; index < count; index++) durations.push(await timed(() => work(index)));
  return durations;
}

/** Milliseconds of the work and of its floor. */
export interface Pair {
  readonly ms: number;
  readonly floorMs: number;
}

/** The round whose ratio is the median: work and floor of it were measured side by side. */
export function medianPair(rounds: readonly Pair[]): Pair {
  const sorted = rounds.toSorted((a, b) => a.ms / a.floorMs - b.ms / b.floorMs);
  return sorted[sorted.length >> 1] ?? { ms: Number.NaN, floorMs: Number.NaN };
}
