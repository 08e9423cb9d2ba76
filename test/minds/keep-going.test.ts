// Which roots are reminded to keep going, as the setting says (SPEC 7.2).
import assert from 'node:assert/strict';
import { hasGoals } from '../../src/minds/taskdoc/effective-taskdoc.ts';
import { keepsGoing } from '../../src/runtime/folder/minds.ts';

describe('the setting dominds.keepGoing', () => {
  const minds = { hasGoals: (path: string) => path === 'tasks/with-goals.tsk' };
  const kept = (setting: 'always' | 'with-taskdoc' | 'off') =>
    ['tasks/with-goals.tsk', 'tasks/empty.tsk'].map(path => keepsGoing(minds, setting, path));

  it('reminds all, those with goals in their taskdoc, or none', () => {
    assert.deepEqual(kept('always'), [true, true]);
    assert.deepEqual(kept('with-taskdoc'), [true, false]);
    assert.deepEqual(kept('off'), [false, false]);
  });

  it('takes goals that are missing or blank for none', () => {
    const missing = { kind: 'missing' } as const;
    const taskdoc = (goals: object) =>
      ({ kind: 'package', goals, constraints: missing, progress: missing, bearInMind: [], others: [] }) as never;
    assert.equal(hasGoals(taskdoc({ kind: 'text', text: 'Ship it' })), true);
    assert.equal(hasGoals(taskdoc({ kind: 'text', text: ' \n' })), false);
    assert.equal(hasGoals(taskdoc(missing)), false);
  });
});
