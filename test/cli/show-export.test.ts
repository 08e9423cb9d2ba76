import assert from 'node:assert/strict';
import type { AgentId, CallId, DialogRef, QuestionId } from '../../src/core/base/ids.ts';
import type { CourseRecord } from '../../src/core/dialog/record.ts';
import type { Identity } from '../../src/core/dialog/record-parts.ts';
import { toldRefusal } from '../../src/core/facts/trouble.ts';
import type { DialogView, Runtime } from '../../src/runtime.ts';
import { fakeRuntime, lead, node, recordOf, researcher } from '../support/fake-runtime.ts';
import { checkDocument, checkFailure, runDominds } from './run-support.ts';

const at = '2025-01-02T03:04:05.000Z';
const identity: Identity = {
  kind: 'root',
  ...lead,
  agentId: 'lead' as AgentId,
  taskDocPath: 'tasks/a.tsk',
  createdAt: at,
  dialect: 'tellask',
  mode: 'chat',
};
const callId = 'c-1' as CallId;
const records: readonly CourseRecord[] = [
  recordOf({ kind: 'dialogCreated', identity }),
  recordOf({ kind: 'userSaid', msgId: 'm-1', content: 'Please paint.' }),
  recordOf({ kind: 'generationStarted', genseq: 1 }),
  recordOf({ kind: 'assistantThought', genseq: 1, text: 'Hm.' }),
  recordOf({
    kind: 'assistantSaid',
    genseq: 1,
    parts: [
      { kind: 'prose', text: 'I ask.\n' },
      { kind: 'tellask', valid: true, mention: 'human', headline: '@human Which?\n', body: 'Red\n\nor blue', callId },
    ],
  }),
  recordOf({ kind: 'toolCalled', genseq: 1, callId: 'c-2' as CallId, name: 'read_file', args: '{"path":"a"}' }),
  recordOf({ kind: 'generationEnded', genseq: 1, outcome: 'complete', model: 'playbook' }),
  recordOf({ kind: 'toolReturned', callId: 'c-2' as CallId, ok: false, content: 'no such file' }),
  recordOf({
    kind: 'questionAsked',
    questionId: 'q-1' as QuestionId,
    questionKind: 'ask',
    headline: '@human Which?\n',
    body: '',
    callId,
    genseq: 1,
  }),
];

/** A view of a dialog with these courses; only what the command line reads of it. */
function viewing(courses: readonly (readonly CourseRecord[])[]): Runtime['view'] {
  return async (ref, page = {}) => {
    const course = page.course ?? courses.length;
    const found = courses[course - 1];
    if (found === undefined) return toldRefusal('invalid-argument', `there is no course ${course}`, 'name another');
    const state = { identity: { ...identity, ...ref }, course: courses.length, headline: '' };
    return {
      ok: true,
      view: { state, course, records: found, earlier: 0, rootStatus: 'running' } as never as DialogView,
    };
  };
}

describe('dominds show and export', () => {
  const { runtime } = fakeRuntime({
    view: viewing([[recordOf({ kind: 'dialogCreated', identity })], records]),
    tree: async () => ({ ok: true, tree: node(lead, 'lead', { children: [node(researcher, 'researcher')] }) }),
  });

  it('show prints a transcript', async () => {
    const { stdout } = await runDominds(['show', 'root-1'], { runtime });
    assert.equal(
      stdout,
      `lead · root-1 · course 2 of 2

▸ lead responds · taskdoc tasks/a.tsk

▸ you
  Please paint.

▸ lead thinks (scripted)
  Hm.

▸ lead (scripted)
  I ask.
  !?@human Which?
  !?Red
  !?
  !?or blue

▸ lead uses read_file
  {"path":"a"}

▸ read_file refuses
  no such file

▸ question q-1
`,
    );
  });

  it('show prints the records of a course as one document with --json, a line each with --raw', async () => {
    await checkDocument(['show', 'root-1'], { runtime }, records);
    await checkDocument(['show', 'root-1', '--course', '1', '--raw'], { runtime }, records.slice(0, 1));
    const { json } = await runDominds(['show', 'root-1', '--raw'], { runtime });
    assert.deepEqual(json, JSON.parse(JSON.stringify(records)));
    await checkFailure(['show', 'root-1', '--course', '3'], { code: 1, stderr: /no course 3/ }, { runtime });
  });

  it('export writes every course of the dialog and of those below it', async () => {
    const { stdout } = await runDominds(['export', 'root-1', '--format', 'json'], { runtime });
    const { dialogs } = JSON.parse(stdout) as { dialogs: (DialogRef & { courses: { records: unknown[] }[] })[] };
    assert.deepEqual(
      dialogs.map(({ selfId, courses }) => [selfId, courses.map(course => course.records.length)]),
      [
        ['root-1', [1, 9]],
        ['sub-1', [1, 9]],
      ],
    );
    const markdown = (await runDominds(['export', 'root-1'], { runtime })).stdout;
    assert.match(markdown, /^# lead · root-1\n\n`root-1` · lead\n\n## Course 1\n/);
    assert.match(markdown, /\*\*you\*\* · 2025-01-02T03:04:05.000Z\n\nPlease paint\.\n/);
    assert.match(markdown, /^# lead · root-1#sub-1$/m);
    const chinese = (await runDominds(['export', 'root-1'], { runtime, env: { DOMINDS_LANG: 'zh' } })).stdout;
    assert.match(chinese, /\*\*你\*\* · 2025/);
  });
});
