// Commands in the background that are ended from here (SPEC 21.5), as real processes.
import assert from 'node:assert/strict';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import type { ProcessOutcome } from '../../src/core/dialog/processes.ts';
import { after } from '../../src/runtime/clock/after.ts';
import { Background } from '../../src/tools/shell/background.ts';

describe('a background command that is ended', () => {
  for (const as of ['stopped', 'lost'] as const) {
    it(`is told as ${as}`, async () => {
      const ref = rootRef('r-1' as RootId);
      const outcomes: ProcessOutcome[] = [];
      const told = Promise.withResolvers<void>();
      const background = new Background({
        env: async () => ({ env: process.env, hidden: [] }),
        after,
        outputs: { append() {}, read: () => undefined },
        onEnded(_ref, { outcome }) {
          outcomes.push(outcome);
          told.resolve();
        },
      });
      const command = `"${process.execPath}" -e "setInterval(() => {}, 1000)"`;
      assert.equal(
        await background.start(ref, 'p', { command, folder: process.cwd(), notKept: '[more output is not kept]' }),
        undefined,
      );
      await background.endOf({}, as);
      await told.promise;
      assert.deepEqual(outcomes, [as]);
      assert.equal(background.isRunning(ref, 'p'), false);
    });
  }
});
