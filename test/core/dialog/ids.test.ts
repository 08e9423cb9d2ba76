// Ids that sort by the time at which they were made.
import assert from 'node:assert/strict';
import { createIds, isId } from '../../../src/core/base/ids.ts';

describe('ids', () => {
  it('differ and keep their order, however many are made within one millisecond', () => {
    const next = createIds(
      () => 1_700_000_000_000,
      () => 0,
    );
    const ids = Array.from({ length: 3_000 }, () => next());
    assert.deepEqual(ids.toSorted(), ids);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[0-9a-z]{9}-[0-9a-z]{2}-[0-9a-z]{4}$/);
    assert.ok(ids.every(isId));
  });

  it('keep their order when the clock jumps back', () => {
    const times = [5_000, 4_000, 6_000, 5_999];
    const next = createIds(
      () => times.shift() ?? 0,
      () => 0.5,
    );
    const ids = Array.from({ length: 4 }, () => next());
    assert.deepEqual(ids.toSorted(), ids);
  });
});
