// What a person does in a window at a store whose workers drive: a worker keeps a tree for a moment after it rests
// (SPEC 20.4).
import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import { refuse } from '../../src/core/facts/trouble.ts';
import { performBeside } from '../../src/runtime/roles/write-beside.ts';
import { performing, rootId } from '../support/fake-runtime.ts';

/**
 * Marks a root done whose worker lets it go after so many events of the store; what came of it, and how many it took.
 */
async function markDone({ keptFor = 0, isAtWork = false }) {
  let events = 0;
  const isKept = () => events < keptFor;
  const writer = performing({
    markDone: async () => (isKept() ? refuse('driven-by-other') : { ok: true, status: 'completed' }),
  });
  const perform = performBeside({
    write: work => work(writer),
    follower: {
      isClosed: false,
      look: async () => true,
      nextEvent: async () => {
        events++;
      },
    },
    isAtWork: () => isAtWork,
    isDrivenByOther: async () => isKept(),
  });
  const done = await perform({ kind: 'markDone', dialog: rootRef(rootId) });
  return { done: done.ok ? 'done' : done.why.id, events };
}

describe('what a person does beside workers', () => {
  it('waits until the worker of a resting tree lets it go, however much happens in other trees meanwhile', async () => {
    assert.deepEqual(await markDone({}), { done: 'done', events: 0 });
    assert.deepEqual(await markDone({ keptFor: 20 }), { done: 'done', events: 20 });
  });

  it('is refused at once while the tree is at work', async () => {
    assert.deepEqual(await markDone({ keptFor: 20, isAtWork: true }), { done: 'driven-by-worker', events: 0 });
  });
});
