// Thousands of workers at a model of a store, by seed; and the same histories at the real server, which must come to
// the same (SPEC 20.5).
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { RootId } from '../../../src/core/base/ids.ts';
import { parseStoreAddress } from '../../../src/store/postgres/address.ts';
import { createAppendPort } from '../../../src/store/postgres/append-sql.ts';
import * as leases from '../../../src/store/postgres/leases.ts';
import { type Link, openLink } from '../../../src/store/postgres/link.ts';
import { migrateSchema } from '../../../src/store/postgres/migrate.ts';
import { emptySchema } from '../../support/postgres.ts';
import { type Played, playHistory } from './play-history.ts';
import { createModel, type Engine } from './simulated-engine.ts';

describe('workers at a store, simulated', () => {
  it('lose no acknowledged record, store none twice, and never write under an old epoch', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async seed => {
        const model = createModel();
        await check(model, await playHistory(model, { workers: 8, trees: 5, steps: 600, seed }));
      }),
      { numRuns: 40 },
    );
  });

  it('so do 5,000 of them over 10,000 trees', async function () {
    this.timeout(60_000);
    const model = createModel();
    const played = await playHistory(model, { workers: 5_000, trees: 10_000, steps: 150_000, seed: 1 });
    await check(model, played);
    assert.ok((await model.records()).size > 9_900);
    assert.ok(played.outcomes.filter(outcome => outcome.endsWith('lock-lost')).length > 1_000);
  });

  it('come to the same at the real server', async function () {
    this.timeout(120_000);
    for (const seed of [1, 2]) {
      const history = { workers: 20, trees: 15, steps: 1_000, seed };
      const model = createModel();
      const expected = await playHistory(model, history);
      const { engine, close } = await realEngine(history.workers);
      const found = await playHistory(engine, history);
      assert.deepEqual(found.outcomes, expected.outcomes);
      assert.deepEqual(sorted(await engine.records()), sorted(await model.records()));
      await close();
    }
  });
});

function sorted<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function check(engine: Engine, { acknowledged }: Played): Promise<void> {
  const records = await engine.records();
  for (const [root, stored] of records) {
    const bodies = stored.map(({ body }) => body);
    assert.equal(new Set(bodies).size, bodies.length, `${root} holds a record twice`);
    assert.deepEqual(bodies, acknowledged.get(root as RootId) ?? [], `${root} lost what was acknowledged`);
    const epochs = stored.map(({ epoch }) => epoch);
    assert.deepEqual(
      epochs,
      epochs.toSorted((a, b) => a - b),
      `${root} was written under an old epoch`,
    );
  }
}

/** The real server; all workers share a connection, since what is compared are the statements. */
async function realEngine(count: number): Promise<{ engine: Engine; close(): Promise<void> }> {
  const parsed = parseStoreAddress(await emptySchema());
  assert.ok(parsed.ok);
  const link: Link = openLink({ address: parsed.address });
  const { query } = link;
  assert.ok((await migrateSchema(query, parsed.address.schema)).ok);
  const workers = Array.from({ length: count }, (_, number): leases.LeaseWorker => {
    return { id: `w${number}`, name: `w${number}`, serves: ['shop'], room: 10, lockKey: number + 1 };
  });
  for (const worker of workers) await leases.join(query, worker);
  const workerOf = (number: number) => workers[number] as leases.LeaseWorker;
  const patience = { lease: leases.LEASE_MS, grace: 0 };
  const setBeat = (number: number, at: string) => query(`update worker set beat = ${at} where id = $1`, [`w${number}`]);
  const engine: Engine = {
    claim: (number, root, held) =>
      // Sessions last; only heartbeats tell who is gone.
      leases.claimTree(query, { worker: workerOf(number), held, judges: false, patience }, root),
    port: number => createAppendPort(query, `w${number}`),
    release: (number, root, epoch) => leases.releaseTrees(query, workerOf(number), [{ root, epoch }]),
    expire: async number => void (await setBeat(number, `now() - interval '1 min'`)),
    beat: async number => void (await setBeat(number, `now() + interval '1 hour'`)),
    async records() {
      const rows = await query<{ root: RootId; epoch: string; body: string }>(
        'select root, epoch, body from record order by root, seq',
      );
      const byRoot = Map.groupBy(rows, ({ root }) => root);
      return new Map(
        [...byRoot].map(([root, own]) => [root, own.map(({ epoch, body }) => ({ epoch: Number(epoch), body }))]),
      );
    },
  };
  for (const number of workers.keys()) await engine.beat(number);
  return { engine, close: () => link.close() };
}
