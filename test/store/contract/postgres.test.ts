// The engine over PostgreSQL keeps the contract.
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { openStoreAdmin } from '../../../src/store/postgres/engine.ts';
import { openPostgresStorage } from '../../../src/store/postgres/storage.ts';
import type { Storage } from '../../../src/store/storage.ts';
import { emptySchema } from '../../support/postgres.ts';
import { storageContract } from './storage-contract.ts';

storageContract('PostgreSQL', async () => {
  const url = await emptySchema();
  const opened = openStoreAdmin(url);
  assert.ok(opened.ok);
  assert.ok((await opened.admin.migrate()).ok);
  await opened.admin.close();
  const attached: Storage[] = [];
  let ids = 0;
  return {
    async attach() {
      const storage = await openPostgresStorage({
        url,
        rtws: 'shop',
        besideWorkers: true,
        newId: () => `id-${++ids}`,
        after(ms, work) {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
        elapsed: () => performance.now(),
        patience: { lease: 10_000, grace: 0 },
      });
      assert.ok(storage.ok, JSON.stringify(storage));
      attached.push(storage.storage);
      return storage.storage;
    },
    async end() {
      for (const storage of attached) await storage.close();
    },
  };
});
