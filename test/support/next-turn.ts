// Lets everything that is ready happen: what waits for promises, timers of no length, and events from outside.

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
