// What a person does in a window at a store whose workers drive: a worker keeps a tree for a moment after it rests (SPEC 20.4).
import assert from 'node:assert/strict';
import { type Outcome, refuse } from '../../src/core/trouble.ts';
import type { DialogApi } from '../../src/runtime/api.ts';
import { createViewerApi } from '../../src/runtime/roles/viewer-api.ts';
import { rootId } from '../support/fake-runtime.ts';

/** Marks a root done whose worker lets it go after so many events of the store; what came of it, and how many it took. */
async function markDone({ keptFor = 0, isAtWork = false }) {
  let events = 0;
  const isKept = () => events < keptFor;
  const writer = {
    markDone: async () => (isKept() ? refuse('driven-by-other') : { ok: true, status: 'completed' }),
  } as unknown as DialogApi;
  const api = createViewerApi({} as DialogApi, {
    write: work => work(writer),
    follower: {
      isClosed: false,
      look: () => true,
      nextEvent: async () => {
        events++;
      },
    },
    isAtWork: () => isAtWork,
    isDrivenByOther: async () => isKept(),
  });
  const done: Outcome<object> = await api.markDone(rootId);
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
