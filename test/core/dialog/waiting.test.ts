import assert from 'node:assert/strict';
import type { DialogId } from '../../../src/core/base/ids.ts';
import type { DialogNode } from '../../../src/core/dialog/view/projection.ts';
import { blockedBehind, waitCauses } from '../../../src/core/dialog/view/waiting.ts';
import { lead, node, question, rootId } from '../../support/fake-runtime.ts';

describe('waits in a tree', () => {
  it('names the callers of a dialog, and theirs, the nearest first', () => {
    const tree = chain();
    assert.deepEqual(blocked(tree, 'leaf'), ['middle', 'root-1']);
    assert.deepEqual(blocked(tree, 'middle'), ['root-1']);
    assert.deepEqual(blocked(tree, 'root-1'), []);
  });

  it('names no dialog twice, and ends where two dialogs wait for each other', () => {
    const tree = chain();
    const leaf = sub('leaf', { pending: [call('middle')] });
    assert.deepEqual(
      blocked({ ...tree, children: [sub('middle', { pending: [call('leaf')], children: [leaf] })] }, 'leaf'),
      ['middle', 'root-1'],
    );
  });

  it('says what a dialog waits for, what needs the person first', () => {
    const why = { code: 'quota', message: '' } as const;
    const waiting = sub('middle', { pending: [call('leaf')], questions: [question()], interruption: why });
    assert.deepEqual(
      waitCauses(waiting).map(({ kind }) => kind),
      ['question', 'interrupted', 'call'],
    );
    assert.deepEqual(waitCauses({ ...waiting, state: 'completed' }), []);
    const at = '2026-01-01T00:00:06.750Z';
    assert.deepEqual(waitCauses(sub('middle', { pause: { kind: 'retry', at } })), [{ kind: 'retry', at }]);
  });
});

function chain(): DialogNode {
  const middle = sub('middle', { pending: [call('leaf')], children: [sub('leaf')] });
  return node(lead, 'lead', { pending: [call('middle')], children: [middle] });
}

function sub(selfId: string, change: Partial<DialogNode> = {}): DialogNode {
  return node({ rootId, selfId: selfId as DialogId }, selfId, change);
}

function call(target: string): DialogNode['pending'][number] {
  return {
    subdialogId: target as DialogId,
    callId: `c-${target}` as never,
    tellaskHead: `@${target} go`,
    agentId: target as never,
    kind: 'C',
    since: '2025-01-02T03:04:05.000Z',
  };
}

function blocked(tree: DialogNode, selfId: string): string[] {
  return blockedBehind(tree, selfId as DialogId).map(each => each.selfId);
}
