import assert from 'node:assert/strict';
import type { DialogNode } from '../../src/core/dialog/view/projection.ts';
import { treeRelations } from '../../src/pages/snapshot.ts';

describe('what a panel knows of the tree around its dialog', () => {
  it('says of each dialog why it is stopped, and why it is not generating', () => {
    const auth = { code: 'auth', message: '401' } as const;
    const later = { kind: 'retry', at: '2026-01-02T03:04:05Z' } as const;
    const tree = node('r', [node('s1', [], { interruption: auth }), node('s2', [], { pause: later })]);
    assert.deepEqual(
      treeRelations(tree).related.map(({ selfId, interruption, pause }) => [selfId, interruption ?? pause]),
      [
        ['r', undefined],
        ['s1', auth],
        ['s2', later],
      ],
    );
  });
});

function node(selfId: string, children: readonly DialogNode[], more: Partial<DialogNode> = {}): DialogNode {
  const names = { rootId: 'r', selfId, agentId: 'lead' } as Pick<DialogNode, 'rootId' | 'selfId' | 'agentId'>;
  const nothing = { headline: '', lastModified: '', pending: [], questions: [], questionsBelow: 0 };
  return { ...names, ...nothing, state: 'idle', states: ['idle'], children, ...more };
}
