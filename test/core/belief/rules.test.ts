// What flows and slots of a domain may say of the conversation (SPEC 16.14 - 16.16), each as a small story of commands.
import assert from 'node:assert/strict';
import { printState } from '../../../src/cli/print/print-state.ts';
import { applyDeed, type Deed } from '../../../src/core/belief/agent-action.ts';
import { isFilled, missingSlots } from '../../../src/core/belief/missing.ts';
import { type BeliefState, emptyState, type Flow } from '../../../src/core/belief/state.ts';
import { beginTurn, endTurn, playTurn } from '../../../src/core/belief/turn.ts';
import { keptText, reasonText } from '../../../src/core/belief/values/reasons.ts';
import { beliefText } from '../../../src/core/prompt/belief-text.ts';
import { promptTexts } from '../../../src/core/prompt/prompt-texts.ts';
import { domainOf, head, set, stackText } from './support.ts';

const domain = domainOf(`${head}flows:
  - name: find
    intent: Read
    entity: what
    next: [{if: 'order == "yes"', start: buy}]
    slots:
      what: {type: GroupSlot, priority: required}
      price: {type: LevelSlot, priority: optional, set_by: agent}
      order: {type: CategorySlot, priority: optional, options: ["yes", "no"]}
  - name: buy
    intent: Change
    confirm: true
    slots:
      what: {type: GroupSlot, priority: required, from: [find.what, gift.what]}
      pay: {type: CategorySlot, priority: required, options: [card, cash], ask: always}
      card: {type: ExactSlot, priority: required, when: 'pay == "card"'}
      receipt: {type: ExactSlot, priority: required, set_by: agent}
  - name: gift
    intent: Clean
    on_resume: go
    slots:
      what: {type: GroupSlot, priority: required}
      wrapped: {type: CategorySlot, priority: optional, options: [true, false]}
      bow: {type: BaseSlot, priority: elective, when: wrapped == true}
      card: {type: BaseSlot, priority: elective, when: wrapped == true and not filled(bow)}
  - {name: chat, intent: Converse}
  - {name: trip, intent: Plan}
  - {name: audit, intent: Read, on_resume: ask}
`);
const context = { domain };

/** The state after turns of commands. */
function played(...turns: readonly (readonly unknown[])[]): BeliefState {
  return turns.reduce<BeliefState>(
    (state, commands, index) => playTurn(context, state, { turn: index + 1, predictions: [], commands }).state,
    emptyState,
  );
}

const start = (flow: string) => ({ start: flow });
const top = ({ stack }: BeliefState): Flow => stack[0] ?? assert.fail('nothing is on the stack');
const reasons = ({ refused }: BeliefState) => refused.map(keptText);

function done(state: BeliefState, deed: Deed): BeliefState {
  const changed = applyDeed(context, state, deed);
  assert.ok(changed.ok, changed.ok ? '' : reasonText(changed.why));
  return changed.state;
}

const finish: Extract<Deed, { kind: 'finish' }> = { kind: 'finish', outcome: 'completed', findings: [] };

