import assert from 'node:assert/strict';
import type { AgentId, DialogId, RootId } from '../../../src/core/base/ids.ts';
import { foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import type { CourseRecord, Fact } from '../../../src/core/dialog/record.ts';
import type { Identity } from '../../../src/core/dialog/record-parts.ts';
import { type RootSummary, rootSummary } from '../../../src/core/dialog/view/projection.ts';
import { standingOfRoot } from '../../../src/core/dialog/view/standing.ts';
import { overdueLine } from '../../../src/core/dialog/view/undriven.ts';

const created = (selfId: string, agentId: string): Fact => {
  const of = { rootId: 'r' as RootId, selfId: selfId as DialogId, agentId: agentId as AgentId };
  const shared = { ...of, taskDocPath: 't.tsk', createdAt: '0', dialect: 'tellask' } as const;
  const identity: Identity =
    selfId === 'r'
      ? { ...shared, kind: 'root', mode: 'chat' }
      : { ...shared, kind: 'sub', supdialogId: 'r' as DialogId, depth: 1 };
  return { kind: 'dialogCreated', identity };
};

/** A dialog with these facts, each at an instant of its own. */
const dialogOf = (selfId: string, agentId: string, facts: readonly (readonly [at: string, fact: Fact])[]) => {
  const records = [['0', created(selfId, agentId)] as const, ...facts];
  return foldCourse(records.map(([at, fact]): CourseRecord => ({ v: 1, at, ...fact }))) ?? assert.fail();
};

const noted: Fact = { kind: 'editsUndone', changes: [], note: '' };
const stopped: Fact = { kind: 'interrupted', code: 'auth', message: 'no' };

describe('the line of a root in lists', () => {
  it('names the dialog that failed first, and when, whatever is recorded later', () => {
    const root = dialogOf('r', 'lead', [
      ['1', { kind: 'interrupted', code: 'stopped', message: '' }],
      ['9', noted],
    ]);
    const coder = dialogOf('a', 'coder', [
      ['3', stopped],
      ['4', noted],
    ]);
    const tester = dialogOf('b', 'tester', [['2', stopped]]);
    const { trouble, lastModified } = rootSummary(root, [root, coder, tester], false);
    assert.deepEqual([trouble, lastModified], [{ selfId: 'b', agentId: 'tester', at: '2' }, '9']);
    assert.equal(rootSummary(root, [root], false).trouble, null);
  });

  it('says when it was completed, also after edits were reverted', () => {
    const root = dialogOf('r', 'lead', [
      ['5', { kind: 'dialogCompleted', by: 'person', forced: false }],
      ['6', noted],
    ]);
    const { completedAt, lastModified } = rootSummary(root, [root], false);
    assert.deepEqual([completedAt, lastModified], ['5', '6']);
  });

  it('is paused where a dialog of it has slept past its time and nobody drives', () => {
    const sleep = { until: '2026-01-01T12:00:00.000Z' };
    const noon = Date.parse(sleep.until);
    const line = { ...rootSummary(dialogOf('r', 'lead', []), [], false), sleeps: [sleep] };
    const asleep: RootSummary = { ...line, pause: { kind: 'asleep', ...sleep } };
    const calling: RootSummary = { ...line, state: 'awaiting-subdialogs' };
    for (const root of [asleep, calling]) {
      assert.equal(standingOfRoot(overdueLine(root, noon - 1)), 'waiting');
      assert.equal(standingOfRoot(overdueLine(root, noon)), 'paused');
    }
    const completed: RootSummary = { ...asleep, status: 'completed', state: 'completed', pause: null };
    assert.deepEqual(overdueLine(completed, noon), completed);
  });
});
