// An intent is done once what it recorded is stored: told before that, a person would hold for done what never was.
import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import { DriveError } from '../../src/core/facts/trouble.ts';
import { createPerform, type PerformPorts } from '../../src/runtime/perform.ts';
import { OpenQuestions } from '../../src/runtime/stored/open-questions.ts';
import type { RootsIndex } from '../../src/store/storage.ts';
import { byPerson } from '../support/by-person.ts';
import { createTestDriver } from '../support/test-driver.ts';

/** The intents over a late store, with a dialog that has asked. */
async function lateApi() {
  const t = createTestDriver({ script: { lead: ['!?@human Which?', 'Fine.', 'Well.'] }, storesLate: true });
  const { driver, late } = t;
  const unused = {} as PerformPorts;
  const listed = { driver, roots: { summaries: new Map() } as unknown as RootsIndex, readLines: new Map() };
  const treeToShow: typeof driver.tree = rootId => driver.tree(rootId);
  const perform = createPerform({
    ...unused,
    ...listed,
    openQuestions: new OpenQuestions({
      ...listed,
      treeToShow,
      areLinesCurrent: true,
      newSlices: () => ({ due: () => undefined }),
    }),
    newId: driver.ctx.newId,
    invalidateReads: () => {},
    readOnly: false,
    lostTo: () => 'driven-by-worker',
  });
  const tree = await t.start('Begin');
  assert.ok(late);
  return { t, perform, late, tree, ref: rootRef(tree.rootId) };
}

describe('Continue All', () => {
  it('goes on with the others when one dialog cannot be written', async () => {
    const fail = { code: 'auth', message: 'no', retryable: false } as const;
    const t = createTestDriver({ script: { lead: [{ fail }, { fail }, 'Fine.'] } });
    const trees = [await t.start('One'), await t.start('Two')];
    const [broken, other] = trees.map(({ rootId }) => rootId);
    const { driver } = t;
    const summaries = new Map(trees.map(tree => [tree.rootId, driver.summaryOf(tree)]));
    const whole = driver.tree.bind(driver);
    driver.tree = async rootId => {
      if (rootId === broken) throw new DriveError('disk', 'EACCES');
      return whole(rootId);
    };
    const perform = createPerform({
      ...({} as PerformPorts),
      driver,
      roots: { summaries } as unknown as RootsIndex,
      readOnly: false,
    });
    const all = await perform({ kind: 'continueAll' });
    assert.deepEqual(all.ok && all.continued.map(({ rootId }) => rootId), [other]);
  });
});

describe('intents over a store that is late', () => {
  it('are done once they are stored', async () => {
    const { perform, late, tree, ref } = await lateApi();
    const { lastNumber } = tree;
    const said = perform({ kind: 'say', dialog: ref, content: 'More', msgId: 'm2' });
    while (tree.lastNumber === lastNumber) await undefined;
    assert.equal(late.isStored(tree.rootId, lastNumber + 1), false);
    assert.equal((await said).ok, true);
    assert.equal(late.isStored(tree.rootId, lastNumber + 1), true);
    const [question] = [...tree.dialogs.values()].flatMap(({ state }) => state.questions);
    const { questionId = '' } = question ?? {};
    const answered = await perform({ kind: 'answer', questionId, content: 'this', msgId: 'a1', dialog: ref }, byPerson);
    assert.equal(answered.ok, true);
    assert.equal(late.isStored(tree.rootId, lastNumber + 2), true);
  });

  it('are refused when another process owns the dialog by then', async () => {
    const { t, perform, late, tree, ref } = await lateApi();
    const { lastNumber } = tree;
    const said = perform({ kind: 'say', dialog: ref, content: 'More', msgId: 'm2' });
    while (tree.lastNumber === lastNumber) await undefined;
    late.fence(tree.rootId);
    const outcome = await said;
    assert.deepEqual(outcome.ok ? '' : [outcome.code, outcome.why.id], ['driven-elsewhere', 'driven-by-worker']);
    assert.equal(t.driver.loaded().includes(tree), false);
  });
});
