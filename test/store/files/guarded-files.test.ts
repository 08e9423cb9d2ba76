import assert from 'node:assert/strict';
import type { RootId } from '../../../src/core/base/ids.ts';
import { guardFiles } from '../../../src/store/files/guarded-files.ts';
import { openRootsFile } from '../../../src/store/files/roots-index.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';
import { created, reopen, root, rootId, said, subCreated } from './store-support.ts';

describe('a store whose process lost the lock', () => {
  it('reads, and changes nothing in any way', () => {
    const files = createMemoryFiles();
    let mayWrite = true;
    const guarded = guardFiles(files, () => mayWrite);
    const place = { rtws: '/rtws', files: guarded, remove: async () => {} };
    const store = reopen(place);
    const index = openRootsFile({ ...place, readOnly: false });
    store.append({ ...root, course: 1 }, [created], [{ ...root, course: 1 }]);
    store.writeIndexes(root, { 'latest.yaml': 'a: 1\n' });
    const before = new Map(files.texts);
    mayWrite = false;
    const changes: readonly (() => void)[] = [
      () => store.append({ ...root, course: 1 }, [said('a')]),
      () => store.append({ ...root, selfId: 'sub-1' as typeof root.selfId, course: 1 }, [subCreated]),
      () => store.writeIndexes(root, { 'latest.yaml': 'a: 2\n' }),
      () => store.writeIndexes(root, { 'latest.yaml': undefined }),
      () => store.moveRoot(rootId, 'completed'),
      () => guarded.createExclusive('/rtws/x', ''),
      () => guarded.truncate('/rtws/x', 0),
      () => guarded.makeFolder('/rtws/x'),
    ];
    for (const change of changes) assert.throws(change, /another process drives this folder now/);
    index.put({ rootId: 'root-9' as RootId } as Parameters<typeof index.put>[0]);
    assert.deepEqual(files.texts, before);
    assert.deepEqual(store.loadTree(rootId)?.root.records, [created]);
    mayWrite = true;
    store.append({ ...root, course: 1 }, [said('b')]);
    assert.deepEqual(store.loadTree(rootId)?.root.records, [created, said('b')]);
    store.close();
  });
});