describe('a value that is carried over', () => {
  it('fits a slot of one value where it is the only one of several', () => {
    const towns = domainOf(`${head}flows:
  - {name: find, intent: Read, slots: {town: {type: SourceSlot, priority: required}}}
  - name: reserve
    intent: Change
    slots: {town: {type: BaseSlot, priority: required, from: [find.town]}}
`);
    const reserved = (value: readonly string[]) =>
      [[start('find'), set('find', 'town', value)], [start('reserve')]].reduce<BeliefState>(
        (state, commands, index) =>
          playTurn({ domain: towns }, state, { turn: index + 1, predictions: [], commands }).state,
        emptyState,
      );
    assert.equal(top(reserved(['Oslo'])).slots.town?.value, 'Oslo');
    assert.equal(top(reserved(['Oslo'])).slots.town?.from, 'find.town');
    assert.equal(top(reserved(['Oslo', 'Bergen'])).slots.town?.value, null);
  });

  it('fills a slot that names its source, of a live flow and of one that has ended', () => {
    for (const turns of [
      [[start('find'), set('find', 'what', ['lamp'])], [start('buy')]],
      [[start('find'), set('find', 'what', ['lamp']), { complete: 'find' }], [], [start('buy')]],
    ]) {
      const { value, from, filled } = top(played(...turns)).slots.what ?? assert.fail();
      assert.deepEqual({ value, from, filled }, { value: ['lamp'], from: 'find.what', filled: true });
    }
  });

  it('comes from the first source that has one, and gives way to words', () => {
    const gift = [start('gift'), set('gift', 'what', ['bowl'])];
    assert.equal(top(played(gift, [start('buy')])).slots.what?.from, 'gift.what');
    const both = played(gift, [start('find'), set('find', 'what', ['lamp'])], [start('buy')]);
    assert.deepEqual(top(both).slots.what?.value, ['lamp']);
    const said = top(played(gift, [start('buy'), set('buy', 'what', ['rug'])])).slots.what;
    assert.deepEqual([said?.value, said?.from], [['rug'], undefined]);
  });

  it('is not one that the person has no preference for', () => {
    assert.equal(top(played([start('gift'), set('gift', 'what', 'dontcare')], [start('buy')])).slots.what?.value, null);
  });

  it('is that of the last run that had one', () => {
    const found = [start('find'), set('find', 'what', ['lamp']), { complete: 'find' }];
    for (const last of [
      [start('find'), { cancel: 'find' }],
      [start('find'), { complete: 'find' }],
    ]) {
      const state = played(found, last, [start('buy')]);
      assert.deepEqual(top(state).slots.what?.value, ['lamp']);
    }
    const cancelled = [start('find'), set('find', 'what', ['rug']), { cancel: 'find' }];
    assert.deepEqual(top(played(found, cancelled, [start('buy')])).slots.what?.value, ['rug']);
  });

  it('fills the active flow also when it is named after it', () => {
    const late = [start('find'), start('buy'), set('find', 'what', ['lamp'])];
    const { value, from } = top(played(late)).slots.what ?? assert.fail();
    assert.deepEqual([value, from], [['lamp'], 'find.what']);
    assert.deepEqual(top(played([...late, set('find', 'what', ['rug'])])).slots.what?.value, ['lamp']);
  });

  it('does not come back by itself once the person has cleared it', () => {
    const cleared = [
      start('find'),
      set('find', 'what', ['lamp']),
      start('buy'),
      { clear: { flow: 'buy', slot: 'what' } },
    ];
    assert.equal(top(played(cleared, [set('buy', 'pay', 'cash')])).slots.what?.value, null);
  });

  it('fills a flow that waited when its turn comes', () => {
    const state = played([start('buy')], [start('find'), set('find', 'what', ['lamp'])], [{ complete: 'find' }]);
    assert.deepEqual([top(state).flow, top(state).slots.what?.value], ['buy', ['lamp']]);
  });
});

