import assert from 'node:assert/strict';
import type { RootId } from '../../../src/core/base/ids.ts';
import type { DriveError } from '../../../src/core/facts/trouble.ts';
import {
  type AppendPort,
  createAppendQueue,
  type NewRecord,
  type TreeAppend,
  type TreePlace,
} from '../../../src/store/postgres/append-queue.ts';

const a = 'root-a' as RootId;
const b = 'root-b' as RootId;
const record = (body: string): NewRecord => ({ dialog: 'd', course: 1, body, opens: false });

/** A server of a few lines: each tree has an epoch and its records. */
function createServer() {
  const trees = new Map<RootId, { epoch: number; bodies: string[] }>();
  const batches: (readonly TreeAppend[])[] = [];
  /** What happens to the statements that come, in turn; then all work. */
  const fates: ('lost-before' | 'lost-after')[] = [];
  const port: AppendPort = {
    async append(batch) {
      batches.push(batch);
      const fate = fates.shift();
      if (fate === 'lost-before') throw new Error('away');
      const stored = new Set<RootId>();
      for (const { root, epoch, seq, records, made } of batch) {
        if (made && !trees.has(root)) trees.set(root, { epoch, bodies: [] });
        const tree = trees.get(root);
        if (!tree || tree.epoch !== epoch || tree.bodies.length !== seq) continue;
        tree.bodies.push(...records.map(({ body }) => body));
        stored.add(root);
      }
      if (fate === 'lost-after') throw new Error('away');
      return stored;
    },
    async places(roots) {
      const found = roots.flatMap((root): [RootId, TreePlace][] => {
        const tree = trees.get(root);
        return tree ? [[root, { epoch: tree.epoch, seq: tree.bodies.length }]] : [];
      });
      return new Map(found);
    },
  };
  return { trees, batches, fates, port };
}

function setUp() {
  const server = createServer();
  const lost: [RootId, DriveError][] = [];
  const away: boolean[] = [];
  const queue = createAppendQueue({
    port: server.port,
    onLost: (root, why) => lost.push([root, why]),
    onStored: () => {},
    onAway: why => away.push(why !== undefined),
    pause: async () => {},
    isAway: (error): error is Error => error instanceof Error && error.message === 'away',
  });
  server.trees.set(a, { epoch: 1, bodies: [] });
  server.trees.set(b, { epoch: 1, bodies: [] });
  queue.open(a, { epoch: 1, seq: 0 });
  queue.open(b, { epoch: 1, seq: 0 });
  return { ...server, queue, lost, away };
}

describe('the queue of records for PostgreSQL', () => {
  it('stores what one tick appends in one statement', async () => {
    const { queue, batches, trees } = setUp();
    queue.append(a, [record('1')]);
    queue.append(b, [record('2')]);
    queue.append(a, [record('3')]);
    assert.equal(queue.isPending(a), true);
    await queue.stored(a);
    assert.equal(queue.isPending(a), false);
    assert.equal(batches.length, 1);
    assert.deepEqual(trees.get(a)?.bodies, ['1', '3']);
    assert.deepEqual(trees.get(b)?.bodies, ['2']);
  });

  it('gathers everything that comes while a statement is under way', async () => {
    const { queue, batches, trees } = setUp();
    queue.append(a, [record('1')]);
    await Promise.resolve();
    for (let index = 2; index <= 50; index++) queue.append(a, [record(String(index))]);
    await queue.stored(a);
    assert.equal(batches.length, 2);
    assert.equal(trees.get(a)?.bodies.length, 50);
  });

  it('makes a new tree with its first records', async () => {
    const { queue, trees } = setUp();
    const c = 'root-c' as RootId;
    queue.open(c, { epoch: 1, seq: 0 }, { rtws: 'shop' });
    queue.append(c, [record('1')]);
    await queue.stored(c);
    queue.append(c, [record('2')]);
    await queue.stored(c);
    assert.deepEqual(trees.get(c)?.bodies, ['1', '2']);
  });

  for (const fate of ['lost-before', 'lost-after'] as const) {
    it(`stores records once when the connection is ${fate.replace('-', ' ')} the commit`, async () => {
      const { queue, trees, fates, lost, away } = setUp();
      fates.push(fate);
      queue.append(a, [record('1')]);
      await Promise.resolve();
      queue.append(a, [record('2')]);
      await queue.stored(a);
      assert.deepEqual(trees.get(a)?.bodies, ['1', '2']);
      assert.deepEqual(lost, []);
      assert.deepEqual(away, [true, false]);
    });
  }

  it('loses a tree whose epoch another worker has raised, and no other', async () => {
    const { queue, trees, lost } = setUp();
    const theirs = trees.get(a);
    assert.ok(theirs);
    theirs.epoch = 2;
    queue.append(a, [record('1')]);
    queue.append(b, [record('2')]);
    await assert.rejects(queue.stored(a), { code: 'lock-lost' });
    await queue.stored(b);
    assert.deepEqual(trees.get(a)?.bodies, []);
    assert.deepEqual(
      lost.map(([root]) => root),
      [a],
    );
    assert.throws(() => queue.append(a, [record('3')]), { code: 'lock-lost' });
    await assert.rejects(queue.stored(a), { code: 'lock-lost' });
  });

  it('stops a tree loudly when the server has fewer records than it acknowledged', async () => {
    const { queue, trees, lost } = setUp();
    queue.append(a, [record('1'), record('2')]);
    await queue.stored(a);
    trees.get(a)?.bodies.pop();
    queue.append(a, [record('3')]);
    await assert.rejects(queue.stored(a), { code: 'store', message: /holds 1, and 2 were acknowledged/ });
    assert.deepEqual(trees.get(a)?.bodies, ['1']);
    assert.equal(lost.length, 1);
  });

  it('keeps a statement below its limits', async () => {
    const { queue, batches } = setUp();
    const large = 'x'.repeat(3 * 1024 * 1024);
    for (let index = 0; index < 3; index++) queue.append(a, [record(large)]);
    await queue.stored(a);
    assert.deepEqual(
      batches.map(batch => batch.flatMap(({ records }) => records).length),
      [1, 1, 1],
    );
  });

  it('refuses what is left when it ends', async () => {
    const { queue, fates } = setUp();
    fates.push('lost-before');
    queue.append(a, [record('1')]);
    const stored = queue.stored(a);
    queue.end();
    await assert.rejects(stored, { code: 'store' });
  });
});
