import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import type { FeedEvent } from '../../src/core/dialog/view/feed-event.ts';
import { concernsQuestions } from '../../src/pages/concerns-questions.ts';
import { pending, rootId, summary } from '../host-unit/support.ts';
import { lead, recordOf } from '../support/fake-runtime.ts';

describe('the inbox', () => {
  const changed = (name: string, questions: number, status: 'running' | 'completed' = 'running'): FeedEvent => ({
    type: 'root_changed',
    ...rootRef(rootId(name)),
    summary: summary(name, { questions, status }),
  });

  it('is asked for again when a root has questions, or has none any more', () => {
    assert.equal(concernsQuestions(changed('root-1', 1), []), true);
    assert.equal(concernsQuestions(changed('root-1', 0), [pending('q-1')]), true);
    assert.equal(concernsQuestions(changed('root-2', 0), [pending('q-1')]), false);
    assert.equal(concernsQuestions(changed('root-2', 0, 'completed'), []), true);
  });

  it('is asked for again when the number of questions changed, not at every record', () => {
    const count = { previousCount: 1, questionCount: 0, dialog: lead, course: 1 };
    assert.equal(concernsQuestions({ type: 'questions_count_update', ...lead, ...count }, []), true);
    const record = recordOf({ kind: 'resumed' });
    assert.equal(concernsQuestions({ type: 'recorded', ...lead, seq: 2, record }, [pending('q-1')]), false);
  });
});
