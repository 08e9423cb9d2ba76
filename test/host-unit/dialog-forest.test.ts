import assert from 'node:assert/strict';
import type { FeedEvent } from '../../src/core/dialog/view/feed-event.ts';
import type { DialogNode, RootSummary } from '../../src/core/dialog/view/projection.ts';
import { DialogForest, type DialogKey, type ForestChange } from '../../src/host/rows/dialog-forest.ts';
import { node, recordOf } from '../support/fake-runtime.ts';
import { dialogId, rootId, summary, wording } from './support.ts';

describe('the forest of dialogs', () => {
  it('groups roots by how they stand, the newest first, and leaves out empty groups', async () => {
    const { forest } = planted([
      summary('root-1'),
      summary('root-2'),
      summary('root-3', { status: 'archived' }),
      summary('root-4', { questions: 1, state: 'awaiting-q4h' }),
    ]);
    const groups = await forest.children();
    assert.deepEqual(labels(forest, groups), ['Needs you 1', 'Idle 2', 'Archived 1']);
    assert.deepEqual(labels(forest, await forest.children(groups[1])), ['Task of root-2', 'Task of root-1']);
  });

  it('shows what ended unseen where it needs the person, until they look at it', async () => {
    const { forest, unseen } = planted([summary('root-1'), summary('root-2')]);
    unseen.add('root-1');
    assert.equal(forest.lookedAt(rootId('root-1')), true);
    assert.equal(await forest.changes(), 'all');
    const [needsYou] = await forest.children();
    assert.deepEqual(labels(forest, [needsYou as DialogKey]), ['Needs you 1']);
    const [row] = await forest.children(needsYou);
    assert.equal(forest.row(row as DialogKey)?.unseen, true);
    assert.equal(forest.countNeeds(), 1);
    unseen.clear();
    forest.lookedAt(rootId('root-1'));
    assert.equal(await forest.changes(), 'all');
    assert.equal(forest.countNeeds(), 0);
  });

  it('loads the tree of a root only when it is unfolded', async () => {
    const { forest, loads } = planted([summary('root-1', { subdialogs: 1 })], [tree('root-1', [sub('sub-1')])]);
    const [group] = await forest.children();
    const [root] = await forest.children(group);
    assert.deepEqual(loads, []);
    assert.deepEqual(labels(forest, await forest.children(root)), ['Headline of sub-1']);
    assert.deepEqual(loads, ['root-1']);
  });

  it('redraws only the root whose line changed', async () => {
    const { forest } = planted([summary('root-1'), summary('root-2')]);
    forest.receive(rootChanged(summary('root-2', { headline: 'Other words' })));
    assert.deepEqual(ids(await forest.changes()), ['root-2#root-2']);
    assert.deepEqual(ids(await forest.changes()), []);
  });

  it('redraws nothing when a line changed in nothing that is shown', async () => {
    const { forest } = planted([summary('root-1')]);
    forest.receive(rootChanged(summary('root-1', { lastModified: '2025-01-02T03:29:50.000Z' })));
    assert.deepEqual(await forest.changes(), []);
  });

  it('redraws all when a root comes, goes or moves to another group', async () => {
    const { forest } = planted([summary('root-1')]);
    for (const change of [rootChanged(summary('root-2')), rootChanged(summary('root-1', { status: 'completed' }))]) {
      forest.receive(change);
      assert.equal(await forest.changes(), 'all');
    }
    forest.receive({ type: 'root_changed', rootId: rootId('root-1'), selfId: dialogId('root-1') });
    assert.equal(await forest.changes(), 'all');
    assert.deepEqual(labels(forest, await forest.children()), ['Idle 1']);
  });

  it('redraws the subdialogs that changed in an unfolded tree, by the same keys as before', async () => {
    const before = [sub('sub-1'), sub('sub-2')];
    const { forest, trees } = planted([summary('root-1', { subdialogs: 2 })], [tree('root-1', before)]);
    const [group] = await forest.children();
    const [root] = await forest.children(group);
    const [first] = await forest.children(root);
    trees.set(
      'root-1',
      tree('root-1', [sub('sub-1', { state: 'generating', states: ['generating'] }), before[1] as DialogNode]),
    );
    assert.equal(forest.receive(recorded('root-1', 'sub-1')), true);
    const changed = await forest.changes();
    assert.deepEqual(ids(changed), ['root-1#sub-1']);
    assert.equal(changed[0], first);
  });

  it('redraws a dialog when a subdialog appears under it', async () => {
    const { forest, trees } = planted([summary('root-1', { subdialogs: 1 })], [tree('root-1', [sub('sub-1')])]);
    const [group] = await forest.children();
    await forest.children((await forest.children(group))[0]);
    trees.set('root-1', tree('root-1', [sub('sub-1', { children: [sub('sub-2')] })]));
    forest.receive(recorded('root-1', 'sub-2'));
    assert.deepEqual(ids(await forest.changes()), ['root-1#sub-1']);
  });

  it('ignores records of trees that are not unfolded', () => {
    const { forest } = planted([summary('root-1', { subdialogs: 1 })]);
    assert.equal(forest.receive(recorded('root-1', 'sub-1')), false);
  });

  it('shows a long group a page at a time', async () => {
    const { forest } = planted(Array.from({ length: 250 }, (_, at) => summary(`root-${1000 + at}`)));
    const [group] = await forest.children();
    const shown = await forest.children(group);
    assert.equal(shown.length, 101);
    assert.equal(forest.row(shown.at(-1) as DialogKey)?.label, 'Show 150 more…');
    forest.showMore('idle');
    assert.equal((await forest.children(group)).length, 250);
  });
});

function planted(roots: readonly RootSummary[], planted: readonly DialogNode[] = []) {
  const trees = new Map<string, DialogNode>(planted.map(each => [each.rootId, each]));
  const loads: string[] = [];
  const runtime = {
    listRoots: () => roots,
    tree: async (id: RootSummary['rootId']) => {
      loads.push(id);
      return { ok: true, tree: trees.get(id) as DialogNode } as const;
    },
  };
  const unseen = new Set<string>();
  const forest = new DialogForest({
    runtime: () => runtime,
    isUnseen: id => unseen.has(id),
    memberName: id => id,
    wording: () => wording,
  });
  forest.reset();
  return { forest, trees, loads, unseen };
}

function tree(root: string, children: readonly DialogNode[]): DialogNode {
  return node({ rootId: rootId(root), selfId: dialogId(root) }, 'lead', { children });
}

function sub(name: string, change: Partial<DialogNode> = {}): DialogNode {
  const ref = { rootId: rootId('root-1'), selfId: dialogId(name) };
  return node(ref, 'researcher', { headline: `Headline of ${name}`, ...change });
}

function rootChanged(root: RootSummary): FeedEvent {
  return { type: 'root_changed', rootId: root.rootId, selfId: dialogId(root.rootId), summary: root };
}

function recorded(root: string, self: string): FeedEvent {
  const record = recordOf({ kind: 'resumed' });
  return { type: 'recorded', rootId: rootId(root), selfId: dialogId(self), seq: 2, record };
}

function labels(forest: DialogForest, keys: readonly DialogKey[]): string[] {
  return keys.map(key => {
    const row = forest.row(key);
    return key.kind === 'group' ? `${row?.label} ${row?.description}` : `${row?.label}`;
  });
}

function ids(change: ForestChange): string[] {
  return change === 'all'
    ? ['all']
    : change.map(key => (key.kind === 'dialog' ? `${key.rootId}#${key.selfId}` : key.kind));
}
