// Dialogs that sleep: what `wait_for` records, what wakes them, and what is left of it over restarts (SPEC 21.4).
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import type { WakingPorts } from '../../src/core/dialog/sleep.ts';
import type { Sleep } from '../../src/core/dialog/tool-call.ts';
import { standingOfRoot } from '../../src/core/dialog/view/standing.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { say, stopDialogs } from '../../src/driver/intents/intents.ts';
import { treeNode } from '../../src/driver/queries.ts';
import { shownSummary } from '../../src/driver/shown-states.ts';
import { wakeSleepers } from '../../src/driver/sleepers.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { waitForTool } from '../../src/tools/wait-for.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn } from './check-tree.ts';

const NOON = Date.parse('2026-01-01T12:00:00Z');
const waitFor: Tool = waitForTool({
  now: () => NOON,
  root: id => ({ rootId: id as RootId, status: 'running' }),
  sleepsIn: () => [],
});
const asks = (...calls: object[]) => ({ tools: calls.map(args => ({ name: 'wait_for', args })) });

const world = (change: Partial<WakingPorts> = {}): WakingPorts => ({
  now: NOON,
  markOf: () => 'none',
  statusOf: () => 'running',
  sleepsIn: () => [],
  ...change,
});

async function asleep(args: object): Promise<{ t: TestDriver; tree: Tree }> {
  const t = createTestDriver({ script: { lead: [asks(args), 'Good morning.'] }, tools: [waitFor] });
  return { t, tree: await t.start('Begin') };
}

const shown = ({ driver }: TestDriver, tree: Tree) => {
  const { pause, states, interruption } = treeNode(tree);
  assert.deepEqual(driver.summaryOf(tree).pause, pause ?? null);
  return { pause, states, why: interruption?.code };
};

