// Two processes at one store, as two storages in this process.
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import type { DialogId, RootId } from '../../../src/core/base/ids.ts';
import { rootRef } from '../../../src/core/base/ids.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import type { RootSummary } from '../../../src/core/dialog/view/projection.ts';
import { refuse } from '../../../src/core/facts/trouble.ts';
import type { AddressedIntent } from '../../../src/core/intents/wire.ts';
import { openStoreAdmin } from '../../../src/store/postgres/engine.ts';
import { openPostgresStorage, type PostgresOptions } from '../../../src/store/postgres/storage.ts';
import type { OpenStorage } from '../../../src/store/storage.ts';
import { redPixelBytes } from '../../support/images.ts';
import { nextTurn } from '../../support/next-turn.ts';
import { emptySchema } from '../../support/postgres.ts';

const rootId = 'r-1' as RootId;
const root = { ...rootRef(rootId), course: 1 };

const created = {
  v: 1,
  at: '2026-01-01T00:00:00.000Z',
  n: 1,
  kind: 'dialogCreated',
  identity: {
    kind: 'root',
    rootId,
    selfId: rootId,
    agentId: 'lead',
    taskDocPath: 'tasks/t.tsk',
    createdAt: '2026-01-01T00:00:00.000Z',
    dialect: 'tellask',
    mode: 'chat',
  },
} as unknown as CourseRecord;

const said = (n: number, content: string, msgId = `m-${n}`) =>
  ({ v: 1, at: '2026-01-01T00:00:01.000Z', n, kind: 'userSaid', msgId, content }) as unknown as CourseRecord;

