import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { LoadedTrees } from '../../src/driver/loaded-trees.ts';
import { nextTurn } from '../support/next-turn.ts';

describe('the trees in memory', () => {
  const treeOf = (index: number) => ({ rootId: `r${index}` as RootId, lastNumber: 950 }) as Tree;
  const filled = (count: number, from: 'near' | 'far' = 'near') => {
    const trees = new LoadedTrees(from);
    for (let index = 0; index < count; index++) trees.add(treeOf(index));
    return trees;
  };
  const roomIn = (trees: LoadedTrees, rests: (tree: Tree) => boolean) => {
    const forgotten: string[] = [];
    trees.makeRoom(rests, rootId => {
      forgotten.push(rootId);
      trees.delete(rootId);
    });
    return forgotten;
  };

  it('stay while there are few', () => {
    assert.deepEqual(
      roomIn(filled(31), () => true),
      [],
    );
  });

  it('make room for one more, those first that were not looked at for longest', () => {
    const trees = filled(33);
    assert.deepEqual(
      roomIn(trees, ({ rootId }) => rootId !== 'r0'),
      ['r1', 'r2'],
    );
    trees.add(treeOf(33));
    assert.deepEqual(
      roomIn(trees, () => true),
      ['r3'],
    );
  });

  it('are more where they come from a server, as long as they are small', () => {
    const rests = () => true;
    assert.deepEqual(roomIn(filled(19, 'far'), rests), []);
    // Together they are too large, yet few.
    assert.deepEqual(roomIn(filled(31, 'far'), rests), []);
    assert.deepEqual(roomIn(filled(33, 'far'), rests), ['r0', 'r1']);
    const small = new LoadedTrees('far');
    for (let index = 0; index < 201; index++) small.add({ ...treeOf(index), lastNumber: 50 });
    assert.deepEqual(roomIn(small, rests), ['r0', 'r1']);
    assert.deepEqual(roomIn(small, rests), []);
  });

  it('are looked at 32 at a time, each once before any is looked at again', () => {
    const trees = filled(1_000);
    const looked: string[] = [];
    const look = ({ rootId }: Tree) => {
      looked.push(rootId);
      return false;
    };
    for (let turn = 0; turn < 32; turn++) roomIn(trees, look);
    assert.equal(looked.length, 32 * 32);
    assert.equal(new Set(looked.slice(0, 1_000)).size, 1_000);
  });

  it('stay in the turn in which somebody asks for them', async () => {
    const trees = filled(32);
    const first = trees.get('r0' as RootId);
    assert.ok(first);
    trees.noteUse(first);
    assert.deepEqual(
      roomIn(trees, ({ rootId }) => rootId === 'r0'),
      [],
    );
    await nextTurn();
    assert.deepEqual(
      roomIn(trees, ({ rootId }) => rootId === 'r0'),
      ['r0'],
    );
  });
});
