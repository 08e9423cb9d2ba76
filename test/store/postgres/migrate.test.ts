import assert from 'node:assert/strict';
import type { Query } from '../../../src/store/postgres/link.ts';
import { migrateSchema } from '../../../src/store/postgres/migrate.ts';

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
});
