// A dialog whose generation failed and that waits to try again: what lists and trees show of it, and what is left of it when its
// process ends meanwhile (SPEC 10.3, 11.2).
import assert from 'node:assert/strict';
import { stopDialogs } from '../../src/driver/intents.ts';
import { treeNode, viewOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmFailure } from '../../src/llm/provider.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn } from './check-tree.ts';

const busy: LlmFailure = { code: 'server-error', message: 'busy', status: 503, retryable: true };

/** A dialog in the pause before its second attempt; `over` ends the pause. */
async function inPause() {
  const { promise, resolve: over } = Promise.withResolvers<void>();
  const t = createTestDriver({
    script: { lead: [{ fail: busy }, 'Fine.'] },
    delay: (_, signal) =>
      Promise.race([
        promise,
        new Promise<void>(resolve => {
          signal.addEventListener('abort', () => resolve(), { once: true });
        }),
      ]),
  });
  const tree = t.launch('Begin');
  while (!rootOf(tree).live?.retrying) await nextTurn();
  return { t, tree, over };
}

const shown = ({ driver }: TestDriver, tree: Parameters<typeof treeNode>[0]) => {
  const { retryAt, state, left, interruption } = treeNode(tree);
  assert.equal(driver.summaryOf(tree).retryAt, retryAt ?? null);
  return { retryAt, state, left, why: interruption?.code };
};
const nothing = { retryAt: undefined, state: 'idle', left: undefined, why: undefined };

describe('a dialog that waits to try again', () => {
  it('says when, and no more once it does', async () => {
    const { t, tree, over } = await inPause();
    const [ended] = recordsIn(t, tree, 'generationEnded');
    assert.equal(ended?.retryAt, '2026-01-01T00:00:06.750Z', '750 ms after the failure was seen');
    assert.deepEqual(shown(t, tree), { ...nothing, retryAt: ended?.retryAt });
    over();
    await t.driver.quiet(tree);
    assert.deepEqual(shown(t, tree), nothing);
    checkSettled(t, tree);
  });

  it('tells a view that opens meanwhile how much of the wait is left', async () => {
    const { t, tree } = await inPause();
    const dialog = rootOf(tree);
    assert.equal(rootOf(tree).live?.retrying?.inMs, 750);
    const viewed = viewOf(t.driver, { tree, dialog });
    assert.equal(
      viewed.ok && viewed.view.live?.retrying?.inMs,
      0,
      'the clock goes on by a second whenever it is asked',
    );
    await t.driver.close();
  });

  it('says no more that it will when it was stopped', async () => {
    const { t, tree } = await inPause();
    await stopDialogs(t.driver, tree, [rootOf(tree)]);
    assert.deepEqual(shown(t, tree), { ...nothing, state: 'interrupted', why: 'stopped' });
    checkTree(t, tree);
  });

  it('is left at work when its process is closed, and goes on with Continue', async () => {
    const { t, tree } = await inPause();
    await t.driver.close();
    const next = t.restart({ lead: ['Fine.'] });
    const again = next.driver.tree(tree.rootId);
    assert.ok(again);
    assert.deepEqual(shown(next, again), { ...nothing, left: true });
    await next.goOn(again);
    assert.equal(rootOf(again).state.saying.text, 'Fine.');
    checkSettled(next, again);
  });

  it('is interrupted by the restart when its process dies', async () => {
    const { t, tree } = await inPause();
    const next = t.restart({ lead: ['Fine.'] });
    const again = next.driver.tree(tree.rootId);
    assert.ok(again);
    assert.deepEqual(shown(next, again), { ...nothing, state: 'interrupted', why: 'restart' });
    await next.goOn(again);
    assert.equal(rootOf(again).state.saying.text, 'Fine.');
    checkSettled(next, again);
  });
});
