// The flow stack, flags and the end of a turn, each as a small story of commands.
import assert from 'node:assert/strict';
import { applyDeed } from '../../../src/core/belief/agent-action.ts';
import { limits } from '../../../src/core/belief/domain/domain.ts';
import { approvePlan, proposePlan } from '../../../src/core/belief/plan.ts';
import { withFinding } from '../../../src/core/belief/scratchpad.ts';
import { endFlow, raiseFlow, startInternal } from '../../../src/core/belief/stack.ts';
import { type BeliefState, type Changed, emptyState, runName } from '../../../src/core/belief/state.ts';
import { endTurn, playTurn } from '../../../src/core/belief/turn.ts';
import { type FlowStatus, mayBecome } from '../../../src/core/belief/values/flow-status.ts';
import type { Json } from '../../../src/core/belief/values/json.ts';
import { keptText } from '../../../src/core/belief/values/reasons.ts';
import { context, play, set, shop, stackText } from './support.ts';

const start = (flow: string) => ({ start: flow });

/** Checks the stack after turns of commands. */
function checkStack(turns: readonly (readonly unknown[])[], expected: string): void {
  const { state } = play(turns);
  assert.equal(stackText(state), expected);
  assert.deepEqual(state.refused, []);
}

/** Checks that the last command of the last turn is refused and leaves the stack as it was. */
function checkRefused(turns: readonly (readonly unknown[])[], reason: RegExp): void {
  const { state } = play(turns);
  const last = turns.at(-1) ?? [];
  const [refused, ...others] = state.refused;
  assert.deepEqual(others, []);
  assert.deepEqual(refused?.command, last.at(-1));
  assert.match(keptText(refused ?? {}), reason);
  assert.equal(state.flags.has_issues, true);
  assert.equal(stackText(state), stackText(play([...turns.slice(0, -1), last.slice(0, -1)]).state));
}

function good(changed: Changed): BeliefState {
  assert.ok(changed.ok);
  return changed.state;
}

