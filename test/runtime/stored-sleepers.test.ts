// What a worker asks the store for when it claims a tree whose dialogs sleep (SPEC 20.3, 21.4).
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/dialog/ids.ts';
import type { Sleep } from '../../src/core/dialog/sleep.ts';
import { createStoredSleepers } from '../../src/runtime/roles/stored-sleepers.ts';
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

/** A claimed tree that sleeps like this beside others, after it was looked at; `asked` is what the store was asked for. */
async function woken(args: object, othersOf: (own: RootId) => Readonly<Record<string, readonly Sleep[]>> = () => ({})) {
  const script = { lead: [{ tools: [{ name: 'wait_for', args }] }, 'I go on.'] };
  const t = createTestDriver({ script, tools: [waitFor] });
  const tree = await t.start('Begin');
  const asked: (readonly RootId[] | undefined)[] = [];
  const others = othersOf(tree.rootId);
  const shared: Pick<Shared, 'held' | 'sleeping' | 'statusesOf' | 'callDue'> = {
    held: () => [tree.rootId],
    async sleeping(among) {
      asked.push(among);
      const sleeping = Object.entries(others).map(([name, sleeps]) => ({ rootId: id(name), sleeps, isHeld: false }));
      return sleeping.filter(({ rootId }) => among?.includes(rootId) ?? true);
    },
    statusesOf: async rootIds => new Map(rootIds.map(rootId => [rootId, 'running'])),
    async callDue() {},
  };
  const sleepers = createStoredSleepers({
    driver: t.driver,
    shared: shared as Shared,
    markOf: () => 'none',
    now: () => NOON,
    after: () => () => {},
    log: { info() {} },
  });
  await sleepers.wake(tree.rootId);
  await t.driver.quiet(tree);
  return { asked, wakings: recordsIn(t, tree, 'toolReturned').map(({ content }) => content) };
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
