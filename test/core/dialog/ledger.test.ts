// The ledger of a course: what the next one opens with (SPEC 23.11).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentId, AsideId, CallId, DialogId, QuestionId } from '../../../src/core/base/ids.ts';
import { openCourse } from '../../../src/core/dialog/fold/open-course.ts';
import type { CourseRecord, Fact } from '../../../src/core/dialog/record.ts';
import { isWellFormed } from '../../../src/core/dialog/record-shape.ts';
import { carry } from '../../../src/core/dialog/state.ts';
import { ledger as ledgerShape } from '../../../src/core/dialog/state-shape.ts';
import { fitLedger, LONGEST_LEDGER, ledgerBytes } from '../../../src/core/dialog/transcript/fit-ledger.ts';
import { ledgerOf } from '../../../src/core/dialog/transcript/ledger.ts';
import { ledgerText } from '../../../src/core/prompt/ledger-text.ts';
import { promptTexts } from '../../../src/core/prompt/prompt-texts.ts';
import { byteLength } from '../../../src/core/text/bytes.ts';
import { runs } from '../../support/properties.ts';
import { anyCourse, record } from './random-records.ts';

const texts = promptTexts('en');
const read: Fact = { kind: 'generationEnded', genseq: 1, outcome: 'complete' };
const said = (content: string, images?: readonly string[]): Fact => ({
  kind: 'userSaid',
  msgId: content,
  content,
  ...(images && { images: images.map(name => ({ name, hash: 'h', type: 'image/png', bytes: 1 })) }),
});
const call = (callId: string, headline: string, instead?: string): Fact[] => [
  {
    kind: 'assistantSaid',
    genseq: 1,
    parts: [{ kind: 'tellask', valid: true, mention: 'coder', headline, body: '', callId: callId as CallId }],
  },
  {
    kind: 'tellaskMade',
    callId: callId as CallId,
    callKind: 'C',
    targets: ['d2' as DialogId],
    agentId: 'coder' as AgentId,
    ...(instead !== undefined && { instead: instead as CallId }),
  },
];
const answered = (callId: string, content: string, ok = true): Fact => ({
  kind: 'responseSupplied',
  callId: callId as CallId,
  from: 'd2' as DialogId,
  agentId: 'coder' as AgentId,
  ok,
  content,
});
const asked = (questionKind: 'ask' | 'diligence' | 'permission', headline: string): Fact => ({
  kind: 'questionAsked',
  questionId: headline as QuestionId,
  questionKind,
  headline,
  body: '',
  genseq: 1,
});
const decided = (headline: string, content: string): Fact => ({
  kind: 'questionAnswered',
  questionId: headline as QuestionId,
  msgId: headline,
  content,
});
const ran = (callId: string, args: string, ok: boolean, content: string): Fact[] => [
  { kind: 'toolCalled', genseq: 1, callId: callId as CallId, name: 'run_shell', args },
  { kind: 'toolReturned', callId: callId as CallId, ok, content },
];

const root = fc.sample(anyCourse, { numRuns: 40, seed: 1 }).flatMap(([first]) => first ?? []);
const begun = root.find(first => first.kind === 'dialogCreated' && first.identity.kind === 'root') ?? assert.fail();
const assigned = root.find(first => first.kind === 'dialogCreated' && first.identity.kind === 'sub') ?? assert.fail();

function shown(
  records: readonly CourseRecord[],
  { open = [] as readonly string[], opening = [] as readonly string[], course = 1, bytes = LONGEST_LEDGER } = {},
): string {
  const ledger = fitLedger(ledgerOf(records, course), bytes, texts.cutNote);
  const isOpen = (callId: string) => open.includes(callId);
  return ledgerText(ledger, { words: texts.ledger, bytes, canRead: false, isOpen, processes: [], said: opening });
}

