// What a domain says of the conversation, in a driven dialog: confirmations, interruptions, requests, what is asked in
// any case (SPEC 16.12, 16.14, 16.15).
import assert from 'node:assert/strict';
import { rootOf } from '../../../src/driver/tree.ts';
import { domainOf, head, stackText } from '../../core/belief/support.ts';
import { until } from '../../support/next-turn.ts';
import { closingOf } from '../../support/prompt-parts.ts';
import type { Reply } from '../../support/scripted-llm.ts';
import { checkTree, recordsIn } from '../check-tree.ts';
import { type Believer, believer, finish, type Predictions, setSlot, start } from './belief-support.ts';

const bakery = `${head}flows:
  - name: order
    title: Order a cake
    intent: Change
    confirm: true
    slots:
      cake: {type: CategorySlot, priority: required, options: [lemon, nut]}
      number: {type: ExactSlot, priority: required, set_by: agent, description: Number of the order}
  - {name: hours, intent: Read, slots: {day: {type: BaseSlot, priority: required}, closes: {type: BaseSlot, priority: optional}}}
  - name: wrap
    intent: Clean
    slots:
      paper: {type: CategorySlot, priority: required, options: [red, blue], ask: always}
      note: {type: FreeTextSlot, priority: required}
`;
domainOf(bakery);

const predictions: Predictions = {
  'a lemon cake': { commands: [start('order'), setSlot('order', 'cake', 'LEMON')] },
  'a carrot cake': { commands: [start('order'), setSlot('order', 'cake', 'carrot')] },
  'nut, rather': { commands: [{ correct: { flow: 'order', slot: 'cake', value: 'nut' } }] },
  'yes, please order it': { commands: [{ confirm: { flow: 'order' } }] },
  'open on Sunday': { commands: [start('hours'), setSlot('hours', 'day', 'Sunday')] },
  'in red paper': { commands: [start('wrap'), setSlot('wrap', 'paper', 'red')] },
  'Happy birthday': { commands: [setSlot('wrap', 'note', 'Happy birthday')] },
  'when do you close': { commands: [{ request: { flow: 'hours', slot: 'closes' } }] },
  'two things': { commands: [start('order'), { request: { flow: 'hours', slot: 'closes' } }] },
  'which one': { commands: [{ request: { flow: 'hours', slot: 'closes' } }, { clarify: 'Which shop?' }] },
  'any will do': { commands: [setSlot('order', 'cake', 'dontcare')] },
};

const numbered: Reply = { tools: [{ name: 'set_slot', args: { flow: 'order', slot: 'number', value: 7 } }] };

function asking(first: string, ...replies: readonly Reply[]): Promise<Believer> {
  return believer(first, { predictions, replies, domains: { shop: bakery } });
}

const asked = (it: Believer) => it.questions().map(({ kind, tellaskHead }) => `${kind}: ${tellaskHead}`);

describe('a flow that needs confirmation', () => {
  it('is put to the person with its values, and carried out when they approve', async () => {
    const it = await asking('a lemon cake', numbered, finish(), 'Ordered.');
    const [question] = it.questions();
    assert.deepEqual(asked(it), ['plan: Order a cake: carry it out like this?']);
    assert.match(question?.bodyContent ?? '', /^- cake: lemon\n/);
    assert.deepEqual([question?.options, it.prompts().length], [['approve', 'drop'], 0]);
    await it.answer('approve');
    assert.equal(it.t.llm.requests.filter(({ purpose }) => purpose).length, 1);
    assert.deepEqual(it.state().stack, []);
    assert.equal(it.state().past?.order?.number, '7');
    checkTree(it.t, it.tree);
  });

  it('is put to the person also when the model takes their first words for a confirmation', async () => {
    const hasty = [start('order'), setSlot('order', 'cake', 'nut'), { confirm: { flow: 'order' } }];
    const it = await believer('a nut cake', {
      predictions: { 'a nut cake': { commands: hasty } },
      domains: { shop: bakery },
    });
    assert.deepEqual([asked(it), it.prompts().length], [['plan: Order a cake: carry it out like this?'], 0]);
    assert.equal(it.state().flags.has_issues, false);
  });

  it('is asked about again with another value, and can be confirmed in other words', async () => {
    const it = await asking('a lemon cake', 'Done.');
    await it.answer('nut, rather');
    assert.match(it.questions()[0]?.bodyContent ?? '', /^- cake: nut\n/);
    await it.answer('yes, please order it');
    assert.deepEqual([asked(it), it.prompts().length], [[], 1]);
  });

  it('ends when the person drops it', async () => {
    const it = await asking('a lemon cake');
    await it.answer('drop');
    assert.deepEqual(it.state().stack, []);
  });

  it('is not complete before the agent has set what is its to set', async () => {
    const it = await asking('a lemon cake', finish(), 'Hm.');
    await it.answer('approve');
    assert.match(closingOf(it.t.llm.requests.at(-1)?.prompt ?? assert.fail()), /Yours to set .*: number/);
    const [result] = recordsIn(it.t, it.tree, 'toolReturned');
    assert.equal(result?.content, 'Nothing was changed: number must be set first, with set_slot.');
    assert.equal(stackText(it.state()), 'order:Active[1,2]');
  });
});