describe('a slot with a condition', () => {
  const buy = [start('buy'), set('buy', 'what', ['lamp'])];

  it('is missing only while its condition holds', () => {
    const missing = (...commands: unknown[]) => missingSlots(top(played(buy, commands))).required;
    assert.deepEqual(missing(), ['pay']);
    assert.deepEqual(missing(set('buy', 'pay', 'card')), ['card']);
    assert.deepEqual(missing(set('buy', 'pay', 'cash')), []);
    assert.deepEqual(missing(set('buy', 'card', '12'), set('buy', 'pay', 'card')), []);
  });

  it('keeps its value while it does not count', () => {
    const { slots } = top(
      played(buy, [set('buy', 'pay', 'card'), set('buy', 'card', '12')], [set('buy', 'pay', 'cash')]),
    );
    assert.deepEqual([slots.card?.value, slots.card?.isHidden], ['12', true]);
  });

  it('on a filled slot waits until that slot lacks nothing', () => {
    const teams = domainOf(`${head}flows:
  - name: team
    intent: Read
    slots:
      people: {type: GroupSlot, priority: optional, min_size: 2}
      name: {type: BaseSlot, priority: required, when: filled(people)}
`);
    const missing = (people: readonly string[]) => {
      const turn = { turn: 1, predictions: [], commands: [start('team'), set('team', 'people', people)] };
      return missingSlots(top(playTurn({ domain: teams }, emptyState, turn).state)).required;
    };
    assert.deepEqual([missing(['Ann']), missing(['Ann', 'Bo'])], [[], ['name']]);
  });

  it('leaves its group of electives, and is unset for other conditions', () => {
    const elective = (...commands: unknown[]) => missingSlots(top(played([start('gift'), ...commands]))).elective;
    assert.deepEqual(elective(), []);
    assert.deepEqual(elective(set('gift', 'wrapped', true)), ['bow', 'card']);
    assert.deepEqual(elective(set('gift', 'wrapped', true), set('gift', 'bow', 'red')), []);
  });
});

describe('a slot that is asked in any case', () => {
  it('is asked for although the words named a value, and what the person leaves stands', () => {
    const first = played([start('buy'), set('buy', 'what', ['lamp']), set('buy', 'pay', 'cash')]);
    assert.deepEqual([isFilled(top(first)), missingSlots(top(first)).required], [false, ['pay']]);
    assert.equal(printState(first).flow_stack[0]?.slots.pay?.filled, false);
    assert.deepEqual(top(first).slots.pay?.ask, 'asked');
    const second = beginTurn(first, 2);
    assert.deepEqual([isFilled(top(second)), top(second).slots.pay?.value], [true, 'cash']);
  });

  it('is not asked for while the person talks of something else', () => {
    const talk = played([start('buy'), set('buy', 'what', ['lamp']), { converse: true }]);
    assert.equal(top(talk).slots.pay?.ask, 'due');
  });

  it('is answered by hand at once', () => {
    const state = played([start('buy')]);
    const byHand = playTurn({ ...context, by: 'hand' }, state, {
      turn: 2,
      predictions: [],
      commands: [set('buy', 'pay', 'cash')],
    });
    assert.equal(top(byHand.state).slots.pay?.ask, undefined);
  });
});

describe('a slot that the agent sets', () => {
  it('is never taken from words, nor asked for', () => {
    const state = played([start('find'), set('find', 'what', ['lamp']), set('find', 'price', 5)]);
    assert.deepEqual(reasons(state), ['price: the agent sets it; it is not taken from words']);
    assert.equal(isFilled(top(state)), true);
  });

  it('must be set before its flow is complete', () => {
    const filled = played(
      [start('buy'), set('buy', 'what', ['lamp'])],
      [set('buy', 'pay', 'cash')],
      [{ confirm: 'buy' }],
    );
    const refused = applyDeed(context, filled, finish);
    assert.deepEqual(refused, {
      ok: false,
      code: 'not-allowed',
      why: { id: 'slots-first', slots: ['receipt'] },
    });
    const set_ = done(filled, { kind: 'setSlot', flow: 'buy', slot: 'receipt', value: 'R-1' });
    assert.equal(top(set_).confirm, 'given');
    assert.deepEqual(done(set_, finish).endings, ['flow-1']);
  });
});

describe('a flow that waits for the person', () => {
  const refusal = (state: BeliefState) => {
    const changed = applyDeed(context, state, finish);
    return changed.ok ? '' : reasonText(changed.why);
  };

  it('is not completed by the agent before it is filled', () => {
    assert.equal(refusal(played([start('find')])), 'find still lacks what');
    assert.equal(
      refusal(played([start('gift'), set('gift', 'what', ['pen']), set('gift', 'wrapped', true)])),
      'gift still lacks bow',
    );
    assert.equal(refusal(played([start('find'), set('find', 'what', ['lamp']), { converse: true }])), '');
    assert.equal(refusal(played([start('find'), { converse: true }])), 'find still lacks what');
  });

  it('is not completed by the agent before the person goes on with it', () => {
    const find = [start('find'), set('find', 'what', ['lamp'])];
    const interrupted = played(find, [start('chat')]);
    const back = done(interrupted, finish);
    assert.equal(refusal(back), 'the person has not said that find goes on');
    assert.equal(refusal(played(find, [start('chat')], [{ complete: 'chat' }], [{ confirm: 'find' }])), '');
  });

  it('is ended by the agent when it cannot be done', () => {
    const state = played([start('find')], [start('chat')], [{ complete: 'chat' }]);
    assert.deepEqual(done(state, { ...finish, outcome: 'invalid' }).endings, ['flow-1']);
  });
});

