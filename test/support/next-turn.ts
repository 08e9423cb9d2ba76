// Lets everything that is ready happen: what waits for promises, timers of no length, and events from outside.
import assert from 'node:assert/strict';

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

/** Resolves in the first turn in which something holds; fails when it does not come to that. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; !holds(); turn++) {
    if (turn > 1000) assert.fail('it does not come to that');
    await nextTurn();
  }
}
