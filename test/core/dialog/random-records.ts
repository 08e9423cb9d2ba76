// Records in any order, with few ids so that they meet: what a course may hold after the strangest history, and what it
// may hold after somebody edited it.
import fc from 'fast-check';
import type { AgentId, AsideId, CallId, DialogId, QuestionId, RootId } from '../../../src/core/base/ids.ts';
import type { CourseRecord, Fact } from '../../../src/core/dialog/record.ts';
import type { Identity, SaidPart } from '../../../src/core/dialog/record-parts.ts';

export const at = '2026-01-01T00:00:00.000Z';
const text = fc.constantFrom('', 'a', 'go on', 'stop', 'two\nlines', '!?@coder x');
const genseq = fc.nat(4);
const callId = fc.constantFrom('c1', 'c2', 'c3').map(id => id as CallId);
const questionId = fc.constantFrom('q1', 'q2').map(id => id as QuestionId);
const asideId = fc.constantFrom('a1', 'a2').map(id => id as AsideId);
const selfId = fc.constantFrom('d1', 'd2').map(id => id as DialogId);
const agentId = fc.constantFrom('lead', 'coder').map(id => id as AgentId);
const of = <K extends Fact['kind']>(kind: K) => fc.constant(kind);

const call = fc.record({
  callId,
  callKind: fc.constantFrom('A' as const, 'B' as const, 'C' as const),
  callerDialogId: selfId,
  callerAgentId: agentId,
  headline: text,
  body: text,
});

const part: fc.Arbitrary<SaidPart> = fc.oneof(
  fc.record({ kind: fc.constant('prose' as const), text }),
  fc.record({
    kind: fc.constant('tellask' as const),
    valid: fc.constant(true as const),
    mention: fc.constant('coder'),
    headline: text,
    body: text,
    callId,
  }),
);

const image = fc.record({ hash: fc.constantFrom('h1', 'h2', 'h3') });
const changes = fc.array(
  fc.record({ path: fc.constantFrom('a', 'b'), before: image, after: image }, { requiredKeys: ['path'] }),
  { maxLength: 2 },
);
const permission = { questionKind: fc.constantFrom('ask' as const, 'diligence' as const, 'permission' as const) };