describe('the flow stack', () => {
  it('knows six transitions and no other', () => {
    const all: readonly FlowStatus[] = ['Pending', 'Active', 'Completed', 'Invalid'];
    const known = all.flatMap(from => all.filter(to => mayBecome(from, to)).map(to => `${from}-${to}`));
    assert.deepEqual(known, [
      'Pending-Active',
      'Pending-Invalid',
      'Active-Pending',
      'Active-Completed',
      'Active-Invalid',
    ]);
  });

  it('has a new flow Active on top and the one beneath Pending', () =>
    checkStack([[start('query')], [start('pick')]], 'pick:Active[2] query:Pending[1]'));

  it('counts every turn in which a flow is active', () =>
    checkStack(
      [[start('query')], [], [set('query', 'limit', 1), start('pick')]],
      'pick:Active[3] query:Pending[1,2,3]',
    ));

  it('makes the next flow below Active at once when the top is complete', () =>
    checkStack([[start('query')], [start('pick')], [{ complete: 'pick' }]], 'query:Active[1,3]'));

  it('makes the next flow below Active at once when the top is cancelled', () =>
    checkStack([[start('query')], [start('pick')], [{ cancel: 'pick' }]], 'query:Active[1,3]'));

  it('drops a pending flow that is cancelled from the middle', () =>
    checkStack(
      [[start('query')], [start('pick')], [start('count')], [{ cancel: 'pick' }]],
      'count:Active[3,4] query:Pending[1]',
    ));

  it('takes a name for the highest live flow', () => {
    const { state } = play([
      [start('query'), set('query', 'source', ['a']), set('query', 'limit', 1)],
      [start('query'), set('query', 'source', ['b']), set('query', 'limit', 2)],
    ]);
    assert.deepEqual(
      state.stack.map(({ slots }) => slots.limit?.value),
      [2, 1],
    );
  });

  it('takes the name of one run for that run, whatever is above it', () => {
    const about = (name: string) => [start('query'), set('query', 'source', [name])];
    const both = [about('orders'), about('users')];
    const limits = ({ stack }: BeliefState) => stack.map(({ slots }) => slots.limit?.value);
    assert.deepEqual(limits(play([...both, [{ correct: { flow: 'query#1', slot: 'limit', value: 3 } }]]).state), [
      null,
      3,
    ]);
    checkStack([...both, [start('query#1')]], 'query:Active[1,3] query:Pending[2]');
    checkStack([...both, [{ cancel: 'query#1' }]], 'query:Active[2,3]');
    checkStack([...both, [{ complete: 'query#2' }]], 'query:Active[1,3]');
    checkRefused([...both, [start('query#7')]], /query#7/);
    const { state } = play([...both, [{ request: { flow: 'query#1', slot: 'limit' } }]]);
    assert.deepEqual(state.requested, [{ flow: 'query', slot: 'limit' }]);
    assert.deepEqual(
      state.stack.map(flow => runName(state, flow)),
      ['query#2', 'query#1'],
    );
  });

  it('makes a pending flow Active before it completes it', () => {
    const { state, ended } = play([[start('query'), start('pick')], [{ complete: 'query' }]]);
    assert.equal(stackText(state), 'pick:Active[1,2]');
    assert.deepEqual(
      ended.map(({ flow, status, turnIds }) => [flow, status, turnIds]),
      [['query', 'Completed', [1, 2]]],
    );
    assert.deepEqual(state.refused, []);
  });

  it('refuses commands on flows that are not live, and on names that there are not', () => {
    for (const kind of ['cancel', 'complete', 'invalidate']) checkRefused([[{ [kind]: 'query' }]], /no flow query is/);
    checkRefused([[start('query'), { complete: 'query' }, { complete: 'query' }]], /no flow query is/);
    checkRefused([[set('query', 'limit', 1)]], /no flow query is/);
    checkRefused([[start('nothing')]], /there is no flow nothing/);
    checkRefused([[start('query'), set('query', 'colour', 1)]], /no slot colour/);
  });

  it('refuses what is no command', () => {
    const none = [null, 5, 'start', [], {}, { start: 5 }, { jump: 'query' }, { start: 'query', cancel: 'query' }];
    for (const source of [...none, { set: 'query' }, { set: { flow: 'query' } }, { fallback: 'query' }]) {
      checkRefused([[start('query'), source]], /command|needs/);
    }
  });

  it('is 16 flows deep at most', () => {
    const sixteen = Array.from({ length: 16 }, (_, index) => start(`step${index + 1}`));
    assert.equal(play([sixteen]).state.stack.length, 16);
    checkRefused([[...sixteen, start('step17')]], /16 flows/);
    assert.deepEqual(play([[...sixteen, { complete: 'step16' }, start('step17')]]).state.refused, []);
  });

  it('never has an Internal flow on it', () => {
    checkRefused([[start('summary')]], /internal/);
    checkRefused([[start('query'), { fallback: { from: 'query', to: 'summary' } }]], /internal/);
    const state = good(
      startInternal(play([[start('query')]]).state, shop.flows.find(f => f.name === 'summary') ?? none()),
    );
    assert.equal(stackText(state), 'query:Active[1]');
    assert.equal(state.background[0]?.status, 'Active');
    const end = endTurn(good(endFlow(state, 'flow-2', 'Completed')));
    assert.deepEqual(end.state.background, []);
    assert.equal(end.state.flags.keep_going, false);
  });

  it('carries a predicted live flow over, raised to the top', () => {
    assert.equal(
      stackText(play([[start('query')], [start('pick')], [start('query')]], ['query', 'pick']).state),
      'query:Active[1,3] pick:Pending[2]',
    );
  });

  it('goes on with a live flow about the same entity, a part of it or more, however it is written', () => {
    const about = (...source: Json[]) => [start('query'), set('query', 'source', source)];
    const stackAfter = (...turns: readonly (readonly unknown[])[]) => play(turns).state.stack.length;
    assert.equal(stackAfter(about('orders'), about('Orders')), 1);
    assert.equal(stackAfter(about('orders', 'users'), about('users', { name: 'orders' })), 1);
    assert.equal(stackAfter(about('orders', 'users'), about('users')), 1);
    assert.equal(stackAfter(about('orders'), about('users', 'orders')), 1);
    assert.equal(stackAfter([start('query')], about('orders')), 1);
    assert.equal(stackAfter(about('orders'), about('users')), 2);
  });

  it('goes on with a live flow that is started without an entity, also without a prediction', () => {
    checkStack([[start('query')], [start('query')]], 'query:Active[1,2]');
    checkStack(
      [[start('query'), set('query', 'source', ['orders'])], [start('chat')], [start('query')]],
      'query:Active[1,3] chat:Pending[2]',
    );
    checkStack([[start('pick')], [start('chat')], [start('pick'), start('pick')]], 'pick:Active[1,3] chat:Pending[2]');
  });

  it('does two starts of one turn in their order, each about what follows it', () => {
    const { state } = play([
      [start('query'), set('query', 'source', ['a']), start('query'), set('query', 'source', ['b'])],
    ]);
    assert.deepEqual(
      state.stack.map(({ flowId, slots }) => [flowId, slots.source?.value]),
      [
        ['flow-2', ['b']],
        ['flow-1', ['a']],
      ],
    );
  });

  it('starts a new run of a predicted live flow for another entity', () => {
    const about = (name: string) => [start('query'), set('query', 'source', [name])];
    assert.equal(play([about('orders'), about('orders')], ['query']).state.stack.length, 1);
    assert.equal(play([about('orders'), about('users')], ['query']).state.stack.length, 2);
    assert.equal(play([[start('query')], about('users')], ['query']).state.stack.length, 1);
    assert.equal(play([about('orders'), about('users'), about('orders')], ['query']).state.stack.length, 2);
  });
});

function none(): never {
  throw new Error('the domain lacks a flow');
}

describe('slots in a turn', () => {
  it('keep the old value when a correction does not fit', () => {
    const { state } = play([
      [start('query'), set('query', 'limit', 0), { correct: { flow: 'query', slot: 'limit', value: 101 } }],
    ]);
    assert.equal(state.stack[0]?.slots.limit?.value, 0);
    assert.match(keptText(state.refused[0] ?? {}), /limit: 101 is above 100/);
  });

  it('can be set in a pending flow, which stays pending', () =>
    checkStack([[start('query')], [start('pick'), set('query', 'limit', 5)]], 'pick:Active[2] query:Pending[1]'));

  it('can be cleared', () => {
    const { state } = play([[start('query'), set('query', 'limit', 5), { clear: { flow: 'query', slot: 'limit' } }]]);
    assert.equal(state.stack[0]?.slots.limit?.value, null);
  });
});

describe('a fallback', () => {
  const before = [start('query'), set('query', 'source', ['orders']), set('query', 'limit', 50)];

  it('takes over equal-named slots that fit, and drops the old flow', () => {
    const { state, ended } = play([before, [{ fallback: { from: 'query', to: 'count' } }]]);
    assert.equal(stackText(state), 'count:Active[2]');
    assert.deepEqual(state.stack[0]?.slots.source?.value, ['orders']);
    assert.equal(state.stack[0]?.slots.limit?.value, null);
    assert.deepEqual(
      ended.map(({ flow, status }) => `${flow} ${status}`),
      ['query Invalid'],
    );
  });

  it('leaves the flow beneath alone', () =>
    checkStack(
      [[start('pick')], [start('query')], [{ fallback: { from: 'query', to: 'count' } }]],
      'count:Active[3] pick:Pending[1]',
    ));

  it('replaces the active flow only, and by another one', () => {
    checkRefused([[start('query'), start('pick')], [{ fallback: { from: 'query', to: 'count' } }]], /only the active/);
    checkRefused([[start('query'), { fallback: { from: 'query', to: 'query' } }]], /by itself/);
    checkRefused([[{ fallback: { from: 'query', to: 'count' } }]], /no flow query/);
  });
});

describe('plans', () => {
  const proposed = () => good(proposePlan(play([[start('chat')], [start('trip')]]).state, 'flow-2'));
  const approved = () => good(approvePlan(shop, proposed(), { planId: 'flow-2', steps: ['query', 'pick'] }));

  it('wait for approval before there is has_plan', () => {
    assert.equal(proposed().flags.has_plan, false);
    assert.equal(approved().flags.has_plan, true);
    assert.equal(approved().flags.keep_going, true);
  });

  it('have as many steps as the stack may hold, and one at least', () => {
    const { state } = play([[start('trip')]]);
    const propose = (count: number) =>
      applyDeed(context, state, {
        kind: 'propose',
        steps: Array.from({ length: count }, (_, index) => ({ tellask: `@bob step ${index}` })),
      }).ok;
    assert.deepEqual([0, 1, limits.stack, limits.stack + 1].map(propose), [false, true, true, false]);
  });

  it('are refused when their flows do not fit on the stack, of which their own earlier steps do not count', () => {
    const stepsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ flow: `step${index + 1}` }));
    const propose = (state: BeliefState, count: number) =>
      applyDeed(context, state, { kind: 'propose', steps: stepsOf(count) });
    const { state } = play([[start('chat')], [start('trip')]]);
    assert.equal(propose(state, 14).ok, true);
    const refused = propose(state, 15);
    assert.deepEqual(refused.ok ? '' : refused.why, { id: 'no-room', most: 16, room: 14 });
    const shown = good(propose(state, 14));
    const approved = good(applyDeed(context, shown, { kind: 'approve', planId: 'flow-2' }));
    assert.equal(approved.stack.length, 16);
    const raised = good(raiseFlow(approved, 'flow-2'));
    assert.deepEqual(
      [14, 15].map(count => propose(raised, count).ok),
      [true, false],
    );
    const mixed = [...stepsOf(14), { tellask: '@bob check' }];
    assert.equal(applyDeed(context, state, { kind: 'propose', steps: mixed }).ok, true);
  });

  it('stack their steps, the first on top', () =>
    assert.equal(stackText(approved()), 'query:Active[2] pick:Pending[] trip:Pending[2] chat:Pending[1]'));

  it('drop the remaining steps on replanning', () => {
    const again = good(approvePlan(shop, approved(), { planId: 'flow-2', steps: ['count'] }));
    assert.equal(stackText(endTurn(again).state), 'count:Active[2] trip:Pending[2] chat:Pending[1]');
  });

  it('take their steps with them when they become invalid', () => {
    const state = endTurn(good(endFlow(approved(), 'flow-2', 'Invalid'))).state;
    assert.equal(stackText(state), 'chat:Active[1,2]');
    checkStack([[start('chat')], [start('trip'), start('query')], [{ invalidate: 'trip' }]], 'chat:Active[1,3]');
  });

  it('are refused whole when a step is unknown, or the stack too deep', () => {
    assert.equal(approvePlan(shop, proposed(), { planId: 'flow-2', steps: ['query', 'x'] }).ok, false);
    const many = Array.from({ length: 15 }, (_, index) => `step${index + 1}`);
    assert.equal(approvePlan(shop, proposed(), { planId: 'flow-2', steps: many }).ok, false);
    assert.equal(approvePlan(shop, proposed(), { planId: 'flow-1', steps: ['query'] }).ok, false);
  });
});

