// The server goes away and comes back, or comes back without records that it acknowledged.
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import type { RootId } from '../../../src/core/base/ids.ts';
import { parseStoreAddress } from '../../../src/store/postgres/address.ts';
import { openStoreAdmin } from '../../../src/store/postgres/engine.ts';
import { Session } from '../../../src/store/postgres/session.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';

const root = 'r-1' as RootId;
const record = (body: string) => ({ dialog: 'r-1', course: 1, body: JSON.stringify({ body }), opens: body === '1' });

describe('a PostgreSQL server that goes away', function () {
  this.timeout(120_000);
  let server: PostgresServer;
  let sessions: Session[];
  let count = 0;

  before(async () => {
    server = await startPostgres({ durable: true });
  });
  after(() => server.stop());
  beforeEach(() => {
    sessions = [];
  });
  afterEach(async () => {
    for (const session of sessions) await session.close(2_000);
  });

  const open = (url: string, lockKey: number) => {
    const parsed = parseStoreAddress(url);
    assert.ok(parsed.ok);
    const session = new Session({
      address: parsed.address,
      worker: { id: `w-${lockKey}`, name: `w-${lockKey}`, serves: ['shop'], room: 1, lockKey },
      after(ms, work) {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
      elapsed: () => performance.now(),
      patience: { lease: 60_000, grace: 60_000 },
    });
    sessions.push(session);
    return session;
  };

  const join = async (url: string, lockKey: number) => {
    const session = open(url, lockKey);
    await session.join();
    return session;
  };

  /** From now on the server has no room for a row of this table. */
  const fill = (table: string) => [
    `create or replace function refuse_row() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
    `create trigger full_disk before insert or update on ${table} for each row execute function refuse_row()`,
  ];

  const untilThere = async (session: Session) => {
    while (
      (await session.beat().then(
        () => 'there',
        () => 'away',
      )) === 'away'
    );
  };

  const migrated = async (at: PostgresServer) => {
    const url = at.url(`t_${++count}`);
    const opened = openStoreAdmin(url);
    assert.ok(opened.ok);
    assert.ok((await opened.admin.migrate()).ok);
    await opened.admin.close();
    return url;
  };

  it('has what was queued meanwhile when it is back, once and from the same worker', async () => {
    const session = await join(await migrated(server), 1);
    const told: boolean[] = [];
    session.onAway(why => told.push(why !== undefined));
    session.create(root, { rtws: 'shop' });
    session.queue.append(root, [record('1')]);
    await session.stored(root);
    await server.kill();
    session.queue.append(root, [record('2')]);
    const stored = session.stored(root);
    session.queue.append(root, [record('3')]);
    let isStored = false;
    void stored.then(() => {
      isStored = true;
    });
    const away = Promise.withResolvers<void>();
    session.onAway(() => away.resolve());
    if (!session.away) await away.promise;
    assert.equal(isStored, false);
    await server.startAgain();
    await session.stored(root);
    const rows = await session.query<{ seq: string; body: string; epoch: string }>(
      'select seq, epoch, body from record order by seq',
    );
    assert.deepEqual(
      rows.map(({ seq, epoch, body }) => [seq, epoch, JSON.parse(body).body]),
      [
        ['1', '1', '1'],
        ['2', '1', '2'],
        ['3', '1', '3'],
      ],
    );
    assert.deepEqual(told, [true, false]);
  });

  for (const what of ['records', 'heartbeats'] as const)
    it(`is told once as away and once as back when its disk has no room for ${what}, whatever else it takes`, async () => {
      const [url, table] = [await migrated(server), `t_${count}.${what === 'records' ? 'record' : 'worker'}`];
      const session = await join(url, 10 + count);
      const told: boolean[] = [];
      session.onAway(why => told.push(why !== undefined));
      session.create(root, { rtws: 'shop' });
      session.queue.append(root, [record('1')]);
      await session.stored(root);
      const away = new Promise(resolve => session.onAway(resolve));
      await server.run(...fill(table));
      session.queue.append(root, [record('2')]);
      if (what === 'heartbeats') await session.beat().catch(() => {});
      await away;
      for (let times = 0; times < 3; times++) {
        await session.beat().catch(() => {});
        if (what === 'heartbeats') session.queue.append(root, [record(`${times}`)]);
        if (what === 'heartbeats') await session.queue.drained();
      }
      assert.deepEqual(told, [true]);
      await server.run(`drop trigger full_disk on ${table}`);
      await session.queue.drained();
      await untilThere(session);
      assert.deepEqual(told, [true, false]);
    });

  it('is told as back by a heartbeat when nothing waits to be stored any more', async () => {
    const [url, table] = [await migrated(server), `t_${count}.record`];
    const session = await join(url, 10 + count);
    const told: boolean[] = [];
    session.onAway(why => told.push(why !== undefined));
    const away = new Promise(resolve => session.onAway(resolve));
    await server.run(...fill(table));
    session.create(root, { rtws: 'shop' });
    session.queue.append(root, [record('1')]);
    await away;
    session.giveUp();
    await session.queue.drained();
    assert.deepEqual(told, [true]);
    await session.beat();
    assert.deepEqual(told, [true, false]);
  });

  it('is not told as away to a process that only reads while its disk is full', async () => {
    const url = await migrated(server);
    const told: boolean[] = [];
    const session = open(url, 10 + count);
    session.onAway(why => told.push(why !== undefined));
    await server.run(...fill(`t_${count}.secret`));
    await assert.rejects(session.query(`insert into secret values ('a', 'b')`), /No space left/);
    await session.query('select 1');
    assert.deepEqual(told, []);
  });

  it('keeps the trees of workers that come back with it', async () => {
    const url = await migrated(server);
    const [a, b] = [await join(url, 2), await join(url, 3)];
    a.create(root, { rtws: 'shop' });
    a.queue.append(root, [record('1')]);
    await a.stored(root);
    await server.kill();
    await server.startAgain();
    await untilThere(b);
    assert.deepEqual(await b.claimDue(10), []);
    a.queue.append(root, [record('2')]);
    await a.stored(root);
  });

  it('frees a tree that was let go while the server was away', async () => {
    const url = await migrated(server);
    const [a, b] = [await join(url, 5), await join(url, 6)];
    a.create(root, { rtws: 'shop' });
    a.queue.append(root, [record('1')]);
    await a.stored(root);
    await server.kill();
    await assert.rejects(a.release([{ root }]));
    await server.startAgain();
    await untilThere(a);
    // Claims and releases come one after another.
    await a.claim('none' as RootId);
    assert.equal((await b.claim(root))?.takeovers, 0);
  });

  it('keeps no process from ending', async () => {
    const session = await join(await migrated(server), 7);
    session.create(root, { rtws: 'shop' });
    session.queue.append(root, [record('1')]);
    await session.stored(root);
    await server.kill();
    session.queue.append(root, [record('2')]);
    const stored = assert.rejects(session.stored(root), { code: 'lock-lost' });
    session.giveUp();
    await stored;
    await session.queue.drained();
    assert.deepEqual([...session.held.keys()], []);
    await server.startAgain();
  });

  it('stops a tree with the reason when a standby without its last records was promoted', async () => {
    const url = await migrated(server);
    const standby = await startPostgres({ durable: true, standbyOf: server });
    try {
      const session = await join(
        url.replace(`127.0.0.1:${server.port}`, `127.0.0.1:${server.port},127.0.0.1:${standby.port}`),
        4,
      );
      // A commit waits for the standby, then it does not any more.
      await server.run(`alter system set synchronous_standby_names to '*'`, 'select pg_reload_conf()');
      session.create(root, { rtws: 'shop' });
      session.queue.append(root, [record('1')]);
      await session.stored(root);
      await server.run('alter system reset synchronous_standby_names', 'select pg_reload_conf()');
      // The standby hears nothing from now on.
      await standby.kill();
      session.queue.append(root, [record('2')]);
      await session.stored(root);
      await server.kill();
      await standby.startAgain();
      await standby.run('select pg_promote(true)');
      session.queue.append(root, [record('3')]);
      await assert.rejects(session.stored(root), { code: 'store', message: /the store lost records of r-1/ });
      await server.startAgain();
    } finally {
      await standby.stop();
    }
  });
});
