// Which question F8 leads to after those of the dialog that is shown (SPEC 13.4).
import assert from 'node:assert/strict';
import type { DialogRef } from '../../src/core/base/ids.ts';
import type { InboxQuestion } from '../../src/core/dialog/view/surroundings.ts';
import { questionBeyond } from '../../src/pages/inbox.ts';
import { question } from '../support/fake-runtime.ts';

const refOf = (rootId: string, selfId = rootId) => ({ rootId, selfId }) as DialogRef;
const asked = (id: string, dialog: DialogRef): InboxQuestion => ({
  ...question({ id: id as InboxQuestion['id'], ...dialog }),
  rootHeadline: '',
  blocked: [],
});

describe('the question after those of a dialog', () => {
  const pending = [
    asked('q-1', refOf('r-1')),
    asked('q-2', refOf('r-2', 's-1')),
    asked('q-3', refOf('r-2')),
    asked('q-4', refOf('r-2', 's-2')),
  ];
  const beyond = (dialog: DialogRef) => questionBeyond(pending, dialog)?.id;

  it('is one of its tree before all others', () => {
    assert.equal(beyond(refOf('r-2')), 'q-2');
    assert.equal(beyond(refOf('r-2', 's-1')), 'q-3');
  });

  it('is else the one that waits longest', () => {
    assert.equal(beyond(refOf('r-1')), 'q-2');
    assert.equal(beyond(refOf('r-9')), 'q-1');
    assert.equal(questionBeyond([], refOf('r-1')), undefined);
    assert.equal(questionBeyond([asked('q-1', refOf('r-1'))], refOf('r-1')), undefined);
  });
});