describe('a dialog that sleeps', () => {
  it('shows until when, generates nothing, and goes on once when the time has come', async () => {
    const { t, tree } = await asleep({ minutes: 30 });
    const sleep: Sleep = { until: '2026-01-01T12:30:00.000Z' };
    assert.deepEqual(shown(t, tree), { pause: { kind: 'asleep', ...sleep }, states: ['idle'], why: undefined });
    assert.deepEqual(t.driver.summaryOf(tree).sleeps, [sleep]);
    assert.equal(t.driver.summaryOf(tree).needsDrive, false);
    await wakeSleepers(t.driver, tree.rootId, world({ now: NOON + 29 * 60_000 }));
    await t.driver.quiet(tree);
    assert.equal(t.llm.requests.length, 1);
    for (let again = 0; again < 2; again++)
      await wakeSleepers(t.driver, tree.rootId, world({ now: NOON + 30 * 60_000 }));
    await t.driver.quiet(tree);
    assert.equal(t.llm.requests.length, 2);
    assert.equal(rootOf(tree).state.saying.text, 'Good morning.');
    assert.equal(recordsIn(t, tree, 'toolReturned').length, 1);
    assert.deepEqual(t.driver.summaryOf(tree).sleeps, null);
    checkSettled(t, tree);
  });

  it('does not wait for the end of another one that begins to wait for it at the same moment', async () => {
    const trees: Tree[] = [];
    const bothAsk = Promise.withResolvers<void>();
    let asking = 0;
    const tool = waitForTool({
      now: () => NOON,
      async root(name) {
        asking += 1;
        if (asking === 2) bothAsk.resolve();
        await bothAsk.promise;
        const tree = trees[Number(name)];
        return tree && { rootId: tree.rootId, status: 'running' };
      },
      sleepsIn: rootId =>
        trees.filter(tree => tree.rootId === rootId).flatMap(tree => t.driver.summaryOf(tree).sleeps ?? []),
    });
    const script = { lead: [asks({ root: '1' }), asks({ root: '0' }), 'I go on.'] };
    const t: TestDriver = createTestDriver({ script, tools: [tool] });
    trees.push(t.launch('Begin'));
    while (asking === 0) await nextTurn();
    trees.push(t.launch('Begin too'));
    for (const tree of trees) await t.driver.quiet(tree);
    assert.deepEqual(
      trees.map(tree => [recordsIn(t, tree, 'sleepBegan').length, rootOf(tree).state.saying.text]),
      [
        [1, ''],
        [0, 'I go on.'],
      ],
    );
    assert.match(recordsIn(t, trees[1] as Tree, 'toolReturned')[0]?.content ?? '', /waits for the end of this one/);
  });

  it('wakes with the first of several things', async () => {
    const { t, tree } = await asleep({ minutes: 30, root: 'other' });
    const [begun] = recordsIn(t, tree, 'sleepBegan');
    assert.deepEqual(begun?.root, 'other');
    await wakeSleepers(t.driver, tree.rootId, world({ statusOf: () => 'completed' }));
    await t.driver.quiet(tree);
    assert.match(recordsIn(t, tree, 'toolReturned')[0]?.content ?? '', /^Dialog other is completed now\./);
  });

  it('is woken by the words of the person, which it then reads', async () => {
    const { t, tree } = await asleep({ minutes: 30 });
    await t.say(tree, 'Go on at once.');
    assert.match(recordsIn(t, tree, 'toolReturned')[0]?.content ?? '', /the person says something/);
    assert.match(JSON.stringify(t.llm.requests[1]), /Go on at once\./);
    checkSettled(t, tree);
  });

  it('sleeps on in the next process, and is not interrupted by the restart', async () => {
    const { t, tree } = await asleep({ minutes: 30 });
    const next = t.restart({ lead: ['Good morning.'] });
    const again = await next.driver.tree(tree.rootId);
    assert.ok(again);
    assert.deepEqual(shown(next, again), shown(t, tree));
    checkTree(next, again);
    await wakeSleepers(next.driver, again.rootId, world({ now: NOON + 31 * 60_000 }));
    await next.driver.quiet(again);
    assert.equal(rootOf(again).state.saying.text, 'Good morning.');
    checkSettled(next, again);
  });

  it('is left below its caller when its time is past and nobody drives', async () => {
    const script = { lead: ['!?@coder build'], coder: [asks({ minutes: 30 })] };
    const t = createTestDriver({ script, tools: [waitFor] });
    await t.start('Begin');
    for (const [now, pause, standing] of [
      [NOON + 29 * 60_000, 'asleep', 'waiting'],
      [NOON + 30 * 60_000, 'left', 'paused'],
    ] as const) {
      const next = createTestDriver({ script, tools: [waitFor], files: t.files, mode: 'read', clock: () => now });
      const again = await next.onlyTree();
      const line = shownSummary(again, next.driver.summaryOf(again));
      assert.deepEqual([treeNode(again).children[0]?.pause?.kind, standingOfRoot(line)], [pause, standing]);
    }
  });

  it('is not woken after Stop, and sleeps on with Continue', async () => {
    const { t, tree } = await asleep({ minutes: 30 });
    await stopDialogs(t.driver, [rootOf(tree)]);
    assert.equal(shown(t, tree).why, 'stopped');
    await wakeSleepers(t.driver, tree.rootId, world({ now: NOON + 31 * 60_000 }));
    await t.driver.quiet(tree);
    assert.equal(t.llm.requests.length, 1);
    await t.goOn(tree);
    assert.equal(shown(t, tree).pause?.kind, 'asleep');
    await wakeSleepers(t.driver, tree.rootId, world({ now: NOON + 31 * 60_000 }));
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.saying.text, 'Good morning.');
  });

  it('reads in wait_for in which form a time is given', () => {
    assert.match(waitFor.spec.description, /the time \(ISO 8601\)/);
  });

  it('takes a time without an offset for one of the machine, and a date alone for midnight UTC', async () => {
    const zone = process.env.TZ;
    process.env.TZ = 'Asia/Tokyo';
    try {
      for (const [until, due] of [
        ['2026-01-02T07:00', '2026-01-01T22:00:00.000Z'],
        ['2026-01-02T07:00Z', '2026-01-02T07:00:00.000Z'],
        ['2026-01-02T07:00+01:00', '2026-01-02T06:00:00.000Z'],
        ['2026-01-02', '2026-01-02T00:00:00.000Z'],
      ] as const) {
        const { t, tree } = await asleep({ until });
        const { pause } = shown(t, tree);
        assert.equal(pause?.kind === 'asleep' ? pause.until : undefined, due);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('calls wait_for alone in a reply', async () => {
    const t = createTestDriver({
      script: { lead: [asks({ minutes: 5 }, { minutes: 6 }), 'Well.'] },
      tools: [waitFor],
    });
    const tree = await t.start('Begin');
    assert.match(recordsIn(t, tree, 'toolReturned')[0]?.content ?? '', /alone in a reply/);
  });

  it('sleeps on through words that it cannot read while it answers a question of its callee', async () => {
    let minutes = 600;
    const t = createTestDriver({
      script: ({ origin: { agentId } }) => {
        if (agentId === 'coder') return '!?@tellasker which port?';
        return minutes++ === 600 ? '!?@coder build' : asks({ minutes });
      },
      tools: [waitFor],
    });
    const tree = await t.start('Begin');
    const requests = t.llm.requests.length;
    say(t.driver, rootOf(tree), { msgId: 'm1', content: 'Hello?' });
    await t.driver.quiet(tree);
    assert.equal(t.llm.requests.length, requests);
    assert.equal(rootOf(tree).state.queued.length, 1);
  });
});
