import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import type { RootSummary } from '../../src/core/dialog/view/projection.ts';
import { forceDone } from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { OpenQuestions } from '../../src/runtime/stored/open-questions.ts';
import { sayRefusal } from '../../src/words/say.ts';
import { createTestDriver } from '../support/test-driver.ts';

describe('the open questions of a workspace', () => {
  /** A tree that asks, as another process drives it: this one reads it, and counts how often. */
  const asking = async ({ areLinesCurrent }: { readonly areLinesCurrent: boolean }) => {
    const t = createTestDriver({ script: { lead: ['!?@human Which?\n!?Red or blue?', 'Fine.'] } });
    const tree = await t.start('Begin');
    const { rootId } = tree;
    const summaries = new Map<RootId, RootSummary>();
    let reads = 0;
    /** How many trees had been read at each turn that was given to others. */
    const turns: number[] = [];
    const questions = new OpenQuestions({
      driver: { ctx: t.driver.ctx, loaded: () => [], loadedTree: () => undefined, summaryOf: t.driver.summaryOf },
      roots: { summaries },
      readLines: new Map(),
      treeToShow: async () => {
        reads += 1;
        return tree;
      },
      areLinesCurrent,
      newSlices: () => ({
        due: async () => {
          turns.push(reads);
        },
      }),
    });
    const list = (more: Partial<RootSummary> = {}) => {
      const line = { ...t.driver.summaryOf(tree), ...more };
      summaries.set(rootId, line);
    };
    const readsOf = async () => {
      const before = reads;
      const all = await questions.all();
      return { reads: reads - before, heads: all.map(({ tellaskHead }) => tellaskHead) };
    };
    return { t, tree, questions, summaries, turns, list, readsOf };
  };

  it('of many trees let others go on in between', async () => {
    const { t, tree, summaries, turns, readsOf } = await asking({ areLinesCurrent: true });
    for (let index = 0; index < 80; index++) {
      const rootId = `0mww12q61-00-${String(index).padStart(4, '0')}` as RootId;
      summaries.set(rootId, { ...t.driver.summaryOf(tree), rootId });
    }
    assert.equal((await readsOf()).reads, 80);
    assert.deepEqual(turns, [32, 64]);
  });

  it('are told as closed, by what and when, once their dialog is over', async () => {
    const { t, tree, questions, list } = await asking({ areLinesCurrent: true });
    list();
    const [question] = questionsOf(tree);
    assert.ok(question);
    assert.equal(await questions.fateOf(question.id), undefined);
    await forceDone(t.driver, tree);
    list();
    const fate = await questions.fateOf(question.id);
    assert.ok(fate);
    assert.equal(fate.code, 'unknown-question');
    assert.match(
      sayRefusal(fate, 'en').message,
      /^This question was closed on \d{4}-\d\d-\d\d \d\d:\d\d: .*(done|completed)/,
    );
    assert.match(sayRefusal(fate, 'zh').message, /^此问题已于 \d{4}-\d\d-\d\d \d\d:\d\d 关闭：/);
    assert.equal(await questions.fateOf('another'), undefined);
  });

  it('come with what stands around them', async () => {
    const { questions, list } = await asking({ areLinesCurrent: true });
    list();
    const [question] = await questions.surrounded();
    assert.equal(question?.tellaskHead, 'Which?');
    assert.equal(question?.rootHeadline, 'Begin');
    assert.deepEqual(question?.blocked, []);
  });

  it('are read once for each line of a tree while the list is followed', async () => {
    const { questions, list, readsOf } = await asking({ areLinesCurrent: true });
    questions.follow();
    list();
    const heads = ['Which?'];
    assert.deepEqual(await readsOf(), { reads: 1, heads });
    assert.deepEqual(await readsOf(), { reads: 0, heads });
    list();
    assert.deepEqual(await readsOf(), { reads: 1, heads });
    list({ questions: 0 });
    assert.deepEqual(await readsOf(), { reads: 0, heads: [] });
  });

  it('are read each time where the list is not followed', async () => {
    const { list, readsOf } = await asking({ areLinesCurrent: true });
    list();
    assert.equal((await readsOf()).reads, 1);
    assert.equal((await readsOf()).reads, 1);
  });

  it('of a tree at work are read each time, unless its line keeps up with it', async () => {
    for (const [areLinesCurrent, reads] of [
      [false, 1],
      [true, 0],
    ] as const) {
      const { questions, list, readsOf } = await asking({ areLinesCurrent });
      questions.follow();
      list({ needsDrive: true });
      await readsOf();
      assert.equal((await readsOf()).reads, reads);
      list({ needsDrive: true, questions: 0 });
      assert.equal((await readsOf()).reads, reads);
    }
  });
});
