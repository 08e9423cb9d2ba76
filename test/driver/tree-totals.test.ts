// The sums of a tree, kept as its states change. Random trees compare them with the states (`checkTree`).
import assert from 'node:assert/strict';
import type { DialogId } from '../../src/core/base/ids.ts';
import type { DialogState } from '../../src/core/dialog/state.ts';
import { TreeTotals } from '../../src/driver/tree-totals.ts';

const stateOf = (selfId: string, more: Partial<DialogState>) =>
  ({
    identity: { selfId: selfId as DialogId },
    tokens: { prompt: 0, completion: 0 },
    questions: [],
    marks: [],
    ...more,
  }) as unknown as DialogState;

describe('the totals of a tree', () => {
  it('believe no word that claims to have come after more generations than there are', () => {
    const unattended = (...dialogs: readonly [generations: number, heardAt?: number][]) => {
      const totals = new TreeTotals();
      for (const [index, [generations, heardAt]] of dialogs.entries())
        totals.change(undefined, stateOf(`sub-${index}`, { generations, ...(heardAt !== undefined && { heardAt }) }));
      return totals.unattended();
    };
    assert.deepEqual([unattended([3, 3]), unattended([3, 1_000_000]), unattended([3, 2], [4, 99])], [0, 3, 5]);
  });

  it('follow a dialog from state to state', () => {
    const totals = new TreeTotals();
    const first = stateOf('sub-1', { generations: 1, tokens: { prompt: 10, completion: 2 } });
    totals.change(undefined, first);
    totals.change(undefined, stateOf('sub-2', { generations: 4 }));
    const second = stateOf('sub-1', {
      generations: 3,
      tokens: { prompt: 30, completion: 5 },
      marks: ['x'],
      heardAt: 6,
    });
    totals.change(first, second);
    const { generations, prompt, completion, marked } = totals;
    assert.deepEqual([generations, prompt, completion, [...marked]], [7, 30, 5, ['sub-1']]);
    assert.equal(totals.unattended(), 1);
    totals.change(second, stateOf('sub-1', { generations: 3, tokens: { prompt: 30, completion: 5 } }));
    assert.deepEqual([...totals.marked], []);
  });
});
