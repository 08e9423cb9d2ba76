// A store that only queues what is appended: nothing leaves before it is stored, and a tree that another process owns
// is dropped. `npm run test:late` plays all tests of the driver over such a store.
import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import { say } from '../../src/driver/intents/intents.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';

function lateDriver(reply: Promise<unknown> = Promise.resolve()): TestDriver {
  return createTestDriver({
    script: { lead: ['!?@coder build it', 'Fine.'], coder: [{ say: 'Built.', until: reply }] },
    storesLate: true,
  });
}

/** Numbers of the records that were shown of a tree. */
function shownNumbers({ events }: TestDriver): number[] {
  return events.flatMap(event => (event.type === 'recorded' ? [event.record.n ?? 0] : []));
}

describe('a store that is late', () => {
  it('shows each record once it is stored, and asks no model before', async () => {
    const t = lateDriver();
    const tree = t.launch('Begin');
    assert.deepEqual([shownNumbers(t), t.llm.requests.length], [[], 0]);
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    const numbers = shownNumbers(t).toSorted((a, b) => a - b);
    assert.deepEqual(
      numbers,
      Array.from({ length: tree.lastNumber }, (_, index) => index + 1),
    );
  });

  it('drops a tree that another process owns, with its unpublished records', async () => {
    const reply = Promise.withResolvers<void>();
    const t = lateDriver(reply.promise);
    const tree = t.launch('Begin');
    while (t.llm.requests.length < 2) await nextTurn();
    const shown = shownNumbers(t);
    t.late?.fence(tree.rootId);
    reply.resolve();
    await t.driver.quiet(tree);
    await nextTurn();
    assert.deepEqual(shownNumbers(t), shown);
    assert.deepEqual([tree.isLost, t.driver.loaded()], [true, []]);
    assert.equal(
      t.events.some(event => event.type === 'stream_error_evt'),
      false,
    );
  });

  it('lets go of no tree that another process drove when it was read: this one may have claimed it since', async () => {
    const t = lateDriver();
    const tree = t.launch('Begin');
    await t.driver.quiet(tree);
    const forgotten: string[] = [];
    Object.assign(t.driver.ctx.store, { forget: (rootId: string) => forgotten.push(rootId) });
    t.driver.follow(tree);
    t.driver.forget(tree.rootId);
    assert.deepEqual([forgotten, t.driver.loaded()], [[], []]);
  });

  it('records nothing in a tree that is lost', async () => {
    const t = lateDriver(new Promise(() => {}));
    const tree = t.launch('Begin');
    while (t.llm.requests.length < 2) await nextTurn();
    const { lastNumber } = tree;
    t.driver.lose(tree.rootId);
    await t.driver.quiet(tree);
    assert.throws(() => say(t.driver, rootOf(tree), { msgId: 'm2', content: 'More' }), { code: 'lock-lost' });
    const again = await t.driver.tree(tree.rootId);
    assert.ok(again && again !== tree && !again.isLost);
    assert.deepEqual(rootOf(again).ref, rootRef(tree.rootId));
    // Loading records that what ran was interrupted; nothing came before that.
    const [interrupted] = [...again.dialogs.values()].flatMap(({ records }) =>
      records.filter(({ n = 0 }) => n > lastNumber),
    );
    assert.equal(interrupted?.kind, 'generationEnded');
  });
});
