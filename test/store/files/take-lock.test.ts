import assert from 'node:assert/strict';
import { takeLock } from '../../../src/store/files/lock/take-lock.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';
import { told } from '../../support/told.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {}, begin() {}, end() {} };

/** Takes the lock where each new file fails with this code. */
function takeFailing(code: string) {
  const files = {
    ...createMemoryFiles(),
    createExclusive(file: string): boolean {
      throw Object.assign(new Error(`${code}: open '${file}'`), { code });
    },
  };
  const lockEnvironment = {
    files,
    pid: 1,
    host: 'here',
    pidSpace: 'one',
    now: () => 0,
    elapsed: () => 0,
    turn: () => 0,
    isAlive: () => true,
  };
  return takeLock({ rtws: '/rtws', newId: () => 'token', lockEnvironment, log: silent });
}

describe('the lock that cannot be taken', () => {
  it('says what may be the cause where nothing can be written', () => {
    for (const code of ['EACCES', 'ENOSPC', 'EROFS']) {
      const refused = told(takeFailing(code));
      assert.ok(!refused.ok);
      assert.equal(refused.code, 'disk');
      assert.equal(refused.remedy, 'free space or make the folder writable, then try again');
    }
  });

  it('says so where .dialogs is no folder', () => {
    const refused = told(takeFailing('ENOTDIR'));
    assert.ok(!refused.ok);
    assert.deepEqual([refused.code, refused.remedy], ['broken-file', 'move it away, then try again']);
  });
});
