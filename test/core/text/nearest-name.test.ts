// What somebody meant to write, among what is known.
import assert from 'node:assert/strict';
import { nearestName } from '../../../src/core/text/nearest-name.ts';

describe('the nearest name', () => {
  it('is equal but for case and joining signs, or at most two edits away', () => {
    const known = ['noReadDirs', 'read-dirs', 'toolsets'];
    assert.equal(nearestName('no-read-dirs', known), 'noReadDirs');
    assert.equal(nearestName('tolset', known), 'toolsets');
    assert.equal(nearestName('tools', known), undefined);
  });

  it('is no name of which half would have to change', () => {
    assert.deepEqual(
      [nearestName('ab', ['ax']), nearestName('abc', ['abx']), nearestName('abcd', ['abxy'])],
      [undefined, 'abx', undefined],
    );
  });

  it('is looked for among names of up to forty letters', () => {
    const long = (letters: number) => `${'x'.repeat(letters - 1)}y`;
    const meant = (letters: number) => 'x'.repeat(letters);
    assert.equal(nearestName(long(40), [meant(40)]), meant(40));
    assert.equal(nearestName(long(41), [meant(41)]), undefined);
    assert.equal(nearestName(long(40), [meant(41)]), undefined);
    assert.equal(nearestName(long(39), [meant(40)]), meant(40));
  });
});
