// Turns of the dialogue state in a driven dialog: predicted, asked about, carried on without the person, ended (SPEC
// 16.4 - 16.8).
import assert from 'node:assert/strict';
import { stopDialogs } from '../../../src/driver/intents/intents.ts';
import { rootOf } from '../../../src/driver/tree.ts';
import { shopText, stackText } from '../../core/belief/support.ts';
import { nextTurn } from '../../support/next-turn.ts';
import { closingOf } from '../../support/prompt-parts.ts';
import type { Reply, Script } from '../../support/scripted-llm.ts';
import { createTestDriver } from '../../support/test-driver.ts';
import { checkTree, recordsIn } from '../check-tree.ts';
import { type Believer, believer, believerOn, finish, setSlot, start, turnsOf } from './belief-support.ts';

const orders = { commands: [start('query'), setSlot('query', 'source', ['orders'])] };

/** A dialog that is under way. */
function believerOf(first: string, script: Script): Believer {
  const t = createTestDriver({ script, domains: { shop: shopText } });
  return believerOn(t, t.launch(first, { domain: 'shop', noDiligence: true }));
}

describe('a turn', () => {
  it('takes the words of the person into the state before the model speaks, and ends once', async () => {
    const it = await believer('show orders', { predictions: { orders } });
    assert.equal(stackText(it.state()), 'query:Active[1]');
    assert.equal(it.belief().isOpen, false);
    assert.equal(rootOf(it.tree).state.saying.text, 'Done 1.');
    assert.equal(recordsIn(it.t, it.tree, 'turnEnded').length, 1);
    checkTree(it.t, it.tree);
  });

  it('is predicted by one call with the schema of the domain, and the model then sees the state', async () => {
    const it = await believer('show orders', { predictions: { orders } });
    const [prediction, talk, ...others] = it.t.llm.requests;
    assert.equal(others.length, 0);
    assert.deepEqual(
      prediction?.prompt.tools.map(({ name }) => name),
      ['take_turn'],
    );
    assert.match(prediction?.prompt.messages.at(-1)?.content ?? '', /^\[Turn 1\].*show orders$/s);
    assert.match(closingOf(talk?.prompt ?? assert.fail()), /Active flow: query\.\n- source: \["orders"\]/);
    assert.ok(talk?.prompt.tools.some(({ name }) => name === 'finish_flow'));
  });

  it('that is ambiguous leads to exactly one clarification, and the answer is a turn of its own', async () => {
    const predictions = [
      { flow: 'query', confidence: 0.5 },
      { flow: 'count', confidence: 0.5 },
    ];
    const it = await believer('do the thing', {
      predictions: {
        'do the thing': { predictions, commands: [{ clarify: 'Shown, or counted?' }] },
        counted: { commands: [start('count'), setSlot('count', 'source', ['orders'])] },
      },
    });
    assert.deepEqual(
      it.questions().map(({ kind, tellaskHead }) => [kind, tellaskHead]),
      [['clarify', 'Shown, or counted?']],
    );
    assert.deepEqual(it.state().predictions, predictions);
    assert.equal(it.state().stack.length, 0);
    assert.equal(it.prompts().length, 0);
    await it.answer('counted, please');
    assert.equal(it.questions().length, 0);
    assert.equal(stackText(it.state()), 'count:Active[2]');
    assert.equal(it.prompts().length, 1);
    assert.equal(recordsIn(it.t, it.tree, 'questionAsked').length, 1);
  });

  it('asks once for exactly what its flow lacks, and runs when it is filled', async () => {
    const it = await believer('query it', {
      predictions: {
        'query it': { commands: [start('query')] },
        users: { commands: [setSlot('query', 'source', ['users'])] },
      },
    });
    const [question, ...others] = it.questions();
    assert.equal(others.length, 0);
    assert.equal(question?.kind, 'clarify');
    assert.equal(question?.tellaskHead, 'query. I still need: source.');
    assert.equal(question?.bodyContent, '- source');
    assert.doesNotMatch(question?.bodyContent ?? '', /limit/);
    assert.equal(it.prompts().length, 0);
    await it.answer('the users');
    assert.equal(it.prompts().length, 1);
    assert.equal(stackText(it.state()), 'query:Active[1,2]');
  });

  it('takes in the answer to a question of the responder, which goes on with its work', async () => {
    const it = await believer('show orders', {
      predictions: {
        'show orders': orders,
        'users then': { commands: [{ correct: { flow: 'query', slot: 'source', value: ['users'] } }] },
        'no idea': { commands: [{ converse: true }] },
      },
      replies: ['!?@human Which source?', '!?@human Which limit?', finish(), 'Shown.'],
    });
    await it.answer('the users then');
    assert.deepEqual(it.state().stack[0]?.slots.source?.value, ['users']);
    assert.equal(it.questions().length, 1);
    await it.answer('no idea');
    assert.equal(it.state().intent, 'Converse');
    assert.deepEqual(it.state().stack, []);
    assert.equal(rootOf(it.tree).state.saying.text, 'Shown.');
    checkTree(it.t, it.tree);
  });

  it('takes an exact option without a prediction, of a missing slot and of a flow that was meant', async () => {
    const domains = {
      shop: shopText.replace('group: {type: GroupSlot,', 'kind: {type: CategorySlot, options: [all, open],'),
    };
    const ambiguous = {
      predictions: [
        { flow: 'query', confidence: 0.5 },
        { flow: 'count', confidence: 0.4 },
      ],
      commands: [{ clarify: '' }],
    };
    const it = await believer('do it', { predictions: { 'do it': ambiguous }, domains });
    assert.deepEqual(it.questions()[0]?.options, ['query', 'count']);
    await it.answer('count');
    assert.equal(stackText(it.state()), 'count:Active[2]');
    assert.equal(it.t.llm.requests.filter(({ purpose }) => purpose).length, 1);
    const asked = await believer('show orders', {
      predictions: { 'show orders': { commands: [start('count'), setSlot('count', 'source', ['orders'])] } },
      replies: ['!?@human Which ones?\n!? - all\n!? - open', 'Counted.'],
      domains,
    });
    assert.deepEqual(asked.questions()[0]?.options, ['all', 'open']);
    await asked.answer('Open');
    assert.equal(asked.state().stack[0]?.slots.kind?.value, 'open');
    assert.equal(asked.t.llm.requests.filter(({ purpose }) => purpose).length, 1);
    const copy = await believer('show orders', {
      predictions: { 'show orders': { commands: [start('count'), setSlot('count', 'source', ['orders'])] } },
      replies: ['!?@human Send a copy?\n!? - open\n!? - sealed', '!?@human And to Ann?', 'Counted.'],
      domains,
    });
    await copy.answer('open');
    await copy.answer('never mind');
    assert.equal(copy.t.llm.requests.filter(({ purpose }) => purpose).length, 3);
    assert.deepEqual(
      [copy.state().stack[0]?.slots.kind?.value, stackText(copy.state())],
      [null, 'count:Active[1,2,3]'],
    );
  });

  it('is predicted from who said what: notes and pushes are no talk, and teammates go by their name', async () => {
    const it = await believer('show orders', {
      predictions: { 'show orders': orders },
      replies: ['!?@coder look', 'I looked.', '!?@human Which?', 'Shown.'],
    });
    await it.answer('these');
    await it.say('thanks');
    const system = it.t.llm.requests.findLast(({ purpose }) => purpose)?.prompt.messages[0]?.content ?? '';
    const talk = system.slice(system.indexOf('# The talk so far')).split('\n\n').slice(1);
    assert.deepEqual(talk, [
      'Person: show orders',
      'Responder: @coder look',
      '@coder: I looked.',
      'Responder: @human Which?',
      'Person (asked "Which?"): these',
      'Responder: Shown.',
    ]);
  });

  it('knows the day: predictor and responder read it, and relative dates are resolved', async () => {
    const today = () => ({ date: '2026-11-28', weekday: 6, text: 'Saturday, 2026-11-28. Time zone: UTC.' });
    const it = await believer('pick tomorrow', {
      predictions: { 'pick tomorrow': { commands: [start('pick'), setSlot('pick', 'a', 'tomorrow')] } },
      minds: { today },
    });
    assert.equal(it.state().stack[0]?.slots.a?.value, '2026-11-29');
    const [predicted, spoken] = it.t.llm.requests;
    assert.match(predicted?.prompt.messages.at(-1)?.content ?? '', /^Today: Saturday, 2026-11-28/);
    assert.match(closingOf(spoken?.prompt ?? assert.fail()), /Today: Saturday, 2026-11-28/);
  });

  it('ends when something was said: the reply that finishes the last flow is the last', async () => {
    const said = { say: 'Here are the orders.', ...(finish() as object) } as Reply;
    const it = await believer('show orders', {
      predictions: { 'show orders': orders, more: orders },
      replies: [said, 'Never.'],
    });
    assert.deepEqual([it.prompts().length, rootOf(it.tree).state.saying.text], [1, 'Here are the orders.']);
    assert.deepEqual([it.state().stack, it.belief().isOpen], [[], false]);
    await it.say('more');
    assert.equal(it.prompts().length, 2);
    checkTree(it.t, it.tree);
  });

  it('goes on after a reply whose change was refused, or that said nothing', async () => {
    const wrong: Reply = {
      say: 'Done.',
      tools: [
        { name: 'finish_flow', args: { outcome: 'completed' } },
        { name: 'finish_flow', args: { outcome: 'completed' } },
      ],
    };
    const twice = await believer('show orders', { predictions: { 'show orders': orders }, replies: [wrong, 'Well.'] });
    assert.equal(twice.prompts().length, 2);
    const silent = await believer('show orders', {
      predictions: { 'show orders': orders },
      replies: [finish(), 'Well.'],
    });
    assert.equal(silent.prompts().length, 2);
  });

  it('lets the responder start, correct and cancel flows itself', async () => {
    const call = (name: string, args: object): Reply => ({ tools: [{ name, args }] });
    const it = await believer('hello', {
      predictions: {},
      replies: [
        call('start_flow', { flow: 'query', slots: { source: ['orders'], limit: 200 } }),
        call('start_flow', { flow: 'query', slots: { source: ['orders'], limit: 5 } }),
        call('set_slot', { flow: 'query', slot: 'limit', value: null }),
        call('start_flow', { flow: 'count', slots: { source: ['users'] } }),
        call('cancel_flow', { flow: 'count' }),
        'There.',
      ],
    });
    assert.equal(stackText(it.state()), 'query:Active[1]');
    const [query] = it.state().stack;
    assert.deepEqual([query?.naturalBirth, query?.slots.limit?.value, query?.resume], [false, null, undefined]);
    assert.deepEqual(
      recordsIn(it.t, it.tree, 'toolReturned').map(({ ok }) => ok),
      [false, true, true, true, true],
    );
    checkTree(it.t, it.tree);
  });

  it('asks for an issue of an unreadable prediction after one more try, as talk', async () => {
    const it = await believer('hm', { predictions: { hm: 'no idea' } });
    assert.equal(it.t.llm.requests.filter(({ purpose }) => purpose).length, 2);
    assert.match(it.t.llm.requests[1]?.prompt.messages.at(-1)?.content ?? '', /could not be used/);
    assert.equal(it.state().flags.has_issues, true);
    assert.equal(it.state().intent, 'Converse');
    assert.equal(rootOf(it.tree).state.saying.text, 'Done 1.');
  });

  it('asks once more when the model completes a flow or names a slot that there is not', async () => {
    for (const wrong of [{ complete: 'query' }, setSlot('query', 'colour', 1)]) {
      const it = await believer('hm', { predictions: { hm: { commands: [...orders.commands, wrong] } } });
      assert.equal(it.t.llm.requests.filter(({ purpose }) => purpose).length, 2);
      assert.deepEqual([it.state().stack, it.state().flags.has_issues], [[], true]);
    }
  });

  it('takes corrections and cancellation as what they are', async () => {
    const it = await believer('show orders', {
      predictions: {
        orders,
        meant: { commands: [{ correct: { flow: 'query', slot: 'source', value: ['users'] } }] },
        forget: { commands: [{ cancel: 'query' }] },
      },
    });
    await it.say('no, I meant users');
    assert.deepEqual(it.state().stack[0]?.slots.source?.value, ['users']);
    await it.say('forget it');
    assert.deepEqual(it.state().stack, []);
    assert.deepEqual(
      turnsOf(it.t, it.tree).map(({ ended }) => ended.map(({ status }) => status)),
      [[], [], ['Invalid']],
    );
  });

  it('is read from a call of its tool as well as from text with fences around it', async () => {
    const answers: Reply[] = [
      { say: 'Let me see.', tools: [{ name: 'take_turn', args: orders }] },
      `Here it is:\n\`\`\`json\n${JSON.stringify(orders)}\n\`\`\``,
    ];
    for (const answer of answers) {
      const it = await believer('show orders', {
        predictions: {},
        script: ({ purpose }) => (purpose ? answer : 'Here.'),
      });
      assert.equal(stackText(it.state()), 'query:Active[1]');
      assert.deepEqual(recordsIn(it.t, it.tree, 'toolCalled'), []);
      assert.equal(recordsIn(it.t, it.tree, 'assistantSaid').length, 1);
    }
  });

  it('shows nothing of a prediction: no chunk, and nothing of it is said', async () => {
    const it = await believer('show orders', { predictions: { orders } });
    const [{ genseq } = { genseq: 0 }] = recordsIn(it.t, it.tree, 'generationStarted');
    assert.ok(it.t.events.every(event => !('genseq' in event) || event.type === 'retrying' || event.genseq !== genseq));
  });

  it('that is stopped during its prediction is predicted again when the dialog continues', async () => {
    const gate = Promise.withResolvers<void>();
    let asked = 0;
    const it = believerOf('show orders', ({ purpose }) => {
      if (!purpose) return 'Here.';
      asked += 1;
      return asked === 1 ? { until: gate.promise, say: '{' } : JSON.stringify(orders);
    });
    while (asked === 0) await nextTurn();
    await stopDialogs(it.t.driver, [rootOf(it.tree)]);
    assert.equal(rootOf(it.tree).state.interruption?.code, 'stopped');
    assert.equal(it.belief().due.length, 1);
    await it.t.goOn(it.tree);
    assert.equal(stackText(it.state()), 'query:Active[1]');
    checkTree(it.t, it.tree);
  });

  it('carries a live flow over that the words start again, unless they are about something else', async () => {
    const users = { commands: [start('query'), setSlot('query', 'source', ['users'])] };
    const it = await believer('show orders', { predictions: { orders, users } });
    await it.say('orders once more');
    assert.equal(stackText(it.state()), 'query:Active[1,2]');
    await it.say('and the users');
    assert.equal(stackText(it.state()), 'query:Active[3] query:Pending[1,2]');
    assert.deepEqual(it.state().predictions, []);
  });

  it('keeps findings of a finished flow, and what follows it sees them', async () => {
    const it = await believer('show orders', {
      predictions: { orders },
      replies: [finish('completed', ['12 orders']), 'There are 12.'],
    });
    assert.deepEqual(it.state().stack, []);
    assert.deepEqual(
      it.state().scratchpad.map(({ flow, turn, text }) => [flow, turn, text]),
      [['query', 1, '12 orders']],
    );
    await it.say('and now?');
    assert.match(closingOf(it.t.llm.requests.at(-1)?.prompt ?? assert.fail()), /12 orders/);
  });

  it('of work that goes on after the turn has ended is a turn by itself', async () => {
    const it = await believer('show orders', {
      predictions: { orders },
      replies: ['Working.', finish(), 'Finished.'],
      pushMax: 1,
      start: { noDiligence: false },
    });
    assert.deepEqual(
      recordsIn(it.t, it.tree, 'turnBegan').map(({ turn, by }) => [turn, by]),
      [
        [1, 'person'],
        [2, 'agent'],
      ],
    );
    assert.deepEqual(
      recordsIn(it.t, it.tree, 'turnEnded').map(({ entry }) => [entry.turn, entry.after, entry.ended.length]),
      [
        [1, 0, 0],
        [2, 1, 1],
      ],
    );
    assert.deepEqual(
      it.questions().map(({ kind }) => kind),
      ['diligence'],
    );
  });
});

