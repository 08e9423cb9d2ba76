// Facts that the runtime knows about work (SPEC 23.7): the sum in the state, and the line that people and models read.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentId, CallId, DialogId } from '../../../src/core/base/ids.ts';
import type { FileChange } from '../../../src/core/dialog/file-changes.ts';
import { applyRecord, foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import {
  factsOf,
  failedCommand,
  MOST_FILES,
  openChanges,
  treeFacts,
} from '../../../src/core/dialog/fold/work-facts.ts';
import type { Fact } from '../../../src/core/dialog/record.ts';
import type { DialogState } from '../../../src/core/dialog/state.ts';
import { sayFactsEn } from '../../../src/core/prompt/words/en/work.ts';
import { sayFactsZh } from '../../../src/core/prompt/words/zh/work.ts';
import { anyBeginning, anyFact, record } from './random-records.ts';

const call = { callId: 'c0', callKind: 'B', callerDialogId: 'd0', callerAgentId: 'lead', headline: 'x', body: '' };
const newCall: Fact = { kind: 'callReceived', call } as unknown as Fact;
const begun = (): DialogState => {
  const identity = { kind: 'root', rootId: 'r', selfId: 'r', agentId: 'lead', taskDocPath: 't.tsk', mode: 'chat' };
  const first = {
    kind: 'dialogCreated',
    identity: { ...identity, createdAt: '', dialect: 'tools' },
  } as unknown as Fact;
  return foldCourse([record(first)]) ?? assert.fail();
};
const stateAfter = (facts: readonly Fact[], state = begun()) =>
  facts.reduce((each, fact) => applyRecord(each, record(fact)), state);

let calls = 0;
function ran(name: string, { args = {}, ok = true, exitCode, starts = true }: Ran = {}): Fact[] {
  const callId = `t${++calls}` as CallId;
  return [
    { kind: 'toolCalled', genseq: 1, callId, name, args: JSON.stringify(args) },
    ...(starts ? [{ kind: 'toolStarted', callId } as const] : []),
    { kind: 'toolReturned', callId, ok, content: '', ...(exitCode !== undefined && { exitCode }) },
  ];
}
interface Ran {
  readonly args?: object;
  readonly ok?: boolean;
  readonly exitCode?: number;
  readonly starts?: boolean;
}
const shell = (command: string, exitCode: number) =>
  ran('run_shell', { args: { command }, ok: exitCode === 0, exitCode });
const changed = (path: string, [before, now]: readonly [string, string], lines?: FileChange['lines']): Fact => ({
  kind: 'filesChanged',
  callId: 'c' as CallId,
  changes: [
    {
      path,
      ...(before && { before: { hash: before } }),
      ...(now && { after: { hash: now } }),
      ...(lines && { lines }),
    },
  ],
});
const said = (state: DialogState) => sayFactsEn(factsOf(state) ?? assert.fail());

describe('facts about work', () => {
  it('count no tool of a dialogue state: it says nothing about work', () => {
    for (const name of [
      'start_flow',
      'cancel_flow',
      'set_slot',
      'finish_flow',
      'fall_back',
      'keep_going',
      'propose_plan',
    ])
      assert.equal(factsOf(stateAfter(ran(name)))?.tools, undefined, name);
  });

  it('say that no tool ran', () => {
    assert.equal(said(begun()), 'no tool ran');
    assert.equal(sayFactsZh(factsOf(begun()) ?? {}), '没有运行过工具');
  });

  it('count tools by kind, and neither those that were refused nor those that serve the dialog itself', () => {
    const state = stateAfter([
      ...ran('read_file'),
      ...ran('search_text'),
      ...ran('edit_file'),
      ...ran('edit_file', { ok: false }),
      ...ran('their_tool'),
      ...ran('write_file', { ok: false, starts: false }),
      ...ran('add_reminder'),
      ...shell('npm test', 1),
    ]);
    assert.equal(
      said(state),
      '2 reads, 1 edit, 1 command, 1 other tool call, 1 failed tool call · last command: `npm test` exited with 1',
    );
  });

  it('name files with their lines, net of what came to nothing', () => {
    const state = stateAfter([
      changed('a.ts', ['1', '2'], { added: 2, removed: 1 }),
      changed('b.ts', ['', '3'], { added: 9, removed: 0 }),
      changed('b.ts', ['3', ''], { added: 0, removed: 9 }),
      changed('c.png', ['4', '5']),
      changed('a.ts', ['2', '6'], { added: 1, removed: 1, isNet: true }),
    ]);
    assert.equal(said(state), 'no tool ran · 2 files changed: c.png, a.ts +1 −1');
  });

  it('sum lines where the first contents are not known', () => {
    const lines = { added: 2, removed: 1 };
    assert.match(said(stateAfter([changed('a', ['1', '2'], lines), changed('a', ['2', '3'], lines)])), /a \+4 −2$/);
  });

  it('of a subdialog begin anew with each assignment, and the tree keeps what was changed before', () => {
    const state = stateAfter([...shell('npm test', 0), changed('a.ts', ['1', '2'], { added: 1, removed: 1 }), newCall]);
    assert.equal(said(state), 'no tool ran');
    assert.deepEqual(treeFacts([state])?.changed, {
      count: 1,
      added: 1,
      removed: 1,
      files: [{ path: 'a.ts', added: 1, removed: 1 }],
    });
  });

  it('of a tree leave out a file that one dialog changed and another changed back', () => {
    const lines = { added: 1, removed: 1 };
    const [one, other] = [stateAfter([changed('a', ['1', '2'], lines)]), stateAfter([changed('a', ['2', '1'], lines)])];
    assert.equal(treeFacts([one, other])?.changed, undefined);
    assert.equal(treeFacts([one, one])?.changed?.count, 1);
  });

  it('say that more files changed than are known, also of earlier assignments, and of no place of its own', () => {
    const found = (untold: 'some' | 'all', more = {}): Fact =>
      ({ ...changed('a.ts', ['1', '2']), untold, ...more }) as Fact;
    assert.equal(said(stateAfter([found('some')])), 'no tool ran · more than 1 file changed: a.ts');
    assert.equal(said(stateAfter([found('all')])), 'no tool ran · at least 1 file changed: a.ts');
    assert.equal(said(stateAfter([found('some'), found('all')])), 'no tool ran · more than 1 file changed: a.ts');
    assert.equal(said(stateAfter([found('all', { changes: [] })])), 'no tool ran · changed files not known');
    assert.equal(said(stateAfter([found('some', { isOwn: true })])), 'no tool ran · 1 file changed: a.ts');
    assert.equal(openChanges([stateAfter([found('all')]), stateAfter([found('some'), newCall])])?.untold, 'some');
    assert.equal(openChanges([stateAfter([changed('a.ts', ['1', '2'])])])?.untold, undefined);
  });

  it('say that more files changed than they tell apart', () => {
    const files = (count: number) => Array.from({ length: count }, (_, index) => changed(`f${index}`, ['', 'x']));
    assert.equal(factsOf(stateAfter(files(MOST_FILES)))?.changed?.untold, undefined);
    assert.equal(factsOf(stateAfter(files(MOST_FILES + 1)))?.changed?.untold, 'some');
  });

  it('take the last command of a teammate for the last one', () => {
    const open = stateAfter([...shell('npm test', 0)]);
    const frames = [{ ...open.frames[0], pending: [{ callId: 'k', targets: ['d9'], agentId: 'coder' }] }];
    const state = { ...open, frames } as unknown as DialogState;
    const facts = { command: { command: 'npm test', exitCode: 2 } };
    const supplied = {
      callId: 'k' as CallId,
      from: 'd9' as DialogId,
      agentId: 'coder' as AgentId,
      ok: true,
      content: '',
    };
    const answered = stateAfter([{ kind: 'responseSupplied', ...supplied, facts }], state);
    assert.match(said(answered), /1 answer from teammates · last command \(by @coder\): `npm test` exited with 2$/);
    assert.equal(failedCommand(answered)?.by, 'coder');
  });

  it('hold a failed command against mark_done until the member was told, or a later one succeeds', () => {
    const failed = stateAfter(shell('npm test', 1));
    assert.equal(failedCommand(failed)?.exitCode, 1);
    assert.equal(failedCommand(stateAfter(ran('mark_done', { ok: false }), failed)), undefined);
    assert.equal(failedCommand(stateAfter(shell('npm test', 0), failed)), undefined);
    assert.equal(
      failedCommand(stateAfter([...ran('mark_done', { ok: false }), ...shell('npm test', 1)], failed))?.exitCode,
      1,
    );
  });

  it('name a command that did not run to its end', () => {
    const state = stateAfter(ran('run_shell', { args: { cmd: 'sleep 999' }, ok: false }));
    assert.match(said(state), /`sleep 999` did not run to its end$/);
  });

  it('are the same for a history in one piece and in two, and stay small', () => {
    fc.assert(
      fc.property(anyBeginning, fc.array(anyFact, { maxLength: 60 }), fc.nat(60), (first, facts, cut) => {
        const all = [first, ...facts.map(record)];
        const whole = foldCourse(all);
        const begin = foldCourse(all.slice(0, cut + 1));
        const rest = begin && all.slice(cut + 1).reduce(applyRecord, begin);
        assert.deepEqual(whole?.work, rest?.work);
        assert.ok((whole?.work?.files?.length ?? 0) <= MOST_FILES);
      }),
    );
    const many = Array.from({ length: 3 * MOST_FILES }, (_, index) => changed(`f${index}`, ['', 'x']));
    assert.equal(stateAfter(many).work?.files?.length, MOST_FILES);
    assert.equal(stateAfter([...many, newCall, ...many.reverse()]).work?.earlier?.length, MOST_FILES);
  });
});
