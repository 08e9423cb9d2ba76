import assert from 'node:assert/strict';
import type { RootId } from '../../../src/core/base/ids.ts';
import type { RootSummary } from '../../../src/core/dialog/view/projection.ts';
import { migrateStore } from '../../../src/runtime.ts';
import { parseStoreAddress } from '../../../src/store/postgres/address.ts';
import { createAppendPort } from '../../../src/store/postgres/append-sql.ts';
import { type LeaseWorker, leaveLease, releaseTrees, releaseUnknown } from '../../../src/store/postgres/leases.ts';
import { type Link, openLink, type Purpose, type Query } from '../../../src/store/postgres/link.ts';
import { PgRoots } from '../../../src/store/postgres/roots.ts';
import type { Session } from '../../../src/store/postgres/session.ts';
import { sleepersOf } from '../../../src/store/postgres/sleepers.ts';
import { emptySchema } from '../../support/postgres.ts';

const worker: LeaseWorker = { id: 'w', name: 'w', serves: ['shop'], room: 10, lockKey: 1 };
/** As they are made: the last one is the first by its id. */
const roots = Array.from({ length: 100 }, (_, index) => `t${199 - index}`) as RootId[];

/** Statements that change them all. */
const changes: Readonly<Record<string, (query: Query) => Promise<unknown>>> = {
  'an append': query =>
    createAppendPort(query, 'w').append(
      roots.map(root => ({
        root,
        epoch: 1,
        seq: 1,
        applied: [],
        records: [{ dialog: root, course: 1, body: '{}', opens: false }],
      })),
    ),
  'their lines in the list': async query => {
    const session = {
      query,
      held: new Map(roots.map(root => [root, { epoch: 1 }])),
      queue: { seqOf: () => 1, stored: async () => {} },
      bell: { ring() {} },
      options: { after: () => () => {} },
    };
    const lines = new PgRoots(session as unknown as Session, 'shop');
    lines.put(...roots.map(rootId => ({ rootId, status: 'running', needsDrive: false }) as RootSummary));
    await lines.flush();
  },
  'a release': query =>
    releaseTrees(
      query,
      worker,
      roots.map(root => ({ root, epoch: 1 })),
    ),
  'a release of what a worker does not know': query => releaseUnknown(query, worker, []),
  'the end of a worker': query => leaveLease(query, worker),
  'a call of sleepers': query =>
    sleepersOf({ query, bell: { ring() {} } } as unknown as Session, 'shop').callDue(roots),
};

describe('trees of a PostgreSQL store', () => {
  let links: Link[];

  const connect = (url: string, purpose: Purpose = 'anything') => {
    const parsed = parseStoreAddress(url);
    assert.ok(parsed.ok);
    const link = openLink({ address: parsed.address, purpose });
    links.push(link);
    return link.query;
  };

  beforeEach(() => {
    links = [];
  });
  afterEach(() => Promise.all(links.map(link => link.close())));

  for (const [name, change] of Object.entries(changes)) {
    it(`are locked in the order of their ids by ${name}`, async () => {
      const url = await emptySchema();
      await migrateStore(url);
      const other = connect(url);
      const changing = connect(url, name === 'an append' ? 'appends' : 'anything');
      await other(
        `insert into tree (root, rtws, epoch, owner, seq, watches) select root, 'shop', 1, $2, 1, '[]' from unnest($1::text[]) root`,
        [roots, name === 'a call of sleepers' ? null : worker.id],
      );
      await other('begin');
      await other('select from tree where root = $1 for update', [roots.at(-1)]);
      const changed = change(changing);
      const blocked = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';
      while ((await other(blocked)).length === 0);
      assert.equal((await other('select from tree for update skip locked')).length, roots.length);
      await other('rollback');
      await changed;
    });
  }
});
