import assert from 'node:assert/strict';
import type { DialogId, DialogRef, RootId } from '../../../src/core/base/ids.ts';
import type { PendingQuestion } from '../../../src/core/dialog/view/projection.ts';
import { withSurroundings } from '../../../src/core/dialog/view/surroundings.ts';
import { pending } from '../../host-unit/support.ts';
import { node } from '../../support/fake-runtime.ts';

describe('the surroundings of questions', () => {
  const refOf = (selfId: string): DialogRef => ({ rootId: 'root-1' as RootId, selfId: selfId as DialogId });
  const askedBy = (selfId: string, id: string): PendingQuestion => ({ ...pending(id), ...refOf(selfId) });

  it('are what their root is about and who waits behind the dialog that asks', () => {
    const call = { subdialogId: 'sub-1' as DialogId, tellaskHead: '@b', agentId: 'b', kind: 'C', since: '' } as const;
    const root = node(refOf('root-1'), 'lead', {
      headline: 'Build it',
      pending: [{ ...call, callId: 'call-1' }] as never,
      children: [node(refOf('sub-1'), 'b')],
    });
    const questions = [askedBy('sub-1', 'q-1'), askedBy('root-1', 'q-2')];
    assert.deepEqual(
      withSurroundings(questions, root).map(({ id, rootHeadline, blocked }) => [id, rootHeadline, blocked]),
      [
        ['q-1', 'Build it', ['lead']],
        ['q-2', 'Build it', []],
      ],
    );
  });

  it('look at a tree once for each dialog that asks, however many questions it asks', () => {
    let looks = 0;
    const root = node(refOf('root-1'), 'lead');
    Object.defineProperty(root, 'children', {
      get() {
        looks += 1;
        return [];
      },
    });
    const questions = Array.from({ length: 1_000 }, (_, index) => askedBy('root-1', `q-${index}`));
    assert.equal(withSurroundings(questions, root).length, 1_000);
    assert.equal(looks, 1);
  });
});
