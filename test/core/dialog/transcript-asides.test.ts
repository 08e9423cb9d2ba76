// What a model reads of asides: their talk, and answers in the order of the calls when they have ended (SPEC 19.1,
// 19.5).
import assert from 'node:assert/strict';
import type { AgentId, AsideId, CallId, DialogId, QuestionId } from '../../../src/core/base/ids.ts';
import type { CourseRecord, Fact } from '../../../src/core/dialog/record.ts';
import type { Identity, InboundCall } from '../../../src/core/dialog/record-parts.ts';
import type { Carried, Frame, OpenCall } from '../../../src/core/dialog/state.ts';
import { createTranscript, type Transcript } from '../../../src/core/dialog/transcript/transcript.ts';
import { promptTexts } from '../../../src/core/prompt/prompt-texts.ts';

const at = '2026-01-01T00:00:00.000Z';
const coder = 'coder' as AgentId;

function read(...facts: readonly Fact[]): readonly string[] {
  return lastParts(transcriptOf(facts));
}

function lastParts(transcript: Transcript): readonly string[] {
  return transcript.messages().map(({ content }) => content.split('\n\n').at(-1) ?? '');
}

function transcriptOf(facts: readonly Fact[]): Transcript {
  const transcript = createTranscript(promptTexts('en'), 'tellask');
  for (const fact of facts) transcript.add({ v: 1, at, ...fact } as CourseRecord);
  return transcript;
}

const call = (callId: string): OpenCall => ({
  callId: callId as CallId,
  callKind: 'C',
  targets: [`of-${callId}` as DialogId],
  agentId: coder,
  headline: callId,
  body: '',
  since: at,
});
const answer = (callId: string): Fact => ({
  kind: 'responseSupplied',
  callId: callId as CallId,
  from: `of-${callId}` as DialogId,
  agentId: coder,
  ok: true,
  content: `answer ${callId}`,
});
const asideId = 'a1' as AsideId;
const ended: Fact = { kind: 'asideEnded', asideId };
const cleared: Fact = { kind: 'asideCleared', asideId, prompt: 'Cleared.' };
const user = (content: string): Fact => ({ kind: 'userSaid', msgId: content, content });

/** A course that begins while its dialog is in an aside, which has a call of its own. */
function courseInAside(main: readonly OpenCall[]): Fact {
  const frames: readonly [Frame, ...Frame[]] = [
    { pending: main, attention: 'answered' },
    { aside: { asideId, because: 'words', since: at }, pending: [call('own')], attention: 'unanswered' },
  ];
  const carried = { frames } as Partial<Carried> as Carried;
  return { kind: 'courseStarted', course: 2, identity: {} as Identity, carried, prompt: 'Opening.', reason: 'full' };
}

describe('a course that begins within an aside', () => {
  it('gives the answers of the task beneath when the aside has ended', () => {
    const opening = courseInAside([call('one'), call('two')]);
    assert.deepEqual(read(opening, answer('two'), answer('one')), ['Opening.']);
    assert.deepEqual(read(opening, answer('two'), answer('one'), answer('own')), ['Opening.', 'answer own']);
    assert.deepEqual(read(opening, answer('two'), answer('own'), answer('one'), ended), [
      'Opening.',
      'answer own',
      'answer one',
      'answer two',
    ]);
  });

  it('keeps its opening when the aside is cleared, and the answers to come', () => {
    const opening = courseInAside([call('one')]);
    assert.deepEqual(read(opening, user('More'), cleared, answer('own'), answer('one'), ended), [
      'Opening.',
      'Cleared.',
      'answer own',
      'answer one',
    ]);
  });
});

