// Logs as older versions wrote them: today's fold must bring each to the state that was true then (SPEC 9.5). The files
// of `test/histories/` are never written again; a change of the fold that breaks one breaks the dialogs of people.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { applyRecord, foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import { nextStep } from '../../../src/core/dialog/next-step.ts';
import { displayStates } from '../../../src/core/dialog/view/display-state.ts';
import { readCourseBytes } from '../../../src/store/files/courses/course-log.ts';

const folder = path.join(import.meta.dirname, '../../histories');
const histories = readdirSync(folder).filter(name => name.endsWith('.jsonl'));

/** What is kept of a history: its state, what it shows, and what would be done next with one push allowed. */
function resultOf(name: string) {
  const { records, bad, torn } = readCourseBytes(readFileSync(path.join(folder, name)));
  assert.deepEqual({ bad, torn }, { bad: [], torn: false });
  const state = foldCourse(records);
  assert.ok(state);
  return { states: displayStates(state, state.status), step: nextStep(state, { pushMax: 1 }), state };
}

describe('a recorded history', () => {
  for (const name of histories) {
    it(`${name} leads to the same state as ever`, () => {
      const file = path.join(folder, name.replace('.jsonl', '.expected.json'));
      const expected = JSON.parse(readFileSync(file, 'utf8')) as { state: object };
      const { state, ...result } = JSON.parse(JSON.stringify(resultOf(name))) as { state: Record<string, unknown> };
      // What later versions add to a state is not looked at.
      const known = Object.fromEntries(Object.keys(expected.state).map(key => [key, state[key]]));
      assert.deepEqual({ ...result, state: known }, expected);
    });
  }

  it('leads to the same state when an unknown kind comes between any two records', () => {
    for (const name of histories) {
      const { records } = readCourseBytes(readFileSync(path.join(folder, name)));
      const [first, ...others] = records;
      assert.ok(first);
      const unknown = { ...first, kind: 'laterKind' } as unknown as typeof first;
      const opened = foldCourse([first]);
      assert.ok(opened);
      const mixed = others.reduce((state, record) => applyRecord(applyRecord(state, unknown), record), opened);
      const { seq, courseRecords, ...state } = mixed;
      const { seq: plainSeq, courseRecords: plainRecords, ...plain } = resultOf(name).state;
      assert.deepEqual(state, plain);
      assert.equal(seq - plainSeq, others.length);
      assert.equal(courseRecords, 2 * others.length + 1);
      assert.equal(plainRecords, others.length + 1);
    }
  });
});
