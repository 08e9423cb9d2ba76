// Random turns: every state can be had again from differences and snapshots, across rollbacks and through JSON.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { foldBelief, newBeliefProgress } from '../../../src/core/belief/belief-progress.ts';
import { describeDifference, differences } from '../../../src/core/belief/history/changes-in-words.ts';
import { applyChanges, diffStates } from '../../../src/core/belief/history/patch.ts';
import { historyOf } from '../../../src/core/belief/history/read-history.ts';
import { deserialize, serialize } from '../../../src/core/belief/history/serialize.ts';
import { stateAt, turnEntry } from '../../../src/core/belief/history/turn-entry.ts';
import type { BeliefFact } from '../../../src/core/belief/record.ts';
import { withFinding } from '../../../src/core/belief/scratchpad.ts';
import { type BeliefState, emptyState, isLive } from '../../../src/core/belief/state.ts';
import { beginTurn, endTurn, playTurn, withCommands, withPredictions } from '../../../src/core/belief/turn.ts';
import { runs } from '../../support/properties.ts';
import { context, domainOf, head, play, set } from './support.ts';

const flowName = fc.constantFrom('query', 'count', 'pick', 'trip', 'chat', 'summary', 'nothing');
const value = fc.oneof(
  fc.constantFrom<unknown>(0, -1, 5, 1000, null, ['orders'], ['users', { name: 'x', n: -0 }], [], 'text', false),
  fc.jsonValue(),
);
const setting = fc.record({ flow: flowName, slot: fc.constantFrom('source', 'limit', 'a', 'b', '__proto__'), value });
const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ start: flowName }) },
  { weight: 3, arbitrary: fc.record({ set: setting }) },
  fc.record({ correct: setting }),
  fc.record({ cancel: flowName }),
  { weight: 2, arbitrary: fc.record({ complete: flowName }) },
  fc.record({ invalidate: flowName }),
  fc.record({ fallback: fc.record({ from: flowName, to: flowName }) }),
  fc.jsonValue(),
);
const turn = fc.record({
  predictions: fc.array(fc.record({ flow: flowName, confidence: fc.double({ min: 0, max: 1 }) }), { maxLength: 4 }),
  commands: fc.array(command, { maxLength: 8 }),
  finding: fc.option(fc.string()),
  /** Where the person goes back to before the turn, as a share of the turns there are. */
  back: fc.option(fc.double({ min: 0, max: 0.999, noNaN: true }), { freq: 6 }),
});
type RandomTurn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

/** A dialog's beliefs as the driver keeps them: the fold of its facts. */
interface Told {
  readonly facts: readonly BeliefFact[];
  readonly belief: typeof newBeliefProgress;
}
const untold: Told = { facts: [], belief: newBeliefProgress };

function tell({ facts, belief }: Told, ...more: readonly BeliefFact[]): Told {
  return { facts: [...facts, ...more], belief: more.reduce(foldBelief, belief) };
}

const nextTurn = ({ belief }: Told) => belief.lastTurn + 1;

function withTurn(told: Told, done: BeliefState, end = endTurn(done)): Told {
  const { turn } = end.state;
  const changes = diffStates(told.belief.state, done);
  const begun = tell(told, { kind: 'turnBegan', turn, by: 'person', commands: [], changes });
  return tell(begun, { kind: 'turnEnded', entry: turnEntry(begun.belief, end) });
}

const historyOfFacts = ({ facts }: Told) =>
  historyOf(facts.map(fact => ({ v: 1, at: '2025-01-02T03:04:05.000Z', ...fact })));

interface Played {
  readonly told: Told;
  readonly history: ReturnType<typeof historyOf>;
  /** States as they were, by turn. */
  readonly recorded: ReadonlyMap<number, BeliefState>;
  readonly flowIds: readonly string[];
}

function playAll(turns: readonly RandomTurn[]): Played {
  let told = untold;
  const recorded = new Map([[0, emptyState]]);
  const flowIds: string[] = [];
  for (const { predictions, commands, finding, back } of turns) {
    if (back !== null) told = wentBack(told, Math.floor(back * nextTurn(told)));
    const { state } = told.belief;
    const known = new Set(state.stack.map(({ flowId }) => flowId));
    const begun = withPredictions(context, beginTurn(state, nextTurn(told)), predictions);
    const done = withCommands(context, begun, commands);
    flowIds.push(...done.stack.flatMap(({ flowId }) => (known.has(flowId) ? [] : [flowId])));
    const found = withFinding(done, { flowId: 'flow-1', flow: 'query' }, finding ?? '');
    const end = endTurn(found);
    told = withTurn(told, found, end);
    recorded.set(end.state.turn, end.state);
  }
  return { told, history: historyOfFacts(told), recorded, flowIds };
}

