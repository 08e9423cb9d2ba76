import assert from 'node:assert/strict';
import { costOf } from '../../src/core/spending/cost.ts';

describe('the cost of a generation', () => {
  it('counts prompt, cached prompt and completion, each at its price per million', () => {
    const usage = { promptTokens: 1_000_000, completionTokens: 500_000, cachedTokens: 400_000 };
    assert.equal(costOf(usage, { input: 1, output: 4 }), 3);
    assert.equal(costOf(usage, { input: 1, output: 4, cached: 0.5 }), 2.8);
  });
});
