import assert from 'node:assert/strict';
import { restartInterruption } from '../../src/core/trouble.ts';
import { describeInterruptionZh } from '../../src/core/trouble-zh.ts';

describe('an interruption in Chinese', () => {
  it('says what we say of it in Chinese, and what the outside said as it was said', () => {
    assert.match(describeInterruptionZh(restartInterruption).detail, /^\p{Script=Han}/u);
    assert.equal(describeInterruptionZh({ code: 'disk', message: 'ENOSPC' }).detail, 'ENOSPC');
  });
});