describe('the end of a turn', () => {
  it('lists completed flows in completion order, then invalid ones', () => {
    const { ended, state, takesSnapshot } = play([
      [start('chat'), start('count'), start('query'), start('pick')],
      [{ cancel: 'count' }, { complete: 'pick' }, { complete: 'query' }],
    ]);
    assert.deepEqual(
      ended.map(({ flow, status }) => `${flow} ${status}`),
      ['pick Completed', 'query Completed', 'count Invalid'],
    );
    assert.equal(stackText(state), 'chat:Active[1,2]');
    assert.equal(takesSnapshot, true);
  });

  it('takes a snapshot only when more than one flow is complete', () => {
    assert.equal(play([[start('query'), { complete: 'query' }]]).takesSnapshot, false);
    assert.equal(
      play([[start('query'), start('pick'), { complete: 'pick' }, { cancel: 'query' }]]).takesSnapshot,
      false,
    );
  });
});

describe('flags and intent', () => {
  it('follow the active flow', () => {
    const { state } = play([[start('query')]]);
    assert.equal(state.intent, 'Read');
    assert.deepEqual(state.flags, { keep_going: false, has_issues: false, has_plan: false, natural_birth: true });
    assert.equal(play([[start('query')], [{ converse: true }]]).state.intent, 'Converse');
    assert.equal(play([[start('query')], [{ cancel: 'query' }]]).state.intent, 'Converse');
  });

  it('keep going after a flow that leaves another one, until the next turn', () => {
    const turns = [[start('query')], [start('pick'), { complete: 'pick' }]];
    assert.equal(play(turns).state.flags.keep_going, true);
    assert.equal(play([...turns, []]).state.flags.keep_going, false);
    assert.equal(play([[start('query'), { complete: 'query' }]]).state.flags.keep_going, false);
  });

  it('do not keep going with an issue, which lasts for its turn', () => {
    const turns = [[start('query')], [start('pick'), { complete: 'pick' }, { complete: 'pick' }]];
    assert.deepEqual(
      [play(turns), play([...turns, []])].map(({ state: { flags } }) => [flags.keep_going, flags.has_issues]),
      [
        [false, true],
        [false, false],
      ],
    );
  });
});

