// How the process that drives takes intents out of the inbox, however much lies there.
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import { type AddressedIntent, sealedIntent } from '../../src/core/intents/wire.ts';
import { createIntentApplier } from '../../src/runtime/roles/apply-intents.ts';
import { root } from '../store/files/store-support.ts';
import { performing } from '../support/fake-runtime.ts';
import { sealsOf } from '../support/seals.ts';

describe('carrying out what other processes handed over', () => {
  const intent = (msgId: string): AddressedIntent => ({
    kind: 'say',
    msgId,
    to: 'token',
    at: '2026-01-02',
    dialog: root,
    content: msgId,
  });

  /** An inbox whose look takes so many turns; what it gives is what lies there when the look ends. */
  function create(turns: number) {
    const waiting = new Map<string, AddressedIntent>();
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
      perform: performing({
        async say({ msgId }) {
          applied.push(msgId);
          return { ok: true, queued: true };
        },
        async start({ rootId = '' as RootId, text = '' }) {
          applied.push(text);
          return { ok: true, rootId };
        },
      }),
      log: { info: () => {}, error: message => assert.fail(message) },
      token: 'token',
      seals: sealsOf('here'),
      later: work => void planned.push(work),
      writeIndexes: async () => {},
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

  it('begins a dialog for this person, on this machine and in this process only', () => {
    const { applier, waiting, applied } = create(1);
    const start = { kind: 'start', rootId: 'r-1' as RootId, at: '2026-01-01T00:00:00.000Z' } as const;
    const seal = (said: AddressedIntent) => sealsOf('here').seal(sealedIntent(said));
    const ours: AddressedIntent = { ...start, msgId: 'm-1', to: 'token', text: 'ours' };
    const older: AddressedIntent = { ...start, msgId: 'm-2', to: 'before', text: 'older' };
    waiting.set('m-1', { ...ours, seal: seal(ours) });
    waiting.set('m-2', { ...older, seal: seal(older) });
    waiting.set('m-3', { ...ours, msgId: 'm-3', text: 'anybody' });
    waiting.set('m-4', { ...ours, seal: seal(ours), msgId: 'm-4', text: 'changed' });
    applier.allowLeftOver();
    applier.applyWaiting();
    assert.deepEqual(applied, ['ours']);
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
