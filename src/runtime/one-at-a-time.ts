// Runs one piece of work at a time. Requests during a run cause one more run afterwards, so that no news is missed.

/**
 * Wraps `work`. The result resolves when a run that began after the call is over; a call during a run waits for the
 * next one. It rejects when a run does; the next call starts anew.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  const run = async () => {
    try {
      do {
        isAskedAgain = false;
        await work();
      } while (isAskedAgain);
    } finally {
      // In the same tick as the last look at the flag: a later call starts a run of its own.
      running = undefined;
    }
  };
  return () => {
    isAskedAgain = true;
    running ??= run();
    return running;
  };
}