function wentBack(told: Told, to: number): Told {
  const found = stateAt(historyOfFacts(told), to);
  assert.ok(found.ok);
  return tell(told, { kind: 'rolledBack', from: told.belief.base.turn, to, state: found.state });
}

function checkEveryTurn({ history, recorded }: Pick<Played, 'history' | 'recorded'>): void {
  for (const [turn, state] of recorded) assert.deepEqual(stateAt(history, turn), { ok: true, state });
}

const turns = fc.array(turn, { maxLength: 25 });
const tries = runs(150);

describe('the history of beliefs', () => {
  it('gives the state of every turn as it was, also after rollbacks', () => {
    fc.assert(
      fc.property(turns, all => checkEveryTurn(playAll(all))),
      tries,
    );
  });

  it('gives the same with snapshots that are extra or missing', () => {
    fc.assert(
      fc.property(turns, fc.infiniteStream(fc.boolean()), (all, keep) => {
        const { history, recorded } = playAll(all);
        const entries = history.entries.map(({ snapshot: _, ...entry }) => {
          const snapshot = recorded.get(entry.turn);
          return keep.next().value && snapshot !== undefined ? { ...entry, snapshot } : entry;
        });
        checkEveryTurn({ history: { ...history, entries }, recorded });
      }),
      tries,
    );
  });

  it('is the same after a way through JSON', () => {
    fc.assert(
      fc.property(turns, all => {
        const { history, recorded } = playAll(all);
        checkEveryTurn({ history: JSON.parse(JSON.stringify(history)) as Played['history'], recorded });
      }),
      tries,
    );
  });

  it('never gives a flow id or a turn twice', () => {
    fc.assert(
      fc.property(turns, all => {
        const { history, flowIds } = playAll(all);
        assert.equal(new Set(flowIds).size, flowIds.length);
        assert.deepEqual(
          history.entries.map(entry => entry.turn),
          [...history.entries.keys()],
        );
      }),
      tries,
    );
  });

  it('has at most one active flow, the highest live one, in every state', () => {
    fc.assert(
      fc.property(turns, all => {
        for (const { stack } of playAll(all).recorded.values()) {
          assert.ok(stack.every(isLive));
          assert.ok(stack.every(({ status }, index) => (status === 'Active') === (index === 0)));
          assert.ok(stack.length <= 16);
          assert.ok(stack.every(({ intent }) => intent !== 'Internal'));
        }
      }),
      tries,
    );
  });

  it('stores an empty difference for a turn that changes nothing', () => {
    const first = withTurn(untold, beginTurn(emptyState, 1));
    assert.deepEqual(historyOfFacts(first).entries[1], { turn: 1, after: 0, changes: [], ended: [] });
  });

  it('stores a started flow as one insertion', () => {
    const before = play([[{ start: 'query' }]]).state;
    const after = play([[{ start: 'query' }], [{ start: 'pick' }]]).state;
    const onStack = diffStates(before, after).filter(({ path }) => path[0] === 'stack');
    assert.deepEqual(
      onStack.map(({ op, path }) => `${op} ${path.join('.')}`),
      ['insert stack.0', 'set stack.1.status', 'set stack.1.resume'],
    );
  });

  it('keeps abandoned turns as a branch and numbers on', () => {
    let told = untold;
    const go = (...commands: unknown[]) => {
      told = withTurn(told, withCommands(context, beginTurn(told.belief.state, nextTurn(told)), commands));
    };
    go({ start: 'query' });
    go({ start: 'pick' });
    go({ start: 'count' });
    told = wentBack(told, 1);
    assert.equal(told.belief.state.stack.length, 1);
    go({ start: 'chat' });
    assert.equal(told.belief.state.stack[0]?.flowId, 'flow-4');
    const history = historyOfFacts(told);
    const current = history.turns.filter(({ isCurrent }) => isCurrent);
    assert.deepEqual(
      current.map(({ turn }) => turn),
      [0, 1, 4],
    );
    assert.deepEqual(
      history.rollbacks.map(({ from, to }) => ({ from, to })),
      [{ from: 3, to: 1 }],
    );
    assert.equal(stateAt(history, 3).ok && history.entries.length, 5);
  });

  it('starts from the latest snapshot, whatever came before it', () => {
    const [zero] = historyOf([]).entries;
    assert.ok(zero);
    const first = { turn: 1, after: 0, changes: [{ op: 'delete', path: ['none'] } as const], ended: [] };
    const second = { turn: 2, after: 1, changes: [], ended: [], snapshot: { ...emptyState, turn: 2 } };
    const entries = [zero, first, second];
    assert.deepEqual(stateAt({ entries }, 2), { ok: true, state: second.snapshot });
    assert.equal(stateAt({ entries }, 1).ok, false);
  });

  it('refuses turns that there are not', () => {
    for (const turn of [-1, 1, 0.5, Number.NaN]) {
      const gone = stateAt(historyOf([]), turn);
      assert.equal(!gone.ok && gone.code, 'out-of-range');
    }
  });

  it('says so when differences do not fit', () => {
    assert.equal(applyChanges(emptyState, [{ op: 'delete', path: ['stack', 0] }], 1), undefined);
    assert.equal(applyChanges(emptyState, [{ op: 'set', path: ['stack', 3, 'flow'], value: 'x' }], 1), undefined);
    assert.equal(applyChanges(emptyState, [{ op: 'insert', path: ['flags', 'x'], value: 1 }], 1), undefined);
  });
});