describe('a question about slots', () => {
  it('is put again with the reason when the value was refused', async () => {
    const it = await asking('a carrot cake');
    assert.deepEqual(asked(it), ['clarify: Order a cake. I still need: cake.']);
    const body = '- cake: lemon | nut\nThis could not be taken over:\n- cake: carrot is none of lemon, nut';
    assert.equal(it.questions()[0]?.bodyContent, body);
    assert.deepEqual(it.questions()[0]?.options, ['lemon', 'nut']);
  });

  it('says what was understood and asks in the words of the domain for all that is missing', async () => {
    const asks = bakery
      .replace('options: [red, blue], ask: always', 'options: [red, blue], ask: Which colour do you like?')
      .replace(
        'note: {type: FreeTextSlot, priority: required}',
        'note: {type: FreeTextSlot, priority: required, ask: What shall it say?}\n      bow: {type: BaseSlot, title: colour of the bow, priority: required}',
      );
    const two = await believer('wrap it', {
      predictions: { 'wrap it': { commands: [start('wrap')] } },
      domains: { shop: asks },
    });
    assert.deepEqual(asked(two), [
      'clarify: wrap. Which colour do you like? What shall it say? I still need: colour of the bow.',
    ]);
    const one = await believer('in red paper', {
      predictions: { ...predictions, bow: { commands: [setSlot('wrap', 'note', 'x')] } },
      domains: { shop: asks },
    });
    await one.answer('a red bow');
    assert.deepEqual(asked(one), ['clarify: wrap (paper: red; note: x). I still need: colour of the bow.']);
  });

  it('is asked in the words of the model, where it has some', async () => {
    const words = 'A cake, gladly. Lemon or nut?';
    const it = await believer('a cake', {
      predictions: { 'a cake': { commands: [start('order'), { clarify: words }] } },
      domains: { shop: bakery },
    });
    assert.deepEqual([asked(it), it.questions()[0]?.options], [[`clarify: ${words}`], ['lemon', 'nut']]);
  });

  it('is answered when the person has no preference', async () => {
    const it = await asking('a carrot cake');
    await it.answer('any will do');
    assert.match(it.questions()[0]?.bodyContent ?? '', /^- cake: no preference: any value is fine\n/);
  });

  it('asks what is asked in any case, once, with the value that the words named', async () => {
    const it = await asking('in red paper', 'Wrapped.');
    assert.equal(it.questions()[0]?.bodyContent, '- paper: red | blue (now red)\n- note');
    await it.answer('Happy birthday');
    assert.deepEqual([asked(it), it.state().stack[0]?.slots.paper?.value], [[], 'red']);
    assert.equal(it.prompts().length, 1);
  });

  it('is dropped with its flow by an answer that says so, without a prediction', async () => {
    const it = await asking('a carrot cake');
    await it.answer('forget it');
    assert.deepEqual([it.state().stack, asked(it)], [[], []]);
    assert.equal(it.t.llm.requests.filter(({ purpose }) => purpose).length, 1);
  });

  it('takes an option that it offers as that value, also one that would drop the flow elsewhere', async () => {
    const keeping = `${head}flows:
  - {name: manage, intent: Change, slots: {action: {type: CategorySlot, priority: required, options: [keep, cancel, 取消]}}}
`;
    for (const value of ['cancel', 'Cancel.', '取消']) {
      const chosen = { commands: [setSlot('manage', 'action', value)] };
      const it = await believer('my order', {
        predictions: { 'my order': { commands: [start('manage')] }, [value]: chosen },
        domains: { shop: keeping },
      });
      await it.answer(value);
      assert.match(`${it.state().stack[0]?.slots.action?.value}`, /^(?:cancel|取消)$/, value);
    }
  });

  it('is closed by a message that drops the flow, and by no other', async () => {
    const it = await asking('a carrot cake');
    await it.say('and hurry up');
    assert.equal(asked(it).length, 1);
    const other = await believer('a carrot cake', { predictions, domains: { shop: bakery } });
    await other.say('Never mind.');
    assert.equal(other.t.llm.requests.filter(({ purpose }) => purpose).length, 1);
    assert.deepEqual([other.state().stack, asked(other)], [[], []]);
    assert.equal(recordsIn(other.t, other.tree, 'questionClosed')[0]?.reason, 'the person dropped it');
    checkTree(other.t, other.tree);
  });
});

