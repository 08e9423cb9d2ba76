// A timer as a parameter, so that tests have their own.

/** Does `work` once after so many milliseconds; gives what takes that back. */
export type After = (ms: number, work: () => void) => () => void;
