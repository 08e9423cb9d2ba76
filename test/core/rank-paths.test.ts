import assert from 'node:assert/strict';
import { rankPaths } from '../../src/core/text/rank-paths.ts';

describe('files that are meant', () => {
  const paths = ['src/build.ts', 'docs/build.md', 'test/rebuild.test.ts', 'src/b/u/i/old.ts', 'readme.md'];

  it('come by name first, then by path, then by scattered letters', () => {
    assert.deepEqual(rankPaths(paths, 'Build', 9), [
      'src/build.ts',
      'docs/build.md',
      'test/rebuild.test.ts',
      'src/b/u/i/old.ts',
    ]);
    assert.deepEqual(rankPaths(paths, 'src/', 9), ['src/build.ts', 'src/b/u/i/old.ts']);
  });

  it('are all of them when nothing is typed yet, cut to a number', () => {
    assert.equal(rankPaths(paths, '', 3).length, 3);
  });
});
