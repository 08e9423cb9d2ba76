// Plans: proposed, shown, approved, carried on without the person, thought over, dropped (SPEC 16.5).
import assert from 'node:assert/strict';
import { clearMind } from '../../../src/driver/intents/intents.ts';
import { rootOf } from '../../../src/driver/tree.ts';
import { shopText, stackText } from '../../core/belief/support.ts';
import { closingOf } from '../../support/prompt-parts.ts';
import type { Reply } from '../../support/scripted-llm.ts';
import { recordsIn } from '../check-tree.ts';
import { believer, finish, setSlot, start, turnsOf } from './belief-support.ts';

const trip = { commands: [start('trip')] };
const step = (flow: string) => ({ flow, slots: { source: ['orders'] } });
const propose = (...steps: readonly object[]): Reply => ({
  say: 'Thus.',
  tools: [{ name: 'propose_plan', args: { steps } }],
});
const twoSteps = propose(step('query'), step('count'));

describe('a plan', () => {
  it('is shown with its steps, and nothing of it begins before it is approved', async () => {
    const it = await believer('plan', { predictions: { plan: trip }, replies: [twoSteps] });
    const [question, ...others] = it.questions();
    assert.equal(others.length, 0);
    assert.equal(question?.kind, 'plan');
    assert.deepEqual(question?.options, ['approve', 'drop']);
    assert.match(question?.bodyContent ?? '', /^1\. query: source = \["orders"\]\n2\. count: source = \["orders"\]\n/);
    assert.equal(stackText(it.state()), 'trip:Active[1]');
    assert.equal(it.state().flags.has_plan, false);
    assert.equal(it.prompts().length, 1);
  });

  it('of two steps runs to its end without the person once it is approved', async () => {
    const it = await believer('plan', {
      predictions: { plan: trip },
      replies: [twoSteps, finish('completed', ['found']), 'Queried.', finish(), 'Counted.', finish(), 'All is done.'],
    });
    await it.answer('approve');
    assert.deepEqual(it.questions(), []);
    assert.deepEqual(it.state().stack, []);
    assert.deepEqual(
      turnsOf(it.t, it.tree).map(({ ended }) => ended.map(({ flow, status }) => `${flow} ${status}`)),
      [[], ['query Completed', 'count Completed', 'trip Completed']],
    );
    assert.equal(recordsIn(it.t, it.tree, 'keptGoing').length, 2);
    assert.equal(recordsIn(it.t, it.tree, 'questionAsked').length, 1);
    // An approval needs no prediction.
    assert.equal(it.t.llm.requests.filter(({ purpose }) => purpose).length, 1);
  });

  it('stops at an issue: the person is to decide', async () => {
    const it = await believer('plan', {
      predictions: { plan: trip },
      replies: [twoSteps, finish('invalid', ['no access']), 'There is no access.'],
    });
    await it.answer('approve');
    assert.equal(recordsIn(it.t, it.tree, 'keptGoing').length, 0);
    assert.equal(it.state().flags.has_issues, true);
    assert.equal(it.state().flags.keep_going, false);
    assert.equal(stackText(it.state()), 'count:Active[2] trip:Pending[1]');
  });

  it('asks for what a step lacks when its turn comes', async () => {
    const it = await believer('plan', {
      predictions: { plan: trip },
      replies: [propose(step('query'), { flow: 'count' }), finish(), 'Queried.'],
    });
    await it.answer('approve');
    assert.deepEqual(
      it.questions().map(({ kind, tellaskHead }) => [kind, tellaskHead]),
      [['clarify', 'count. I still need: source.']],
    );
  });

  it('approves the confirmations of its steps, also of one whose value comes later', async () => {
    const shop = shopText
      .replaceAll('intent: Read', 'intent: Read, confirm: true')
      .replace('    intent: Read, confirm: true\n', '    intent: Read\n    confirm: true\n');
    assert.equal(shop.split('confirm: true').length, 3);
    const it = await believer('plan', {
      predictions: { plan: trip, users: { commands: [setSlot('count', 'source', ['users'])] } },
      replies: [propose(step('query'), { flow: 'count' }), finish(), finish(), 'Counted.'],
      domains: { shop },
    });
    await it.answer('approve');
    assert.deepEqual(
      it.questions().map(({ kind }) => kind),
      ['clarify'],
    );
    await it.answer('the users');
    assert.deepEqual(it.questions(), []);
    assert.deepEqual(stackText(it.state()), 'trip:Active[1,3]');
  });

  it('is thought over with any other words, and shown again', async () => {
    const it = await believer('plan', {
      predictions: { plan: trip },
      replies: [twoSteps, propose(step('count'))],
    });
    await it.answer('count only');
    assert.match(it.questions()[0]?.bodyContent ?? '', /^1\. count/);
    await it.answer('yes');
    assert.equal(stackText(it.state()).split(' ')[0], 'count:Active[3]');
  });

  it('that is talked about is shown again after the reply', async () => {
    const it = await believer('plan', { predictions: { plan: trip }, replies: [twoSteps, 'Since it is safer.'] });
    await it.answer('why so?');
    assert.deepEqual(
      it.questions().map(({ kind }) => kind),
      ['plan'],
    );
    assert.equal(it.prompts().length, 2);
  });

  it('is shown again in a new course that the person begins', async () => {
    const it = await believer('plan', { predictions: { plan: trip }, replies: [twoSteps] });
    await clearMind(it.t.driver, rootOf(it.tree), undefined);
    await it.t.driver.quiet(it.tree);
    assert.deepEqual(
      it.questions().map(({ tellaskHead }) => tellaskHead),
      ['trip: carry it out in these steps?'],
    );
    await it.answer('approve');
    assert.equal(stackText(it.state()), 'query:Active[2] count:Pending[] trip:Pending[1]');
  });

  it('ends when it is dropped, by an option and without a prediction', async () => {
    const it = await believer('plan', { predictions: { plan: trip }, replies: [twoSteps, 'Dropped.'] });
    await it.answer('drop');
    assert.deepEqual(it.state().stack, []);
    assert.deepEqual(it.questions(), []);
    assert.equal(it.t.llm.requests.filter(({ purpose }) => purpose).length, 1);
  });

  it('is approved and dropped in any language of the product', async () => {
    const topAfter = async (answer: string) => {
      const it = await believer('plan', { predictions: { plan: trip }, replies: [twoSteps, 'So be it.'] });
      await it.answer(answer);
      return stackText(it.state()).split(' ')[0];
    };
    for (const yes of ['批准', '继续。', '好的！', 'Go ahead.', 'confirm'])
      assert.equal(await topAfter(yes), 'query:Active[2]', yes);
    for (const no of ['放弃', '不', '算了。', 'Drop it.', 'never mind']) assert.equal(await topAfter(no), '', no);
  });

  it('is approved although other words came in the meantime, which are a turn after it', async () => {
    const it = await believer('plan', {
      predictions: { plan: trip, hurry: { commands: [{ converse: true }] } },
      replies: [twoSteps],
    });
    await it.say('hurry up');
    assert.deepEqual(
      it.questions().map(({ kind }) => kind),
      ['plan'],
    );
    await it.answer('approve');
    assert.equal(stackText(it.state()), 'query:Active[2,3] count:Pending[] trip:Pending[1]');
    assert.equal(it.state().isTalk, true);
  });

  it('may have tellasks for steps, which are the responder’s to make', async () => {
    const it = await believer('plan', {
      predictions: { plan: trip },
      replies: [propose(step('query'), { tellask: '@coder count them', why: 'it is theirs' })],
    });
    assert.match(it.questions()[0]?.bodyContent ?? '', /\n2\. @coder count them \(it is theirs\)\n/);
    await it.answer('approve');
    assert.equal(stackText(it.state()), 'query:Active[2] trip:Pending[1]');
    assert.match(
      closingOf(it.t.llm.requests.at(-1)?.prompt ?? assert.fail()),
      /2\. @coder count them.*\[yours to tellask/,
    );
  });
});

describe('a proposal that cannot be carried out', () => {
  it('is refused with the reason, and nothing is shown', async () => {
    for (const [steps, reason] of [
      [[{ flow: 'nothing' }], /there is no flow nothing/],
      [[{ flow: 'summary' }], /summary is internal/],
      [[{ flow: 'query', slots: { colour: 1 } }], /query has no slot colour/],
      [[], /1 to 16 steps/],
      [[{ why: 'because' }], /a step is/],
    ] as const) {
      const it = await believer('plan', { predictions: { plan: trip }, replies: [propose(...steps), 'Hm.'] });
      assert.deepEqual(it.questions(), []);
      assert.match(recordsIn(it.t, it.tree, 'toolReturned')[0]?.content ?? '', reason);
    }
  });
});