describe('a flow that needs confirmation', () => {
  const filled = [[start('buy'), set('buy', 'what', ['lamp'])], [set('buy', 'pay', 'cash')]];

  it('is not completed before', () => {
    assert.deepEqual(reasons(played(...filled, [{ complete: 'buy' }])), ['the person has not confirmed buy']);
    assert.deepEqual(reasons(played(...filled, [{ confirm: { flow: 'buy' } }, { complete: 'buy' }])), []);
  });

  it('is confirmed only by words that could know its values, or by hand', () => {
    const state = played([start('buy'), set('buy', 'what', ['lamp'])], [set('buy', 'pay', 'cash'), { confirm: 'buy' }]);
    assert.deepEqual([top(state).confirm, reasons(state)], ['asked', []]);
    const turn = { turn: 3, predictions: [], commands: [set('buy', 'pay', 'card'), set('buy', 'card', '12')] };
    assert.equal(top(playTurn(context, state, turn).state).confirm, 'asked');
    const byHand = playTurn({ ...context, by: 'hand' }, emptyState, {
      ...turn,
      commands: [start('buy'), set('buy', 'what', ['lamp']), set('buy', 'pay', 'cash'), { confirm: 'buy' }],
    });
    assert.equal(top(byHand.state).confirm, 'given');
  });

  it('is confirmed together with a correction, in either order, while another wish interrupts nothing', () => {
    const correction = set('buy', 'pay', 'card');
    const number = set('buy', 'card', '12');
    const consent = { confirm: 'buy' };
    for (const commands of [
      [correction, number, consent],
      [consent, correction, number],
      [correction, number, consent, start('chat')],
      [start('chat'), consent, correction, number],
    ]) {
      const state = played(...filled, commands);
      const buy = state.stack.find(({ flow }) => flow === 'buy');
      const [pay, confirm, resume] = [buy?.slots.pay?.value, buy?.confirm, buy?.resume];
      assert.deepEqual([pay, confirm, resume], ['card', 'given', undefined], JSON.stringify(commands));
    }
  });

  it('asks once after an interruption: whoever confirms its values lets it resume', () => {
    const state = played(...filled, [start('chat')], [{ complete: 'chat' }]);
    assert.equal(printState(state).flow_stack[0]?.awaits, 'confirm');
    assert.equal(
      printState(played(...filled, [start('chat')], [{ complete: 'chat' }], [{ confirm: 'buy' }])).flow_stack[0]
        ?.awaits,
      undefined,
    );
  });

  it('needs confirmation again when the agent changes a value', () => {
    const given = played(...filled, [{ confirm: 'buy' }]);
    const changed = applyDeed(context, given, { kind: 'setSlot', flow: 'buy', slot: 'what', value: ['rug'] });
    assert.equal(changed.ok && top(changed.state).confirm, 'due');
  });

  it('has not been asked about while the person talks of something else', () => {
    const talk = played(filled[0] ?? [], [set('buy', 'pay', 'cash'), { converse: true }], [{ confirm: 'buy' }]);
    assert.equal(top(talk).confirm, 'asked');
  });

  it('cannot be confirmed while something is missing', () => {
    assert.deepEqual(reasons(played([start('buy'), { confirm: 'buy' }])), ['buy still lacks what']);
  });

  it('needs confirmation again after another value', () => {
    const state = played(...filled, [{ confirm: 'buy' }], [set('buy', 'what', ['rug'])]);
    assert.equal(printState(state).flow_stack[0]?.awaits, 'confirm');
  });
});

