// Going back to before a message, in the panel (SPEC 25.4).
import assert from 'node:assert/strict';
import type { RestoreOffer } from '../../../src/protocol/messages.ts';
import { choiceFor } from '../../../webview/dialog/composer/restoring.ts';
import { openPanel } from './open-panel.ts';
import { created, userSaid } from './records.ts';

const png = Buffer.from('iVBORw0KGgo=', 'base64').toString('base64');
const offer: RestoreOffer = {
  to: 'm1',
  content: 'Paint it red',
  images: [{ name: 'wall.png', data: png }],
  files: [{ path: 'a.txt', action: 'changed', state: 'as-written', added: 1, removed: 2 }],
  isUntold: false,
  isAtWork: false,
  ends: { questions: 0, calls: 0, queued: 0 },
  talks: ['fork', 'course'],
};

function opened() {
  const { panel, posted, receive } = openPanel(created, userSaid('m1', 'Paint it red'));
  return { panel, receive, asked: () => posted.filter(({ kind }) => kind === 'restore') };
}

describe('going back to before a message in the panel', () => {
  it('asks for files and talk as the person chose them, and puts the message into the composer of the new course', () => {
    const { panel, asked, receive } = opened();
    panel.intents.startRestore('m1');
    receive({ kind: 'restoreOffer', offer });
    panel.intents.chooseRestore({ talk: 'course', files: false });
    panel.intents.restore();
    panel.intents.restore();
    assert.deepEqual(asked(), [{ kind: 'restore', msgId: 'id1', to: 'm1', files: false, talk: 'course' }]);
    receive({ kind: 'restored', msgId: 'id1', left: ['b.txt'] });
    assert.equal(panel.restoring.value, undefined);
    assert.equal(panel.drafts.value[''], 'Paint it red');
    assert.deepEqual(
      panel.attached.value.map(({ name }) => name),
      ['wall.png'],
    );
    assert.equal(panel.notice.value?.remedy, 'b.txt');
  });

  it('hands the message over to the composer of a fork, and leaves what is typed here', () => {
    const { panel, asked, receive } = opened();
    panel.intents.type('typed');
    panel.intents.startRestore('m1');
    receive({ kind: 'restoreOffer', offer });
    panel.intents.restore();
    const fork = { kind: 'restore', msgId: 'id1', to: 'm1', files: true, talk: 'fork', draft: 'Paint it red' } as const;
    assert.deepEqual(asked(), [fork]);
    receive({ kind: 'restored', msgId: 'id1', left: [] });
    assert.equal(panel.drafts.value[''], 'typed');
  });

  it('edits the message with its images in the composer, and sends it in the same step', () => {
    const { panel, asked, receive } = opened();
    panel.intents.type('typed');
    panel.intents.startRestore('m1', 'Paint it red');
    receive({ kind: 'restoreOffer', offer });
    assert.equal(panel.drafts.value[''], 'Paint it red');
    panel.intents.type('Paint it blue');
    assert.equal(panel.intents.send(), 'sent');
    const say = { content: 'Paint it blue', images: offer.images };
    assert.deepEqual(asked(), [{ kind: 'restore', msgId: 'id1', to: 'm1', files: true, talk: 'fork', say }]);
    assert.equal(panel.outbox.value.length, 1);
    receive({ kind: 'restored', msgId: 'id1', left: [] });
    assert.deepEqual([panel.outbox.value, panel.drafts.value[''], panel.attached.value], [[], 'typed', []]);
  });

  it('gives an edited message back when it is refused, and can be tried again or left', () => {
    const { panel, asked, receive } = opened();
    panel.intents.type('typed');
    panel.intents.startRestore('m1', 'Paint it red');
    receive({ kind: 'restoreOffer', offer });
    panel.intents.send();
    receive({ kind: 'refused', msgId: 'id1', message: 'No.', remedy: 'Try again.' });
    assert.equal(panel.drafts.value[''], 'Paint it red');
    assert.equal(panel.intents.send(), 'sent');
    assert.equal(asked().length, 2);
    receive({ kind: 'refused', msgId: 'id2', message: 'No.', remedy: 'Try again.' });
    panel.intents.leaveRestore();
    assert.deepEqual([panel.drafts.value[''], panel.attached.value, panel.restoring.value], ['typed', [], undefined]);
  });

  it('offers what the dialog can do: an edited message needs a talk, files alone are always restored', () => {
    const files = { files: false, talk: 'stay' } as const;
    assert.deepEqual(choiceFor(files, { to: 'm1', offer }), { files: true, talk: 'stay' });
    const held = { text: '', images: [] };
    assert.deepEqual(choiceFor(files, { to: 'm1', offer, held }), { files: false, talk: 'fork' });
    const sub = { ...offer, talks: ['course'] as const };
    assert.deepEqual(choiceFor({ files: true, talk: 'fork' }, { to: 'm1', offer: sub }), {
      files: true,
      talk: 'course',
    });
  });

  it('ends where the message is not there', () => {
    const { panel, receive } = opened();
    panel.intents.startRestore('m1');
    receive({ kind: 'refused', msgId: 'm1', message: 'No message.', remedy: '' });
    assert.equal(panel.restoring.value, undefined);
  });
});
