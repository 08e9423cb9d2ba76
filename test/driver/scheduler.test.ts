import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import { pausesInMemory } from '../../src/core/dialog/pauses.ts';
import { createScheduler } from '../../src/driver/generate/scheduler.ts';
import { nextTurn } from '../support/next-turn.ts';

const never = new AbortController().signal;

/** A scheduler whose served roots are noted in order. */
function scheduler(limit: number | (() => number)) {
  const scheduler = createScheduler(
    () => (typeof limit === 'number' ? limit : limit()),
    pausesInMemory(() => 0),
  );
  const served: string[] = [];
  const releases: (() => void)[] = [];
  return {
    served,
    acquire(root: string, signal = never, provider = 'p', isUrgent = false) {
      const place = scheduler.acquire(provider, root as RootId, signal, { isUrgent });
      return place.then(release => {
        if (!release) return;
        served.push(root);
        releases.push(release);
      });
    },
    /** Frees the place that was taken first. */
    async free() {
      releases.shift()?.();
      await nextTurn();
    },
  };
}

describe('the scheduler', () => {
  it('serves the dialog that the person waits for first', async () => {
    const s = scheduler(1);
    await s.acquire('a');
    void s.acquire('a');
    void s.acquire('b');
    void s.acquire('c', never, 'p', true);
    for (let round = 0; round < 3; round++) await s.free();
    assert.deepEqual(s.served, ['a', 'c', 'a', 'b']);
  });

  it('gives places up to the limit at once, and then one for each that is freed', async () => {
    const s = scheduler(2);
    await Promise.all([s.acquire('a'), s.acquire('a')]);
    const third = s.acquire('a');
    assert.deepEqual(s.served, ['a', 'a']);
    await s.free();
    await third;
    assert.deepEqual(s.served, ['a', 'a', 'a']);
  });

  it('fills all places of a limit that was raised, those that waited first', async () => {
    let limit = 1;
    const s = scheduler(() => limit);
    await s.acquire('a');
    for (const root of ['b', 'c', 'd']) void s.acquire(root);
    limit = 2;
    await s.free();
    assert.deepEqual(s.served, ['a', 'b', 'c']);
    limit = 3;
    void s.acquire('e');
    await nextTurn();
    assert.deepEqual(s.served, ['a', 'b', 'c', 'd']);
  });

  it('serves roots in turn, so that one with many dialogs does not starve another', async () => {
    const s = scheduler(1);
    for (const root of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) void s.acquire(root);
    for (let count = 0; count < 7; count++) await s.free();
    assert.deepEqual(s.served, ['a', 'a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('passes over one that no longer waits', async () => {
    const s = scheduler(1);
    await s.acquire('a');
    const gone = new AbortController();
    const stopped = s.acquire('b', gone.signal);
    void s.acquire('c');
    gone.abort();
    await stopped;
    await s.free();
    assert.deepEqual(s.served, ['a', 'c']);
  });

  it('gives nothing to one that was stopped before', async () => {
    const s = scheduler(1);
    await s.acquire('a', AbortSignal.abort());
    assert.deepEqual(s.served, []);
    await s.acquire('b');
    assert.deepEqual(s.served, ['b']);
  });

  it('counts each provider by itself', async () => {
    const s = scheduler(1);
    await Promise.all([s.acquire('a', never, 'p'), s.acquire('b', never, 'q')]);
    assert.deepEqual(s.served, ['a', 'b']);
  });

  it('frees a place once, however often it is given back', async () => {
    const plain = createScheduler(
      () => 1,
      pausesInMemory(() => 0),
    );
    const release = await plain.acquire('p', 'a' as RootId, never);
    release?.();
    release?.();
    const order: string[] = [];
    const second = plain.acquire('p', 'b' as RootId, never).then(() => order.push('b'));
    const third = plain.acquire('p', 'c' as RootId, never).then(() => order.push('c'));
    await second;
    await nextTurn();
    assert.deepEqual(order, ['b']);
    void third;
  });
});
