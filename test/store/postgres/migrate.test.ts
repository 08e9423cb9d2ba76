import assert from 'node:assert/strict';
import { migrateStore } from '../../../src/runtime.ts';
import type { Query } from '../../../src/store/postgres/link.ts';
import { migrateSchema } from '../../../src/store/postgres/migrate.ts';
import { sharedPostgres } from '../../support/postgres.ts';

describe('dominds store migrate', () => {
  it('makes no tables in a database that cannot hold every language', async () => {
    const asked: string[] = [];
    const query: Query = async <R>(text: string) => {
      asked.push(text);
      return [{ number: 160_000, encoding: 'LATIN1' }] as readonly unknown[] as readonly R[];
    };
    const migrated = await migrateSchema(query, 'dominds');
    assert.ok(!migrated.ok);
    assert.deepEqual(migrated.why, { id: 'store-encoding', encoding: 'LATIN1' });
    assert.equal(asked.length, 1);
  });

  it('makes the tables in a schema whose name is a word of SQL', async function () {
    this.timeout(30_000);
    const { url } = await sharedPostgres();
    for (const schema of ['user', 'order']) {
      const migrated = await migrateStore(url(schema));
      assert.ok(migrated.ok, JSON.stringify(migrated));
    }
  });
});