describe('answers that came before others', () => {
  const tellask = { kind: 'tellask', valid: true, mention: 'coder' } as const;
  const says = (...calls: readonly string[]): Fact[] => [
    { kind: 'generationStarted', genseq: 1 },
    {
      kind: 'assistantSaid',
      genseq: 1,
      parts: calls.map(callId => ({ ...tellask, callId: callId as CallId, headline: callId, body: '' })),
    },
    { kind: 'generationEnded', genseq: 1, outcome: 'complete' },
  ];
  const made = (callId: string): Fact => ({
    kind: 'tellaskMade',
    callId: callId as CallId,
    callKind: 'C',
    agentId: coder,
    targets: [`of-${callId}` as DialogId],
  });
  const isAnswer = (text: string) => text.startsWith('answer');

  it('stay when the aside in which they were read is cleared', () => {
    const opened: Fact = { kind: 'asideOpened', asideId, because: 'answers' };
    const facts = [...says('one', 'two'), made('one'), made('two'), answer('one'), opened, user('Aha'), cleared, ended];
    assert.deepEqual(read(...facts).slice(1), ['answer one', 'Cleared.']);
    assert.deepEqual(read(...facts, answer('two')).filter(isAnswer), ['answer one', 'answer two']);
  });

  it('go with an aside beneath another when their assignment is over, and no later course has them', () => {
    const assignment = { callId: 'job' as CallId, callKind: 'C', callerDialogId: 'd1' as DialogId } as const;
    const opened = (id: string): Fact => ({ kind: 'asideOpened', asideId: id as AsideId, because: 'words' });
    const transcript = transcriptOf([
      { kind: 'callReceived', call: { ...assignment, callerAgentId: coder, headline: 'job', body: '' } },
      ...[...says('one'), made('one'), opened('a1'), user('Hello'), ...says('two'), made('two')],
      ...[opened('a2'), user('And now?')],
      ...[answer('one'), answer('two'), { kind: 'assignmentDropped', callId: assignment.callId, reason: '' } as Fact],
    ]);
    assert.deepEqual(lastParts(transcript).filter(isAnswer), ['answer one']);
    assert.deepEqual(transcript.unsaid(), []);
  });

  it('are read before the person speaks in an aside when they are the person’s own', () => {
    const asked: Fact = {
      kind: 'questionAsked',
      questionId: 'q1' as QuestionId,
      questionKind: 'ask',
      callId: 'two' as CallId,
      genseq: 1,
      headline: 'two',
      body: '',
    };
    const said = {
      kind: 'questionAnswered',
      questionId: 'q1' as QuestionId,
      msgId: 'm1',
      content: 'answer two',
    } as const;
    const opened: Fact = { kind: 'asideOpened', asideId, because: 'words' };
    const facts = [...says('one', 'two', 'three'), made('one'), made('three'), asked, answer('one'), said];
    assert.deepEqual(read(...facts).filter(isAnswer), []);
    const aside = [...facts, opened, user('Why?')];
    assert.deepEqual(read(...aside).slice(1), ['answer two', 'Why?']);
    assert.deepEqual(read(...aside, cleared, ended).slice(1), ['answer two', 'Cleared.']);
    const all = read(...aside, ended, answer('three'));
    assert.deepEqual(all.filter(isAnswer), ['answer two', 'answer one', 'answer three']);
  });
});

describe('words of a caller', () => {
  const job: InboundCall = {
    callId: 'c1' as CallId,
    callKind: 'C',
    callerDialogId: 'd1' as DialogId,
    callerAgentId: coder,
    headline: 'job',
    body: '',
  };
  const created: Fact = { kind: 'dialogCreated', identity: {} as Identity, call: job };
  const told: Fact = { kind: 'wasTold', callId: 'c1' as CallId, callerAgentId: coder, content: 'Use oak.' };
  const opened: Fact = { kind: 'asideOpened', asideId, because: 'words' };

  it('come into the task that they are for, not into an aside above it', () => {
    assert.deepEqual(read(created, opened, user('Hello'), told), ['job', 'Hello']);
    assert.deepEqual(read(created, opened, user('Hello'), told, ended), ['job', 'Hello', 'Use oak.']);
    assert.deepEqual(read(created, opened, user('Hello'), told, cleared, ended), ['job', 'Cleared.', 'Use oak.']);
  });

  it('that withdraw a TellaskBack come behind the aside above it', () => {
    const asksBack: InboundCall = { ...job, callId: 'b1' as CallId, callKind: 'A', headline: 'which' };
    const back: Fact = { kind: 'callReceived', call: asksBack };
    const dropped: Fact = { kind: 'assignmentDropped', callId: 'b1' as CallId, reason: 'dismissed' };
    const note = promptTexts('en').callDismissed({ caller: 'coder', headline: 'which' });
    const facts = [created, back, opened, user('Hello'), dropped];
    assert.deepEqual(read(...facts), ['job', 'which', 'Hello']);
    assert.deepEqual(read(...facts, cleared, ended), ['job', 'which', 'Cleared.', note]);
  });

  it('come behind a generation that had begun without them', () => {
    const facts: Fact[] = [
      { kind: 'generationStarted', genseq: 1 },
      told,
      { kind: 'assistantSaid', genseq: 1, parts: [{ kind: 'prose', text: 'Built.' }] },
      { kind: 'generationEnded', genseq: 1, outcome: 'complete' },
    ];
    assert.deepEqual(read(created, ...facts), ['job', 'Built.', 'Use oak.']);
  });
});
