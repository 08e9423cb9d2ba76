// A few trees, workers and blows; `npm run chaos -- --trees 1000 --blows 60` plays many.
import assert from 'node:assert/strict';
import { playWorkers } from './worker-chaos.ts';

describe('workers that are killed, stopped and cut off, while their database dies', function () {
  // Two servers and several processes.
  this.timeout(180_000);

  it('lose nothing, repeat nothing, and write nothing under an old epoch', async () => {
    const { broken, done } = await playWorkers({ roots: 8, blows: 2, seed: 1 });
    assert.deepEqual(broken, []);
    assert.equal(done['primary killed, standby promoted'], 1);
  });
});
