// A course folds in linear time, whatever kind of record it repeats and whatever is open meanwhile (SPEC 18.3).
import assert from 'node:assert/strict';
import type { AgentId, AsideId, CallId, DialogId, QuestionId, RootId } from '../../../src/core/base/ids.ts';
import { emptyState } from '../../../src/core/belief/state.ts';
import { foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import type { CourseRecord, Fact } from '../../../src/core/dialog/record.ts';
import { facts } from '../../../src/core/dialog/record.ts';
import type { SaidTellask } from '../../../src/core/dialog/record-parts.ts';
import { itemsLookedAt } from '../../support/list-work.ts';

type FieldsOf<K extends Fact['kind']> = Omit<Extract<Fact, { kind: K }>, 'kind'>;

const at = '2026-01-01T00:00:00.000Z';
const by = 'coder' as AgentId;
const self = 'r' as DialogId;
const figures = { ms: 1, genseq: 1, model: 'm', mark: 'spent', usage: { promptTokens: 1, completionTokens: 1 } };
const call = (name: string, number: number) => `${name}-${number}` as CallId;
const question = (number: number) => `q-${number}` as QuestionId;
const aside = (number: number) => `a-${number}` as AsideId;
const callee = (name: string, number: number) => `${call(name, number)}-callee` as DialogId;
const form = { fields: [] } as never;
const inbound = (name: string, number: number, callKind: 'A' | 'B') => ({
  ...{ callId: call(name, number), callKind, callerDialogId: self, callerAgentId: by, headline: 'h', body: 'b' },
});
const change = (number: number) => [
  { path: `file-${number}`, before: { hash: `${number}` }, after: { hash: `${number + 1}` } },
];
const identity = {
  ...{ kind: 'root', rootId: 'r' as RootId, selfId: self, agentId: 'lead' as AgentId, taskDocPath: 't', createdAt: at },
  ...{ dialect: 'tellask', mode: 'draft', domain: 'shop' },
} as FieldsOf<'dialogCreated'>['identity'];
const tellask = (callId: CallId): SaidTellask => ({
  ...{ kind: 'tellask', valid: true, callId, mention: 'coder', headline: 'h', body: 'b' },
});
const said = (number: number) => ({ msgId: `m-${number}`, content: 'x' });
const belief = { by: 'person', commands: [], changes: [] } as const;

/** One record of each kind, about the numbered one of what is open. */
const kinds: { readonly [K in Fact['kind']]: (number: number) => FieldsOf<K> } = {
  dialogCreated: () => ({ identity }),
  courseStarted: number => ({
    course: number + 2,
    identity,
    carried: { ...carriedBy() },
    prompt: 'go on',
    reason: 'full',
  }),
  dialogCompleted: () => ({ by: 'person' }) as FieldsOf<'dialogCompleted'>,
  dialogArchived: () => ({}),
  dialogReopened: () => ({}),
  dialogForked: () => ({ from: 'o' as RootId, course: 1, genseq: 1, note: 'forked' }),
  messageQueued: number => ({ msgId: `new-${number}`, content: 'x' }),
  queuedChanged: number => ({ msgId: `m-${number}`, content: 'y' }),
  queuedRemoved: number => ({ msgId: `m-${number}` }),
  userSaid: said,
  heldBack: () => ({}),
  retriedNow: () => ({ by: { kind: 'person', surface: 'editor' } }) as never,
  generationStarted: number => ({ genseq: number + 2 }),
  assistantThought: () => ({ genseq: 1, text: 'x' }),
  assistantSaid: number => ({ genseq: 1, parts: [{ kind: 'prose', text: 'x' }, tellask(call('new', number))] }),
  toolCalled: number => ({ genseq: 1, callId: call('said', number), name: 'read_file', args: '{}' }),
  generationEnded: () => ({ outcome: 'cut', ...figures }),
  callsMisread: () => ({ genseq: 1, misread: [] }),
  toolStarted: number => ({ callId: call('tool', number) }),
  sleepBegan: number => ({ callId: call('tool', number), until: at }),
  toolAsked: number => ({ callId: call('tool', number), state: 's' }),
  processStarted: number => ({ processId: `new-${number}`, command: 'npm run dev' }),
  processEnded: number => ({ processId: `p-${number}`, outcome: 'exited', code: 0 }),
  toolReturned: number => ({ callId: call('tool', number), ok: true, content: 'x' }),
  workplaceMade: number => ({ place: { root: `/p/${number}`, from: '/w', folder: '/p', kind: 'copy' } }),
  workplaceEnded: () => ({ because: 'merged' }),
  workDecided: number => ({ callId: call('c', number), decision: { what: 'take' } }),
  mergeBegan: number => ({ callId: call('c', number), files: [] }),
  workSettled: number => ({ callId: call('c', number), outcome: 'merged', note: 'n' }),
  workSentBack: number => ({
    callId: call('c', number),
    again: call('again', number),
    because: 'words',
    headline: 'h',
    body: 'b',
    note: 'n',
  }),
  filesChanged: number => ({ callId: call('tool', number), changes: change(number) }),
  editsUndone: number => ({ changes: change(number), note: 'n' }),
  editsKept: number => ({ changes: change(number) }),
  revertBegan: number => ({ revertId: `r-${number}`, how: 'undo', changes: change(number) }),
  revertEnded: number => ({ revertId: `r-${number}` }),
  editsRedone: number => ({ changes: change(number), note: 'n' }),
  clearMindRequested: number => ({ reason: 'clear_mind', returns: { callId: call('tool', number), content: 'x' } }),
  doneRequested: number => ({ returns: { callId: call('tool', number), content: 'x' } }),
  tellaskMade: number => ({
    ...{ callId: call('said', number), callKind: 'C', targets: [callee('said', number)], agentId: by },
    ...(number % 2 === 0 && { instead: call('made', number) }),
  }),
  tellaskRefused: number => ({ callId: call('said', number), reason: 'malformed', message: 'x' }),
  responseSupplied: number => ({
    ...{ callId: call('made', number), from: callee('made', number), agentId: by, ok: true, content: 'x' },
    msgId: `w-${number}`,
  }),
  calleeTold: number => ({ callId: call('made', number % 2), content: 'x', msgId: `w-${number}` }),
  reassignRequested: number => ({ callId: call('made', number) }),
  asideOpened: number => ({ asideId: `new-${number}` as AsideId, because: number % 2 === 0 ? 'words' : 'answers' }),
  asideEnded: number => ({ asideId: aside(number) }),
  asideCleared: number => ({ asideId: aside(number), prompt: 'x' }),
  callReceived: number => ({ call: inbound('new', number, number % 2 === 0 ? 'A' : 'B') }),
  wasTold: number => ({ callId: call('asked', number), callerAgentId: by, content: 'x' }),
  responseGiven: number => ({ callId: call('asked', number), to: self, ok: true, content: 'x' }),
  assignmentDropped: number => ({ callId: call('asked', number), reason: 'gone' }),
  questionAsked: number => ({
    ...{ questionId: `new-${number}` as QuestionId, questionKind: 'ask', headline: 'h', body: 'b', genseq: 1 },
    callId: call('said', number),
  }),
  questionAnswered: number => ({ questionId: question(number), msgId: `w-${number}`, content: 'allow once' }),
  questionClosed: number => ({ questionId: question(number), reason: 'gone' }),
  permissionRevoked: number => ({ grant: { tool: `t-${number}`, reason: 'r', paths: [] } }),
  permissionModeSet: () => ({ mode: 'edits', seal: 's' }),
  permissionGranted: number => ({ grant: { tool: `t-${number}`, reason: 'r', paths: [] } }),
  capRaised: number => ({ cap: { maxTokens: number } }),
  remindersSet: () => ({ reminders: ['x'] }),
  diligencePushed: () => ({ content: 'x', left: 1, language: 'en', source: 's' }),
  diligenceSet: () => ({ on: true }),
  autoSaid: () => ({ reason: 'empty-output', content: 'x' }),
  interrupted: () => ({ code: 'auth', message: 'x' }),
  resumed: () => ({}),
  leftWaiting: () => ({}),
  draftMessageAdded: number => ({ msgId: `a-${number}`, content: 'x' }),
  draftTaken: number => ({ draft: { id: `t${number}`, text: 'x' }, genseq: 1, bufferSize: 5 }),
  draftMessageSent: number => ({ msgId: `w-${number}`, content: 'x' }),
  draftRunAsked: () => ({ until: 'paused', maxSteps: 0, quietSteps: 0, autoAccept: 0 }),
  draftStepped: number => ({
    ...{ thoughts: [{ id: number + 1_000_000, text: 'x' }], bufferSize: 0, poolSize: 0, ...figures },
    joinings: [
      { thought: number + 1_000_000, cluster: number + 1_000_000 },
      { thought: number, cluster: number },
    ],
    draft: { id: `new-${number}`, text: `${number}` },
  }),
  draftAccepted: number => ({ draftId: `d-${number}`, by: 'person', historyPairs: 0 }),
  draftsSeen: number => ({ draftIds: [`d-${number}`] }),
  exchangesPruned: () => ({ pairs: 1 }),
  turnBegan: number => ({ turn: number, ...belief, takes: 1, call: figures }),
  predictionUnread: () => ({ problem: 'x', output: 'x', ...figures }),
  beliefChanged: () => ({ by: 'person', command: null, changes: [], call: figures }),
  turnEnded: number => ({ entry: { turn: number, after: null, changes: [], ended: [] } }),
  keptGoing: number => ({ round: number, content: 'x' }),
  rolledBack: () => ({ from: 2, to: 1, state: emptyState, rests: true }),
  acceptanceSeen: () => ({ lines: ['[cmd] npm test'], by: 'person' }),
  evidenceGathered: () => ({ line: '[cmd] npm test', outcome: 'passed', output: 'x' }),
  reviewAsked: number => ({
    ...{ callId: call('new', number), line: '[@coder] x', target: 't' as DialogId, agentId: 'coder' as AgentId },
    ...{ headline: 'h', body: 'b' },
  }),
  doneWaits: number => ({ callId: call('tool', number), lines: [] }),
};

const record = <K extends Fact['kind']>(kind: K, fields: FieldsOf<K>): CourseRecord =>
  ({ v: 1, at, kind, ...fields }) as unknown as CourseRecord;

/** The state of a dialog with a long list in each place that has one; `frames`: how many callers it answers. */
function openWork(count: number, frames = count): CourseRecord[] {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const each = (make: (number: number) => readonly CourseRecord[]) => numbers.flatMap(make);
  return [
    record('dialogCreated', { identity }),
    record('draftMessageSent', { msgId: 'm', content: 'x' }),
    ...each(number => [
      record('draftStepped', {
        ...{ genseq: 1, thoughts: [{ id: number, text: 'x' }], joinings: [], bufferSize: 0, poolSize: 0, ms: 1 },
        draft: { id: `d-${number}`, text: `${number}` },
      } as FieldsOf<'draftStepped'>),
      record('messageQueued', said(number)),
      record('userSaid', { msgId: `due-${number}`, content: 'x' }),
    ]),
    ...each(number => [
      record('assistantSaid', { genseq: 1, parts: [tellask(call('made', number))] }),
      record('tellaskMade', {
        ...{ callId: call('made', number), callKind: 'C', targets: [callee('made', number)], agentId: by },
      }),
      record('reassignRequested', { callId: call('made', number) }),
      record('permissionGranted', kinds.permissionGranted(number)),
      record('processStarted', { processId: `p-${number}`, command: 'npm run dev' }),
      record('processStarted', { processId: `ended-${number}`, command: 'npm run dev' }),
      record('processEnded', { processId: `ended-${number}`, outcome: 'exited' }),
    ]),
    ...numbers.slice(0, frames).map(number => record('callReceived', { call: inbound('asked', number, 'A') })),
    ...numbers.slice(0, frames).map(number => record('asideOpened', { asideId: aside(number), because: 'words' })),
    record('generationStarted', { genseq: 1 }),
    ...each(number => [
      record('assistantSaid', { genseq: 1, parts: [tellask(call('said', number))] }),
      record('toolCalled', { genseq: 1, callId: call('tool', number), name: 'run_shell', args: '{}' }),
      record('toolAsked', { callId: call('tool', number), held: true }),
      record('questionAsked', {
        ...{ questionId: question(number), headline: 'h', body: 'b', genseq: 1, callId: call('tool', number), form },
        questionKind: number % 2 === 0 ? 'permission' : 'ask',
      }),
    ]),
  ];
}

/** What a course carries that has nothing open. */
function carriedBy(): FieldsOf<'courseStarted'>['carried'] {
  const state = foldCourse([record('dialogCreated', { identity })]);
  assert.ok(state);
  const { toolCalls, tellasks, questions, closing, generating, course, courseRecords, ...carried } = state;
  return carried as unknown as FieldsOf<'courseStarted'>['carried'];
}

describe('the steps of folding a course', () => {
  const SIZE = 128;
  let base: readonly number[];

  const steps = (kind: Fact['kind'] | undefined, size: number, frames = size) => {
    const make = kind && (kinds[kind] as (number: number) => object);
    // The newest first: the far end of every list.
    const more = make
      ? Array.from({ length: size }, (_, index) => record(kind as Fact['kind'], make(size - 1 - index) as never))
      : [];
    const records = [...openWork(size, frames), ...more];
    let count: number | undefined;
    const looks = itemsLookedAt(() => {
      count = foldCourse(records)?.courseRecords;
    });
    assert.ok(count);
    return looks;
  };

  before(() => {
    base = [steps(undefined, SIZE), steps(undefined, 2 * SIZE)];
  });

  it('are counted for every kind of record', () => {
    assert.deepEqual(Object.keys(kinds).toSorted(), Object.keys(facts).toSorted());
  });

  it('grow with what is open as it grows', () => {
    const [small = 0, large = 0] = base;
    assert.ok(large < 2.5 * small, `${small} and ${large}`);
  });

  for (const kind of Object.keys(facts) as Fact['kind'][]) {
    it(`grow with the number of records of kind ${kind}, not with its square`, () => {
      const [small = 0, large = 0] = [SIZE, 2 * SIZE].map((size, index) => steps(kind, size) - (base[index] ?? 0));
      assert.ok(large < 2.5 * small + SIZE, `${small} and ${large}`);
    });
  }

  for (const kind of ['tellaskMade', 'responseSupplied', 'calleeTold', 'toolReturned', 'questionAnswered'] as const) {
    it(`grow so too in a dialog that answers nobody: ${kind}`, () => {
      const [small = 0, large = 0] = [SIZE, 2 * SIZE].map(size => steps(kind, size, 0));
      assert.ok(large < 2.5 * small, `${small} and ${large}`);
    });
  }
});
