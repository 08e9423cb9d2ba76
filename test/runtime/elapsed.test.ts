import assert from 'node:assert/strict';
import { createElapsed } from '../../src/runtime/clock/elapsed.ts';

describe('elapsed time', () => {
  let steady: number;
  let wall: number;
  let elapsed: () => number;
  beforeEach(() => {
    steady = 100;
    wall = 1_000_000;
    elapsed = createElapsed({ steady: () => steady, wall: () => wall });
  });

  it('is that of the steady clock, whatever small steps the wall clock takes', () => {
    for (const [ran, shown] of [
      [0.3, 0],
      [0.3, 1],
      [5, 900],
    ] as const) {
      const before = elapsed();
      steady += ran;
      wall += shown;
      assert.ok(Math.abs(elapsed() - before - ran) < 1e-6);
    }
  });

  it('counts the time in which the machine slept', () => {
    const before = elapsed();
    steady += 10;
    wall += 60_010;
    assert.equal(elapsed() - before, 60_010);
  });

  it('goes on when the wall clock is set back, and still counts the next sleep', () => {
    const before = elapsed();
    steady += 10;
    wall -= 3_600_000;
    assert.equal(elapsed() - before, 10);
    wall += 60_000;
    assert.equal(elapsed() - before, 60_010);
  });
});
