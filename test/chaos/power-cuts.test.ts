// The power fails at any step of a history (SPEC 9.1). A few histories here; `npm run chaos` tries all states of many.
import assert from 'node:assert/strict';
import { brokenIn, statesOf } from './power-cuts.ts';
import { playHistory } from './power-story.ts';

/** Every so many steps the power fails; coprime to the steps of an index file. */
const STRIDE = 11;

describe('a power cut', () => {
  for (const seed of [3, 4, 10]) {
    it(`takes back nothing that was shown as done, and leaves whole trees (history ${seed})`, async () => {
      const history = await playHistory(seed);
      assert.ok(history.promises.length > 3);
      for (const state of statesOf(history, { stride: STRIDE, seed }))
        assert.deepEqual(await brokenIn(state), [], state.at);
    });
  }
});
