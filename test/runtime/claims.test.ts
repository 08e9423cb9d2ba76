// The loop of a worker, with trees and a store that fail as told.
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import { DriveError } from '../../src/core/facts/trouble.ts';
import type { Driver } from '../../src/driver/driver.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { type ClaimLoop, startClaimLoop, type WorkEvent } from '../../src/runtime/roles/claims.ts';
import type { Shared } from '../../src/store/shared-storage.ts';
import { nextTurn } from '../support/next-turn.ts';

const rootId = 'r-1' as RootId;

/** A worker that claims `rootId` so many times; `load` is what its driver comes to with it. */
function work(load: () => Promise<Partial<Tree>>, given: { isDue?: boolean; times?: number } = {}) {
  const { times = 1 } = given;
  const waits: number[] = [];
  const events: WorkEvent['type'][] = [];
  const releases: unknown[] = [];
  const released = Promise.withResolvers<void>();
  const claims = Array.from({ length: times }, () => [{ rootId, takeovers: 0 }]);
  const loop: ClaimLoop = startClaimLoop({
    driver: {
      tree: load,
      release() {},
      quiet: async () => {},
      isDue: () => given.isDue ?? true,
      forget() {},
    } as unknown as Driver,
    shared: {
      claimDue: async () => claims.shift() ?? [],
      letGo: async (_: RootId, how?: unknown) => void releases.push(how),
      onDue: () => () => {},
      hasIntents: () => false,
    } as unknown as Shared,
    list() {},
    wake: async () => {},
    freeRoom: () => 1,
    onEvent({ type }) {
      events.push(type);
      if (type === 'released') released.resolve();
    },
    log: { info() {}, warn() {}, error() {} },
    after(ms, then) {
      waits.push(ms);
      setImmediate(then);
      return () => {};
    },
  });
  return { claims, events, releases, waits, released: released.promise, loop };
}

describe('the loop of a worker', () => {
  it('gives a tree back that could not be loaded, to be tried again later, and has room for another one', async () => {
    const { events, releases, released, loop } = work(() => Promise.reject(new Error('the store is away')));
    await released;
    assert.deepEqual(events, ['claimed', 'released']);
    assert.deepEqual(releases, [{ dueInMs: 5_000 }]);
    await loop.stop();
  });

  it('does not hold on to a tree that it lost while something was to be done in it', async () => {
    const tree = { rootId, driving: 0, dialogs: new Map(), isLost: false } as unknown as Tree;
    const { events, released, loop } = work(async () => tree);
    while (events.length === 0) await nextTurn();
    tree.isLost = true;
    await released;
    assert.deepEqual(events, ['claimed', 'released']);
    await loop.stop();
  });

  it('does not let go of a tree that it lost and claimed again', async () => {
    const loads = [Promise.withResolvers<Tree>(), Promise.withResolvers<Tree>()] as const;
    let count = 0;
    const tree = () => ({ rootId, driving: 1, dialogs: new Map(), isLost: false }) as unknown as Tree;
    const { events, releases, loop } = work(() => loads[count++ === 0 ? 0 : 1].promise, { times: 2 });
    while (count < 1) await nextTurn();
    loop.lost(rootId, new DriveError('lock-lost', 'another worker drives it'));
    while (count < 2) await nextTurn();
    loads[1].resolve(tree());
    loads[0].resolve(Object.assign(tree(), { isLost: true }));
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    assert.deepEqual([events, releases], [['claimed', 'lost', 'claimed'], []]);
    await loop.stop();
  });

  it('keeps a tree in whose background a command runs, looks at it rarely, and lets it go once the command has ended', async () => {
    const state: { processes?: unknown[] } = { processes: [{ processId: 'p-1' }] };
    const dialogs = new Map([['r-1', { state }]]);
    const tree = { rootId, driving: 0, dialogs, isLost: false } as unknown as Tree;
    const { waits, released, loop } = work(async () => tree, { isDue: false });
    const held = () => waits.filter(ms => ms === 5_000).length;
    while (held() < 3) await nextTurn();
    assert.equal(waits.includes(100), false);
    delete state.processes;
    await released;
    assert.deepEqual(waits.filter(ms => ms !== 1_000).at(-1), 5_000);
    await loop.stop();
  });

  it('leaves a tree alone for longer each time that not even its reason for stopping could be stored', async () => {
    let loads = 0;
    const load = () => {
      loads += 1;
      return new Promise<Tree>(() => {});
    };
    const { claims, releases, loop } = work(load, { times: 0 });
    const claimed = async () => {
      const before = loads + releases.length;
      claims.push([{ rootId, takeovers: 0 }]);
      while (loads + releases.length === before) await nextTurn();
    };
    for (let times = 1; times <= 8; times++) {
      await claimed();
      loop.lost(rootId, new DriveError('store', 'the store refuses it'));
      // The first time, the reason may be stored with the next claim.
      if (times > 1) await claimed();
    }
    assert.deepEqual(
      releases.map(how => (how as { readonly dueInMs: number }).dueInMs / 1_000),
      [20, 40, 80, 160, 320, 600, 600],
    );
    assert.equal(loads, 8);
    await loop.stop();
  });

  it('works on at once in a tree that it lost to another worker', async () => {
    let loads = 0;
    const load = () => {
      loads += 1;
      return new Promise<Tree>(() => {});
    };
    const { claims, releases, loop } = work(load, { times: 0 });
    for (let times = 1; times <= 4; times++) {
      claims.push([{ rootId, takeovers: 0 }]);
      while (loads < times) await nextTurn();
      loop.lost(rootId, new DriveError('lock-lost', 'another worker drives it'));
    }
    assert.deepEqual(releases, []);
    await loop.stop();
  });

  it('keeps a tree in which something is driven or is due', async () => {
    const tree = { rootId, driving: 1, dialogs: new Map(), isLost: false } as unknown as Tree;
    const due = { isDue: false };
    const { waits, events, released, loop } = work(async () => tree, due);
    const looks = () => waits.filter(ms => ms !== 1_000).length;
    while (looks() < 2) await nextTurn();
    due.isDue = true;
    tree.driving = 0;
    const before = looks();
    while (looks() < before + 3) await nextTurn();
    assert.deepEqual(events, ['claimed']);
    due.isDue = false;
    await released;
    await loop.stop();
  });

  it('looks again at once when something was said to be due during a look', async () => {
    const looks: PromiseWithResolvers<[]>[] = [];
    let ring = () => {};
    const loop = startClaimLoop({
      driver: {} as Driver,
      shared: {
        claimDue() {
          const look = Promise.withResolvers<[]>();
          looks.push(look);
          return look.promise;
        },
        onDue(listener: () => void) {
          ring = listener;
          return () => {};
        },
      } as unknown as Shared,
      list() {},
      wake: async () => {},
      freeRoom: () => 1,
      onEvent() {},
      log: { info() {}, warn() {}, error() {} },
      after: () => () => {},
    });
    ring();
    ring();
    assert.equal(looks.length, 1);
    looks[0]?.resolve([]);
    while (looks.length < 2) await nextTurn();
    looks[1]?.resolve([]);
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    assert.equal(looks.length, 2);
    await loop.stop();
  });
});