/** One fact of a dialog's own history; kinds that open a course are not among them. */
export const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ kind: of('dialogCompleted'), by: fc.constant('person' as const), forced: fc.boolean() }),
  fc.record({ kind: of('dialogArchived') }),
  fc.record({ kind: of('dialogReopened') }),
  fc.record({ kind: of('dialogForked'), from: fc.constant('r9' as RootId), course: fc.nat(3), genseq, note: text }),
  fc.record({ kind: of('messageQueued'), msgId: text, content: text }),
  fc.record({ kind: of('queuedChanged'), msgId: text, content: text }),
  fc.record({ kind: of('queuedRemoved'), msgId: text }),
  fc.record({ kind: of('userSaid'), msgId: text, content: text }),
  fc.record({ kind: of('generationStarted'), genseq }),
  fc.record({ kind: of('assistantThought'), genseq, text }),
  fc.record({ kind: of('assistantSaid'), genseq, parts: fc.array(part, { maxLength: 3 }) }),
  fc.record({
    kind: of('assistantSaid'),
    genseq,
    parts: fc.array(part, { maxLength: 1 }),
    cut: fc.constant(true as const),
  }),
  fc.record({ kind: of('toolCalled'), genseq, callId, name: text, args: text }),
  fc.record({
    kind: of('toolCalled'),
    genseq,
    callId,
    name: fc.constantFrom('run_shell', 'edit_file', 'mark_done'),
    args: fc.constant('{"command": "npm test"}'),
  }),
  fc.record({ kind: fc.constantFrom('filesChanged' as const), callId, changes }),
  fc.record({ kind: fc.constantFrom('editsUndone' as const), changes, note: text }),
  fc.record({
    kind: of('generationEnded'),
    genseq,
    outcome: fc.constantFrom('complete' as const, 'complete' as const, 'cut' as const, 'stopped' as const),
  }),
  fc.record({ kind: of('toolStarted'), callId }),
  fc.record({ kind: of('toolReturned'), callId, ok: fc.boolean(), content: text }),
  fc.record({ kind: of('toolReturned'), callId, ok: fc.boolean(), content: text, exitCode: fc.nat(1) }),
  fc.record({ kind: of('clearMindRequested'), reason: fc.constant('clear_mind' as const) }),
  fc.record({ kind: of('doneRequested') }),
  fc.record({
    kind: of('tellaskMade'),
    callId,
    callKind: fc.constantFrom('A' as const, 'B' as const, 'C' as const),
    targets: fc.array(selfId, { minLength: 1, maxLength: 2 }),
    agentId,
  }),
  fc.record({
    kind: of('tellaskMade'),
    callId,
    callKind: fc.constant('C' as const),
    targets: fc.array(selfId, { minLength: 1, maxLength: 1 }),
    agentId,
    instead: callId,
  }),
  fc.record({ kind: of('asideOpened'), asideId, because: fc.constantFrom('words' as const, 'answers' as const) }),
  fc.record({ kind: of('asideEnded'), asideId }),
  fc.record({ kind: of('asideCleared'), asideId, prompt: text }),
  fc.record({ kind: of('calleeTold'), callId, content: text }),
  fc.record({ kind: of('wasTold'), callId, callerAgentId: agentId, content: text }),
  fc.record({ kind: of('reassignRequested'), callId }),
  fc.record({ kind: of('tellaskRefused'), callId, reason: fc.constant('malformed' as const), message: text }),
  fc.record({ kind: of('responseSupplied'), callId, from: selfId, agentId, ok: fc.boolean(), content: text }),
  fc.record({ kind: of('callReceived'), call }),
  fc.record({ kind: of('responseGiven'), callId, to: selfId, ok: fc.boolean(), content: text }),
  fc.record({ kind: of('assignmentDropped'), callId, reason: text }),
  fc.record({ kind: of('questionAsked'), questionId, ...permission, headline: text, body: text, genseq }),
  fc.record({ kind: of('questionAsked'), questionId, ...permission, headline: text, body: text, genseq, callId }),
  fc.record({ kind: of('questionAnswered'), questionId, msgId: text, content: text }),
  fc.record({ kind: of('questionClosed'), questionId, reason: text }),
  fc.record({ kind: of('remindersSet'), reminders: fc.array(text, { maxLength: 2 }) }),
  fc.record({ kind: of('diligencePushed'), content: text, left: fc.nat(3), language: text, source: text }),
  fc.record({ kind: of('diligenceSet'), on: fc.boolean() }),
  fc.record({
    kind: of('autoSaid'),
    reason: fc.constantFrom('empty-output' as const, 'context-caution' as const),
    content: text,
  }),
  fc.record({ kind: of('interrupted'), code: fc.constant('auth' as const), message: text }),
  fc.record({ kind: of('resumed') }),
);

/** A fact as a record, of plain objects like those read from a file. */
export function record(fact: Fact): CourseRecord {
  return structuredClone({ v: 1, at, ...fact });
}

const root: Identity = {
  kind: 'root',
  rootId: 'd1' as RootId,
  selfId: 'd1' as DialogId,
  agentId: 'lead' as AgentId,
  taskDocPath: 'tasks/d1.tsk',
  createdAt: at,
  dialect: 'tellask',
  mode: 'chat',
};
const sub: Identity = {
  kind: 'sub',
  rootId: 'd1' as RootId,
  selfId: 'd2' as DialogId,
  agentId: 'coder' as AgentId,
  taskDocPath: 'tasks/d1.tsk',
  createdAt: at,
  dialect: 'tellask',
  supdialogId: 'd1' as DialogId,
  depth: 1,
};

/** The first record of a root, or of a subdialog with its assignment. */
export const anyBeginning: fc.Arbitrary<CourseRecord> = fc.oneof(
  fc.constant(record({ kind: 'dialogCreated', identity: root })),
  call.map(each => record({ kind: 'dialogCreated', identity: sub, call: { ...each, callKind: 'B' } })),
);

/** A beginning and whatever follows. */
export const anyCourse: fc.Arbitrary<CourseRecord[]> = fc
  .tuple(anyBeginning, fc.array(anyFact.map(record), { maxLength: 40 }))
  .map(([first, others]) => [first, ...others]);
