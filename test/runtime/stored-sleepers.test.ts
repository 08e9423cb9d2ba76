// What a worker asks the store for when it claims a tree whose dialogs sleep (SPEC 20.3, 21.4).
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import type { Status } from '../../src/core/dialog/state.ts';
import type { Sleep } from '../../src/core/dialog/tool-call.ts';
import { createStoredSleepers } from '../../src/runtime/clock/stored-sleepers.ts';
import type { Shared } from '../../src/store/shared-storage.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { waitForTool } from '../../src/tools/wait-for.ts';
import { recordsIn } from '../driver/check-tree.ts';
import { createTestDriver } from '../support/test-driver.ts';

const NOON = Date.parse('2026-01-01T12:00:00Z');
const id = (name: string) => name as RootId;
const waitFor: Tool = waitForTool({
  now: () => NOON,
  root: name => ({ rootId: id(name), status: 'running' }),
  sleepsIn: () => [],
});

type Others = Readonly<Record<string, readonly Sleep[]>>;

/** A worker that holds a tree which sleeps like this, beside others that no process drives. */
async function worker(args: object, othersOf: (own: RootId) => Others = () => ({})) {
  const script = { lead: [{ tools: [{ name: 'wait_for', args }] }, 'I go on.'] };
  const t = createTestDriver({ script, tools: [waitFor] });
  const tree = await t.start('Begin');
  const asked: (readonly RootId[] | undefined)[] = [];
  const calledDue: RootId[] = [];
  const statuses = new Map<RootId, Status>();
  const logged: string[] = [];
  let isAway = false;
  let planned: (() => unknown) | undefined;
  const others = othersOf(tree.rootId);
  const shared: Pick<Shared, 'held' | 'sleeping' | 'statusesOf' | 'callDue'> = {
    held: () => [tree.rootId],
    async sleeping(among) {
      if (isAway) throw new Error('the store is away');
      asked.push(among);
      const sleeping = Object.entries(others).map(([name, sleeps]) => ({ rootId: id(name), sleeps, isHeld: false }));
      return sleeping.filter(({ rootId }) => among?.includes(rootId) ?? true);
    },
    statusesOf: async rootIds => new Map(rootIds.map(rootId => [rootId, statuses.get(rootId) ?? 'running'])),
    async callDue(rootIds) {
      calledDue.push(...rootIds);
    },
  };
  const sleepers = createStoredSleepers({
    driver: t.driver,
    shared: shared as Shared,
    markOf: () => 'none',
    now: () => NOON,
    after(_, work) {
      planned = work;
      return () => {
        planned = undefined;
      };
    },
    log: { info: message => logged.push(message) },
  });
  return {
    sleepers,
    rootId: tree.rootId,
    asked,
    calledDue,
    statuses,
    logged,
    setAway(away: boolean) {
      isAway = away;
    },
    /** The next look, if one is planned. */
    async look() {
      const work = planned;
      planned = undefined;
      await work?.();
      await t.driver.quiet(tree);
      return work !== undefined;
    },
    wakings: () => recordsIn(t, tree, 'toolReturned').map(({ content }) => content),
    quiet: () => t.driver.quiet(tree),
  };
}

/** What the store was asked for when the tree was claimed, and what woke it. */
async function woken(args: object, othersOf?: (own: RootId) => Others) {
  const { sleepers, rootId, asked, quiet, wakings } = await worker(args, othersOf);
  await sleepers.wake(rootId);
  await quiet();
  return { asked, wakings: wakings() };
}

describe('a worker that claims a sleeping tree', () => {
  it('asks the store for the trees that this one waits for, and for those that these wait for', async () => {
    const { asked, wakings } = await woken({ root: 'b' }, () => ({
      b: [{ root: id('c') }, { until: '2026-01-01T13:00:00.000Z' }],
      c: [{ root: id('b') }],
      elsewhere: [{ root: id('b') }],
    }));
    assert.deepEqual(asked, [['b'], ['c']]);
    assert.deepEqual(wakings, []);
  });

  it('asks for no other tree where something else ends the sleep', async () => {
    assert.deepEqual(await woken({ root: 'b', minutes: 5 }), { asked: [], wakings: [] });
    assert.deepEqual(await woken({ minutes: 5 }), { asked: [], wakings: [] });
  });

  it('finds a circle over several trees', async () => {
    const { asked, wakings } = await woken({ root: '0b' }, own => ({
      '0b': [{ root: id('0c') }],
      '0c': [{ root: own }],
    }));
    assert.deepEqual(asked, [['0b'], ['0c']]);
    assert.match(wakings[0] ?? '', /waits for the end of this one/);
  });
});

describe('a worker that looks after sleeping trees', () => {
  it('wakes those that it drives itself, and calls the others due', async () => {
    const { look, statuses, calledDue, wakings } = await worker({ root: 'b' }, () => ({
      other: [{ root: id('b') }],
      later: [{ root: id('c') }],
    }));
    await look();
    assert.deepEqual([wakings(), calledDue], [[], []]);
    statuses.set(id('b'), 'completed');
    await look();
    assert.match(wakings()[0] ?? '', /^Dialog b is completed now\./);
    assert.deepEqual(calledDue, ['other']);
  });

  it('looks again after the store was away, and no more once it is stopped', async () => {
    const { sleepers, look, setAway, logged, asked } = await worker({ minutes: 5 });
    setAway(true);
    assert.equal(await look(), true);
    assert.deepEqual([logged, asked.length], [['dialogs that wait were not looked at: the store is away'], 0]);
    setAway(false);
    const looking = look();
    sleepers.stop();
    assert.equal(await looking, true);
    assert.equal(asked.length, 1);
    assert.equal(await look(), false);
  });
});
