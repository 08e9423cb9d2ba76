import assert from 'node:assert/strict';
import { namespaceCommand, raceForLock } from './lock-races.ts';

describe('processes that start at the same instant', () => {
  const one = { several: 0, none: 0 };

  it('end with one owner on a slow disk', async () => {
    assert.deepEqual(await raceForLock({ processes: 3, slowestMs: 2, inNamespaces: false, rounds: 8 }), one);
  });

  it('end with one owner in two pid namespaces', async function () {
    if (!namespaceCommand()) this.skip();
    assert.deepEqual(await raceForLock({ processes: 2, slowestMs: 1, inNamespaces: true, rounds: 8 }), one);
  });
});