describe('a question about a flow that was edited in the domain', () => {
  const booking = (flow: string, slot: string) =>
    `${head}flows:\n  - {name: ${flow}, intent: Change, slots: {${slot}: {type: BaseSlot, priority: required}}}\n`;
  const editedTo = async (edited: string) => {
    const domains = { shop: booking('book', 'town') };
    const it = await believer('a trip', {
      predictions: {
        'a trip': { commands: [start('book')] },
        Oslo: { commands: [setSlot('book', 'city', 'Oslo')] },
      },
      domains,
    });
    domains.shop = edited;
    return it;
  };

  it('ends with the flow when the domain no longer has it and the person drops it', async () => {
    for (const words of ['forget it', '算了']) {
      const it = await editedTo(booking('reserve', 'town'));
      await it.answer(words);
      assert.deepEqual([it.state().stack, it.state().refused, asked(it)], [[], [], []]);
    }
  });

  it('asks no longer for a slot that the domain has renamed', async () => {
    const it = await editedTo(booking('book', 'city'));
    await it.answer('Oslo');
    assert.deepEqual([stackText(it.state()), asked(it)], ['book:Active[1,2]', []]);
  });
});

describe('an interrupted flow', () => {
  it('goes on when the person says so', async () => {
    const it = await asking('a lemon cake', finish(), 'Until noon.', 'Ordered.');
    await it.answer('open on Sunday');
    assert.deepEqual(asked(it), ['plan: Order a cake: carry it out like this?']);
    assert.equal(stackText(it.state()), 'order:Active[1,2]');
    assert.equal(recordsIn(it.t, it.tree, 'keptGoing').length, 0);
    await it.answer('go on');
    assert.deepEqual([asked(it), it.state().stack[0]?.confirm], [[], 'given']);
  });

  it('ends when the person drops it', async () => {
    const it = await asking('a lemon cake', finish(), 'Until noon.');
    await it.answer('open on Sunday');
    await it.answer('drop');
    assert.deepEqual(it.state().stack, []);
  });
});

describe('what the person asks for', () => {
  it('is shown to the responder, and answered then', async () => {
    const it = await asking('when do you close?', 'At six.', 'Yes.');
    const told = (index: number) => closingOf(it.t.llm.requests.at(index)?.prompt ?? assert.fail());
    assert.match(told(-1), /asks for these values\. Tell them first:\n- hours: closes/);
    await it.say('thanks');
    assert.doesNotMatch(told(-1), /asks for these values/);
  });

  it('is answered before the person is asked for what a flow lacks', async () => {
    const it = await asking('two things', 'At six.');
    assert.deepEqual([it.prompts().length, asked(it)], [1, ['clarify: Order a cake. I still need: cake.']]);
    assert.equal(rootOf(it.tree).state.saying.text, 'At six.');
  });

  it('is only answered while the active flow waits for the person: nothing is carried out', async () => {
    const it = await asking('a lemon cake', 'At six.', numbered, 'Ordered.');
    const told = () => closingOf(it.t.llm.requests.at(-1)?.prompt ?? assert.fail());
    await it.answer('when do you close?');
    assert.match(told(), /Only answer what the person asks/);
    assert.doesNotMatch(told(), /Carry out/);
    assert.deepEqual(asked(it), ['plan: Order a cake: carry it out like this?']);
    await it.answer('approve');
    assert.match(told(), /Carry out the active flow/);
  });

  it('stands until the responder has spoken, when its turn failed', async () => {
    const failure = { code: 'auth', message: 'no', retryable: false } as const;
    const it = await asking('open on Sunday', 'Yes.', { fail: failure }, 'At six.', 'Bye.');
    const told = () => closingOf(it.t.llm.requests.at(-1)?.prompt ?? assert.fail());
    await it.say('when do you close?');
    assert.equal(rootOf(it.tree).state.interruption?.code, 'auth');
    await it.say('hello?');
    assert.match(told(), /asks for these values\. Tell them first:\n- hours: closes/);
    await it.say('thanks');
    assert.doesNotMatch(told(), /asks for these values/);
    checkTree(it.t, it.tree);
  });

  it('stands after an edit by hand, too', async () => {
    const it = await asking('open on Sunday', 'Yes.', 'At six.');
    await it.say('which one');
    await it.change({ kind: 'rollBack', turn: 2 });
    await it.change({ kind: 'setSlot', flow: 'hours', slot: 'day', value: 'Monday' });
    assert.equal(it.prompts().length, 1);
    await it.say('hello?');
    assert.match(closingOf(it.t.llm.requests.at(-1)?.prompt ?? assert.fail()), /- hours: closes/);
  });

  it('is answered by a reply before words that were queued meanwhile', async () => {
    const gate = Promise.withResolvers<void>();
    const it = await asking('open on Sunday', 'Yes.', { say: 'At six.', until: gate.promise }, 'You are welcome.');
    const said = it.say('when do you close?');
    await until(() => it.prompts().length === 2);
    const queued = it.say('thanks');
    gate.resolve();
    await Promise.all([said, queued]);
    assert.deepEqual([it.prompts().length, it.state().requested], [3, undefined]);
  });

  it('waits while something else is unclear', async () => {
    const it = await asking('which one', 'At six.');
    assert.deepEqual(
      [it.prompts().length, it.state().requested],
      [0, [{ flow: 'hours', slot: 'closes', isOpen: true }]],
    );
    await it.answer('the old town');
    assert.match(closingOf(it.t.llm.requests.at(-1)?.prompt ?? assert.fail()), /- hours: closes/);
  });
});
