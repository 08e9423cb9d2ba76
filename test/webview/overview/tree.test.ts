import assert from 'node:assert/strict';
import type { DialogNode } from '../../../src/core/dialog/view/projection.ts';
import type { RootGroup } from '../../../src/protocol/overview.ts';
import { keyIntent, treeCommandsOf } from '../../../webview/overview/tree-keys.ts';
import { type DialogLine, type TreeLine, treeLines, unfoldedRoots } from '../../../webview/overview/tree-lines.ts';
import { summary } from '../../host-unit/support.ts';
import { lead, node, researcher } from '../../support/fake-runtime.ts';

const active = summary('root-1', { state: 'awaiting-subdialogs', subdialogs: 1 });
const idle = summary('root-2', { subdialogs: 1 });
const groups: readonly RootGroup[] = [
  { standing: 'waiting', count: 3, roots: [active, idle] },
  { standing: 'completed', count: 2, roots: [] },
  { standing: 'archived', count: 0, roots: [] },
];
const trees = new Map<string, DialogNode>([['root-1', node(lead, 'lead', { children: [node(researcher, 'robin')] })]]);

describe('the lines of the Overview tree', () => {
  it('shows groups that have roots, and unfolds roots under which something goes on', () => {
    assert.deepEqual(keys(), ['group:waiting', 'root-1', 'root-1#sub-1', 'root-2', 'more:waiting', 'group:completed']);
    assert.deepEqual(unfoldedRoots(groups, new Set()), ['root-1']);
  });

  it('say of a dialog that waits to try again when it does, loaded or not, and let it be stopped', () => {
    const at = '2026-01-01T00:00:06.750Z';
    const root = summary('root-1', { pause: { kind: 'retry', at } });
    const lineOf = (loaded: ReadonlyMap<string, DialogNode>) => {
      const lines = treeLines([{ standing: 'waiting', count: 1, roots: [root] }], {
        toggled: new Set(),
        trees: loaded,
      });
      return lines.find((line): line is DialogLine => line.kind === 'dialog');
    };
    for (const loaded of [
      new Map(),
      new Map([['root-1', { ...node(lead, 'lead'), pause: { kind: 'retry', at } as const }]]),
    ]) {
      const line = lineOf(loaded);
      assert.deepEqual(line?.waits, [{ kind: 'retry', at }]);
      assert.ok(line && treeCommandsOf(line).includes('stop'));
    }
  });

  it('say of a root with acceptance lines how they stand', () => {
    const evidence = { state: 'claimed', verified: 1, of: 2 } as const;
    const root = summary('root-1', { evidence });
    const shown = treeLines([{ standing: 'waiting', count: 1, roots: [root] }], {
      toggled: new Set(),
      trees: new Map(),
    });
    assert.deepEqual(
      shown.map(line => (line.kind === 'dialog' ? line.evidence : undefined)),
      [undefined, evidence],
    );
  });

  it('folds and unfolds what is toggled', () => {
    assert.deepEqual(keys('root-1'), ['group:waiting', 'root-1', 'root-2', 'more:waiting', 'group:completed']);
    assert.deepEqual(keys('group:waiting'), ['group:waiting', 'group:completed']);
    assert.deepEqual(unfoldedRoots(groups, new Set(['root-1', 'root-2'])), ['root-2']);
  });

  it('is walked by arrows: right unfolds or goes in, left folds or goes out', () => {
    const shown = lines();
    const at = (key: string) => shown.find(line => line.key === key);
    assert.equal(intent('ArrowDown', 'root-1'), 'select root-1#sub-1');
    assert.equal(intent('ArrowUp', 'group:waiting'), undefined);
    assert.equal(intent('ArrowRight', 'root-2'), 'toggle root-2');
    assert.equal(intent('ArrowRight', 'root-1'), 'select root-1#sub-1');
    assert.equal(intent('ArrowLeft', 'root-1'), 'toggle root-1');
    assert.equal(intent('ArrowLeft', 'root-1#sub-1'), 'select root-1');
    assert.equal(intent('End', 'root-1'), 'select group:completed');
    assert.equal(intent('x', 'root-1'), undefined);
    function intent(key: string, current: string): string | undefined {
      const found = keyIntent(key, shown, at(current));
      return found && `${found.kind} ${found.line.key}`;
    }
  });

  it('offers only the commands that make sense', () => {
    const line = lines().find(({ key }) => key === 'root-1') as DialogLine;
    assert.deepEqual(treeCommandsOf({ ...line, states: ['generating'] }), ['stop', 'markDone']);
    assert.deepEqual(treeCommandsOf({ ...line, states: ['interrupted'] }), ['continue', 'markDone']);
    assert.deepEqual(treeCommandsOf({ ...line, states: ['idle'], pause: { kind: 'left' } }), ['continue', 'markDone']);
    const retry = { kind: 'retry', at: '2026-01-01T00:00:06.750Z' } as const;
    assert.deepEqual(treeCommandsOf({ ...line, states: ['idle'], pause: retry }), ['stop', 'retryNow', 'markDone']);
    assert.deepEqual(treeCommandsOf({ ...line, selfId: 'sub-1', states: ['idle'] }), []);
    assert.deepEqual(treeCommandsOf({ ...line, status: 'completed' }), ['reopen', 'archive']);
  });

  it('offers Stop and Retry Now alone where another process drives, since they are handed over to it', () => {
    const line = lines().find(({ key }) => key === 'root-1') as DialogLine;
    assert.deepEqual(treeCommandsOf({ ...line, states: ['generating'] }, true), ['stop']);
    const retry = { kind: 'retry', at: '2026-01-01T00:00:06.750Z' } as const;
    assert.deepEqual(treeCommandsOf({ ...line, states: ['idle'], pause: retry }, true), ['stop', 'retryNow']);
    assert.deepEqual(treeCommandsOf({ ...line, status: 'completed' }, true), []);
  });
});

function lines(...toggled: readonly string[]): readonly TreeLine[] {
  return treeLines(groups, { toggled: new Set(toggled), trees });
}

function keys(...toggled: readonly string[]): string[] {
  return lines(...toggled).map(({ key }) => key);
}
