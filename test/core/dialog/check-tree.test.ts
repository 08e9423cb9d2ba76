import assert from 'node:assert/strict';
import type { AgentId, CallId, DialogId, RootId } from '../../../src/core/base/ids.ts';
import { foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import type { Fact } from '../../../src/core/dialog/record.ts';
import type { SubIdentity } from '../../../src/core/dialog/record-parts.ts';
import type { DialogState, OpenCall } from '../../../src/core/dialog/state.ts';
import { checkTree } from '../../../src/core/dialog/view/check-tree.ts';

const at = '2026-01-02T03:04:05.006Z';
const rootId = 'root' as RootId;
const common = {
  rootId,
  agentId: 'lead' as AgentId,
  taskDocPath: 'tasks/a.tsk',
  createdAt: at,
  dialect: 'tellask',
} as const;

function fold(...facts: readonly Fact[]): DialogState {
  const state = foldCourse(facts.map(fact => ({ v: 1, at, ...fact })));
  assert.ok(state);
  return state;
}

const rootState = fold({
  kind: 'dialogCreated',
  identity: { kind: 'root', ...common, selfId: 'root' as DialogId, mode: 'chat' },
});

function subState(id: string, change: Partial<SubIdentity> = {}, caller?: string): DialogState {
  const identity: SubIdentity = {
    kind: 'sub',
    ...common,
    selfId: id as DialogId,
    supdialogId: 'root' as DialogId,
    depth: 1,
    ...change,
  };
  const call = caller !== undefined && {
    callId: `call-${id}` as CallId,
    callKind: 'C' as const,
    callerDialogId: caller as DialogId,
    callerAgentId: 'lead' as AgentId,
    headline: '@lead go',
    body: '',
  };
  return fold({ kind: 'dialogCreated', identity, ...(call && { call }) });
}

function waiting(state: DialogState, ...targets: readonly string[]): DialogState {
  const pending = targets.map(
    (id): OpenCall => ({
      callId: `call-${id}` as CallId,
      callKind: 'C',
      targets: [id as DialogId],
      agentId: 'lead' as AgentId,
      headline: '@lead go',
      body: '',
      since: at,
    }),
  );
  return { ...state, frames: [{ ...state.frames[0], pending }] };
}

/** Faults as `<dialog> <kind>`, with a `*` when loading mends them. */
function checkFaults(dialogs: readonly DialogState[], expected: readonly string[]): void {
  const [root] = dialogs;
  assert.ok(root);
  const faults = checkTree(root, dialogs);
  assert.deepEqual(
    faults.map(({ selfId, kind, isMended }) => `${selfId} ${kind}${isMended ? '*' : ''}`),
    expected,
  );
}

describe('checking a tree', () => {
  it('finds nothing wrong with dialogs that work for each other', () => {
    const above = waiting(subState('a', {}, 'root'), 'b');
    const below = subState('b', { supdialogId: 'a' as DialogId, depth: 2 }, 'a');
    checkFaults([waiting(rootState, 'a'), above, below], []);
  });

  it('finds a supdialog that is not there, a circle, a wrong depth, another taskdoc and another root', () => {
    checkFaults([rootState, subState('a', { supdialogId: 'x' as DialogId })], ['a hierarchy']);
    const circle = [subState('a', { supdialogId: 'b' as DialogId }), subState('b', { supdialogId: 'a' as DialogId })];
    checkFaults([rootState, ...circle], ['a hierarchy', 'b hierarchy']);
    checkFaults([rootState, subState('a', { depth: 3 })], ['a hierarchy']);
    checkFaults([rootState, subState('a', { taskDocPath: 'tasks/b.tsk' })], ['a hierarchy']);
    checkFaults([rootState, subState('a', { rootId: 'other' as RootId })], ['a hierarchy']);
    const second = fold({
      kind: 'dialogCreated',
      identity: { kind: 'root', ...common, selfId: 'a' as DialogId, mode: 'chat' },
    });
    checkFaults([rootState, second], ['a hierarchy']);
  });

  it('finds a session that two subdialogs registered', () => {
    const session = { tellaskSession: 'wall' };
    checkFaults([rootState, subState('a', session), subState('b', session)], ['b registry']);
    checkFaults([rootState, subState('a', session), subState('b', { tellaskSession: 'roof' })], []);
  });

  it('finds work without a caller, and a call without a callee', () => {
    checkFaults([rootState, subState('a', {}, 'root')], ['a orphan*']);
    checkFaults([rootState, subState('a', {}, 'gone')], ['a orphan*']);
    checkFaults([waiting(rootState, 'gone')], ['root orphan*']);
  });

  it('finds an answer that was not delivered, and a generation that a crash cut', () => {
    const answered: Fact = {
      kind: 'responseGiven',
      callId: 'call-a' as CallId,
      to: 'root' as DialogId,
      ok: true,
      content: 'Done.',
    };
    const given = { callId: answered.callId, to: answered.to, ok: true, content: 'Done.', suppliedAt: at };
    checkFaults([waiting(rootState, 'a'), { ...subState('a'), given }], ['a orphan*']);
    checkFaults([rootState, { ...subState('a'), given }], []);
    checkFaults([{ ...rootState, generating: true }], ['root records*']);
  });

  it('asks no more of a root that is done than that it is whole', () => {
    const done: DialogState = { ...rootState, status: 'completed' };
    checkFaults([done, subState('a', {}, 'gone'), subState('b', { depth: 3 })], ['b hierarchy']);
  });
});
