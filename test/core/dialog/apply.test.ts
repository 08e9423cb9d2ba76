import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentId, CallId, DialogId } from '../../../src/core/base/ids.ts';
import { applyRecord, foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import { openCourse } from '../../../src/core/dialog/fold/open-course.ts';
import { needsDrive, nextStep } from '../../../src/core/dialog/next-step.ts';
import type { CourseRecord, Fact } from '../../../src/core/dialog/record.ts';
import { carry, type DialogState } from '../../../src/core/dialog/state.ts';
import { createTranscript } from '../../../src/core/dialog/transcript/transcript.ts';
import { displayStates } from '../../../src/core/dialog/view/display-state.ts';
import { promptTexts } from '../../../src/core/prompt/prompt-texts.ts';
import { runs } from '../../support/properties.ts';
import { anyBeginning, anyCourse, anyFact, record } from './random-records.ts';

const tries = runs(300);
const policy = { pushMax: 3 };

function fold(records: readonly CourseRecord[]): DialogState {
  const state = foldCourse(records);
  assert.ok(state, 'the first record opens a course');
  return state;
}

describe('folding records', () => {
  it('never throws, counts every record, and always leaves something that a next step follows from', () => {
    fc.assert(
      fc.property(anyCourse, records => {
        const [first, ...others] = records;
        let state = (first && openCourse(first)) ?? assert.fail();
        for (const each of others) state = applyRecord(state, each);
        assert.equal(state.seq, records.length);
        assert.ok(state.frames.length > 0);
        assert.ok(nextStep(state, policy).kind.length > 0);
        assert.ok(displayStates(state, 'running').length > 0);
        assert.deepEqual(fold(records), state);
      }),
      tries,
    );
  });

  it('gives the same state after the records were stored and read', () => {
    fc.assert(
      fc.property(anyCourse, records => {
        assert.deepEqual(fold(JSON.parse(JSON.stringify(records)) as CourseRecord[]), fold(records));
      }),
      tries,
    );
  });

  it('changes nothing of the state before', () => {
    fc.assert(
      fc.property(anyCourse, anyFact, (records, fact) => {
        const state = fold(records);
        const copy = structuredClone(state);
        applyRecord(state, record(fact));
        assert.deepEqual(state, copy);
      }),
      tries,
    );
  });

  it('of any prefix works, so that a course can be cut after every record', () => {
    fc.assert(
      fc.property(anyCourse, fc.nat(40), (records, length) => {
        assert.equal(fold(records.slice(0, length + 1)).seq, Math.min(length + 1, records.length));
      }),
      tries,
    );
  });

  it('skips unknown kinds, whatever their name', () => {
    const names = fc.oneof(fc.string(), fc.constantFrom('toString', 'constructor', '__proto__', 'hasOwnProperty', ''));
    fc.assert(
      fc.property(
        anyCourse,
        names,
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 5 }),
        (records, kind, fields) => {
          const state = fold(records);
          const unknown = { ...fields, v: 1, at: state.lastModified, kind } as unknown as CourseRecord;
          fc.pre(!knownKinds.has(kind));
          assert.deepEqual(applyRecord(state, unknown), {
            ...state,
            seq: state.seq + 1,
            courseRecords: state.courseRecords + 1,
          });
        },
      ),
      tries,
    );
  });

  it('passes over records whose fields are broken', () => {
    const broken = fc.tuple(anyFact, fc.constantFrom('drop', 'null', 'number')).map(([{ kind, ...fields }, how]) => {
      const keys = Object.keys(fields);
      const spoilt = keys.map((key): [string, unknown] => [key, how === 'null' ? null : 7]);
      return { v: 1, at: 't', kind, ...(how === 'drop' ? {} : Object.fromEntries(spoilt)) } as unknown as CourseRecord;
    });
    fc.assert(
      fc.property(anyCourse, fc.array(broken, { maxLength: 5 }), (records, spoilt) => {
        assert.equal(fold([...records, ...spoilt]).seq, records.length + spoilt.length);
      }),
      tries,
    );
  });

  it('of a course that no record opens gives nothing', () => {
    assert.equal(foldCourse([]), undefined);
    assert.equal(foldCourse([record({ kind: 'resumed' })]), undefined);
    assert.equal(foldCourse([{ v: 1, at: 't', kind: 'dialogCreated' } as unknown as CourseRecord]), undefined);
  });

  it('goes on in a new course with all that outlives one', () => {
    fc.assert(
      fc.property(anyCourse, records => {
        const state = fold(records);
        const course = record({
          kind: 'courseStarted',
          course: 2,
          identity: state.identity,
          carried: carry(state),
          prompt: 'On.',
          reason: 'clear_mind',
        });
        const next = fold([course]);
        assert.deepEqual(next, applyRecord(state, course));
        assert.equal(next.seq, state.seq + 1);
        assert.deepEqual(
          next.frames.map(({ pending }) => pending),
          state.frames.map(({ pending }) => pending),
        );
        assert.deepEqual([next.questions, next.toolCalls, next.tellasks], [[], [], []]);
      }),
      tries,
    );
  });
});

