// A dialog that has something to do and does not generate: what lists and trees show of it, and what is left of it when
// its process ends meanwhile (SPEC 10.3, 11.2).
import assert from 'node:assert/strict';
import * as z from 'zod';
import { applyRecord } from '../../src/core/dialog/fold/apply.ts';
import type { DialogState } from '../../src/core/dialog/state.ts';
import { displayStates, pauseOf } from '../../src/core/dialog/view/display-state.ts';
import { standingOfRoot } from '../../src/core/dialog/view/standing.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { stopDialogs } from '../../src/driver/intents/intents.ts';
import { treeNode, viewOf } from '../../src/driver/queries.ts';
import { shownSummary } from '../../src/driver/shown-states.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmFailure } from '../../src/llm/provider.ts';
import { defineTool, failed } from '../../src/tools/tool.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn } from './check-tree.ts';

const busy: LlmFailure = { code: 'server-error', message: 'busy', status: 503, retryable: true };

/** A delay that lasts until `over` is called or its signal aborts. */
function untilOver() {
  const { promise, resolve: over } = Promise.withResolvers<void>();
  const delay = (_ms: number, signal: AbortSignal) =>
    Promise.race([
      promise,
      new Promise<void>(resolve => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    ]);
  return { over, delay };
}

interface Scene {
  readonly t: TestDriver;
  readonly tree: Tree;
  /** Ends what holds the dialog up. */
  over(): void;
}

/** In the pause before its second attempt. */
async function afterFailure(): Promise<Scene> {
  const { over, delay } = untilOver();
  const t = createTestDriver({ script: { lead: [{ fail: busy }, 'Fine.'] }, delay });
  const tree = t.launch('Begin');
  while (!rootOf(tree).live?.retrying) await nextTurn();
  return { t, tree, over };
}

/** Not asked yet, since the provider asked another dialog to wait. */
async function afterFailureOfAnother(): Promise<Scene> {
  const { over, delay } = untilOver();
  const t = createTestDriver({
    script: { lead: [{ fail: { ...busy, retryAfterMs: 60_000 } }, 'Fine.', 'Fine.'] },
    delay,
  });
  const other = t.launch('Begin');
  while (!rootOf(other).live?.retrying) await nextTurn();
  const tree = t.launch('Begin too');
  while (!rootOf(tree).live?.retrying) await nextTurn();
  return { t, tree, over };
}

/** Not asked yet, since the provider takes one generation at a time. */
async function behindAnother(): Promise<Scene> {
  const { promise: until, resolve: over } = Promise.withResolvers<void>();
  const t = createTestDriver({ script: { lead: [{ say: 'Fine.', until }, 'Fine.'] }, concurrency: 1 });
  t.launch('Begin');
  while (t.llm.requests.length === 0) await nextTurn();
  const tree = t.launch('Begin too');
  while (!rootOf(tree).state.pause) await nextTurn();
  return { t, tree, over };
}

const shown = ({ driver }: TestDriver, tree: Tree) => {
  const { pause, state, interruption } = treeNode(tree);
  const line = shownSummary(tree, driver.summaryOf(tree));
  assert.deepEqual([line.pause, line.state], [pause ?? null, state]);
  return { pause, state, why: interruption?.code };
};
const nothing = { pause: undefined, state: 'idle', why: undefined };

const scenes = [
  { name: 'waits to try again', scene: afterFailure, kind: 'retry' },
  { name: 'waits since its provider asked another one to', scene: afterFailureOfAnother, kind: 'retry' },
  { name: 'is in line for its model', scene: behindAnother, kind: 'inLine' },
] as const;

for (const { name, scene, kind } of scenes) {
  describe(`a dialog that ${name}`, () => {
    it('says so, and no more once it goes on', async () => {
      const { t, tree, over } = await scene();
      const { pause, ...others } = shown(t, tree);
      assert.equal(pause?.kind, kind);
      assert.deepEqual({ pause: undefined, ...others }, nothing);
      over();
      await t.driver.quiet(tree);
      assert.deepEqual(shown(t, tree), nothing);
      assert.equal(rootOf(tree).state.saying.text, 'Fine.');
      checkSettled(t, tree);
    });

    it('says no more that it will when it was stopped', async () => {
      const { t, tree } = await scene();
      await stopDialogs(t.driver, [rootOf(tree)]);
      assert.deepEqual(shown(t, tree), { ...nothing, state: 'interrupted', why: 'stopped' });
      checkTree(t, tree);
    });

    it('is left at work when its process is closed, and goes on with Continue', async () => {
      const { t, tree } = await scene();
      await t.driver.close();
      const next = t.restart({ lead: ['Fine.'] });
      const again = await next.driver.tree(tree.rootId);
      assert.ok(again);
      assert.deepEqual(shown(next, again), { ...nothing, pause: { kind: 'left' } });
      await next.goOn(again);
      assert.equal(rootOf(again).state.saying.text, 'Fine.');
      checkSettled(next, again);
    });

    it('is interrupted by the restart when its process dies', async () => {
      const { t, tree } = await scene();
      const next = t.restart({ lead: ['Fine.'] });
      const again = await next.driver.tree(tree.rootId);
      assert.ok(again);
      assert.deepEqual(shown(next, again), { ...nothing, state: 'interrupted', why: 'restart' });
      await next.goOn(again);
      assert.equal(rootOf(again).state.saying.text, 'Fine.');
      checkSettled(next, again);
    });
  });
}

/** A tool that works until its process ends. */
function endlessTool() {
  const begun = Promise.withResolvers<void>();
  const tool = defineTool({
    name: 'work',
    description: '',
    args: () => z.object({}),
    async run(_args, _context, signal) {
      begun.resolve();
      await new Promise(resolve => signal.addEventListener('abort', resolve));
      return failed('Stopped.');
    },
  });
  return { tool, begun: begun.promise };
}

describe('a dialog whose process ended between two generations', () => {
  const work = { name: 'work' };
  const quick = defineTool({ ...work, description: '', args: () => z.object({}), run: async () => failed('No.') });
  const calls = [
    { name: 'while its command ran', tools: [work] },
    { name: 'while a command ran and another one followed', tools: [work, work] },
  ];
  for (const { name, tools } of calls) {
    it(`is shown as left at work ${name}, and goes on with Continue`, async () => {
      const { tool, begun } = endlessTool();
      const t = createTestDriver({ script: { lead: [{ tools }] }, tools: [tool] });
      t.launch('Begin');
      await begun;
      await t.driver.close();
      const next = createTestDriver({ script: { lead: ['Fine.'] }, tools: [quick], files: t.files });
      const again = await next.onlyTree();
      assert.deepEqual(shown(next, again), { ...nothing, pause: { kind: 'left' } });
      assert.equal(shownSummary(again, next.driver.summaryOf(again)).atWork, null);
      await next.goOn(again);
      assert.deepEqual(shown(next, again), nothing);
      assert.equal(rootOf(again).state.saying.text, 'Fine.');
      checkSettled(next, again);
    });
  }

  it('is at work again for a view while the rest of its calls is done', async () => {
    const first = endlessTool();
    const t = createTestDriver({ script: { lead: [{ tools: [work, work] }] }, tools: [first.tool] });
    t.launch('Begin');
    await first.begun;
    await t.driver.close();
    const second = endlessTool();
    const next = createTestDriver({ script: {}, tools: [second.tool], files: t.files });
    const again = await next.onlyTree();
    const viewed = await viewOf(rootOf(again));
    assert.ok(viewed.ok);
    const { state, records } = viewed.view;
    assert.equal(pauseOf(state, 'running')?.kind, 'left');
    const done = next.goOn(again);
    await second.begun;
    const inView = rootOf(again).records.slice(records.length).reduce<DialogState>(applyRecord, state);
    assert.deepEqual([displayStates(inView, 'running'), pauseOf(inView, 'running')], [['generating'], undefined]);
    assert.deepEqual(shown(next, again), { ...nothing, state: 'generating' });
    await next.driver.close();
    await done;
  });

  it('is shown as left at work below a caller that waits for it', async () => {
    const { tool, begun } = endlessTool();
    const t = createTestDriver({ script: { lead: ['!?@coder build'], coder: [{ tools: [work] }] }, tools: [tool] });
    t.launch('Begin');
    await begun;
    await t.driver.close();
    const next = createTestDriver({ script: {}, files: t.files });
    const again = await next.onlyTree();
    assert.deepEqual(
      treeNode(again).children.map(({ pause }) => pause),
      [{ kind: 'left' }],
    );
    assert.equal(standingOfRoot(shownSummary(again, next.driver.summaryOf(again))), 'paused');
    assert.equal(next.driver.summaryOf(again).interrupted, null, 'nothing of it is stored');
  });

  it('is shown as left at work when nothing was generated yet', async () => {
    const t = createTestDriver({ script: {}, choosing: new Promise(() => {}) });
    t.launch('Begin');
    await nextTurn();
    const next = createTestDriver({ script: { lead: ['Fine.'] }, files: t.files });
    const again = await next.onlyTree();
    assert.deepEqual(shown(next, again), { ...nothing, pause: { kind: 'left' } });
    const published = next.events.length;
    await next.goOn(again);
    const news = next.events.slice(published).flatMap(event => (event.type === 'root_changed' ? [event.summary] : []));
    assert.deepEqual(
      news.map(summary => summary?.pause),
      news.map(() => null),
    );
    assert.deepEqual(shown(next, again), nothing);
    checkSettled(next, again);
  });

  it('is shown as any other where others may drive it', async () => {
    const t = createTestDriver({ script: {}, choosing: new Promise(() => {}) });
    t.launch('Begin');
    await nextTurn();
    const next = createTestDriver({ script: {}, files: t.files, othersDrive: true });
    assert.deepEqual(shown(next, await next.onlyTree()), nothing);
  });
});

describe('the time of the next attempt', () => {
  it('is recorded with the failure', async () => {
    const { t, tree } = await afterFailure();
    const [ended] = recordsIn(t, tree, 'generationEnded');
    assert.equal(ended?.retryAt, '2026-01-01T00:00:06.750Z', '750 ms after the failure was seen');
    assert.deepEqual(shown(t, tree).pause, { kind: 'retry', at: ended?.retryAt });
  });

  it('is told to a view that opens meanwhile as what is left of the wait', async () => {
    const { t, tree } = await afterFailure();
    const dialog = rootOf(tree);
    assert.equal(dialog.live?.retrying?.inMs, 750);
    const viewed = await viewOf(dialog);
    assert.equal(
      viewed.ok && viewed.view.live?.retrying?.inMs,
      0,
      'the clock goes on by a second whenever it is asked',
    );
    await t.driver.close();
  });
});