describe('stored states', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(turns, all => {
        for (const state of playAll(all).recorded.values()) {
          const stored = JSON.parse(JSON.stringify(serialize(state)));
          assert.deepEqual(deserialize(stored, context), { ok: true, state });
        }
      }),
      tries,
    );
  });

  it('are told from the labels of a turn by their version', () => {
    const labels = { turn: 1, predictions: [], commands: [{ start: 'query' }, set('query', 'limit', 0)] };
    const made = deserialize(labels, context);
    assert.deepEqual(made, { ok: true, state: play([labels.commands]).state });
  });

  it('are refused when they are broken', () => {
    const stored = serialize(play([[{ start: 'query' }]]).state);
    const broken = [null, [], 'x', { version: 2 }, { version: 1 }, { ...stored, stack: [{}] }, { ...stored, turn: -1 }];
    for (const source of [...broken, { turn: 'x' }, { commands: 'x' }]) {
      const found = deserialize(source, context);
      assert.equal(!found.ok && found.code, 'bad-state');
    }
  });
});

describe('readable differences', () => {
  it('tell what changed between two states', () => {
    const before = play([[{ start: 'query' }]]).state;
    const after = play([[{ start: 'query' }], [set('query', 'limit', 5)], [{ start: 'pick' }]]).state;
    assert.deepEqual(differences(before, after).map(describeDifference), [
      'intent: Read → Clean',
      '+ pick (flow-2)',
      'query (flow-1): Active → Pending',
      'query.limit: unset → 5',
      'query (flow-1) awaits: nothing → resume',
    ]);
    assert.deepEqual(differences(after, before).map(describeDifference), [
      'intent: Clean → Read',
      '- pick (flow-2)',
      'query (flow-1): Pending → Active',
      'query.limit: 5 → unset',
      'query (flow-1) awaits: resume → nothing',
    ]);
    assert.deepEqual(differences(after, after), []);
  });

  it('tell what a flow waits for, and that it no longer does', () => {
    const spec = domainOf(`${head}flows:\n  - {name: buy, intent: Change, confirm: true}\n`);
    const turn = { turn: 1, predictions: [] };
    const asked = playTurn({ domain: spec }, emptyState, { ...turn, commands: [{ start: 'buy' }] }).state;
    const confirmed = playTurn({ domain: spec }, asked, { ...turn, commands: [{ confirm: 'buy' }] }).state;
    const lines = (from: BeliefState, to: BeliefState) => differences(from, to).map(describeDifference);
    assert.deepEqual(lines(asked, confirmed), ['buy (flow-1) awaits: confirm → nothing']);
    assert.deepEqual(lines(emptyState, asked).slice(1, 3), [
      '+ buy (flow-1)',
      'buy (flow-1) awaits: nothing → confirm',
    ]);
  });

  it('tell what comes and what goes: findings, questions of the person, further results', () => {
    const plain = play([[{ start: 'query' }]]).state;
    const asked = play([[{ start: 'query' }, { again: 'query' }, { request: { flow: 'query', slot: 'limit' } }]]).state;
    const found = withFinding(asked, { flowId: 'flow-1', flow: 'query' }, 'There are 42.');
    assert.deepEqual(differences(plain, found).map(describeDifference), [
      'query (flow-1): further results: 0 → 1',
      'asked for: query.limit',
      'found out: There are 42.',
    ]);
    assert.deepEqual(differences(found, plain).map(describeDifference), [
      'query (flow-1): further results: 1 → 0',
      'no longer asked for: query.limit',
      'finding removed: There are 42.',
    ]);
  });
});