describe('a transcript', () => {
  it('is made of any course', () => {
    fc.assert(
      fc.property(anyCourse, records => {
        const transcript = createTranscript(promptTexts('en'), 'tellask');
        for (const each of records) transcript.add(each);
        for (const { content } of transcript.messages()) assert.equal(typeof content, 'string');
        assert.ok(Array.isArray(transcript.unsaid()));
      }),
      tries,
    );
  });
});

describe('what a dialog said last', () => {
  it('is all of the newest generation, whose text may be in several records', () => {
    const [first] = fc.sample(anyBeginning, { seed: 3, numRuns: 1 });
    const says = (genseq: number, text: string) =>
      record({ kind: 'assistantSaid', genseq, parts: [{ kind: 'prose', text }] });
    const saidAfter = (...records: readonly CourseRecord[]) => fold([first ?? assert.fail(), ...records]).saying.text;
    assert.equal(saidAfter(says(1, 'One. '), says(1, 'Two.')), 'One. Two.');
    assert.equal(saidAfter(says(1, 'One. '), says(2, 'Two.')), 'Two.');
  });
});

describe('one record', () => {
  const subject = (...facts: Fact[]): DialogState => {
    const [first] = fc.sample(anyBeginning, { seed: 3, numRuns: 1 });
    return fold([first ?? assert.fail(), ...facts.map(record)]);
  };
  const said = (callId: string): Fact => ({
    kind: 'assistantSaid',
    genseq: 1,
    parts: [
      { kind: 'tellask', valid: true, mention: 'coder', headline: '@coder x', body: '', callId: callId as CallId },
    ],
  });
  const ended: Fact = { kind: 'generationEnded', genseq: 1, outcome: 'complete' };
  const made: Fact = {
    kind: 'tellaskMade',
    callId: 'c1' as CallId,
    callKind: 'C',
    targets: ['x1', 'x2'] as DialogId[],
    agentId: 'coder' as AgentId,
  };
  const answer = (from: string): Fact => ({
    kind: 'responseSupplied',
    callId: 'c1' as CallId,
    from: from as DialogId,
    agentId: 'coder' as AgentId,
    ok: true,
    content: '',
  });

  it('an answer closes a call with its last target only', () => {
    const open = subject({ kind: 'generationStarted', genseq: 1 }, said('c1'), ended, made, answer('x2'));
    assert.deepEqual(open.frames[0].pending[0]?.targets, ['x1']);
    assert.deepEqual(applyRecord(open, record(answer('x1'))).frames[0].pending, []);
  });

  it('a second answer of the same target changes no frame', () => {
    const open = subject({ kind: 'generationStarted', genseq: 1 }, said('c1'), ended, made, answer('x2'));
    assert.deepEqual(applyRecord(open, record(answer('x2'))).frames, open.frames);
  });

  it('a generation that was cut leaves no tellask and no tool call to do', () => {
    const tool: Fact = { kind: 'toolCalled', genseq: 1, callId: 'c2' as CallId, name: 'x', args: '' };
    const cut: Fact = { kind: 'generationEnded', genseq: 1, outcome: 'cut' };
    const state = subject({ kind: 'generationStarted', genseq: 1 }, said('c1'), tool, cut);
    assert.deepEqual([state.tellasks, state.toolCalls], [[], []]);
  });

  it('needs a drive only while the dialog is running and not interrupted', () => {
    const state = subject({ kind: 'userSaid', msgId: 'm', content: 'go' });
    assert.equal(needsDrive(state, policy), true);
    const interrupted = applyRecord(state, record({ kind: 'interrupted', code: 'auth', message: '' }));
    assert.equal(needsDrive(interrupted, policy), false);
    assert.equal(needsDrive(applyRecord(interrupted, record({ kind: 'resumed' })), policy), true);
  });
});

const knownKinds = new Set<string>([
  ...fc.sample(anyFact, { numRuns: 2_000, seed: 1 }).map(({ kind }) => kind),
  'dialogCreated',
  'courseStarted',
]);
