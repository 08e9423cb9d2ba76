import assert from 'node:assert/strict';
import { clockTime } from '../../../src/core/text/clock-time.ts';

describe('the time of day', () => {
  it('has two digits of each part, in the local time zone', () => {
    assert.equal(clockTime(new Date(2026, 0, 2, 3, 4, 5).toISOString()), '03:04:05');
    assert.equal(clockTime(new Date(2026, 0, 2, 13, 14, 59, 999).toISOString()), '13:14:59');
  });

  it('of what is no instant is that text', () => {
    assert.equal(clockTime('soon'), 'soon');
  });
});
