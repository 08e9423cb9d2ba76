// A dialog that has something to do and does not generate: what lists and trees show of it, and what is left of it when its
// process ends meanwhile (SPEC 10.3, 11.2).
import assert from 'node:assert/strict';
import { stopDialogs } from '../../src/driver/intents/intents.ts';
import { treeNode, viewOf } from '../../src/driver/queries.ts';
import { rootOf, type Tree } from '../../src/driver/tree.ts';
import type { LlmFailure } from '../../src/llm/provider.ts';
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
  assert.deepEqual(driver.summaryOf(tree).pause, pause ?? null);
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
