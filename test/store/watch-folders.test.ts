import assert from 'node:assert/strict';
import { watchFolders } from '../../src/store/watch-folders.ts';
import { createMemoryFiles } from '../support/memory-files.ts';

describe('watching folders', () => {
  const setUp = (base?: string) => {
    const identities = new Map([
      ['/a', '1'],
      ['/a/b', '2'],
      ['/c', '3'],
    ]);
    const live: string[] = [];
    const refused = new Set<string>();
    let events = 0;
    const watch = watchFolders({
      files: {
        ...createMemoryFiles(),
        stat(folder) {
          const identity = identities.get(folder);
          return identity === undefined ? undefined : { identity, bytes: 0 };
        },
      },
      onEvent: () => events++,
      watchFolder(folder, recursive, onEvent) {
        if (refused.has(folder)) throw new Error('ENOSPC');
        const name = recursive ? `${folder}/**` : folder;
        live.push(name);
        onEvent();
        return { close: () => void live.splice(live.indexOf(name), 1) };
      },
      ...(base !== undefined && { base }),
    });
    return { watch, live, identities, refused, events: () => events };
  };

  it('watches each folder once, and says when one is new', () => {
    const { watch, live, events } = setUp();
    assert.equal(watch.arm(['/a', '/a/b', '/a']), true);
    assert.equal(watch.arm(['/a', '/a/b']), false);
    assert.deepEqual(live, ['/a', '/a/b']);
    assert.equal(events(), 2);
    assert.equal(watch.arm(['/a', '/c']), true);
    assert.deepEqual(live, ['/a', '/c']);
    watch.close();
    assert.deepEqual(live, []);
  });

  it('watches a recreated folder again, and none that does not exist', () => {
    const { watch, live, identities } = setUp();
    watch.arm(['/a', '/nowhere']);
    assert.equal(watch.arm(['/a', '/nowhere']), false);
    identities.set('/a', '7');
    assert.equal(watch.arm(['/a']), true);
    assert.deepEqual(live, ['/a']);
    identities.delete('/a');
    assert.equal(watch.arm(['/a']), false);
    assert.deepEqual(live, []);
  });

  it('goes on without a folder that cannot be watched, and tries again', () => {
    const { watch, live, refused } = setUp();
    refused.add('/a');
    assert.equal(watch.arm(['/a', '/c']), true);
    assert.deepEqual(live, ['/c']);
    refused.clear();
    assert.equal(watch.arm(['/a', '/c']), true);
    assert.deepEqual(live, ['/c', '/a']);
  });

  it('takes one handle for everything below the base where that works', () => {
    const { watch, live } = setUp('/a');
    watch.arm(['/a', '/a/b', '/c']);
    assert.deepEqual(live, ['/a/**', '/c']);
  });
});