describe('the PostgreSQL storage', () => {
  let url: string;
  let closing: (() => Promise<void>)[];
  let ids = 0;

  beforeEach(async () => {
    closing = [];
    url = await emptySchema();
    const opened = openStoreAdmin(url);
    assert.ok(opened.ok);
    assert.ok((await opened.admin.migrate()).ok);
    await opened.admin.close();
  });
  afterEach(async () => {
    for (const close of closing.reverse()) await close();
  });

  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  };

  const attach = async (options: Partial<PostgresOptions> = {}) => {
    const opened = await openPostgresStorage({
      url,
      rtws: 'shop',
      besideWorkers: true,
      newId: () => `id-${++ids}`,
      after: later,
      elapsed: () => performance.now(),
      patience: { lease: 10_000, grace: 0 },
      ...options,
    });
    assert.ok(opened.ok, JSON.stringify(opened));
    closing.push(() => opened.storage.close());
    return opened.storage;
  };

  /** A process that writes. */
  const writer = async (options: Partial<PostgresOptions> = {}) => {
    const storage = await attach(options);
    const leased = await storage.acquire(`token-${++ids}`);
    assert.ok(leased.ok);
    const lost: RootId[] = [];
    const open = await storage.open({ kind: 'writer', lease: leased.lease, onTreeLost: each => lost.push(each) });
    closing.push(() => open.close(true));
    return { storage, open, lost, lease: leased.lease };
  };

  const reader = async () => {
    const storage = await attach();
    const open = await storage.open({ kind: 'reader' });
    closing.push(() => open.close(true));
    return { storage, open };
  };

  const stored = (open: OpenStorage) => open.dialogs.stored?.(rootId);
  const kinds = async (open: OpenStorage) =>
    (await open.dialogs.load(rootId, 'toRead'))?.root.records.map(({ kind }) => kind);

  it('stores what is appended, and is pending until then', async () => {
    const { open } = await writer();
    open.dialogs.append(root, [created]);
    open.dialogs.append(root, [said(2, 'a \u0000 \ud800 ✓')]);
    assert.equal(open.dialogs.isPending?.(rootId), true);
    await stored(open);
    assert.equal(open.dialogs.isPending?.(rootId), false);
    assert.ok(open.dialogs.courseBytes(rootRef(rootId), 1) > 100);
    const other = await reader();
    assert.deepEqual(await kinds(other.open), ['dialogCreated', 'userSaid']);
    assert.deepEqual([...(await other.open.dialogs.listRoots())], [[rootId, 'running']]);
    const read = await other.open.dialogs.readCourse(rootRef(rootId), 1);
    assert.deepEqual(read?.[1], said(2, 'a \u0000 \ud800 ✓'));
    assert.equal(await other.open.dialogs.readCourse(rootRef(rootId), 2), undefined);
  });

  it('gives a tree to one writer, and to the next when it is forgotten', async () => {
    const [a, b] = [await writer(), await writer()];
    a.open.dialogs.append(root, [created]);
    await stored(a.open);
    assert.equal((await b.open.dialogs.load(rootId, 'toDrive'))?.isDrivenElsewhere, true);
    assert.throws(() => b.open.dialogs.append(root, [said(2, 'no')]), { code: 'lock-lost' });
    a.open.dialogs.forget(rootId);
    await a.open.close(true);
    const loaded = await b.open.dialogs.load(rootId, 'toDrive');
    assert.equal(loaded?.isDrivenElsewhere, undefined);
    b.open.dialogs.append(root, [said(2, 'yes')]);
    await stored(b.open);
    assert.deepEqual(await kinds(a.open), ['dialogCreated', 'userSaid']);
  });

  it('fences a writer whose tree was taken over, and tells it', async () => {
    const [a, b] = [await writer(), await writer()];
    a.open.dialogs.append(root, [created]);
    await stored(a.open);
    // As if it had slept.
    await run(url, "update worker set beat = beat - interval '1 min' where id = (select owner from tree)");
    await b.open.dialogs.load(rootId, 'toDrive');
    b.open.dialogs.append(root, [said(2, 'of b')]);
    await stored(b.open);
    a.open.dialogs.append(root, [said(2, 'of a')]);
    a.open.roots.put({ rootId, status: 'running', needsDrive: true } as RootSummary);
    await assert.rejects(async () => stored(a.open), { code: 'lock-lost' });
    assert.deepEqual(a.lost, [rootId]);
    // Its line of a tree that another one has is not told any more.
    assert.equal(a.open.roots.summaries.get(rootId), undefined);
    assert.deepEqual(await kinds(b.open), ['dialogCreated', 'userSaid']);
    assert.deepEqual((await b.open.dialogs.readCourse(rootRef(rootId), 1))?.[1], said(2, 'of b'));
  });

  it('tells a writer that slept of the loss before it writes anything', async () => {
    let slept = 0;
    const asleep = await writer({ elapsed: () => performance.now() + slept });
    asleep.open.dialogs.append(root, [created]);
    await stored(asleep.open);
    await run(url, "update worker set beat = beat - interval '1 min' where id = (select owner from tree)");
    await (await writer()).open.dialogs.load(rootId, 'toDrive');
    slept = 60_000;
    await assert.rejects(async () => stored(asleep.open), { code: 'lock-lost' });
    assert.deepEqual(asleep.lost, [rootId]);
  });

  it('tells a writer of the loss at its next heartbeat, though it has nothing to write', async () => {
    const [a, b] = [await writer(), await writer()];
    a.open.dialogs.append(root, [created]);
    await stored(a.open);
    await a.lease.beat();
    assert.deepEqual(a.lost, []);
    await run(url, "update worker set beat = beat - interval '1 min' where id = (select owner from tree)");
    await b.open.dialogs.load(rootId, 'toDrive');
    await a.lease.beat();
    assert.deepEqual([a.lost, a.storage.shared.held()], [[rootId], []]);
  });

  it('keeps a tree whose first records are not stored yet at a heartbeat', async () => {
    const a = await writer();
    const beating = a.lease.beat();
    a.open.dialogs.append(root, [created]);
    await beating;
    assert.deepEqual([a.lost, a.storage.shared.held()], [[], [rootId]]);
  });

  it('loses a tree that it claims again after another worker had it', async () => {
    const a = await writer({ room: 10 });
    a.open.dialogs.append(root, [created]);
    await stored(a.open);
    await run(url, 'update tree set owner = null, epoch = epoch + 1, due_at = now()');
    assert.equal((await a.storage.shared.claimDue(10)).length, 1);
    assert.deepEqual([a.lost, a.storage.shared.held()], [[rootId], [rootId]]);
  });

  it('says once that its lease has lapsed when the store does not answer, and drives on when it does', async () => {
    let slept = 0;
    const timers = new Map<number, () => void>();
    const a = await writer({
      elapsed: () => performance.now() + slept,
      after(ms, work) {
        timers.set(ms, work);
        return later(ms, work);
      },
    });
    let lapses = 0;
    a.storage.shared.onLapsed(() => lapses++);
    a.open.dialogs.append(root, [created]);
    await stored(a.open);
    const other = await connected(url);
    await other.query('begin');
    await other.query('select from worker for update');
    const beats = [a.lease.beat(), a.lease.beat()];
    const late = () => timers.get(1_000)?.();
    late();
    assert.equal(lapses, 0);
    slept = 7_000;
    late();
    late();
    assert.equal(lapses, 1);
    await other.end();
    await Promise.all(beats);
    await a.lease.beat();
    late();
    await stored(a.open);
    assert.deepEqual([lapses, a.lost], [1, []]);
  });

  it('keeps images, previous contents and system messages', async () => {
    const { open } = await writer();
    open.dialogs.append(root, [created]);
    await stored(open);
    const ref = rootRef(rootId);
    const image = open.dialogs.keepAttached(ref, { name: 'red.png', type: 'image/png', bytes: redPixelBytes });
    assert.equal(open.dialogs.keepPrevious(ref, Buffer.from('before')), true);
    const name = open.dialogs.keepParts(rootId, [{ id: 'a', title: 'b', text: 'c' }]);
    open.dialogs.append(root, [said(2, 'with an image')]);
    await stored(open);
    const other = (await reader()).open.dialogs;
    assert.deepEqual(Buffer.from((await other.readAttached(ref, image)) ?? []), Buffer.from(redPixelBytes));
    const hash = 'd2be9a1a5ce57ab0e1db0db4a5ac5b6a5ef5a5b0f9e0cb9b6a1a5b0cd8a3a0aa';
    assert.equal(await other.readPrevious(ref, hash), undefined);
    assert.deepEqual(await other.readParts(rootId, name), [{ id: 'a', title: 'b', text: 'c' }]);
    assert.equal(await other.readParts(rootId, '../x'), undefined);
  });

  it('tells a follower of the list and of each record once', async () => {
    const a = await writer();
    const b = await reader();
    const following = b.open.follow(() => {});
    following.watch([rootId]);
    const tail = following.tail(rootId);
    a.open.dialogs.append(root, [created, said(2, 'x')]);
    await stored(a.open);
    await following.catchUp?.();
    const news = tail.look(() => true);
    assert.deepEqual(
      news.map(({ anew, records }) => [anew, records.map(({ n }) => n)]),
      [[true, [1, 2]]],
    );
    a.open.dialogs.append(root, [said(3, 'y')]);
    await stored(a.open);
    await following.catchUp?.();
    await following.catchUp?.();
    assert.deepEqual(
      tail.look(() => true).map(({ anew, records }) => [anew, records.map(({ n }) => n)]),
      [[false, [3]]],
    );
    assert.deepEqual(
      tail.look(() => true),
      [],
    );
    // The line of a root that nobody listed is made from its records.
    assert.deepEqual([...b.open.roots.refresh().keys()], [rootId]);
    assert.equal(b.open.roots.summaries.get(rootId)?.agentId, 'lead');
    following.close();
  });

  it('rings a follower when something is stored', async () => {
    const a = await writer();
    const b = await reader();
    a.open.dialogs.append(root, [created]);
    await stored(a.open);
    const rung = Promise.withResolvers<void>();
    const following = b.open.follow(() => rung.resolve());
    a.open.dialogs.append(root, [said(2, 'x')]);
    await rung.promise;
    following.close();
  });

  it('hands an intent to the owner, which applies it with the record that it leads to', async () => {
    const a = await writer();
    a.open.dialogs.append(root, [created]);
    await stored(a.open);
    const arrived = Promise.withResolvers<void>();
    const watching = a.open.watchHandover(() => arrived.resolve());
    const b = await reader();
    const at = new Date().toISOString();
    const intent = {
      kind: 'say' as const,
      dialog: rootRef(rootId),
      content: 'hi',
      msgId: 'w-1',
      to: '',
      at,
    };
    await b.open.handover.put(intent);
    await b.open.handover.put(intent);
    assert.equal(b.open.handover.isPending('w-1'), true);
    await arrived.promise;
    const { value } = a.open.handover.look().next();
    assert.deepEqual(
      (value as readonly AddressedIntent[]).map(({ msgId }) => msgId),
      ['w-1'],
    );
    a.open.dialogs.append(root, [said(2, 'hi', 'w-1')]);
    await stored(a.open);
    await b.open.follow(() => {}).catchUp?.();
    assert.equal(b.open.handover.isPending('w-1'), false);
    assert.equal(await b.open.handover.takeRefusal('w-1'), undefined);
    watching.close();
  });

  it('reads what was said before its doorbell was connected', async () => {
    const doorbell = Promise.withResolvers<undefined>();
    let connections = 0;
    // The first one that is made.
    const a = await writer({ password: async () => (connections++ === 0 ? doorbell.promise : undefined) });
    a.open.dialogs.append(root, [created]);
    await stored(a.open);
    const arrived = Promise.withResolvers<void>();
    a.open.watchHandover(() => arrived.resolve());
    const b = await reader();
    await b.open.handover.put({ kind: 'stop', dialog: rootRef(rootId), tree: true, msgId: 'w', to: '', at: '' });
    doorbell.resolve(undefined);
    await arrived.promise;
  });

  it('says what the database says of an intent or a removal that it refuses', async () => {
    const { open } = await reader();
    await run(url, 'alter function say rename to gone');
    const stop = { kind: 'stop', dialog: rootRef(rootId), tree: true, msgId: 'w', to: '', at: '' } as const;
    await assert.rejects(open.handover.put(stop), { code: 'store', message: /function say\(.* does not exist/ });
    await run(url, 'alter table blob rename to gone');
    await assert.rejects(open.remove(rootId), { code: 'store', message: /"blob" does not exist/ });
  });

  it('gives the reason of a refusal to the sender of the intent', async () => {
    const a = await writer();
    a.open.dialogs.append(root, [created]);
    await stored(a.open);
    const arrived = Promise.withResolvers<void>();
    a.open.watchHandover(() => arrived.resolve());
    const b = await reader();
    const at = new Date().toISOString();
    await b.open.handover.put({ kind: 'stop', dialog: rootRef(rootId), tree: true, msgId: 'w-2', to: '', at });
    await arrived.promise;
    a.open.handover.refuse('w-2', refuse('root-not-running'), { message: 'm', remedy: 'r' });
    const following = b.open.follow(() => {});
    while (b.open.handover.isPending('w-2')) await following.catchUp?.();
    assert.equal((await b.open.handover.takeRefusal('w-2'))?.code, 'wrong-state');
    assert.equal(await b.open.handover.takeRefusal('w-2'), undefined);
  });

  it('takes every part of a stop of everything back with it', async () => {
    const a = await writer();
    a.open.dialogs.append(root, [created]);
    await stored(a.open);
    const b = await reader();
    const stopAll = { kind: 'stopAll', msgId: 'w', to: '', at: '' } as const;
    await b.open.handover.put(stopAll);
    assert.equal(b.open.handover.isPending('w'), true);
    b.open.handover.remove('w');
    assert.equal(b.open.handover.isPending('w'), false);
    // Over the same connection as the withdrawal, which so is done.
    await b.open.handover.put({ ...stopAll, msgId: 'w-2' });
    const arrived = Promise.withResolvers<void>();
    a.open.watchHandover(() => arrived.resolve());
    await arrived.promise;
    const { value } = a.open.handover.look().next();
    assert.deepEqual(
      (value as readonly AddressedIntent[]).map(({ msgId }) => msgId),
      [`w-2-${rootId}`],
    );
  });

  it('tells of words at once, and of other news a moment later', async () => {
    const a = await writer();
    a.open.dialogs.append(root, [created]);
    await stored(a.open);
    const told = Promise.withResolvers<void>();
    a.open.watchHandover(() => told.resolve());
    // Nothing that is to come later comes.
    const b = await attach({ after: () => () => {} });
    const { handover, close } = await b.open({ kind: 'reader' });
    await handover.put({ kind: 'stop', dialog: rootRef(rootId), tree: true, msgId: 'w', to: '', at: '' });
    await told.promise;
    await close(true);
  });

  it('claims trees with something to do, and those that were spoken to', async () => {
    const a = await writer();
    a.open.dialogs.append(root, [created]);
    await stored(a.open);
    a.open.dialogs.forget(rootId);
    await a.open.close(true);
    const worker = await writer({ room: 10 });
    assert.deepEqual(await worker.storage.shared.claimDue(10), []);
    const due = Promise.withResolvers<void>();
    worker.storage.shared.onDue(() => due.resolve());
    const b = await reader();
    const at = new Date().toISOString();
    await b.open.handover.put({
      kind: 'say',
      dialog: rootRef(rootId),
      content: 'hi',
      msgId: 'w',
      to: '',
      at,
    });
    await due.promise;
    assert.deepEqual(await worker.storage.shared.claimDue(10), [{ rootId, takeovers: 0 }]);
    assert.deepEqual(worker.storage.shared.held(), [rootId]);
  });

  it('shares the wait that a model provider asked for with all workers, those that come later among them', async () => {
    const [a, b] = [await writer(), await writer()];
    a.storage.shared.pauses.begin('server', 60_000, 'slow down');
    a.storage.shared.pauses.begin('server', 10_000, 'shorter');
    while (!b.storage.shared.pauses.of('server')) await nextTurn();
    const later = await writer();
    for (const { storage } of [b, later]) {
      const { ms = 0, reason } = storage.shared.pauses.of('server') ?? {};
      assert.equal(reason, 'slow down');
      assert.ok(ms > 30_000 && ms <= 60_000, String(ms));
      assert.equal(storage.shared.pauses.of('other'), undefined);
    }
  });

  it('refuses to drive beside workers unless told to', async () => {
    await writer({ room: 1 });
    const here = await attach({ besideWorkers: false });
    assert.equal((await here.acquire('t')).ok, false);
    assert.equal(here.shared.isServed(), true);
    assert.ok(here.holder());
  });

  it('finds words, sizes and removes a root', async () => {
    const a = await writer();
    a.open.dialogs.append(root, [created, said(2, 'the 100% "needle"')]);
    await stored(a.open);
    const found = await listOf(a.storage.search('100% "NEEDLE', new AbortController().signal));
    assert.deepEqual(
      found.map(({ dialog, course, status }) => [dialog.selfId, course, status]),
      [[rootId as string as DialogId, 1, 'running']],
    );
    assert.deepEqual(await listOf(a.storage.search('100x', new AbortController().signal)), []);
    const sizes = await a.storage.sizes([{ rootId, status: 'running' }]);
    assert.ok((sizes.get(rootId) ?? 0) > 200);
    await a.open.remove(rootId);
    assert.deepEqual([...(await a.open.dialogs.listRoots())], []);
  });

  it('passes events of a tree on to its watchers only', async () => {
    const chunk = (text: string) => ({ type: 'chunk', ...root, genseq: 1, segment: 'saying', text }) as const;
    const a = await writer();
    a.open.dialogs.append(root, [created]);
    await stored(a.open);
    const b = await reader();
    const heard: unknown[] = [];
    const arrived = Promise.withResolvers<void>();
    b.storage.shared.onPassing(event => {
      heard.push(event);
      if (heard.length === 2) arrived.resolve();
    });
    a.storage.shared.pass(rootId, chunk('unheard'));
    let isWatched = false;
    a.storage.shared.onWatched(() => {
      isWatched = true;
    });
    // The watcher's interest arrives like any bell, or gets lost like one.
    const following = b.open.follow(() => {});
    while (!isWatched) {
      for (const watched of [[], [rootId]]) following.watch(watched);
      await following.catchUp?.();
    }
    a.storage.shared.pass(rootId, chunk('a'));
    a.storage.shared.pass(rootId, chunk('b'));
    await arrived.promise;
    assert.deepEqual(heard, [chunk('a'), chunk('b')]);
  });
});

/** Runs a statement beside all processes. */
async function run(url: string, statement: string): Promise<void> {
  const client = await connected(url);
  await client.query(statement);
  await client.end();
}

/** A connection of another program. */
async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url.replace(/\?.*/, ''));
  await client.connect();
  await client.query(`set search_path to ${/schema=(\w+)/.exec(url)?.[1]}`);
  return client;
}

async function listOf<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}
