import assert from 'node:assert/strict';
import type { RootId } from '../../../src/core/base/ids.ts';
import { parseStoreAddress } from '../../../src/store/postgres/address.ts';
import { createAppendPort } from '../../../src/store/postgres/append-sql.ts';
import * as leases from '../../../src/store/postgres/leases.ts';
import { type Link, openLink } from '../../../src/store/postgres/link.ts';
import { migrateSchema } from '../../../src/store/postgres/migrate.ts';
import { emptySchema } from '../../support/postgres.ts';

/** Of a server that was started just now. */
const patience = { lease: leases.LEASE_MS, grace: 0 };

describe('the leases of a PostgreSQL store', () => {
  let links: Link[];
  let url: string;

  const connect = () => {
    const parsed = parseStoreAddress(url);
    assert.ok(parsed.ok);
    const link = openLink({ address: parsed.address });
    links.push(link);
    return link;
  };

  let keys = 0;
  const worker = (id: string): leases.LeaseWorker => ({ id, name: id, serves: ['shop'], room: 10, lockKey: ++keys });

  /** A worker with a session of its own. */
  const joined = async (id: string) => {
    const { query, close } = connect();
    const self = worker(id);
    await leases.join(query, self);
    const claim = (held: readonly RootId[] = []) =>
      leases.claimDue(query, { worker: self, held, judges: true, patience, room: 10 });
    return { self, query, close, claim, port: createAppendPort(query, id) };
  };

  const make = (port: ReturnType<typeof createAppendPort>, root: string) =>
    port.append([
      {
        root: root as RootId,
        epoch: 1,
        seq: 0,
        made: { rtws: 'shop' },
        applied: [],
        records: [{ dialog: root, course: 1, body: '{}', opens: true }],
      },
    ]);

  /** One more record of `r1`; `endsWell`: of a generation that ended well. */
  const add = (
    port: ReturnType<typeof createAppendPort>,
    { epoch, seq, ...more }: { readonly epoch: number; readonly seq: number; readonly endsWell?: true },
  ) =>
    port.append([
      {
        root: 'r1' as RootId,
        epoch,
        seq,
        applied: [],
        records: [{ dialog: 'r1', course: 1, body: '{}', opens: false, ...more }],
      },
    ]);

  beforeEach(async () => {
    links = [];
    url = await emptySchema();
    const parsed = parseStoreAddress(url);
    assert.ok(parsed.ok);
    const migrated = await migrateSchema(connect().query, parsed.address.schema);
    assert.ok(migrated.ok);
  });
  afterEach(() => Promise.all(links.map(link => link.close())));

  it('give a tree to one worker at a time', async () => {
    const [a, b] = [await joined('a'), await joined('b')];
    await make(a.port, 'r1');
    assert.deepEqual(await b.claim(), []);
    await leases.releaseTrees(a.query, a.self, [{ root: 'r1' as RootId, epoch: 1, dueInMs: 0 }]);
    const claims = await Promise.all([a.claim(), b.claim()]);
    assert.deepEqual(
      claims.flat().map(({ root, epoch, seq }) => [root, epoch, seq]),
      [['r1', 2, 1]],
    );
  });

  it('say at a heartbeat whether the worker is still among those of the store', async () => {
    const { query, self } = await joined('a');
    assert.equal(await leases.beat(query, self), true);
    await query('delete from worker');
    assert.equal(await leases.beat(query, self), false);
  });

  it('let a tree rest until the next message', async () => {
    const a = await joined('a');
    await make(a.port, 'r1');
    await leases.releaseTrees(a.query, a.self, [{ root: 'r1' as RootId, epoch: 1 }]);
    assert.deepEqual(await a.claim(), []);
    await a.query(`select say('r1', 'm1', '{}')`);
    assert.equal((await a.claim()).length, 1);
  });

  it('let a tree rest until its time, and count it as at rest until then', async () => {
    const a = await joined('a');
    await make(a.port, 'r1');
    await leases.releaseTrees(a.query, a.self, [{ root: 'r1' as RootId, epoch: 1, dueInMs: 3_600_000 }]);
    assert.deepEqual(await a.claim(), []);
    assert.equal((await leases.placeOfLease(a.query, 'r1' as RootId))?.isUnderWay, false);
    await a.query(`update tree set due_at = due_at - interval '1 h'`);
    assert.equal((await leases.placeOfLease(a.query, 'r1' as RootId))?.isUnderWay, true);
    assert.equal((await a.claim()).length, 1);
  });

  it('free the trees of a worker at once when its session ends', async () => {
    const [a, b] = [await joined('a'), await joined('b')];
    await make(a.port, 'r1');
    const r1 = 'r1' as RootId;
    assert.equal(await leases.isDrivenByOther(a.query, r1, a.self), false);
    assert.equal(await leases.isDrivenByOther(b.query, r1, b.self), true);
    await a.close();
    assert.equal(await leases.isDrivenByOther(b.query, r1, b.self), false);
    const [claim] = await b.claim();
    assert.deepEqual([claim?.root, claim?.takeovers], ['r1', 1]);
  });

  it('leave the trees of others alone right after the own connection broke', async () => {
    const [a, b] = [await joined('a'), await joined('b')];
    await make(a.port, 'r1');
    await a.close();
    const claims = await leases.claimDue(b.query, { worker: b.self, held: [], judges: false, patience, room: 10 });
    assert.deepEqual(claims, []);
  });

  it('free the trees of a worker whose heartbeat is too old, though its session lasts', async () => {
    const [a, b] = [await joined('a'), await joined('b')];
    await make(a.port, 'r1');
    await b.query(`update worker set beat = now() - interval '11 s' where id = 'a'`);
    assert.equal((await b.claim()).length, 1);
  });

  it('refuse what a worker writes after another one took its tree', async () => {
    const [a, b] = [await joined('a'), await joined('b')];
    await make(a.port, 'r1');
    await a.close();
    await b.claim();
    const late = connect();
    const stored = await add(createAppendPort(late.query, 'a'), { epoch: 1, seq: 1 });
    assert.deepEqual([...stored], []);
    assert.deepEqual(await late.query('select seq from record'), [{ seq: '1' }]);
  });

  it('count the workers that a tree lost in a row, and anew after a generation that ended well', async () => {
    const takeovers: (number | undefined)[] = [];
    let last = await joined('a');
    await make(last.port, 'r1');
    for (const id of ['b', 'c', 'd']) {
      await last.close();
      last = await joined(id);
      const [claim] = await last.claim();
      takeovers.push(claim?.takeovers);
      const at = { epoch: claim?.epoch ?? 0, seq: claim?.seq ?? 0 };
      await add(last.port, id === 'c' ? { ...at, endsWell: true } : at);
    }
    assert.deepEqual(takeovers, [1, 2, 1]);
  });

  it('give what a dead worker left to another one, though nothing is to be done in it', async () => {
    const [a, b] = [await joined('a'), await joined('b')];
    await make(a.port, 'r1');
    await a.query('update tree set due_at = null');
    assert.deepEqual(await b.claim(), []);
    await a.close();
    assert.equal((await b.claim()).length, 1);
  });

  it('count no takeover when a worker claims a tree that it owns without knowing it', async () => {
    const a = await joined('a');
    await make(a.port, 'r1');
    const [claim] = await a.claim();
    assert.deepEqual([claim?.epoch, claim?.takeovers], [2, 0]);
  });

  it('free what a worker owns without knowing it', async () => {
    const [a, b] = [await joined('a'), await joined('b')];
    await make(a.port, 'r1');
    await make(a.port, 'r2');
    await leases.releaseUnknown(a.query, a.self, ['r2' as RootId]);
    assert.deepEqual(
      (await b.claim()).map(({ root }) => root),
      ['r1'],
    );
  });

  it('give a tree back to the worker whose claim was answered into a broken connection', async () => {
    const a = await joined('a');
    await make(a.port, 'r1');
    assert.equal((await a.claim(['r1' as RootId])).length, 0);
    assert.equal((await a.claim([])).length, 1);
  });

  it('free everything of a worker that ends in order', async () => {
    const [a, b] = [await joined('a'), await joined('b')];
    await make(a.port, 'r1');
    await leases.leaveLease(a.query, a.self);
    assert.equal((await b.claim()).length, 1);
    assert.deepEqual(
      (await leases.liveWorkers(b.query)).map(({ id, trees }) => [id, trees]),
      [['b', 1]],
    );
  });

  it('know a tree by its own workspace only', async () => {
    const a = await joined('a');
    const other = connect();
    await make(a.port, 'r1');
    await leases.releaseTrees(a.query, a.self, [{ root: 'r1' as RootId, epoch: 1, dueInMs: 0 }]);
    const stranger = { ...worker('c'), serves: ['elsewhere'] };
    await leases.join(other.query, stranger);
    assert.deepEqual(
      await leases.claimDue(other.query, { worker: stranger, held: [], judges: true, patience, room: 10 }),
      [],
    );
  });
});