/** The parts of a ledger after a root did this, and every fact of it was read. */
function partsOf(facts: readonly Fact[], options: Parameters<typeof shown>[1] = {}): readonly string[] {
  return shown([begun, ...[...facts, read].map(record)], options)
    .split('\n\n')
    .slice(1);
}

/** The next course, with the ledger of these records. */
function next(records: readonly CourseRecord[], course: number): CourseRecord {
  const state = openCourse(begun) ?? assert.fail();
  const ledger = fitLedger(ledgerOf(records, course - 1), LONGEST_LEDGER, texts.cutNote);
  const { identity } = state;
  return record({
    kind: 'courseStarted',
    course,
    identity,
    carried: carry(state),
    prompt: 'p',
    reason: 'clear_mind',
    ledger,
  });
}

describe('the ledger of a course', () => {
  it('is empty when nothing happened', () => {
    assert.equal(shown([begun]), '');
  });

  it("has the person's words in full, the newest first, with the names of their images", () => {
    assert.deepEqual(partsOf([said('Build it.\n\n  - with care'), said('Now', ['a.png']), said('Stop.')]), [
      "## The person's words, newest first\n(course 1) Stop.",
      '(course 1) Now\n[a.png]',
      '(course 1) Build it.',
      '  - with care',
    ]);
  });

  it('leaves words that no reply has followed to the opening, and carries them', () => {
    const records = [begun, ...[said('Old'), read, said('New')].map(record)];
    assert.doesNotMatch(shown(records), /New/);
    const second = next(records, 2);
    assert.doesNotMatch(shown([second], { course: 2 }), /New/);
    assert.match(shown([second, record(read)], { course: 2 }), /\(course 1\) New\n\n\(course 1\) Old/);
  });

  it("has questions with the person's answers, and not those between the person and the runtime", () => {
    const [part] = partsOf([
      asked('ask', 'Which port?'),
      decided('Which port?', '80, not 8080'),
      asked('diligence', 'Continue?'),
      decided('Continue?', 'continue'),
      asked('diligence', 'Go on?'),
      decided('Go on?', 'yes, with the tests'),
      asked('permission', 'Run rm?'),
      decided('Run rm?', 'deny: too dangerous'),
      asked('permission', 'Run ls?'),
      decided('Run ls?', 'allow once'),
      asked('ask', 'Blue?'),
      { kind: 'questionClosed', questionId: 'Blue?' as QuestionId, reason: 'clear_mind', because: 'new-course' },
    ]);
    assert.deepEqual(part?.split('\n').slice(1), [
      '- "Which port?": 80, not 8080',
      '- "Go on?": yes, with the tests',
      '- "Run rm?": deny: too dangerous',
      '- "Blue?": closed without an answer (clear_mind)',
    ]);
  });

  it('has calls with the first lines of their answers, and says which are open', () => {
    const long = Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n');
    const facts = [
      ...call('c1', '@coder build'),
      answered('c1', 'Built.'),
      ...call('c2', 'test'),
      answered('c2', long),
      ...call('c3', 'ship'),
      answered('c3', 'No rights.', false),
      ...call('c4', 'wait'),
      ...call('c5', 'wrong'),
      ...call('c6', 'right', 'c5'),
    ];
    const [part] = partsOf(facts, { open: ['c4', 'c6'] });
    assert.deepEqual(part?.split('\n- '), [
      '## Your calls',
      '@coder "build": Built.',
      `@coder "test": ${long.split('\n').slice(0, 8).join('\n')} …`,
      '@coder "ship": could not answer: No rights.',
      '@coder "wait": open, no answer yet',
      '@coder "right": open, no answer yet',
    ]);
  });

  it('does not repeat an answer that stands in the opening', () => {
    const facts = [...call('c1', 'build'), answered('c1', 'Built.'), ...call('c2', 'test'), answered('c2', 'Good.')];
    const opening = ['[Answer] @coder answers your tellask "test":\n\nGood.'];
    assert.deepEqual(partsOf(facts, { opening }), ['## Your calls\n- @coder "build": Built.']);
  });

  it('has what the caller added and the calls that were answered, and not the present assignment', () => {
    const added: Fact = {
      kind: 'wasTold',
      callId: 'c1' as CallId,
      callerAgentId: 'lead' as AgentId,
      content: 'In red.',
    };
    const gave: Fact = {
      kind: 'responseGiven',
      callId: 'c7' as CallId,
      to: 'd1' as DialogId,
      ok: true,
      content: 'Of oak.',
    };
    const back: Fact = {
      kind: 'callReceived',
      call: {
        callId: 'c7' as CallId,
        callKind: 'A',
        callerDialogId: 'd9' as DialogId,
        callerAgentId: 'coder' as AgentId,
        headline: '@tellasker Of what?',
        body: '',
      },
    };
    const records = [
      assigned,
      ...[added, { ...added, by: 'person', content: 'Soon.' } as Fact, back, gave, read].map(record),
    ];
    assert.deepEqual(shown(records).split('\n\n').slice(1), [
      "## The person's words, newest first\n(course 1) Soon.",
      '(course 1, added by @lead) In red.',
      '## Calls that you answered\n- @coder "Of what?"; your answer: Of oak.',
    ]);
  });

  it('has files by what became of them, and not those that are as they were', () => {
    const changed = (path: string, before?: string, after?: string): Fact => ({
      kind: 'filesChanged',
      callId: 'c1' as CallId,
      changes: [{ path, ...(before && { before: { hash: before } }), ...(after && { after: { hash: after } }) }],
    });
    const facts = [
      changed('new.ts', undefined, 'a'),
      changed('old.ts', 'a', 'b'),
      changed('gone.ts', 'a'),
      changed('back.ts', 'a', 'b'),
      changed('back.ts', 'b', 'a'),
    ];
    assert.deepEqual(partsOf(facts), [
      '## Files you changed\n- new.ts (created)\n- old.ts (changed)\n- gone.ts (deleted)',
    ]);
  });

  it('has the last failure with its call, its first line and its last ones, until the same call works', () => {
    const output = `Exit code 1.\n${Array.from({ length: 40 }, (_, line) => `at ${line}`).join('\n')}\n1 failing`;
    const failing = [
      ...ran('c1', '{"command":"npm test"}', false, output),
      ...ran('c2', '{"command":"ls"}', true, 'a'),
    ];
    const [part = ''] = partsOf(failing);
    assert.match(
      part,
      /^## The last failure\n\(course 1\) run_shell \{"command":"npm test"\}\nExit code 1\.\n…\nat 29\n/,
    );
    assert.match(part, /at 39\n1 failing$/);
    assert.deepEqual(partsOf([...failing, ...ran('c3', '{"command":"npm test"}', true, 'Exit code 0.')]), []);
  });

  it('of a part of a course has what happened in it', () => {
    const records = [
      said('Before'),
      { kind: 'asideOpened', asideId: 'a1' as AsideId, because: 'words' } as Fact,
      said('In it'),
      read,
    ];
    assert.equal(
      shown(records.slice(1).map(record)).split('\n\n')[1],
      "## The person's words, newest first\n(course 1) In it",
    );
  });

  it('carries the task, answers and calls over several courses', () => {
    const first = [
      begun,
      ...[said('The task'), asked('ask', 'Which?'), decided('Which?', 'this'), ...call('c1', 'build'), read].map(
        record,
      ),
    ];
    const second = [next(first, 2), ...[answered('c1', 'Built.'), read].map(record)];
    const third = [next(second, 3), ...[said('And now?'), read].map(record)];
    assert.deepEqual(
      shown([next(third, 4)], { course: 4 })
        .split('\n\n')
        .slice(1),
      [
        "## The person's words, newest first\n(course 3) And now?",
        '(course 1) The task',
        '## Questions and what the person answered\n- "Which?": this',
        '## Your calls\n- @coder "build": Built.',
      ],
    );
  });

  it('keeps the newest words and a part of the task when there is too much, and says so', () => {
    const words = Array.from({ length: 40 }, (_, at) => said(`${at}: ${'x'.repeat(990)}`));
    const text = shown([begun, ...[...words, read].map(record)]);
    const numbers = [...text.matchAll(/^\(course 1\) (\d+):/gm)].map(([, at]) => Number(at));
    assert.deepEqual(numbers, [...numbers.slice(0, -1)].sort((a, b) => b - a).concat(0));
    assert.equal(numbers[0], 39);
    assert.match(text, /\[\d\d older facts are left out here\.\]$/);
  });

  it('cuts one long message visibly, in whole characters', () => {
    const text = shown([begun, ...[said('𝄞'.repeat(10_000)), read].map(record)]);
    assert.match(text, /\) (?:𝄞)+ \[… cut here: \d+ of 20000 characters are shown\]$/u);
  });

  it('is shorter for a small context', () => {
    assert.deepEqual([undefined, 1_000_000, 8_000, 1_000].map(ledgerBytes), [12_000, 12_000, 4_000, 3_000]);
  });
});

