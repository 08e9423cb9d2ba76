// How the process that drives takes intents out of the inbox, however much lies there.
import assert from 'node:assert/strict';
import { createIntentApplier } from '../../src/runtime/roles/apply-intents.ts';
import type { HandedIntent } from '../../src/store/handed-intent.ts';
import { root } from '../store/files/store-support.ts';
import { sealsOf } from '../support/seals.ts';

describe('carrying out what other processes handed over', () => {
  const intent = (msgId: string): HandedIntent => ({
    kind: 'drive_dlg_by_user_msg',
    msgId,
    to: 'token',
    at: '2026-01-02',
    dialog: root,
    content: msgId,
  });

  /** An inbox whose look takes so many turns; what it gives is what lies there when the look ends. */
  function create(turns: number) {
    const waiting = new Map<string, HandedIntent>();
    const applied: string[] = [];
    const planned: (() => void)[] = [];
    const so = { looks: 0, isOver: false };
    const applier = createIntentApplier({
      inbox: {
        *look() {
          so.looks += 1;
          for (let turn = 1; turn < turns; turn++) yield;
          return [...waiting.values()];
        },
        remove: msgId => void waiting.delete(msgId),
        refuse: msgId => void waiting.delete(msgId),
      },
      apiFor: () => ({
        async say({ msgId }) {
          applied.push(msgId);
          return { ok: true, queued: true };
        },
        answer: () => assert.fail(),
        changeQueued: () => assert.fail(),
        removeQueued: () => assert.fail(),
        dismiss: () => assert.fail(),
        tellCallee: () => assert.fail(),
        draft: () => assert.fail(),
        changeBelief: () => assert.fail(),
        retryNow: () => assert.fail(),
        stop: () => assert.fail(),
        stopAll: () => assert.fail(),
      }),
      log: { info: () => {}, error: message => assert.fail(message) },
      token: 'token',
      seals: sealsOf('here'),
      later: work => void planned.push(work),
      isOver: () => so.isOver,
      isUntrusted: false,
    });
    const turn = () => planned.shift()?.();
    return { applier, waiting, applied, planned, so, turn };
  }

  it('happens at once when the inbox can be looked at in one turn', () => {
    const { applier, waiting, applied, planned } = create(1);
    waiting.set('m-1', intent('m-1'));
    applier.applyWaiting();
    assert.deepEqual([applied, planned.length], [['m-1'], 0]);
  });

  it('goes on turn by turn in a full inbox, and looks once more when something came meanwhile', () => {
    const { applier, waiting, applied, planned, so, turn } = create(3);
    waiting.set('m-1', intent('m-1'));
    applier.applyWaiting();
    turn();
    for (const _ of [1, 2]) applier.applyWaiting();
    assert.deepEqual([applied, so.looks, planned.length], [[], 1, 1]);
    turn();
    assert.deepEqual([applied, planned.length], [['m-1'], 1]);
    waiting.set('m-2', intent('m-2'));
    for (const _ of [1, 2, 3]) turn();
    assert.deepEqual([applied, so.looks, planned.length], [['m-1', 'm-2'], 2, 0]);
  });

  it('ends when the process may not drive any more', () => {
    const { applier, waiting, applied, planned, so, turn } = create(2);
    waiting.set('m-1', intent('m-1'));
    applier.applyWaiting();
    so.isOver = true;
    turn();
    assert.deepEqual([applied, planned.length], [[], 0]);
  });
});