describe('flows that follow', () => {
  it('start when their condition holds of the completed flow', () => {
    const find = [start('find'), set('find', 'what', ['lamp'])];
    const followed = played(find, [set('find', 'order', true), { complete: 'find' }]);
    assert.equal(stackText(followed), 'buy:Active[2]');
    assert.equal(followed.flags.keep_going, true);
    assert.equal(top(followed).naturalBirth, false);
    assert.deepEqual(top(followed).slots.what?.value, ['lamp']);
    assert.deepEqual(played(find, [set('find', 'order', false), { complete: 'find' }]).stack, []);
    assert.deepEqual(played(find, [set('find', 'order', true), { cancel: 'find' }]).stack, []);
  });

  it('go on where they wait already', () => {
    const state = played([start('buy')], [start('find'), set('find', 'order', 'yes'), { complete: 'find' }]);
    assert.equal(stackText(state), 'buy:Active[1,2]');
  });
});

describe('an interrupted flow', () => {
  const awaits = (state: BeliefState) =>
    printState(state).flow_stack.map(({ flow, awaits: what }) => `${flow} ${what}`);

  it('waits for the word of the person who interrupted it', () => {
    const state = played([start('find')], [start('chat')], [{ complete: 'chat' }]);
    assert.deepEqual(awaits(state), ['find resume']);
    assert.equal(top(state).status, 'Active');
  });

  it('goes on when the person says so, starts it again, or sets a slot of it', () => {
    for (const command of [{ confirm: 'find' }, start('find'), set('find', 'what', ['lamp'])]) {
      const predictions = [{ flow: 'find', confidence: 1 }];
      const waiting = played([start('find')], [start('chat')], [{ complete: 'chat' }]);
      const { state } = playTurn(context, waiting, { turn: 4, predictions, commands: [command] });
      assert.deepEqual(awaits(state), ['find undefined'], JSON.stringify(command));
    }
  });

  it('goes on by itself where the domain says so, and when two wishes came at once', () => {
    assert.deepEqual(awaits(played([start('gift')], [start('chat')], [{ complete: 'chat' }])), ['gift undefined']);
    assert.deepEqual(awaits(played([start('find'), start('chat')], [{ complete: 'chat' }])), ['find undefined']);
  });

  it('is asked about in any case where the domain says so', () => {
    const before = played([start('audit')], [start('find'), set('find', 'order', 'yes')], [{ complete: 'find' }]);
    assert.deepEqual(awaits(before), ['buy confirm', 'audit resume']);
  });

  it('is no plan whose step is carried out', () => {
    assert.deepEqual(awaits(played([start('trip')], [start('find')], [{ complete: 'find' }])), ['trip undefined']);
  });
});

describe('what the person asks for', () => {
  const asked = { request: { flow: 'find', slot: 'price' } };
  const requested = (state: BeliefState) => printState(state).requested ?? [];

  it('stands in the state of its turn, and is answered when the responder has spoken', () => {
    const first = played([start('find'), asked, asked]);
    assert.deepEqual(requested(first), [{ flow: 'find', slot: 'price' }]);
    assert.deepEqual(requested(beginTurn(first, 2)), []);
  });

  it('stands on when the turn ended before the responder could speak', () => {
    const open = playTurn(context, emptyState, { turn: 1, predictions: [], commands: [asked] }).state;
    const next = beginTurn(endTurn(open, { isUnanswered: true }).state, 2);
    assert.deepEqual(requested(next), [{ flow: 'find', slot: 'price' }]);
    assert.deepEqual(requested(beginTurn(endTurn(next).state, 3)), []);
  });

  it('is answered by a value', () => {
    const state = played([start('find'), { request: { flow: 'find', slot: 'what' } }, set('find', 'what', ['lamp'])]);
    assert.deepEqual(requested(state), []);
  });

  it('must be a slot of the domain', () => {
    assert.deepEqual(reasons(played([{ request: { flow: 'find', slot: 'colour' } }])), ['find has no slot colour']);
    assert.deepEqual(reasons(played([{ request: { flow: 'hunt', slot: 'what' } }])), ['there is no flow hunt']);
  });
});

