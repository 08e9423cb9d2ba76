// Keep-going: pushes, the budget, and no running in circles (SPEC 7).
import assert from 'node:assert/strict';
import * as z from 'zod';
import { commit } from '../../src/driver/commit.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { recordEnd } from '../../src/driver/processes.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { createTestDriver, dialogsOf, type TestDriver, type TestDriverOptions } from '../support/test-driver.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

const pushes = (t: TestDriver, tree: Tree) => recordsIn(t, tree, 'diligencePushed').map(({ left }) => left);
const kinds = (tree: Tree) => questionsOf(tree).map(({ kind }) => kind);

/** Says something new each time. */
function counting(options: Partial<TestDriverOptions> = {}) {
  let count = 0;
  return createTestDriver({ script: () => `Step ${++count}.`, pushMax: 3, ...options });
}

const poll = (answers: readonly string[]) => {
  let index = 0;
  return defineTool({
    name: 'poll',
    description: 'test',
    args: () => z.object({}),
    run: () => ({ ok: true, content: answers[index++] ?? answers.at(-1) ?? '' }),
  });
};

const nothingOpen = '[Facts]\n- No call is open; nobody works for you, and nothing happens by itself.';

describe('diligence', () => {
  it('pushes a root that stops while budget is left, then asks whether to go on', async () => {
    const t = counting({ diligence: 'Keep at it.' });
    const tree = await t.start('Begin');
    assert.deepEqual(pushes(t, tree), [2, 1, 0]);
    assert.deepEqual(kinds(tree), ['diligence']);
    assert.deepEqual(questionsOf(tree)[0]?.options, ['continue', 'stop', 'stop reminding']);
    assert.equal(t.llm.requests.at(-1)?.prompt.messages.at(-1)?.content, `${nothingOpen}\n\nKeep at it.`);
  });

  it('rests after "stop" without a generation, until the next message', async () => {
    const t = counting();
    const tree = await t.start('Begin');
    const { length } = t.llm.requests;
    await t.answer(tree, 'stop');
    assert.equal(t.llm.requests.length, length);
    assert.equal(t.driver.isDue(tree), false);
    await t.say(tree, 'More');
    assert.equal(pushes(t, tree).length, 6);
  });

  it('leaves a root at rest after "stop" when a command of its own ends, which it reads with the next message', async () => {
    const t = counting();
    const tree = await t.start('Begin');
    commit(rootOf(tree), { kind: 'processStarted', processId: 'p1', command: 'npm test' });
    const { length } = t.llm.requests;
    await t.answer(tree, 'stop');
    recordEnd(rootOf(tree), { processId: 'p1', outcome: 'exited', code: 0 });
    await t.driver.quiet(tree);
    assert.equal(t.llm.requests.length, length);
    await t.say(tree, 'More');
    assert.match(JSON.stringify(t.llm.requests[length]?.prompt), /has ended with exit code 0/);
  });

  it('is off for good after "stop reminding", until the person turns it on again', async () => {
    const t = counting();
    const tree = await t.start('Begin');
    const { length } = t.llm.requests;
    await t.answer(tree, 'stop reminding');
    assert.equal(t.llm.requests.length, length);
    await t.say(tree, 'More');
    assert.deepEqual([pushes(t, tree).length, kinds(tree), rootOf(tree).state.diligence.on], [3, [], false]);
  });

  for (const words of ['continue', 'look at the tests']) {
    it(`goes on after "${words}" with a fresh budget, and the model reads it`, async () => {
      const t = counting();
      const tree = await t.start('Begin');
      const { length } = t.llm.requests;
      await t.answer(tree, words);
      assert.match(t.llm.requests[length]?.prompt.messages.at(-1)?.content ?? '', new RegExp(`${words}$`));
      assert.deepEqual(pushes(t, tree), [2, 1, 0, 2, 1, 0]);
    });
  }

  it('is reset when the dialog suspends on a question', async () => {
    const t = createTestDriver({ pushMax: 2, script: { lead: ['A.', '!?@human Which?', 'B.', 'C.', 'D.'] } });
    const tree = await t.start('Begin');
    assert.deepEqual(pushes(t, tree), [1]);
    await t.answer(tree, 'this');
    assert.deepEqual(pushes(t, tree), [1, 1, 0]);
  });

  it('survives a restart', async () => {
    const t = counting();
    const tree = t.launch('Begin');
    while (pushes(t, tree).length < 2) await Promise.resolve();
    const after = t.restart();
    const loaded = await after.onlyTree();
    await after.goOn(loaded);
    assert.deepEqual(pushes(after, loaded), [2, 1, 0]);
    await t.driver.close();
  });

  it('is off below 1', async () => {
    const t = counting({ pushMax: 0 });
    const tree = await t.start('Begin', { noDiligence: false });
    assert.deepEqual(pushes(t, tree), []);
    checkSettled(t, tree);
  });

  it('leaves a root at rest that came to rest while it was off, when it is on again later, until the next message', async () => {
    const t = counting({ pushMax: 0 });
    await t.start('Begin', { noDiligence: false });
    await t.driver.close();
    const after = createTestDriver({ script: () => 'Fine.', pushMax: 3, files: t.files });
    const loaded = await after.onlyTree();
    assert.equal(after.driver.isDue(loaded), false);
    assert.equal(after.driver.summaryOf(loaded).pause ?? null, null);
    await after.goOn(loaded);
    assert.deepEqual(pushes(after, loaded), []);
    await after.say(loaded, 'Go on.');
    assert.equal(pushes(after, loaded).length > 0, true);
    await after.driver.close();
  });

  it('goes on when the person turns it on in a root that rests, as the team would push it', async () => {
    const t = counting();
    const tree = await t.start('Begin', { noDiligence: true });
    assert.deepEqual(pushes(t, tree), []);
    commit(rootOf(tree), { kind: 'diligenceSet', on: true });
    t.driver.ctx.wake(rootOf(tree));
    await t.driver.quiet(tree);
    assert.deepEqual(pushes(t, tree), [2, 1, 0]);
  });

  it('never pushes a subdialog, nor a root that waits', async () => {
    const t = createTestDriver({
      pushMax: 3,
      script: { lead: ['!?@coder build', '!?@human Fine?'], coder: ['Built.'] },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(pushes(t, tree), []);
  });

  it('gives way to a queued message', async () => {
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({ pushMax: 1, script: { lead: [{ say: 'A.', until: gate.promise }, 'B.', 'C.'] } });
    const tree = t.launch('Begin');
    while (!rootOf(tree).state.generating) await Promise.resolve();
    const said = t.say(tree, 'By the way');
    gate.resolve();
    await said;
    assert.equal(t.llm.requests[1]?.prompt.messages.at(-1)?.content, 'By the way');
    assert.deepEqual(pushes(t, tree), [0]);
  });
});

describe('running in circles', () => {
  it('three replies of the same text replace the push by a question that shows them', async () => {
    const t = createTestDriver({ pushMax: 5, script: () => 'I am done.' });
    const tree = await t.start('Begin');
    assert.equal(pushes(t, tree).length, 2);
    assert.deepEqual(kinds(tree), ['repeat']);
    assert.match(questionsOf(tree)[0]?.bodyContent ?? '', /I am done\./);
    await t.answer(tree, 'continue');
    assert.equal(pushes(t, tree).length, 4);
  });

  it('three times the same tool call with the same result is a circle, in a subdialog too', async () => {
    const call = { tools: [{ name: 'poll' }] };
    const t = createTestDriver({
      tools: [poll(['same'])],
      script: { lead: ['!?@coder build', 'Fine.'], coder: [call, call, call, 'Built.'] },
    });
    const tree = await t.start('Begin');
    const [coder] = dialogsOf(tree, 'coder');
    assert.equal(coder?.state.questions[0]?.questionKind, 'repeat');
    assert.match(coder?.state.questions[0]?.body ?? '', /poll/);
    await t.answer(tree, 'try something else');
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });

  it('the same tool call with other results is none', async () => {
    const call = { tools: [{ name: 'poll' }] };
    const t = createTestDriver({ tools: [poll(['1', '2', '3'])], script: { lead: [call, call, call, 'Done.'] } });
    const tree = await t.start('Begin');
    assert.deepEqual(kinds(tree), []);
    checkSettled(t, tree);
  });
});
