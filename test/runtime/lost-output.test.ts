import assert from 'node:assert/strict';
import type { DialogId, RootId } from '../../src/core/base/ids.ts';
import type { Driver } from '../../src/driver/driver.ts';
import type { Feed } from '../../src/driver/feed.ts';
import { createBackground } from '../../src/runtime/tools/background.ts';
import type { DialogStore } from '../../src/store/dialog-store.ts';

describe('output of a background command that cannot be kept', () => {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  it('is named in the log, and the command goes on to its end', async () => {
    const logged = Promise.withResolvers<string>();
    const background = createBackground({
      shell: { env: process.env },
      store: {
        appendOutput: () => {
          throw new Error('no space left');
        },
      } as unknown as DialogStore,
      feed: { subscribe: () => () => {} } as unknown as Feed,
      driver: () =>
        ({
          ctx: { log: { error: (what: string, error: Error) => logged.resolve(`${what}: ${error.message}`) } },
          loadedTree: () => undefined,
        }) as unknown as Driver,
    });
    const ref = { rootId: 'r' as RootId, selfId: 'r' as DialogId };
    assert.equal(
      await background.start(ref, 'p1', {
        command: 'echo one',
        folder: process.cwd(),
        notKept: '[more output is not kept]',
      }),
      undefined,
    );
    assert.equal(await logged.promise, 'output of p1 could not be kept: no space left');
    await background.endOf();
  });
});
