// What of the memory is still held, for tests.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { nextTurn } from './next-turn.ts';

/** Frees all that nobody holds any more; weak references to it are empty then. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // What a weak reference gave stays until the turn of the event loop ends.
  await nextTurn();
  collect();
}
