import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { CallId, DialogId } from '../../../src/core/base/ids.ts';
import { refuse, toldRefusal } from '../../../src/core/facts/trouble.ts';
import type { AddressedIntent } from '../../../src/core/intents/wire.ts';
import { MAX_MESSAGE } from '../../../src/core/text/message-text.ts';
import { type InboxFolder, MAX_INTENT_BYTES, openInboxFolder } from '../../../src/store/files/inbox.ts';
import { sayRefusal } from '../../../src/words/say.ts';
import { byPerson } from '../../support/by-person.ts';
import { type Place, places, root } from './store-support.ts';

for (const [name, make] of places) {
  describe(`the inbox of an rtws ${name}`, () => {
    let place: Place;
    beforeEach(async () => {
      place = await make();
    });
    afterEach(() => place.remove());

    const open = () => openInboxFolder(place.rtws, place.files);
    const pending = (inbox: InboxFolder) => {
      const look = inbox.look();
      for (;;) {
        const { done, value } = look.next();
        if (done) return value;
      }
    };
    const folder = () => path.join(place.rtws, '.dialogs/inbox');
    const write = (file: string, text: string) => {
      place.files.makeFolder(folder());
      place.files.replace(path.join(folder(), file), text);
    };
    const names = () => place.files.list(folder()).sort();
    const common = { to: 'token-1', at: '2026-01-02T03:04:05.006Z' };
    const said: AddressedIntent = {
      ...common,
      kind: 'say',
      msgId: 'msg-1',
      dialog: root,
      content: 'Grüße ✓\n',
    };

    const callId = 'c-1' as CallId;
    const others = [
      { kind: 'changeQueued', queuedMsgId: 'm-1', content: 'rather so' },
      { kind: 'removeQueued', queuedMsgId: 'm-1' },
      { kind: 'dismiss', callId },
      { kind: 'tell', callId, content: 'Use oak.' },
      { kind: 'belief', belief: { kind: 'setSlot', flow: 'query', slot: 'limit', value: 5 } },
      { kind: 'draft', draft: { kind: 'send', msgId: 'm-2', content: 'Hello?', run: 'draft' } },
      { kind: 'draft', draft: { kind: 'run', until: 'paused' } },
      { kind: 'draft', draft: { kind: 'run', until: 'steps', steps: 3 } },
      { kind: 'draft', draft: { kind: 'accept', n: 1, id: 'd-1' } },
      { kind: 'draft', draft: { kind: 'seen', numbers: [1, 2] } },
      { kind: 'draft', draft: { kind: 'prune', pairs: 2 } },
      { kind: 'retryNow', tree: true, by: byPerson },
    ] as const;

    it('is empty at first', () => {
      assert.deepEqual(pending(open()), []);
      assert.equal(open().isPending('msg-1'), false);
      open().remove('msg-1');
    });

    it('gives back every kind of intent as it was put in, the oldest first', () => {
      const intents: readonly AddressedIntent[] = [
        { ...common, at: '2026-01-01', kind: 'stopAll', msgId: 'msg-9' },
        said,
        {
          ...common,
          kind: 'answer',
          dialog: root,
          msgId: 'msg-2',
          questionId: 'q-1',
          content: 'blue',
          by: byPerson,
          targetSubdialogId: 'sub-1' as DialogId,
        },
        { ...common, kind: 'answer', dialog: root, msgId: 'msg-3', questionId: 'q-2', content: 'red' },
        { ...common, kind: 'stop', msgId: 'msg-4', dialog: root, tree: true },
        { ...common, kind: 'start', msgId: 'msg-5', rootId: root.rootId, text: 'go', mode: 'draft', noDiligence: true },
        ...others.map(
          (other, index): AddressedIntent => ({ ...common, dialog: root, msgId: `other-${10 + index}`, ...other }),
        ),
      ];
      const inbox = open();
      for (const intent of intents.toReversed()) inbox.put(intent);
      assert.deepEqual(pending(open()), intents);
      assert.deepEqual(names(), intents.map(({ msgId }) => `${msgId}.json`).sort());
    });

    it('reads the names of version 0.1.0', () => {
      write('msg-1.json', JSON.stringify({ v: 1, ...said, kind: 'say' }));
      const old = { v: 1, ...common, kind: 'answer', msgId: 'msg-2', questionId: 'q-1', content: 'blue' };
      write('msg-2.json', JSON.stringify(old));
      const answer = { ...common, kind: 'answer', msgId: 'msg-2', questionId: 'q-1', content: 'blue' };
      assert.deepEqual(pending(open()), [said, answer]);
    });

    it('takes the longest message that may be sent, whatever its characters', () => {
      const content = '\u0001'.repeat(MAX_MESSAGE);
      open().put({ ...said, content });
      assert.deepEqual(pending(open()), [{ ...said, content }]);
      assert.deepEqual(names(), ['msg-1.json']);
    });

    it('holds an intent until it is removed, and one message once', () => {
      const inbox = open();
      inbox.put(said);
      inbox.put(said);
      assert.equal(pending(inbox).length, 1);
      assert.ok(inbox.isPending('msg-1'));
      inbox.remove('msg-1');
      assert.deepEqual(names(), []);
    });

    it('takes any message id, and none of them leaves the folder', () => {
      const inbox = open();
      for (const msgId of ['../../up', 'UPPER', '', 'x'.repeat(500), 'a/b']) {
        if (msgId !== '') inbox.put({ ...said, msgId });
        assert.equal(inbox.isPending(msgId), msgId !== '');
      }
      assert.equal(pending(inbox).length, 4);
      assert.deepEqual(place.files.list(path.join(place.rtws, '.dialogs')), ['inbox']);
    });

    for (const [what, text] of [
      ['empty', ''],
      ['half', '{"v":1,"kind":"say"'],
      ['of a later version', JSON.stringify({ v: 2, ...said })],
      ['of an unknown kind', JSON.stringify({ v: 1, ...said, kind: 'sing' })],
      ['for a dialog that cannot be', JSON.stringify({ v: 1, ...said, dialog: { rootId: '../x', selfId: 'a' } })],
      ['under the name of another message', JSON.stringify({ v: 1, ...said, msgId: 'msg-2' })],
      ['too large', JSON.stringify({ v: 1, ...said, content: 'x'.repeat(MAX_INTENT_BYTES) })],
    ] as const) {
      it(`keeps a file aside that is ${what}, and says so once`, () => {
        write('msg-1.json', text);
        const inbox = open();
        assert.deepEqual(pending(inbox), []);
        assert.deepEqual(pending(inbox), []);
        assert.deepEqual(
          inbox.problems.map(({ file }) => file),
          ['.dialogs/inbox/msg-1.json'],
        );
        assert.deepEqual(names(), ['msg-1.json.corrupt']);
      });
    }

    it('keeps a folder aside that lies in the place of a file, and gives back the others', () => {
      if (!existsSync(place.rtws)) return;
      mkdirSync(path.join(folder(), 'msg-0.json/deep'), { recursive: true });
      const inbox = open();
      inbox.put(said);
      assert.deepEqual(
        pending(inbox).map(({ msgId }) => msgId),
        ['msg-1'],
      );
      assert.deepEqual(names(), ['msg-0.json.corrupt', 'msg-1.json']);
    });

    it('looks at so many files at once, however many there are, and gives what it found in their order', () => {
      const count = 2_000;
      for (let number = 0; number < count; number++) write(`${number}.txt`, '');
      const inbox = openInboxFolder(place.rtws, { ...place.files, names: counted });
      let read = 0;
      function* counted(name: string) {
        for (const each of place.files.names(name)) {
          read += 1;
          yield each;
        }
      }
      inbox.put({ ...said, msgId: 'msg-2', at: '2026-01-03' });
      inbox.put(said);
      const look = inbox.look();
      for (let turn = 1; ; turn++) {
        const before = read;
        const { done, value } = look.next();
        assert.ok(read - before <= 1_001, String(read - before));
        if (!done) continue;
        assert.deepEqual(
          value.map(({ msgId }) => msgId),
          ['msg-1', 'msg-2'],
        );
        assert.equal(turn, Math.ceil((count + 40) / 1_000));
        return;
      }
    });

    it('gives a refusal back as the fact that it was, once', () => {
      const inbox = open();
      inbox.put(said);
      const refusal = refuse('unknown-dialog', { name: 'r-1' });
      inbox.refuse('msg-1', refusal, sayRefusal(refusal, 'en'));
      assert.deepEqual(inbox.takeRefusal('msg-1'), refusal);
      assert.equal(inbox.takeRefusal('msg-1'), undefined);
    });

    it('gives a refusal in its words when another version wrote it, or when its fact is not whole', () => {
      const told = { code: 'wrong-state', message: 'Not now', remedy: 'wait' };
      const expected = toldRefusal('wrong-state', 'Not now', 'wait');
      for (const why of [undefined, { id: 'of-a-later-version' }, { id: 'unknown-member', agentId: 1 }]) {
        write('msg-1.refused', JSON.stringify({ v: 1, ...told, ...(why && { why }) }));
        assert.deepEqual(open().takeRefusal('msg-1'), expected);
      }
    });

    it('leaves other files alone', () => {
      write('msg-1.json.7.tmp', 'half');
      write('notes.txt', 'mine');
      assert.deepEqual(pending(open()), []);
      assert.deepEqual(names(), ['msg-1.json.7.tmp', 'notes.txt']);
    });
  });
}
