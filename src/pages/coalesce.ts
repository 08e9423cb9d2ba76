// Coalesces requests: all requests within a window cause one run at its end.

/** Starts a timer for `ms` milliseconds; `dispose` stops it. */
export type Timer = (ms: number, run: () => void) => { dispose(): void };

/** The editor host's own clock. */
export const realTimer: Timer = (ms, run) => {
  const timer = setTimeout(run, ms);
  return { dispose: () => clearTimeout(timer) };
};

/** Calls `run` at most once per `ms` milliseconds, however often the returned function is called. */
export function coalesce(ms: number, run: () => void, timer: Timer = realTimer): (() => void) & { dispose(): void } {
  let waiting: { dispose(): void } | undefined;
  const request = () => {
    waiting ??= timer(ms, () => {
      waiting = undefined;
      run();
    });
  };
  const dispose = () => {
    waiting?.dispose();
    waiting = undefined;
  };
  return Object.assign(request, { dispose });
}