describe('the ledger of any history', () => {
  const anyText = fc.oneof(
    fc.constantFrom('Stop', '汉字', 'two\nlines', '𝄞', 'x'.repeat(700)),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.nat(20_000).map(length => 'y'.repeat(length)),
  );
  const anyFacts: fc.Arbitrary<readonly Fact[]> = fc.oneof(
    anyText.map(text => [said(text)]),
    fc.tuple(anyText, anyText).map(([question, answer]) => [asked('ask', question), decided(question, answer)]),
    fc.tuple(anyText, anyText).map(([headline, answer]) => [...call('c1', headline), answered('c1', answer)]),
    fc.tuple(anyText, anyText).map(([args, output]) => ran('c4', args, false, output)),
    fc.constant([read]),
  );
  const anyHistory = fc
    .tuple(anyCourse, fc.array(anyFacts, { maxLength: 30 }))
    .map(([course, facts]) => [...course, ...facts.flat().map(record)]);

  it('is bounded, can be stored, and folds on from what was stored', () => {
    fc.assert(
      fc.property(
        fc.array(anyHistory, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(3_000, 5_000, 12_000),
        (courses, bytes) => {
          let before: readonly CourseRecord[] = [];
          for (const [at, records] of courses.entries()) {
            const course = at + 1;
            const own = [...(at === 0 ? [] : [next(before, course)]), ...records];
            const text = shown(own, { course, bytes, open: ['c1'] });
            assert.ok(byteLength(text) <= bytes, `${byteLength(text)} bytes of ${bytes}`);
            const stored = next(own, course + 1);
            assert.ok(isWellFormed(stored));
            const kept = stored.kind === 'courseStarted' ? stored.ledger : undefined;
            assert.ok(ledgerShape(kept));
            assert.ok(byteLength(JSON.stringify(kept?.entries.map(({ text }) => text))) <= LONGEST_LEDGER * 6);
            before = own;
          }
        },
      ),
      runs(40),
    );
  });

  it('has every word of the person that fits, the newest first, whatever else there is', () => {
    fc.assert(
      fc.property(
        anyHistory,
        fc.array(
          anyText.filter(text => text.trim() !== ''),
          { minLength: 1, maxLength: 8 },
        ),
        (history, words) => {
          const text = shown([...history, ...[...words.map(word => said(word)), read].map(record)]);
          // At least this much of 12,000 bytes is for words, whatever else there is.
          let left = 2_400;
          let newer = -1;
          for (const word of words.toReversed()) {
            left -= byteLength(word) + 80;
            if (left < 0) break;
            const at = text.indexOf(`(course 1) ${word}`);
            assert.ok(at >= 0, word);
            if (words.filter(each => each.startsWith(word)).length > 1) continue;
            assert.ok(at > newer, word);
            newer = at;
          }
        },
      ),
      runs(40),
    );
  });
});
