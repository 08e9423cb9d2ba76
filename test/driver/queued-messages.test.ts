// Messages that are not delivered yet can be edited, removed and sent as an answer (SPEC 13.11).
import assert from 'node:assert/strict';
import { transcriptBlocks } from '../../src/core/dialog/transcript/transcript-blocks.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { answerQuestion } from '../../src/driver/intents/intents.ts';
import { changeQueued, removeQueued } from '../../src/driver/intents/queued-messages.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { transcriptWords } from '../../src/words/say.ts';
import { byPerson } from '../support/by-person.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

const outcome = (done: ReturnType<typeof changeQueued>) => (done.ok ? 'ok' : done.code);
const requested = (t: TestDriver) => t.llm.requests.at(-1)?.prompt.messages.map(({ content }) => content) ?? [];

describe('queued messages', () => {
  /** A question is open, and a message waits behind it. */
  async function behindQuestion(): Promise<{ t: TestDriver; tree: Tree; queuedMsgId: string }> {
    const t = createTestDriver({ script: { lead: ['!?@human Which?', 'Fine.'] } });
    const tree = await t.start('Begin');
    await t.say(tree, 'By the way');
    return { t, tree, queuedMsgId: rootOf(tree).state.queued[0]?.msgId ?? '' };
  }

  it('are delivered with the text that the person gave them last, in their place', async () => {
    const { t, tree, queuedMsgId } = await behindQuestion();
    await t.say(tree, 'And this');
    assert.ok(changeQueued(rootOf(tree), { queuedMsgId, content: '\n  Something else\n' }).ok);
    await t.answer(tree, 'this');
    assert.deepEqual(requested(t).slice(-2), ['  Something else', 'And this']);
    checkSettled(t, tree);
  });

  it('are never delivered once they are removed, also after a restart', async () => {
    const { t, tree, queuedMsgId } = await behindQuestion();
    assert.ok(removeQueued(rootOf(tree), { queuedMsgId }).ok);
    assert.ok(removeQueued(rootOf(tree), { queuedMsgId }).ok);
    assert.equal(recordsIn(t, tree, 'queuedRemoved').length, 1);
    const later = t.restart({ lead: ['Fine.'] });
    await later.answer(await later.onlyTree(), 'this');
    assert.equal(requested(later).includes('By the way'), false);
    checkSettled(later, await later.onlyTree());
  });

  it('become the answer to the question that kept them waiting', async () => {
    const { t, tree, queuedMsgId } = await behindQuestion();
    const answer = { questionId: questionsOf(tree)[0]?.id ?? '', content: 'By the way', msgId: 'a1', by: byPerson };
    for (const _ of [1, 2]) assert.ok(answerQuestion(t.driver, tree, { ...answer, queuedMsgId }).ok);
    await t.driver.quiet(tree);
    assert.match(requested(t).at(-1) ?? '', /"Which\?":\n\nBy the way$/);
    assert.deepEqual([recordsIn(t, tree, 'questionAnswered').length, recordsIn(t, tree, 'userSaid').length], [1, 1]);
    checkSettled(t, tree);
  });

  it('cannot be changed once they are delivered, and no question is answered by them', async () => {
    const { t, tree, queuedMsgId } = await behindQuestion();
    await t.answer(tree, 'this');
    const { seq } = rootOf(tree).state;
    assert.equal(outcome(changeQueued(rootOf(tree), { queuedMsgId, content: 'Late' })), 'wrong-state');
    assert.equal(outcome(removeQueued(rootOf(tree), { queuedMsgId })), 'wrong-state');
    assert.equal(rootOf(tree).state.seq, seq);
  });

  it('leave a question open that is answered by one that was removed', async () => {
    const { t, tree, queuedMsgId } = await behindQuestion();
    removeQueued(rootOf(tree), { queuedMsgId });
    const answer = { questionId: questionsOf(tree)[0]?.id ?? '', content: 'By the way', msgId: 'a1', by: byPerson };
    const done = answerQuestion(t.driver, tree, { ...answer, queuedMsgId });
    assert.equal(!done.ok && done.code, 'wrong-state');
    assert.equal(questionsOf(tree).length, 1);
  });

  it('keep a text: an empty one is refused, and the same one is not recorded again', async () => {
    const { t, tree, queuedMsgId } = await behindQuestion();
    const change = (content: string) => outcome(changeQueued(rootOf(tree), { queuedMsgId, content }));
    assert.deepEqual([change('  '), change('By the way')], ['empty-message', 'ok']);
    assert.equal(recordsIn(t, tree, 'queuedChanged').length, 0);
  });

  it('stand in the transcript as they are now, and not at all once they are removed', async () => {
    const { tree, queuedMsgId } = await behindQuestion();
    const queuedIn = () =>
      transcriptBlocks(rootOf(tree).records, transcriptWords('en'))
        .filter(({ heading }) => heading.includes('queued'))
        .map(({ text }) => text);
    changeQueued(rootOf(tree), { queuedMsgId, content: 'Something else' });
    assert.deepEqual(queuedIn(), ['Something else']);
    removeQueued(rootOf(tree), { queuedMsgId });
    assert.deepEqual(queuedIn(), []);
  });
});
