// Asides of a dialog with a domain: the person's words are a turn there, too (SPEC 16.4, 19.1).
import assert from 'node:assert/strict';
import { openCalls } from '../../../src/core/dialog/state.ts';
import { rootOf } from '../../../src/driver/tree.ts';
import { stackText } from '../../core/belief/support.ts';
import { closingOf } from '../../support/prompt-parts.ts';
import { checkSettled, checkTree, recordsIn } from '../check-tree.ts';
import { type Believer, believer, setSlot, start, turnsOf } from './belief-support.ts';

const orders = { commands: [start('query'), setSlot('query', 'source', ['orders'])] };

/** A root that waits for a subdialog, which asks the person. */
function waiting(more: Parameters<typeof believer>[1]['predictions'], replies: readonly string[]): Promise<Believer> {
  return believer('show orders', {
    predictions: { 'show orders': orders, ...more },
    replies: ['!?@coder look', '!?@human Which?', ...replies],
  });
}

function openCallsOf({ tree }: Believer): number {
  return openCalls(rootOf(tree).state).length;
}

describe('words in an aside of a dialog with a domain', () => {
  it('are a turn of their own, which ends with the aside', async () => {
    const it = await waiting({}, ['Soon.', 'Looked.', 'All done.']);
    assert.equal(it.belief().isOpen, true);
    await it.say('how far are you?');
    assert.equal(rootOf(it.tree).state.saying.text, 'Soon.');
    assert.doesNotMatch(closingOf(it.t.llm.requests.at(-1)?.prompt ?? assert.fail()), /Carry out the active flow/);
    assert.deepEqual([rootOf(it.tree).state.frames.length, openCallsOf(it)], [1, 1]);
    assert.equal(it.belief().isOpen, false);
    assert.deepEqual(
      turnsOf(it.t, it.tree).map(({ turn }) => turn),
      [1, 2],
    );
    checkTree(it.t, it.tree);
    await it.answer('this');
    assert.equal(rootOf(it.tree).state.saying.text, 'All done.');
    assert.equal(stackText(it.state()), 'query:Active[1,2]');
    checkSettled(it.t, it.tree);
  });

  it('that start a flow are asked for what it lacks within the aside', async () => {
    const counting = { commands: [start('count')] };
    const filled = { commands: [setSlot('count', 'source', ['carts'])] };
    const it = await waiting({ 'count it': counting, carts: filled }, ['Counted.', 'Looked.', 'All done.']);
    await it.say('count it');
    const [question] = it.questions().filter(({ kind }) => kind === 'clarify');
    assert.ok(question);
    assert.deepEqual([rootOf(it.tree).state.frames.length, openCallsOf(it)], [2, 1]);
    await it.t.answer(it.tree, 'the carts', question.tellaskHead);
    assert.equal(rootOf(it.tree).state.saying.text, 'Counted.');
    assert.deepEqual([rootOf(it.tree).state.frames.length, openCallsOf(it)], [1, 1]);
    assert.equal(recordsIn(it.t, it.tree, 'asideEnded').length, 1);
    await it.answer('this');
    checkSettled(it.t, it.tree);
  });
});
