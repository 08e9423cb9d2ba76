import assert from 'node:assert/strict';
import { isZombie } from '../../../src/store/files/lock/environment.ts';

describe('a process', () => {
  it('that ended and was not waited for drives nothing, whatever its name', function () {
    if (process.platform !== 'linux') this.skip();
    const stat = (text: string) => isZombie(7, () => text);
    assert.equal(stat('7 (node) Z 1 7 7 0 -1'), true);
    assert.equal(stat('7 (a) S b) Z 1 7 7 0 -1'), true);
    assert.equal(stat('7 (a) Z b) S 1 7 7 0 -1'), false);
    assert.equal(isZombie(process.pid), false);
    assert.equal(
      isZombie(7, () => {
        throw new Error('ENOENT');
      }),
      false,
    );
  });
});
