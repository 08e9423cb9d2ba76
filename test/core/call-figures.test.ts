import assert from 'node:assert/strict';
import { soundUsage } from '../../src/core/spending/call-figures.ts';

describe('the usage that a server told', () => {
  it('is taken as it is where it can be true', () => {
    for (const usage of [
      { promptTokens: 0, completionTokens: 0 },
      { promptTokens: 12, completionTokens: 3, cachedTokens: 12 },
    ])
      assert.deepEqual(soundUsage(usage), usage);
  });

  it('has no more from the cache than was sent, and no cache below 0', () => {
    const sent = { promptTokens: 10, completionTokens: 2 };
    assert.deepEqual(soundUsage({ ...sent, cachedTokens: 99 }), { ...sent, cachedTokens: 10 });
    assert.deepEqual(soundUsage({ ...sent, cachedTokens: -1 }), sent);
  });

  it('is unknown with a count below 0, which would lower what caps have counted', () => {
    for (const count of [-5, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.equal(soundUsage({ promptTokens: count, completionTokens: 1 }), undefined);
      assert.equal(soundUsage({ promptTokens: 1, completionTokens: count }), undefined);
    }
  });
});
