// Long lists of the state are searched and changed by id, the same in both ways of folding (SPEC 18.3).
import assert from 'node:assert/strict';
import { callIdOf, copying, ownLists, withId, withoutId } from '../../../src/core/base/fold-lists.ts';

interface Call {
  readonly callId: string;
  readonly isStarted?: true;
}

describe('a long list of a fold', () => {
  it('is changed by id as a short one is, with ids that come twice, in any order', () => {
    const results = [copying, ownLists()].map(lists => {
      let list: readonly Call[] = [];
      for (let at = 0; at < 300; at++) list = lists.added(list, { callId: `c${at % 200}` });
      for (let at = 0; at < 150; at++) list = withoutId(lists, list, callIdOf, `c${(at * 7) % 190}`);
      list = lists.added(list, { callId: 'new' });
      for (const id of ['new', 'c199', 'c0', 'none'])
        list = withId(lists, list, callIdOf, id, call => ({ ...call, isStarted: true }));
      return list;
    });
    assert.deepEqual(results[0], results[1]);
    assert.ok(results[0]?.some(({ isStarted }) => isStarted));
  });

  it('tells which item holds a part, as parts come, go and move, and as items do', () => {
    interface Holder {
      readonly parts: readonly Call[];
    }
    const partsOf = ({ parts }: Holder) => parts;
    const results = [copying, ownLists()].map(lists => {
      const found: number[] = [];
      let list: readonly Holder[] = [];
      for (let at = 0; at < 200; at++) list = lists.added(list, { parts: [{ callId: `c${at}` }] });
      for (let at = 0; at < 400; at++) {
        const index = (at * 13) % list.length;
        const parts = list[index]?.parts ?? [];
        if (at % 3 === 0) list = lists.replaced(list, index, { parts: lists.added(parts, { callId: `c${at % 50}` }) });
        if (at % 3 === 0) lists.holds(list, index, `c${at % 50}`);
        if (at % 3 === 1) list = lists.replaced(list, index, { parts: lists.without(parts, 0) });
        if (at % 7 === 0) list = lists.without(list, index);
        found.push(lists.holder(list, partsOf, callIdOf, `c${at % 60}`));
      }
      return found;
    });
    assert.deepEqual(results[0], results[1]);
    assert.ok(results[0]?.some(index => index >= 0));
    assert.ok(results[0]?.includes(-1));
  });

  it('looks at each item a few times, however many are looked for', () => {
    for (const many of [1_000, 4_000]) {
      let looks = 0;
      const idOf = ({ callId }: Call) => {
        looks++;
        return callId;
      };
      const lists = ownLists();
      let list: readonly Call[] = [];
      for (let at = 0; at < many; at++) list = lists.added(list, { callId: `c${at}` });
      for (let at = many - 1; at >= 0; at -= 2)
        list = withId(lists, list, idOf, `c${at}`, call => ({ ...call, isStarted: true }));
      assert.ok(looks <= 3 * many, `${looks} looks at ${many} items`);
    }
  });
});
