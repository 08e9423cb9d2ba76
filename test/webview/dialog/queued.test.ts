// What a person does to queued messages in the panel (SPEC 13.11).
import assert from 'node:assert/strict';
import { openPanel } from './open-panel.ts';
import { asked, created, rootIdentity, started, userSaid } from './records.ts';

const queued = { kind: 'messageQueued', msgId: 'm2', content: 'PostgreSQL' } as const;
const dialog = { rootId: rootIdentity.rootId, selfId: rootIdentity.selfId };

describe('queued messages in the panel', () => {
  const waiting = [created, userSaid('m1', 'Begin'), started(1), asked('q1'), queued] as const;

  it('are sent as the answer to the open question, and are under way until that is recorded', () => {
    const { panel, posted } = openPanel(...waiting);
    panel.intents.answerWithQueued('m2');
    assert.deepEqual(posted, [
      {
        kind: 'drive_dialog_by_user_answer',
        dialog,
        content: 'PostgreSQL',
        msgId: 'id1',
        questionId: 'q1',
        continuationType: 'answer',
        queuedMsgId: 'm2',
      },
    ]);
    assert.equal(panel.answerable.value, undefined);
  });

  it('stay where they are when the answer is refused', () => {
    const { panel, receive } = openPanel(...waiting);
    panel.intents.answerWithQueued('m2');
    receive({ kind: 'refused', msgId: 'id1', message: 'No.', remedy: 'Try again.' });
    assert.deepEqual([panel.drafts.value, panel.outbox.value, panel.answerable.value?.questionId], [{}, [], 'q1']);
  });

  it('are no answer to a question whether a tool call may run', () => {
    const { panel } = openPanel(
      created,
      userSaid('m1', 'Begin'),
      started(1),
      asked('q1', { questionKind: 'permission' }),
      queued,
    );
    assert.equal(panel.answerable.value, undefined);
  });

  it('are changed where they stand, and an empty text changes nothing', () => {
    const { panel, posted } = openPanel(...waiting);
    panel.intents.editQueued('m2', '\nMySQL\n');
    panel.intents.saveQueued('m2');
    panel.intents.editQueued('m2', '  ');
    panel.intents.saveQueued('m2');
    assert.deepEqual(posted, [{ kind: 'changeQueued', queuedMsgId: 'm2', content: 'MySQL' }]);
  });

  it('that are delivered while they are edited leave the text in the message field, unless it is the same', () => {
    const delivered = [...waiting, userSaid('m2', 'PostgreSQL')] as const;
    const { panel, show } = openPanel(...waiting);
    panel.intents.editQueued('m2', 'PostgreSQL');
    show(...delivered);
    assert.deepEqual([panel.drafts.value, panel.notice.value], [{}, undefined]);
    const other = openPanel(...waiting);
    other.panel.intents.editQueued('m2', 'PostgreSQL 17');
    other.show(...delivered);
    assert.deepEqual(other.panel.drafts.value, { '': 'PostgreSQL 17' });
    assert.notEqual(other.panel.notice.value, undefined);
  });
});
