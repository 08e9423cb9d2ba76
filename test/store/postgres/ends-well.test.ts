import assert from 'node:assert/strict';
import type { RootId } from '../../../src/core/base/ids.ts';
import { rootRef } from '../../../src/core/base/ids.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import type { NewRecord } from '../../../src/store/postgres/append-queue.ts';
import { type DialogsOptions, PgDialogs } from '../../../src/store/postgres/dialogs.ts';

/** Whether a record of that kind, as it is handed to the queue, says that work ended well. */
function endsWell(record: object): boolean {
  const queued: NewRecord[] = [];
  const session = { held: new Set(), queue: { append: (_: RootId, added: NewRecord[]) => queued.push(...added) } };
  const options = { session, isHandedOver: () => false } as unknown as DialogsOptions;
  const at = { ...rootRef('aa/bb/cccccccc' as RootId), course: 1 };
  new PgDialogs(options).append(at, [record as CourseRecord]);
  return queued.some(each => each.endsWell);
}

describe('what a store counts as work that ended well', () => {
  it('is a complete generation, a step of a mind, and a turn that was predicted', () => {
    assert.ok(endsWell({ kind: 'generationEnded', outcome: 'complete' }));
    assert.ok(endsWell({ kind: 'draftStepped', genseq: 1 }));
    assert.ok(endsWell({ kind: 'turnBegan', turn: 1 }));
  });

  it('is no generation that failed, and none that only began', () => {
    assert.ok(!endsWell({ kind: 'generationEnded', outcome: 'failed' }));
    assert.ok(!endsWell({ kind: 'generationStarted', genseq: 1 }));
  });
});
