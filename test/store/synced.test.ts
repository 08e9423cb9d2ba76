// Durability without holding up anybody: many who ask share a few syncs.
import assert from 'node:assert/strict';
import type { CourseRecord } from '../../src/core/dialog/record.ts';
import { openCourseLog } from '../../src/store/course-log.ts';
import type { Files } from '../../src/store/files.ts';
import { createMemoryFiles } from '../support/memory-files.ts';
import { nextTurn } from '../support/next-turn.ts';

const file = '/rtws/course-001.jsonl';
const record = (kind: string) => ({ v: 1, at: '2026-01-01T00:00:00.000Z', kind }) as unknown as CourseRecord;

/** Files whose syncs end when the test says so. */
function slowDisk() {
  const files = createMemoryFiles();
  const syncs: PromiseWithResolvers<void>[] = [];
  let open = 0;
  const disk: Files = {
    ...files,
    openAppend(name) {
      const handle = files.openAppend(name);
      open += 1;
      return {
        ...handle,
        synced() {
          const sync = Promise.withResolvers<void>();
          syncs.push(sync);
          return sync.promise;
        },
        close() {
          open -= 1;
          handle.close();
        },
      };
    },
  };
  return { disk, syncs, openHandles: () => open };
}

describe('a course log that is to be certain', () => {
  it('syncs once for all who ask while a sync runs', async () => {
    const { disk, syncs } = slowDisk();
    const log = openCourseLog(disk, file);
    log.append([record('dialogCreated')], false);
    const first = log.synced();
    await nextTurn();
    const others = [log.synced(), log.synced(), log.synced()];
    assert.equal(syncs.length, 1);
    syncs[0]?.resolve();
    await first;
    await nextTurn();
    assert.equal(syncs.length, 2);
    syncs[1]?.resolve();
    await Promise.all(others);
  });

  it('leaves no file open when it is closed while a sync waits', async () => {
    const { disk, syncs, openHandles } = slowDisk();
    const log = openCourseLog(disk, file);
    log.append([record('dialogCreated')], false);
    const certain = log.synced();
    log.close();
    await nextTurn();
    syncs[0]?.resolve();
    await certain;
    assert.equal(openHandles(), 0);
  });

  it('says so when the disk refuses, and syncs again for the next who asks', async () => {
    const { disk, syncs } = slowDisk();
    const log = openCourseLog(disk, file);
    log.append([record('dialogCreated')], false);
    const failing = log.synced();
    await nextTurn();
    syncs[0]?.reject(new Error('EIO'));
    await assert.rejects(failing, { code: 'disk' });
    const again = log.synced();
    await nextTurn();
    syncs[1]?.resolve();
    await again;
  });
});
