// What follows from a state: each thing that is open, and which of two comes first (SPEC 1.5, 3.1, 4, 7, 19, 21).
import assert from 'node:assert/strict';
import { foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import {
  canTakeAssignment,
  canTakeTellaskBack,
  type DrivePolicy,
  needsDrive,
  nextStep,
  placeOfWords,
  type Step,
} from '../../../src/core/dialog/next-step.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import type { DialogState, Frame } from '../../../src/core/dialog/state.ts';
import { CAUTION_EVERY, CRITICAL_TURNS } from '../../../src/core/spending/context-health.ts';

const at = '2026-01-01T00:00:00.000Z';
const identity = {
  ...{ rootId: 'r', selfId: 'r', agentId: 'lead', taskDocPath: 't', createdAt: at, dialect: 'tellask', mode: 'chat' },
};
const opened = (of: object): DialogState => {
  const created = { v: 1, at, kind: 'dialogCreated', identity: { ...identity, ...of } };
  return foldCourse([created as unknown as CourseRecord]) ?? assert.fail();
};
const root = opened({ kind: 'root' });
const sub = opened({ kind: 'sub', selfId: 's', agentId: 'coder', supdialogId: 'r', depth: 1 });

const inbound = { callId: 'in', callerId: 'r', callerAgentId: 'lead', headline: '@coder go', body: '' } as never;
const call = (of: object = {}) =>
  ({ callId: 'k', genseq: 1, name: 'look', args: '{}', started: false, ...of }) as never;
const asleep = call({ sleep: { until: at } });
const pending = { callId: 'c', callKind: 'C', targets: ['s'], agentId: 'coder', headline: '', body: '' } as never;
const aside = { asideId: 'a', because: 'words', since: at } as never;
const question = { questionId: 'q', questionKind: 'ask', headline: 'Which?', body: '' } as never;
const queued = { content: 'Hello', msgId: 'm' } as never;
const end = { processId: 'p', command: 'make', outcome: 'exited' } as never;
const tellask = { headline: '@coder go' } as never;
const trace = { sign: 's', shows: 'the same' };
const circle = Array.from({ length: 3 }, () => trace);
const newCourse = { kind: 'newCourse', reason: 'clear_mind' } as const;

/** A state whose frame in work is this one; `below` are the frames beneath. */
function withFrame(top: Partial<Frame>, below: readonly Partial<Frame>[] = []): Pick<DialogState, 'frames'> {
  const all = [...below, top].map(frame => ({ pending: [], attention: 'rest' as const, ...frame }));
  return { frames: all as unknown as DialogState['frames'] };
}
const idle = withFrame({ attention: 'rest' });
const open = withFrame({ attention: 'unanswered' });
const done = withFrame({ attention: 'answered' });
const waits = withFrame({ attention: 'answered', pending: [pending] });
/** Answers a TellaskBack, while its own task waits for its calls. */
const back = withFrame({ attention: 'unanswered', inbound }, [{ pending: [pending] }]);
const talks = (of: Partial<Frame>) => withFrame({ aside, ...of }, [{ pending: [pending] }]);
const said = (text: string) => ({ genseq: 4, saying: { genseq: 4, text } });

/** The step and, after a colon, what tells it from others of its kind. */
function shown(step: Step): string {
  switch (step.kind) {
    case 'wait':
      return `wait: ${step.on.map(({ kind }) => kind).join(', ')}`;
    case 'wake':
    case 'nextCourse':
      return `${step.kind}: ${step.because}`;
    case 'close':
      return `close: ${step.closing.kind}`;
    case 'deliverQueued':
      return step.opensAside ? 'deliverQueued: aside' : 'deliverQueued';
    case 'supplyResponse':
      return `supplyResponse: ${step.content}`;
    case 'warnOfContext':
      return step.health === 'critical' ? `warnOfContext: ${step.left} left` : 'warnOfContext: caution';
    case 'pushDiligence':
      return `pushDiligence: ${step.left} left`;
    default:
      return step.kind;
  }
}

type Case = readonly [what: string, change: Partial<DialogState>, step: string, policy?: Partial<DrivePolicy>];

function check(what: string, cases: readonly Case[], of = root): void {
  describe(what, () => {
    for (const [name, change, step, policy] of cases)
      it(`${name}: ${step}`, () => {
        const state = { ...of, ...change };
        const rules = { pushMax: 3, ...policy };
        assert.equal(shown(nextStep(state, rules)), step);
        assert.equal(needsDrive(state, rules), !/^(?:wait|rest)\b/.test(step));
      });
  });
}

describe('the next step', () => {
  check('of a dialog that is not to be driven', [
    ['it generates', { ...open, generating: true }, 'rest'],
    ['it was interrupted', { ...open, interruption: { code: 'stopped', message: '' } }, 'rest'],
    ['it is completed', { ...open, status: 'completed' }, 'rest'],
    ['it was stopped', { ...withFrame({ attention: 'stopped' }), processEnds: [end] }, 'rest'],
    ['it has nothing to do', idle, 'rest'],
  ]);

  check('after a generation that called', [
    ['a tool before a tellask', { ...open, toolCalls: [call()], tellasks: [tellask], closing: newCourse }, 'perform'],
    [
      'a tellask before the end of the course',
      { ...open, tellasks: [tellask], closing: newCourse },
      'dispatchTellasks',
    ],
    ['nothing else before the end of the course', { ...open, closing: newCourse }, 'close: newCourse'],
    ['words come after the wish to be done', { ...open, closing: { kind: 'done' }, queued: [queued] }, 'deliverQueued'],
    ['words come before a new course', { ...open, closing: newCourse, queued: [queued] }, 'close: newCourse'],
    ['a tool that waits for an answer', { ...open, toolCalls: [call()], questions: [question] }, 'wait: human'],
  ]);

  check('of a dialog that sleeps', [
    ['nothing comes', { ...open, toolCalls: [asleep] }, 'wait: sleep'],
    ['words come', { ...open, toolCalls: [asleep], queued: [queued], processEnds: [end] }, 'wake: words'],
    ['a command ends', { ...open, toolCalls: [asleep], processEnds: [end] }, 'wake: process'],
    [
      'words come while it asks',
      { ...open, toolCalls: [asleep], queued: [queued], questions: [question] },
      'wait: human, sleep',
    ],
    ['words come while it is asked back', { ...back, toolCalls: [asleep], queued: [queued] }, 'wait: sleep'],
    ['no list of ends is one', { ...open, toolCalls: [asleep], processEnds: [] }, 'wait: sleep'],
  ]);

  check('of a dialog that waits for others', [
    ['nothing comes', waits, 'wait: call'],
    ['it asks the person as well', { ...waits, questions: [question] }, 'wait: human, call'],
    ['words come', { ...waits, queued: [queued] }, 'deliverQueued: aside'],
    ['words come while it asks', { ...waits, queued: [queued], questions: [question] }, 'wait: human, call'],
    [
      'one answers, and it reads each',
      withFrame({ pending: [pending], unread: true }),
      'readAnswers',
      { onAnswer: 'each' },
    ],
    ['one answers, and it reads all together', withFrame({ pending: [pending], unread: true }), 'wait: call'],
    ['none answers, and it reads each', waits, 'wait: call', { onAnswer: 'each' }],
  ]);

  check('of a dialog with something to answer', [
    ['words', { ...open, queued: [queued], processEnds: [end] }, 'deliverQueued'],
    ['the end of a command', { ...open, processEnds: [end] }, 'tellEnds'],
    ['the end of a command after all was said', { ...done, processEnds: [end] }, 'tellEnds'],
    ['no list of ends is one', { ...open, processEnds: [] }, 'generate'],
    ['a TellaskBack before words and ends', { ...back, queued: [queued], processEnds: [end] }, 'generate'],
    ['a circle before a cap', { ...open, recent: circle }, 'askAboutCircle', { cap: 'ask' }],
    ['a cap before a full file', open, 'askAboutCap', { cap: 'ask', isCourseFull: true }],
    ['a cap about which another dialog asks', open, 'rest', { cap: 'wait' }],
    ['a full file', open, 'nextCourse: file', { isCourseFull: true }],
    ['nothing in its way', { ...open, recent: circle.slice(1) }, 'generate'],
  ]);

  const used = (promptTokens: number, of: Partial<DialogState> = {}): Partial<DialogState> => ({
    ...open,
    lastUsage: { promptTokens, completionTokens: 1 },
    contextLimits: { optimal: 100, window: 1_000 },
    generations: 20,
    ...of,
  });
  const warned = (generationsAgo: number, critical: number) => ({
    contextWarnings: { saidAt: 20 - generationsAgo, critical },
  });
  check('of a dialog whose context fills', [
    ['it is healthy', used(99), 'generate'],
    ['it needs care', used(100), 'warnOfContext: caution'],
    ['it was told lately', used(100, warned(CAUTION_EVERY - 1, 0)), 'generate'],
    ['it was told long ago', used(100, warned(CAUTION_EVERY, 0)), 'warnOfContext: caution'],
    ['it is nearly full', used(900), `warnOfContext: ${CRITICAL_TURNS - 1} left`],
    ['it was told just now', used(900, warned(0, 1)), 'generate'],
    ['it is told for the last time', used(900, warned(1, CRITICAL_TURNS - 1)), 'warnOfContext: 0 left'],
    ['it was told often enough', used(900, warned(1, CRITICAL_TURNS)), 'nextCourse: context'],
  ]);

  check('of a root that has said all', [
    ['it keeps going', done, 'pushDiligence: 2 left'],
    ['it was pushed before', { ...done, diligence: { on: true, pushed: 2 } }, 'pushDiligence: 0 left'],
    ['it was pushed often enough', { ...done, diligence: { on: true, pushed: 3 } }, 'askToContinue'],
    ['it is not to be pushed', { ...done, diligence: { on: false, pushed: 0 } }, 'rest'],
    ['its member is not pushed', done, 'rest', { pushMax: 0 }],
    ['it goes in circles', { ...done, recent: circle }, 'askAboutCircle'],
  ]);

  check('of an aside that has said all', [
    ['it said something', { ...talks({ attention: 'answered' }), ...said('Fine.') }, 'endAside'],
    ['it said nothing', { ...talks({ attention: 'answered' }), ...said(' ') }, 'askForOutput'],
    ['it said nothing twice', { ...talks({ attention: 'answered' }), ...said(''), emptyOutputs: 1 }, 'endAside'],
    [
      'it read an answer in silence',
      {
        ...talks({ attention: 'answered', aside: { ...(aside as object), because: 'answers' } as never }),
        ...said(''),
      },
      'endAside',
    ],
    ['it rests', { ...talks({ attention: 'rest' }), ...said('') }, 'endAside'],
  ]);

  const assigned = withFrame({ attention: 'answered', inbound });
  check(
    'of a subdialog that has said all',
    [
      ['it answers its caller', { ...assigned, ...said('\nBuilt.\n') }, 'supplyResponse: Built.'],
      ['it said that in an earlier generation', { ...assigned, ...said('Built.'), genseq: 5 }, 'askForOutput'],
      ['it says nothing twice', { ...assigned, ...said(''), emptyOutputs: 1 }, 'supplyFailure'],
      ['nobody waits for it', { ...done, ...said('Fine.') }, 'rest'],
    ],
    sub,
  );
});

describe('a dialog', () => {
  const idleSub: DialogState = { ...sub, ...idle };
  const busy: Readonly<Record<string, Partial<DialogState>>> = {
    'it is completed': { status: 'completed' },
    'it was interrupted': { interruption: { code: 'stopped', message: '' } },
    'it generates': { generating: true },
    'it asks the person': { questions: [question] },
    'it calls a tool': { toolCalls: [call()] },
    'it has a tellask to make': { tellasks: [tellask] },
    'it begins a new course': { closing: newCourse },
    'it has something to answer': open,
  };
  const alsoBusy: Readonly<Record<string, Partial<DialogState>>> = {
    ...busy,
    'it waits for others': waits,
    'it works on an assignment': withFrame({ inbound }),
    'it is in an aside': talks({ attention: 'rest' }),
    'it is asked back by one it does not wait for': withFrame({ attention: 'rest', inbound }, [{}]),
  };

  it('takes an assignment when it is idle, and only then', () => {
    assert.equal(canTakeAssignment(idleSub), true);
    for (const [why, change] of Object.entries(alsoBusy))
      assert.equal(canTakeAssignment({ ...idleSub, ...change }), false, why);
  });

  it('takes a TellaskBack when it is idle or only waits for its calls', () => {
    assert.equal(canTakeTellaskBack(idleSub), true);
    assert.equal(canTakeTellaskBack({ ...idleSub, ...waits }), true);
    assert.equal(
      canTakeTellaskBack({ ...idleSub, ...withFrame({ attention: 'unanswered', pending: [pending] }) }),
      true,
    );
    for (const [why, change] of Object.entries(busy))
      assert.equal(canTakeTellaskBack({ ...idleSub, ...change }), false, why);
  });

  it('hears words in its talk, in an aside while it waits, or once it has time', () => {
    const place = (change: Partial<DialogState>) => placeOfWords({ ...idleSub, ...change });
    assert.deepEqual([place({}), place(open), place(talks({})), place(waits)], ['talk', 'talk', 'talk', 'aside']);
    for (const name of [
      'it generates',
      'it asks the person',
      'it calls a tool',
      'it has a tellask to make',
      'it begins a new course',
    ])
      assert.equal(place(busy[name] ?? assert.fail()), 'queue', name);
    assert.equal(place({ queued: [queued] }), 'queue');
    assert.equal(place(back), 'queue');
  });
});
