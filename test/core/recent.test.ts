import assert from 'node:assert/strict';
import { remembering } from '../../src/core/base/recent.ts';

describe('a function that remembers what it gave', () => {
  it('is asked once for each of the newest keys, also for those that have nothing', () => {
    const asked: string[] = [];
    const find = remembering((key: string) => {
      asked.push(key);
      return key === 'none' ? undefined : key.toUpperCase();
    }, 2);
    assert.deepEqual(['a', 'none', 'a', 'none'].map(find), ['A', undefined, 'A', undefined]);
    assert.deepEqual(asked, ['a', 'none']);
    assert.deepEqual(['b', 'none', 'a'].map(find), ['B', undefined, 'A']);
    assert.deepEqual(asked, ['a', 'none', 'b', 'a']);
  });
});