describe('another result', () => {
  const found = [start('find'), set('find', 'what', ['lamp'])];

  it('is wanted of a live flow, without what the agent found', () => {
    const priced = done(played(found), { kind: 'setSlot', flow: 'find', slot: 'price', value: 5 });
    const { state } = playTurn(context, priced, { turn: 2, predictions: [], commands: [{ again: { flow: 'find' } }] });
    const { again, slots, flowId } = top(state);
    assert.deepEqual([again, slots.what?.value, slots.price?.value, flowId], [1, ['lamp'], null, 'flow-1']);
  });

  it('is wanted of a flow that has ended, as a new run with the same slots', () => {
    const state = played([...found, { complete: 'find' }], [], [{ again: 'find' }], [{ again: 'find' }]);
    assert.deepEqual([top(state).flowId, top(state).again, top(state).slots.what?.value], ['flow-2', 2, ['lamp']]);
  });

  it('marks the copied values, which the person confirms once', () => {
    const before = [...found, { complete: 'find' }];
    const copied = played(before, [{ again: 'find' }]);
    assert.equal(top(copied).slots.what?.from, 'find.what');
    assert.equal(printState(copied).flow_stack[0]?.awaits, 'confirm');
    const deed = { kind: 'finish', outcome: 'completed', findings: [] } as const;
    assert.equal(applyDeed(context, copied, deed).ok, false);
    const given = played(
      before,
      [{ again: 'find' }],
      [{ correct: { flow: 'find', slot: 'what', value: ['rug'] } }, { confirm: 'find' }],
    );
    assert.deepEqual([top(given).confirm, top(given).slots.what?.value], ['given', ['rug']]);
    const more = played(
      before,
      [{ again: 'find' }],
      [{ confirm: 'find' }],
      [set('find', 'what', ['hat']), { again: 'find' }],
    );
    assert.equal(printState(more).flow_stack[0]?.awaits, undefined);
  });

  it('shows the responder the values of what has ended', () => {
    const state = played([...found, { complete: 'find' }], []);
    const text = beliefText(state, { words: promptTexts('en').belief, domain, guided: false });
    assert.match(text, /^Ended before, with these values:\n- find: what = \["lamp"\]/m);
  });

  it('needs a run before', () => {
    assert.deepEqual(reasons(played([{ again: 'find' }])), ['there was no find before']);
  });
});

describe('a flow that began before its domain was edited', () => {
  const edited = (flow: string, slot: string) =>
    domainOf(`${head}flows:
  - {name: ${flow}, intent: Change, slots: {${slot}: {type: BaseSlot, priority: required}}}
`);
  const before = playTurn({ domain: edited('book', 'town') }, emptyState, {
    turn: 1,
    predictions: [],
    commands: [start('book')],
  }).state;
  const afterEdit = (flow: string, slot: string, command: object) =>
    playTurn({ domain: edited(flow, slot) }, before, { turn: 2, predictions: [], commands: [command] }).state;

  it('can be dropped when the domain no longer has it', () => {
    for (const command of [{ cancel: 'book' }, { invalidate: 'book' }]) {
      const state = afterEdit('reserve', 'town', command);
      assert.deepEqual([state.stack, reasons(state)], [[], []]);
    }
  });

  it('needs the slots that the domain has now', () => {
    const asked = afterEdit('book', 'city', start('book'));
    assert.deepEqual(missingSlots(top(asked)).required, ['city']);
    const filled = afterEdit('book', 'city', set('book', 'city', 'Oslo'));
    assert.deepEqual([isFilled(top(filled)), reasons(filled)], [true, []]);
  });
});