const keepGoing: Reply = { tools: [{ name: 'keep_going', args: { on: true } }] };

describe('keep_going', () => {
  const two = {
    commands: [start('count'), setSlot('count', 'source', ['a']), start('query'), setSlot('query', 'source', ['b'])],
  };

  it('goes on to the next flow without the person, and spends no diligence', async () => {
    const it = await believer('both', {
      predictions: { both: two },
      replies: [finish(), 'Queried.', finish(), 'Counted.'],
      pushMax: 2,
      start: { noDiligence: false },
    });
    const [round, ...others] = recordsIn(it.t, it.tree, 'keptGoing');
    assert.equal(others.length, 0);
    assert.match(round?.content ?? '', /Next on the stack is count/);
    assert.equal(recordsIn(it.t, it.tree, 'turnEnded')[0]?.entry.ended.length, 2);
    assert.ok(recordsIn(it.t, it.tree, 'turnEnded')[0]?.entry.snapshot);
    assert.equal(recordsIn(it.t, it.tree, 'diligencePushed').length, 2);
  });

  it('stops after five rounds, and the rules of diligence follow', async () => {
    const note = (text: string): Reply => ({ tools: [{ name: 'add_reminder', args: { content: text } }] });
    const rounds = [1, 2, 3, 4, 5].flatMap(round => [note(`${round}`), `Noted ${round}.`]);
    const it = await believer('talk', {
      predictions: {},
      replies: [keepGoing, 'On.', ...rounds],
      pushMax: 1,
      start: { noDiligence: false },
    });
    assert.deepEqual(
      recordsIn(it.t, it.tree, 'keptGoing').map(({ round }) => round),
      [1, 2, 3, 4, 5],
    );
    assert.equal(recordsIn(it.t, it.tree, 'diligencePushed').length, 1);
    assert.equal(recordsIn(it.t, it.tree, 'turnEnded').length, 1);
  });

  it('stops after a round in which nothing was done but to ask for another', async () => {
    const it = await believer('talk', { predictions: {}, replies: [keepGoing, 'On.', keepGoing, 'And on.'] });
    assert.equal(recordsIn(it.t, it.tree, 'keptGoing').length, 1);
    assert.equal(it.prompts().length, 4);
    assert.equal(it.belief().isOpen, false);
  });

  it('is stopped by an issue', async () => {
    const it = await believer('both', {
      predictions: { both: two },
      replies: [finish('invalid'), 'It cannot be done.'],
    });
    assert.equal(it.state().flags.has_issues, true);
    assert.equal(recordsIn(it.t, it.tree, 'keptGoing').length, 0);
    assert.equal(stackText(it.state()), 'count:Active[1]');
  });
});
