// Cuts long work into slices, so that a process that also serves people is never busy for long (SPEC 18.8). Pure: clock
// and event loop are parameters.

/** The rhythm of one piece of work. */
export interface Slices {
  /** A promise to wait for when the present slice has lasted long enough; else undefined. */
  due(): Promise<void> | undefined;
}

export interface SliceOptions {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Resolves in the next turn of the event loop. */
  readonly nextTurn: () => Promise<unknown>;
}

/** Milliseconds of work between two turns of the event loop. */
export const SLICE_MS = 10;

/** Slices for work that begins now. */
export function createSlices({ now, nextTurn }: SliceOptions): Slices {
  let began = now();
  return {
    due() {
      if (now() - began < SLICE_MS) return undefined;
      return nextTurn().then(() => {
        began = now();
      });
    },
  };
}
