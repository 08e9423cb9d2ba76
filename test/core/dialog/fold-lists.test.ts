// Lists of the state while a whole course is folded: copied once, and none that somebody else may hold is changed.
import assert from 'node:assert/strict';
import { copying, ownLists } from '../../../src/core/base/fold-lists.ts';

describe('lists of a fold', () => {
  const change = ({ added, without }: typeof copying, list: readonly number[]) => {
    const first = added(list, 4);
    const second = without(added(first, 5), 0);
    return { first, second };
  };

  it('say the same in every place', () => {
    for (const lists of [copying, ownLists()]) {
      const given = Object.freeze([1, 2, 3]);
      assert.deepEqual(change(lists, given).second, [2, 3, 4, 5]);
      assert.deepEqual(given, [1, 2, 3]);
    }
  });

  it('are copied at every change where a state before may be held, and once where none is', () => {
    const held = change(copying, [1]);
    assert.deepEqual(held.first, [1, 4]);
    const own = change(ownLists(), [1]);
    assert.equal(own.first, own.second);
  });
});
