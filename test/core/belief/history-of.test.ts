// Turns as they are read from records that somebody edited: whatever stands in them, nobody stumbles over it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { printEnded, printState } from '../../../src/cli/print/print-state.ts';
import { describeDifference, differences } from '../../../src/core/belief/history/changes-in-words.ts';
import { diffStates } from '../../../src/core/belief/history/patch.ts';
import { historyOf } from '../../../src/core/belief/history/read-history.ts';
import { stateAt } from '../../../src/core/belief/history/turn-entry.ts';
import { emptyState } from '../../../src/core/belief/state.ts';
import { playTurn } from '../../../src/core/belief/turn.ts';
import { reasonText } from '../../../src/core/belief/values/reasons.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import { isWellFormed } from '../../../src/core/dialog/record-shape.ts';
import { readCourseBytes } from '../../../src/store/files/courses/course-log.ts';
import { context } from './support.ts';

const first = playTurn(context, emptyState, {
  turn: 1,
  predictions: [{ flow: 'query', confidence: 0.9 }],
  commands: [{ start: 'chat' }, { start: 'query' }, { set: { flow: 'query', slot: 'limit', value: 3 } }],
});
const second = playTurn(context, first.state, {
  turn: 2,
  predictions: [],
  commands: [{ complete: 'query' }, { complete: 'chat' }, { start: 'count' }],
});
/** Whole entries, as versions before 0.2.0 wrote them. */
const entries = [
  { turn: 1, after: 0, changes: diffStates(emptyState, first.state), ended: first.ended },
  { turn: 2, after: 1, changes: diffStates(first.state, second.state), ended: second.ended, snapshot: second.state },
];
const records = entries.map(
  entry =>
    JSON.parse(JSON.stringify({ v: 1, at: '2026-01-01T00:00:00.000Z', kind: 'turnEnded', entry })) as CourseRecord,
);

type Holder = Record<string | number, unknown>;

/** Every place within a value, as its holder and key, the innermost last. */
function* placesIn(value: unknown): Generator<readonly [Holder, string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    yield [value as Holder, key];
    yield* placesIn((value as Holder)[key]);
  }
}

/** Reads all that can be seen of the turns. */
function lookAround(given: readonly CourseRecord[]): number {
  const history = historyOf(given.filter(isWellFormed));
  for (const { ended } of history.entries) ended.map(printEnded);
  const states = history.entries.flatMap(({ turn }) => {
    const found = stateAt(history, turn);
    return found.ok ? [found.state] : [];
  });
  for (const state of states) {
    printState(state);
    for (const other of states) differences(state, other).map(describeDifference);
  }
  return states.length;
}

describe('the turns of a dialog', () => {
  it('are read from its records', () => {
    assert.equal(lookAround(records), 3);
    assert.deepEqual(
      historyOf(records).turns.map(({ turn, intent, hasSnapshot }) => [turn, intent, hasSnapshot]),
      [
        [0, 'Converse', true],
        [1, 'Read', false],
        [2, second.state.intent, true],
      ],
    );
  });

  it('are those that version 0.1.0 recorded', () => {
    const folder = path.join(import.meta.dirname, '../../histories');
    const stored = readCourseBytes(readFileSync(path.join(folder, 'belief-root.jsonl'))).records;
    const history = historyOf(stored);
    const found = history.entries.map(({ turn, ended }) => {
      const at = stateAt(history, turn);
      return { turn, ended: ended.map(({ flowId }) => flowId), state: at.ok ? at.state : reasonText(at.why) };
    });
    assert.deepEqual(found, JSON.parse(readFileSync(path.join(folder, 'belief-root.turns.json'), 'utf8')));
  });

  it('leave out a change that makes no state', () => {
    const at = '2026-01-01T00:00:00.000Z';
    const change = (path: string, value: unknown) =>
      ({
        v: 1,
        at,
        kind: 'beliefChanged',
        by: 'agent',
        changes: [{ op: 'set', path: [path], value }],
      }) as unknown as CourseRecord;
    const end = {
      v: 1,
      at,
      kind: 'turnEnded',
      entry: { turn: 3, after: 2, changes: [], ended: [], isOnTop: true },
    } as unknown as CourseRecord;
    const stateAfter = (...between: CourseRecord[]) => stateAt(historyOf([...records, ...between, end]), 3);
    const untouched = stateAfter();
    assert.ok(untouched.ok);
    for (const [path, value] of [
      ['stack', [1]],
      ['background', [1]],
      ['nextFlow', 'x'],
    ] as const)
      assert.deepEqual(stateAfter(change(path, value)), untouched, path);
  });

  it('are read whatever their contents', () => {
    for (const record of records) {
      for (const [holder, key] of placesIn((record as unknown as { readonly entry: unknown }).entry)) {
        const kept = holder[key];
        for (const hostile of [null, 0, -1, 'x', [], {}, [null], [[]], [{}], true]) {
          holder[key] = hostile;
          assert.doesNotThrow(() => lookAround(records), `${key} = ${JSON.stringify(hostile)}`);
        }
        holder[key] = kept;
      }
    }
    assert.equal(lookAround(records), 3);
  });
});
