// A dialog of 5,000 turns (SPEC 16.18): what a turn takes in its course file, and what it costs to look at any of them.
// Costs are counted, not timed: differences that are applied.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { foldBelief, newBeliefProgress } from '../../../src/core/belief/belief-progress.ts';
import { readDomain } from '../../../src/core/belief/domain/domain-file.ts';
import { type BeliefHistory, historyOf } from '../../../src/core/belief/history/read-history.ts';
import { stateAt, type TurnEntry } from '../../../src/core/belief/history/turn-entry.ts';
import type { BeliefFact } from '../../../src/core/belief/record.ts';
import type { BeliefState } from '../../../src/core/belief/state.ts';
import { withCommands, withPredictions } from '../../../src/core/belief/turn.ts';
import { beginFacts, endFacts } from '../../../src/core/belief/turn-facts.ts';

const example = path.join(import.meta.dirname, '../../../examples/service-desk');
const labels = readFileSync(path.join(example, 'labels.jsonl'), 'utf8').trim().split('\n');
const file = readFileSync(path.join(example, '.minds/domains/service-desk.yaml'), 'utf8');
const TURNS = 5_000;

/** Bytes a turn before the records of a turn said each change once, with the same words. */
const BYTES_BEFORE = 1_902;

interface Long {
  readonly bytes: number;
  readonly history: BeliefHistory;
  readonly states: ReadonlyMap<number, BeliefState>;
}

/** The four labelled turns of the example over and over, each time about another device and order. */
function play(turns: number): Long {
  const { domain } = readDomain(file, 'service-desk.yaml');
  assert.ok(domain);
  const context = { domain };
  const facts: (BeliefFact & { v: 1; at: string; n: number })[] = [];
  const states = new Map<number, BeliefState>();
  let belief = newBeliefProgress;
  const add = (more: readonly BeliefFact[]) => {
    for (const fact of more) {
      belief = foldBelief(belief, fact);
      facts.push({ v: 1, at: '2026-01-01T00:00:00.000Z', n: facts.length + 1, ...fact });
    }
  };
  for (let at = 0; at < turns; at += 1) {
    const words = (labels[at % labels.length] ?? '')
      .replaceAll('dishwasher', `dishwasher ${at}`)
      .replaceAll('It does not drain', `It does not drain, and makes noise ${at}`)
      .replaceAll('R-1042', `R-${1000 + at}`);
    const { predictions, commands } = JSON.parse(words);
    const make = (state: BeliefState) => withCommands(context, withPredictions(context, state, predictions), commands);
    add(beginFacts(belief, { by: 'person', said: `words of turn ${at}`, commands, make }));
    add(endFacts(belief));
    states.set(belief.state.turn, belief.state);
  }
  const bytes = facts.reduce((sum, fact) => sum + Buffer.byteLength(JSON.stringify(fact)) + 1, 0);
  return { bytes, history: historyOf(facts), states };
}

/** Differences that are applied to look at a turn. */
function costOf({ history: { entries } }: Long, turn: number): number {
  let cost = 0;
  for (let entry: TurnEntry | undefined = entries[turn]; entry && !entry.snapshot; entry = entries[entry.after ?? 0])
    cost += entry.changes.length;
  return cost;
}

describe('a dialog of 5,000 turns', () => {
  let long: Long;
  before(function () {
    this.timeout(120_000);
    long = play(TURNS);
  });

  it('takes at most 60 % of the bytes that it took before', () => {
    assert.ok(long.bytes / TURNS <= 0.6 * BYTES_BEFORE, `${Math.round(long.bytes / TURNS)} bytes a turn`);
  });

  it('is looked at in its last turns at 1.5 times the cost of turn 50 at most', () => {
    const late = Array.from({ length: 200 }, (_, back) => costOf(long, TURNS - back));
    assert.ok(Math.max(...late) <= 1.5 * costOf(long, 50), `${Math.max(...late)} to ${costOf(long, 50)}`);
  });

  it('gives the state of every turn as it was', () => {
    for (const turn of [1, 49, 50, 64, 2_500, 4_991, 4_999, TURNS]) {
      assert.deepEqual(stateAt(long.history, turn), { ok: true, state: long.states.get(turn) });
    }
  });

  it('has a full state at least every 200 turns', () => {
    const full = long.history.entries.flatMap(({ turn, snapshot }) => (snapshot ? [turn] : []));
    assert.ok(full.every((turn, index) => turn - (full[index - 1] ?? 0) <= 200));
    assert.ok(TURNS - (full.at(-1) ?? 0) <= 200);
  });
});
