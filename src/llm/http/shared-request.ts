// One request for all who need its answer at the same time.
import { untilAborted } from './until-aborted.ts';

interface Running<T> {
  readonly answer: Promise<T | undefined>;
  readonly leave: AbortController;
  waiting: number;
}

/**
 * Makes a function that asks once and keeps the answer. It asks again after a failure, after an answer of `undefined`,
 * and after all who waited have left: that aborts the request. Resolves to undefined when the signal aborts first.
 */
export function shareRequest<T>(
  ask: (signal: AbortSignal) => Promise<T | undefined>,
): (signal: AbortSignal) => Promise<T | undefined> {
  let running: Running<T> | undefined;

  function begin(): Running<T> {
    const leave = new AbortController();
    const begun = { answer: ask(leave.signal), leave, waiting: 0 };
    begun.answer.then(
      answer => answer ?? forget(begun),
      () => forget(begun),
    );
    return begun;
  }

  function forget(one: Running<T>): void {
    if (running === one) running = undefined;
  }

  return async signal => {
    if (signal.aborted) return undefined;
    running ??= begin();
    const mine = running;
    mine.waiting += 1;
    try {
      return await untilAborted(mine.answer, signal);
    } finally {
      mine.waiting -= 1;
      if (signal.aborted && mine.waiting === 0) {
        forget(mine);
        mine.leave.abort();
      }
    }
  };
}
