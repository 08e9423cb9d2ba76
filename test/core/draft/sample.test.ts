import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleOf, stepSeed } from '../../../src/core/draft/sample.ts';

/** Of ten items five: what a seed gives today it gives for ever. */
const SAMPLES: readonly (readonly [seed: number, sample: readonly number[]])[] = [
  [0, [5, 3, 2, 0, 1]],
  [1, [5, 1, 6, 2, 3]],
  [2, [7, 2, 1, 0, 3]],
  [42, [2, 9, 0, 8, 4]],
];

const ten = Array.from({ length: 10 }, (_, index) => index);

describe('samples of the thinking pool', () => {
  it('are the same for the same seed, for ever', () => {
    assert.deepEqual(sampleOf(ten, 5, 1), sampleOf(ten, 5, 1));
    assert.deepEqual(
      SAMPLES.map(([seed]) => sampleOf(ten, 5, seed)),
      SAMPLES.map(([, sample]) => sample),
    );
  });

  it('take each item at most once, and all when there are no more', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(20), fc.nat(30), (seed, count, size) => {
        const items = Array.from({ length: size }, (_, index) => index);
        const sample = sampleOf(items, count, seed);
        assert.equal(sample.length, count === 0 ? size : Math.min(count, size));
        assert.equal(new Set(sample).size, sample.length);
      }),
    );
  });

  it('take every item about equally often, at every place', () => {
    const counts = ten.map(() => [0, 0, 0]);
    for (let seed = 0; seed < 6000; seed++) {
      for (const [place, item] of sampleOf(ten, 3, stepSeed('root', seed)).entries()) {
        const row = counts[item] ?? [];
        row[place] = (row[place] ?? 0) + 1;
      }
    }
    for (const row of counts) for (const count of row) assert.ok(count > 500 && count < 700, `${count}`);
  });

  it('differ from step to step and from dialog to dialog', () => {
    assert.notEqual(stepSeed('a', 1), stepSeed('a', 2));
    assert.notEqual(stepSeed('a', 1), stepSeed('b', 1));
    assert.equal(stepSeed(7, 1), stepSeed(7, 1));
  });
});
