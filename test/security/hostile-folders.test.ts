// The corpus of hostile folders (`npm run chaos` counts them), each used once by somebody who was not asked for trust,
// and once by somebody who gave it, where it may not act even then.
import assert from 'node:assert/strict';
import { actsOf, hostileFolders } from '../chaos/hostile.ts';

describe('a folder from another person', function () {
  this.timeout(60_000);
  for (const hostile of hostileFolders) {
    it(`does nothing by itself: ${hostile.name}`, async () => {
      assert.deepEqual(await actsOf(hostile, { trusts: false }), []);
    });
    if (!hostile.evenTrusted) {
      it(`would act where it is trusted: ${hostile.name}`, async () => {
        assert.notDeepEqual(await actsOf(hostile, { trusts: true }), []);
      });
      continue;
    }
    it(`does nothing even when it is trusted: ${hostile.name}`, async () => {
      assert.deepEqual(await actsOf(hostile, { trusts: true }), []);
    });
  }
});
