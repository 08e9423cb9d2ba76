// Requests to a client that may never answer.

/** The option of a request that is given up when a signal aborts. */
export function within(signal: AbortSignal) {
  return { cancellationSignal: signal, stopWaitingOnCancel: true };
}