describe('predictions', () => {
  const predict = (predictions: readonly unknown[]) =>
    playTurn(context, emptyState, { turn: 1, predictions, commands: [] }).state;

  it('are the best three, and start nothing', () => {
    const flows = ['query', 'pick', 'count', 'chat'].map((flow, index) => ({ flow, confidence: index / 10 }));
    const state = predict(flows);
    assert.deepEqual(
      state.predictions.map(({ flow }) => flow),
      ['chat', 'count', 'pick'],
    );
    assert.deepEqual(state.stack, []);
  });

  it('are refused for Internal and unknown flows and when they are none', () => {
    const bad = [
      { flow: 'summary', confidence: 1 },
      { flow: 'x', confidence: 1 },
      { flow: 'query', confidence: 2 },
      null,
    ];
    const state = predict(bad);
    assert.equal(state.refused.length, 4);
    assert.deepEqual(state.predictions, []);
  });
});

describe('the scratchpad', () => {
  it('keeps the last 64 findings', () => {
    let state = emptyState;
    for (let n = 1; n <= 70; n += 1) state = withFinding(state, { flowId: 'flow-1', flow: 'query' }, `finding ${n}`);
    assert.equal(state.scratchpad.length, 64);
    assert.equal(state.scratchpad[0]?.text, 'finding 7');
    assert.equal(withFinding(state, { flowId: 'flow-1', flow: 'query' }, ' '), state);
  });
});
