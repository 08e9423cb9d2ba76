import assert from 'node:assert/strict';
import { Inbox } from '../../src/pages/inbox.ts';
import type { InboxQuestion } from '../../src/protocol/overview.ts';
import { fakeRuntime } from '../support/fake-runtime.ts';
import { nextTurn } from '../support/next-turn.ts';

const never = () => undefined;

describe('the inbox of a window that opens', () => {
  it('is empty for sure only once the runtime has said which questions there are', async () => {
    const read = Promise.withResolvers<readonly InboxQuestion[]>();
    const { runtime } = fakeRuntime({ inbox: () => read.promise });
    const inbox = new Inbox({ runtime, onChange: never, onEvent: never });
    let isSure = false;
    const current = inbox.whenCurrent().then(() => {
      isSure = true;
    });
    const refreshed = inbox.refresh();
    inbox.forgetClosed();
    await nextTurn();
    assert.deepEqual([isSure, inbox.isCurrent], [false, false]);
    read.resolve([]);
    await Promise.all([refreshed, current]);
    assert.equal(inbox.isCurrent, true);
  });

  it('is empty for sure at once where nothing is open', async () => {
    await new Inbox({ runtime: undefined, onChange: never, onEvent: never }).whenCurrent();
  });
});
