// Words of a caller in the state of the callee (SPEC 19.2).
import assert from 'node:assert/strict';
import type { CallId, DialogId } from '../../../src/core/base/ids.ts';
import { foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import type { CourseRecord, Fact } from '../../../src/core/dialog/record.ts';
import { openCall, stateOf } from '../../tools/tool-support.ts';

const at = '2026-01-01T00:00:00.000Z';
const { identity, frames } = stateOf({ kind: 'sub' });
const own = frames[0].inbound ?? assert.fail();
const back = { ...own, callId: 'back' as CallId, callKind: 'A', callerDialogId: 'sub2' as DialogId } as const;
const pending = openCall('its-own');
const { callId, headline, body } = pending;
const tells = (told: CallId): Fact => ({
  kind: 'wasTold',
  callId: told,
  callerAgentId: own.callerAgentId,
  content: 'Oak.',
});

/** A callee that waits for a subdialog and answers what that asks back. */
function fold(...facts: readonly Fact[]) {
  const begun: readonly Fact[] = [
    { kind: 'dialogCreated', identity, call: own },
    { kind: 'generationStarted', genseq: 1 },
    {
      kind: 'assistantSaid',
      genseq: 1,
      parts: [{ kind: 'tellask', valid: true, mention: 'bob', headline, body, callId }],
    },
    { kind: 'generationEnded', genseq: 1, outcome: 'complete' },
    { kind: 'tellaskMade', callId, callKind: 'C', targets: ['sub2' as DialogId], agentId: pending.agentId },
    { kind: 'callReceived', call: back },
    { kind: 'generationStarted', genseq: 2 },
    { kind: 'assistantSaid', genseq: 2, parts: [{ kind: 'prose', text: 'So.' }] },
    { kind: 'generationEnded', genseq: 2, outcome: 'complete' },
  ];
  const records = [...begun, ...facts].map(fact => ({ v: 1, at, ...fact }) as CourseRecord);
  return foldCourse(records) ?? assert.fail();
}

describe('words of a caller', () => {
  it('count in the frame that answers its call, each once, and are to be read there', () => {
    const told = (...calls: readonly CallId[]) =>
      fold(...calls.map(tells)).frames.map(frame => [frame.told, frame.attention]);
    assert.deepEqual(told(), [
      [undefined, 'answered'],
      [undefined, 'answered'],
    ]);
    assert.deepEqual(told(own.callId, own.callId), [
      [2, 'unanswered'],
      [undefined, 'answered'],
    ]);
    assert.deepEqual(told(own.callId, back.callId), [
      [1, 'unanswered'],
      [1, 'unanswered'],
    ]);
  });

  it('change no frame when none answers the call, and are a message in any case', () => {
    const before = fold();
    const after = fold(tells('gone' as CallId));
    assert.deepEqual(after.frames, before.frames);
    assert.equal(after.messageCount, before.messageCount + 1);
  });
});
