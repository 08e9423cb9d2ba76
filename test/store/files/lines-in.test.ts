import assert from 'node:assert/strict';
import { linesIn } from '../../../src/store/files/lines-in.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';

describe('the lines of a file', () => {
  it('are the same whatever the size of the pieces', () => {
    const text = 'a\n\nÜnï ✓\nlong long long\ntorn';
    const files = createMemoryFiles(new Map([['/f', text]]));
    for (let piece = 1; piece <= text.length + 5; piece++) {
      assert.deepEqual([...linesIn(files, '/f', piece)], ['a', '', 'Ünï ✓', 'long long long']);
    }
  });

  it('are none where there is no file', () => {
    assert.deepEqual([...linesIn(createMemoryFiles(), '/f')], []);
  });
});
