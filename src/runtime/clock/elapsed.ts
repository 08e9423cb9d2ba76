/** The clocks of a machine, in milliseconds. */
export interface Clocks {
  /** Only grows; may stand still while the machine sleeps. */
  readonly steady: () => number;
  /** May be set. */
  readonly wall: () => number;
}

/** From here on the wall clock is ahead because the machine slept, not because it is set right in small steps. */
const SLEPT_MS = 1_000;

/** Milliseconds that only grow, the time in which the machine slept included: what others do meanwhile counts it. */
export function createElapsed({ steady, wall }: Clocks): () => number {
  let slept = 0;
  let last = { steady: steady(), wall: wall() };
  return () => {
    const now = { steady: steady(), wall: wall() };
    const ahead = now.wall - last.wall - (now.steady - last.steady);
    if (ahead > SLEPT_MS) slept += ahead;
    last = now;
    return now.steady + slept;
  };
}
