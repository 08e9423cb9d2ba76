// Durability without holding up anybody: what was synced is not synced again, and many who ask share a few syncs.
import assert from 'node:assert/strict';
import { SyncState } from '../../../src/store/files/courses/sync-state.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';
import { nextTurn } from '../../support/next-turn.ts';

const file = '/rtws/course-001.jsonl';

/** Files whose syncs in the background end when the test says so; those at once are noted. */
function slowDisk() {
  const syncs: PromiseWithResolvers<void>[] = [];
  const atOnce: string[] = [];
  const disk = new SyncState({
    ...createMemoryFiles(),
    sync: place => void atOnce.push(place),
    synced() {
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return sync.promise;
    },
  });
  return { disk, syncs, atOnce };
}

describe('what the disk holds for certain', () => {
  it('is synced once for all who ask while a sync runs', async () => {
    const { disk, syncs } = slowDisk();
    const first = disk.synced([file]);
    const second = disk.synced([file]);
    disk.changed(file);
    const others = [disk.synced([file]), disk.synced([file]), disk.synced([file])];
    assert.equal(syncs.length, 1);
    syncs[0]?.resolve();
    await Promise.all([first, second]);
    await nextTurn();
    assert.equal(syncs.length, 2);
    syncs[1]?.resolve();
    await Promise.all(others);
    await disk.synced([file]);
    assert.equal(syncs.length, 2);
  });

  it('is synced again after a change that came while the disk was at work', async () => {
    const { disk, syncs, atOnce } = slowDisk();
    const sync = disk.synced([file]);
    disk.changed(file);
    syncs[0]?.resolve();
    await sync;
    disk.sync([file]);
    disk.sync([file]);
    assert.deepEqual(atOnce, [file]);
  });

  it('is not certain when the disk refuses, and is synced again for the next who asks', async () => {
    const { disk, syncs } = slowDisk();
    const failing = disk.synced([file]);
    syncs[0]?.reject(new Error('EIO'));
    await assert.rejects(failing, /EIO/);
    const again = disk.synced([file]);
    syncs[1]?.resolve();
    await again;
    assert.equal(syncs.length, 2);
  });

  it('lacks the name of a new folder, and of each above it that was not known', () => {
    const { disk, atOnce } = slowDisk();
    const places = ['/rtws/a/b', '/rtws/a', '/rtws'];
    disk.hasFolder('/rtws/a/b', '/rtws');
    disk.sync(places);
    disk.hasFolder('/rtws/a/c', '/rtws');
    disk.sync(places);
    assert.deepEqual(atOnce, [...places, '/rtws/a']);
  });
});
