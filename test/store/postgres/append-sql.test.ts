import assert from 'node:assert/strict';
import type { RootId } from '../../../src/core/base/ids.ts';
import { migrateStore } from '../../../src/runtime.ts';
import { parseStoreAddress } from '../../../src/store/postgres/address.ts';
import type { TreeAppend } from '../../../src/store/postgres/append-queue.ts';
import { createAppendPort } from '../../../src/store/postgres/append-sql.ts';
import { type Blob, createBlobShelf } from '../../../src/store/postgres/blobs.ts';
import { type Link, openLink, type Query } from '../../../src/store/postgres/link.ts';
import { emptySchema } from '../../support/postgres.ts';

describe('an append to a PostgreSQL store', () => {
  let link: Link;
  let statements: string[];
  const query: Query = (text, values) => {
    statements.push(text);
    return link.query(text, values);
  };

  beforeEach(async () => {
    const url = await emptySchema();
    await migrateStore(url);
    const parsed = parseStoreAddress(url);
    assert.ok(parsed.ok);
    link = openLink({ address: parsed.address, purpose: 'appends' });
    statements = [];
  });

  afterEach(() => link.close());

  const root = 'r-1' as RootId;
  const first: TreeAppend = {
    root,
    epoch: 1,
    seq: 0,
    records: [{ dialog: root, course: 1, body: '{}', opens: true }],
    made: { rtws: 'shop' },
    applied: [],
  };
  const blob = (name: string, bytes: Uint8Array = Buffer.from(name)): Blob => {
    return { root, dialog: root, kind: 'before', name, bytes };
  };
  const names = async () => (await link.query('select hash from blob order by hash')).map(({ hash }) => hash);

  it('is one statement with the contents that its records name', async () => {
    const shelf = createBlobShelf();
    const port = createAppendPort(query, 'w', shelf);
    shelf.keep(blob('a'));
    shelf.keep(blob('b'));
    assert.deepEqual(await port.append([first]), new Set([root]));
    assert.equal(statements.length, 1);
    assert.deepEqual(await names(), ['a', 'b']);
  });

  it('comes after contents that are too large for one statement', async () => {
    const shelf = createBlobShelf();
    const port = createAppendPort(query, 'w', shelf);
    for (const name of ['a', 'b']) shelf.keep(blob(name, new Uint8Array(5 * 1024 * 1024)));
    await port.append([first]);
    assert.deepEqual(
      statements.map(text => /^\s*(with|insert)/.exec(text)?.[1]),
      ['insert', 'with'],
    );
    assert.deepEqual(await names(), ['a', 'b']);
  });

  it('keeps contents for the next statement when one failed', async () => {
    const shelf = createBlobShelf();
    shelf.keep(blob('a'));
    const failing = createAppendPort(() => Promise.reject(new Error('cut')), 'w', shelf);
    await assert.rejects(failing.append([first]), /cut/);
    await createAppendPort(query, 'w', shelf).append([first]);
    assert.deepEqual(await names(), ['a']);
  });

  it('is parsed once a session, and finds its trees by their key though it was planned for empty tables', async () => {
    const port = createAppendPort(query, 'w');
    await port.append([first]);
    await port.append([{ root, epoch: 1, seq: 1, records: first.records, applied: [] }]);
    const [{ name, count } = {}] = await link.query<{ name: string; count: number }>(
      `select min(name) as name, count(*)::int as count from pg_prepared_statements where statement like '%insert into ' || 'record%'`,
    );
    assert.equal(count, 1);
    const noValues = Array.from({ length: 22 }, () => 'null').join(', ');
    const plan = await link.query<{ 'QUERY PLAN': string }>(`explain execute ${name}(${noValues})`);
    const lines = plan.map(line => line['QUERY PLAN']).join('\n');
    assert.match(lines, /Index Scan using tree_pkey on tree t/);
    assert.match(lines, /Index Cond: \(root = ANY \(ARRAY\[/);
    assert.doesNotMatch(lines, /Seq Scan/);
  });
});
