// Which records are a word of the person: after them generations count anew (SPEC 7.4).
import assert from 'node:assert/strict';
import { applyRecord } from '../../../src/core/dialog/fold/apply.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import type { DialogState } from '../../../src/core/dialog/state.ts';

const at = '2026-01-01T00:00:00.000Z';
const state = {
  frames: [{ pending: [], attention: 'answered' }],
  questions: [],
  queued: [],
  toolCalls: [],
  msgIds: [],
  diligence: { on: true, pushed: 0 },
  recent: [{ sign: '0', shows: 'A' }],
} as unknown as DialogState;

function checkWord(what: string, fact: object, isWord: boolean): void {
  it(`${what} is ${isWord ? 'one' : 'none'}`, () => {
    const record = { v: 1, at, ...fact, ...(isWord && { treeGenerations: 7 }) } as CourseRecord;
    const { recent, heardAt } = applyRecord(state, record);
    assert.deepEqual([recent.length, heardAt], isWord ? [0, 7] : [1, undefined]);
  });
}

describe('a word of the person', () => {
  const answer = { kind: 'questionAnswered', questionId: 'q1', msgId: 'm1', content: 'yes' };
  const turn = { kind: 'turnBegan', turn: 1, by: 'person', commands: [], changes: [] };
  checkWord('a message', { kind: 'userSaid', msgId: 'm1', content: 'Go on' }, true);
  checkWord('a message that waits', { kind: 'messageQueued', msgId: 'm1', content: 'Go on' }, false);
  checkWord('an answer', { ...answer, by: { kind: 'person', surface: 'cli' } }, true);
  checkWord('an answer of which nobody recorded who gave it', answer, true);
  checkWord('an answer of a rule', { ...answer, by: { kind: 'policy', surface: 'panel' } }, false);
  checkWord('a message to a mind', { kind: 'draftMessageSent', msgId: 'm1', content: 'Hello?' }, true);
  checkWord('Keep Drafting', { kind: 'draftRunAsked', until: 'paused' }, true);
  checkWord('thinking on after a draft was accepted by itself', { kind: 'draftRunAsked', by: 'quiet' }, false);
  checkWord('an acceptance', { kind: 'draftAccepted', draftId: 'd1', by: 'person', historyPairs: 0 }, true);
  checkWord('an acceptance by quiet', { kind: 'draftAccepted', draftId: 'd1', by: 'quiet', historyPairs: 0 }, false);
  checkWord('a click on the dialogue state', { ...turn, note: 'edited' }, true);
  checkWord('a turn that takes in words', turn, false);
  checkWord('a push', { kind: 'diligencePushed', content: 'On.', left: 1, language: 'en', source: 'built-in' }, false);
  checkWord('going on after an interruption', { kind: 'resumed' }, false);
});
