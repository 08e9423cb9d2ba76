// The exact texts of the index files (SPEC 5.1, 9, 9.2): other programs read them.
import assert from 'node:assert/strict';
import type { AgentId, CallId, DialogId } from '../../../src/core/base/ids.ts';
import { applyRecord, foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import type { DialogState } from '../../../src/core/dialog/state.ts';
import { indexTexts } from '../../../src/store/files/indexes.ts';
import { asked, created, record, root, said, sub, subCreated } from './store-support.ts';

function stateOf(...records: readonly CourseRecord[]): DialogState {
  const state = foldCourse(records);
  assert.ok(state);
  return state;
}

const bare = { needsDrive: false };
const calling = [
  record({ kind: 'generationStarted', genseq: 1 }),
  record({
    kind: 'assistantSaid',
    genseq: 1,
    parts: [
      {
        kind: 'tellask',
        valid: true,
        callId: 'call-1' as CallId,
        mention: 'bob',
        session: 'wall',
        headline: '@bob !tellaskSession wall Paint: it\n',
        body: 'line 1\nline 2\n',
      },
    ],
  }),
  record({ kind: 'generationEnded', genseq: 1, outcome: 'complete' }),
  record({
    kind: 'tellaskMade',
    callId: 'call-1' as CallId,
    callKind: 'B',
    targets: [sub.selfId],
    agentId: 'bob' as AgentId,
  }),
];

describe('the index files', () => {
  it('of a new root say who it is and where it stands, and no more', () => {
    assert.deepEqual(indexTexts(stateOf(created), { ...bare, diligenceLeft: 3 }), {
      'dialog.yaml': `id: root-1
agentId: lead
taskDocPath: tasks/root-1.tsk
createdAt: 2026-01-02T03:04:05.006Z
dialect: tellask
mode: chat
`,
      'latest.yaml': `currentCourse: 1
lastModified: 2026-01-02T03:04:05.006Z
status: running
needsDrive: false
generating: false
messageCount: 0
diligenceBudgetLeft: 3
trueUpTo:
  file: course-001.jsonl
  records: 1
`,
      'reminders.json': undefined,
      'q4h.yaml': undefined,
      'subdlg.yaml': undefined,
      'registry.yaml': undefined,
    });
  });

  it('of a root that calls and asks list calls, questions, reminders and registry', () => {
    const state = stateOf(
      created,
      said('go'),
      ...calling,
      asked('q-1'),
      record({ kind: 'remindersSet', reminders: ['one', 'two "2"'] }),
    );
    const registry = {
      'bob!wall': {
        subdialogId: sub.selfId,
        agentId: 'bob' as AgentId,
        tellaskSession: 'wall',
        createdAt: '2026-01-02T03:04:05.006Z',
        locked: true,
      },
    };
    const texts = indexTexts(state, { needsDrive: true, diligenceLeft: 0, registry });
    assert.equal(
      texts['q4h.yaml'],
      `- id: q-1
  kind: ask
  tellaskHead: Which?
  bodyContent: Red or blue
  askedAt: 2026-01-02T03:04:05.006Z
  callSiteRef:
    course: 1
    genseq: 1
`,
    );
    assert.equal(
      texts['subdlg.yaml'],
      `- subdialogId: sub-1
  callId: call-1
  tellaskHead: "@bob !tellaskSession wall Paint: it"
  agentId: bob
  kind: B
  since: 2026-01-02T03:04:05.006Z
`,
    );
    assert.equal(
      texts['registry.yaml'],
      `bob!wall:
  subdialogId: sub-1
  agentId: bob
  tellaskSession: wall
  createdAt: 2026-01-02T03:04:05.006Z
  locked: true
`,
    );
    assert.equal(texts['reminders.json'], '[\n  "one",\n  "two \\"2\\""\n]\n');
    assert.match(texts['latest.yaml'] ?? '', /^needsDrive: true\ngenerating: false\nmessageCount: 2$/m);
  });

  it('of a subdialog name its assignment, then its last answer', () => {
    const state = stateOf(subCreated);
    const texts = indexTexts(state, bare);
    assert.equal(
      texts['dialog.yaml'],
      `id: sub-1
agentId: bob
taskDocPath: tasks/root-1.tsk
createdAt: 2026-01-02T03:04:05.006Z
dialect: tellask
mode: chat
supdialogId: root-1
assignmentFromSup:
  tellaskHead: |
    @bob Paint
  tellaskBody: |
    the wall
  originMemberId: lead
  callerDialogId: root-1
  callId: call-1
`,
    );
    assert.equal(texts['response.yaml'], undefined);
    assert.equal('registry.yaml' in texts, false);
    const given = record({
      kind: 'responseGiven',
      callId: 'call-1' as CallId,
      to: root.selfId as DialogId,
      ok: true,
      content: 'Painted.\nTwice.',
    });
    const answered = indexTexts(applyRecord(state, given), bare);
    assert.equal(answered['dialog.yaml'], texts['dialog.yaml'], 'the last assignment stays on show');
    assert.equal(Object.keys(answered).at(-1), 'latest.yaml', 'it says that all others are true');
    assert.equal(
      answered['response.yaml'],
      `callId: call-1
callerDialogId: root-1
ok: true
content: |-
  Painted.
  Twice.
suppliedAt: 2026-01-02T03:04:05.006Z
`,
    );
  });
});
