import assert from 'node:assert/strict';
import { foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import type { CourseRecord, Fact } from '../../../src/core/dialog/record.ts';
import { carry } from '../../../src/core/dialog/state.ts';
import type { Item } from '../../../webview/dialog/items/item.ts';
import { createItemList, toItems } from '../../../webview/dialog/items/items.ts';
import {
  asked,
  callId,
  created,
  dialogId,
  ended,
  made,
  prose,
  questionId,
  records,
  rootIdentity,
  said,
  started,
  supplied,
  tellask,
  userSaid,
} from './records.ts';

const place = { course: 1, earlier: 0 };

/** Checks the items of some facts, each written as one line. */
function checkItems(facts: readonly Fact[], lines: readonly string[]): void {
  assert.deepEqual(toItems(records(...facts), place).map(lineOf), lines);
}

function lineOf(item: Item): string {
  switch (item.kind) {
    case 'user':
    case 'answer':
      return `${item.kind}: ${item.content}`;
    case 'automatic':
      return `automatic ${item.reason}: ${item.content}`;
    case 'thinking':
    case 'prose':
      return `${item.opens ? '* ' : ''}${item.kind}${item.cut ? ' (cut)' : ''}: ${item.text}`;
    case 'tellask':
    case 'tool':
    case 'question':
      return `${item.opens ? '* ' : ''}${item.kind} ${item.state.kind}`;
    case 'milestone':
      return `milestone ${item.what.kind}`;
    default:
      return item.kind;
  }
}

/** The only item of a kind. */
function itemOf<K extends Item['kind']>(kind: K, facts: readonly Fact[]): Extract<Item, { kind: K }> {
  const found = toItems(records(...facts), place).filter(item => item.kind === kind);
  assert.equal(found.length, 1);
  return found[0] as Extract<Item, { kind: K }>;
}

const delegated = [created, userSaid('m1'), started(1), said(1, prose('I ask.'), tellask('c1')), ended(1)];

describe('items of the conversation', () => {
  it('show what checks of acceptance lines found, as code', () => {
    const line = '[cmd] npm test';
    checkItems(
      [
        created,
        { kind: 'evidenceGathered', line, outcome: 'failed', output: 'Exit code 1.\n```\n' },
        { kind: 'evidenceGathered', line, outcome: 'passed', output: '' },
      ],
      [
        'automatic checkFailed: ```text\n[cmd] npm test\n```\n\n````text\nExit code 1.\n```\n````',
        'automatic checkPassed: ```text\n[cmd] npm test\n```\n\n',
      ],
    );
  });

  it('fold a run of reminders into its last one, which a word of the person ends', () => {
    const push = (left: number) =>
      ({ kind: 'diligencePushed', content: 'Go on', left, language: 'en', source: 'built in' }) as const;
    const items = toItems(
      records(created, push(2), said(1, prose('a')), push(1), said(2, prose('b')), userSaid('m1', 'more'), push(2)),
      { course: 1, earlier: 0 },
    );
    const pushes = items.filter(item => item.kind === 'automatic');
    assert.deepEqual(
      pushes.map(({ left, isFolded }) => [left, isFolded]),
      [
        [2, true],
        [1, undefined],
        [2, undefined],
      ],
    );
  });

  it('shows a message, a thought and a saying, the responder named once', () => {
    checkItems(
      [
        created,
        userSaid('m1', 'Do it'),
        started(1),
        { kind: 'assistantThought', genseq: 1, text: 'Hm' },
        said(1, prose('Done')),
        ended(1),
      ],
      ['user: Do it', '* thinking: Hm', 'prose: Done', 'meta'],
    );
  });

  it('names the responder again after another speaker', () => {
    checkItems(
      [created, started(1), said(1, prose('a')), ended(1), userSaid('m2'), started(2), said(2, prose('b')), ended(2)],
      ['* prose: a', 'meta', 'user: Hello', '* prose: b', 'meta'],
    );
  });

  it('shows tellasks as cards between the prose, in the order said', () => {
    checkItems(
      [created, started(1), said(1, prose('a\n'), tellask('c1'), prose('\n'), tellask('c2'), prose('z')), ended(1)],
      ['* prose: a\n', 'tellask said', 'tellask said', 'prose: z', 'meta'],
    );
  });

  it('a dispatched tellask waits', () => {
    checkItems([...delegated, made('c1', 's1')], ['user: Hello', '* prose: I ask.', 'tellask waiting', 'meta']);
  });

  it('an answer marks the tellask and stands where it arrived, with the headline of its call', () => {
    const facts = [...delegated, made('c1', 's1'), supplied('c1', 's1')];
    checkItems(facts, ['user: Hello', '* prose: I ask.', 'tellask answered', 'meta', 'answer: found']);
    assert.equal(itemOf('answer', facts).headline, '@researcher look');
  });

  it('a call with several targets waits for the last of them', () => {
    const facts = [...delegated, made('c1', 's1', 's2'), supplied('c1', 's2')];
    assert.deepEqual(itemOf('tellask', facts).state, {
      kind: 'waiting',
      callKind: 'C',
      targets: ['s1', 's2'],
      open: ['s1'],
    });
  });

  it('a failed answer marks the tellask as failed', () => {
    const { state } = itemOf('tellask', [...delegated, made('c1', 's1'), supplied('c1', 's1', false)]);
    assert.equal(state.kind === 'answered' && state.outcome, 'failed');
  });

  it('a dismissed call is no failure', () => {
    const dismissed = { ...supplied('c1', 's1', false), content: 'dismissed' } as Fact;
    const { state } = itemOf('tellask', [...delegated, made('c1', 's1'), dismissed]);
    assert.equal(state.kind === 'answered' && state.outcome, 'dismissed');
  });

  it('a refused tellask says why', () => {
    const refused: Fact = { kind: 'tellaskRefused', callId: callId('c1'), reason: 'too-deep', message: 'Too deep.' };
    assert.deepEqual(itemOf('tellask', [...delegated, refused]).state, { kind: 'refused', message: 'Too deep.' });
  });

  it('marks the text of a cut generation, and dispatches none of its tellasks', () => {
    checkItems(
      [created, started(1), { ...said(1, prose('half'), tellask('c1')), cut: true } as Fact],
      ['* prose (cut): half', 'tellask void'],
    );
  });

  it('a question takes the place of the tellask that asks it', () => {
    const facts = [
      created,
      started(1),
      said(1, prose('I ask.'), tellask('c1', 'human'), prose('Then on.')),
      ended(1),
      asked('q1', { callId: callId('c1'), options: ['yes'] }),
    ];
    checkItems(facts, ['* prose: I ask.', 'question open', 'prose: Then on.', 'meta']);
  });

  it('a question of the runtime stands by itself, and keeps its answer', () => {
    const answer: Fact = { kind: 'questionAnswered', questionId: questionId('q1'), msgId: 'm2', content: 'stop' };
    const facts = [created, asked('q1', { questionKind: 'diligence' }), answer];
    assert.deepEqual(itemOf('question', facts).state, {
      kind: 'answered',
      content: 'stop',
      at: '1970-01-01T00:00:02.000Z',
    });
  });

  it('a closed question says why', () => {
    const closed: Fact = { kind: 'questionClosed', questionId: questionId('q1'), reason: 'dismissed' };
    assert.deepEqual(itemOf('question', [created, asked('q1'), closed]).state, {
      kind: 'closed',
      closing: { reason: 'dismissed' },
    });
  });

  it('a tool call goes from called over running to its result, with the time it took', () => {
    const call: Fact = { kind: 'toolCalled', genseq: 1, callId: callId('t1'), name: 'read_file', args: '{}' };
    const begun: Fact = { kind: 'toolStarted', callId: callId('t1') };
    const returned: Fact = { kind: 'toolReturned', callId: callId('t1'), ok: true, content: 'text' };
    checkItems([created, started(1), call], ['* tool called']);
    checkItems([created, started(1), call, begun], ['* tool running']);
    const { state } = itemOf('tool', [created, started(1), call, begun, returned]);
    assert.deepEqual(state, { kind: 'returned', ok: true, content: 'text', ms: 1000 });
  });

  it('a tool call whose records have one time, as in a fork of an earlier version, does not say how long it took', () => {
    const facts: Fact[] = [
      created,
      started(1),
      { kind: 'toolCalled', genseq: 1, callId: callId('t1'), name: 'read_file', args: '{}' },
      { kind: 'toolStarted', callId: callId('t1') },
      { kind: 'toolReturned', callId: callId('t1'), ok: true, content: 'text' },
    ];
    const [first, ...others] = records(...facts);
    const copied = others.map(record => ({ ...record, at: others[0]?.at ?? '' }));
    const tool = toItems([...(first ? [first] : []), ...copied], place).find(({ kind }) => kind === 'tool');
    assert.deepEqual(tool?.kind === 'tool' && tool.state, { kind: 'returned', ok: true, content: 'text' });
  });

  it('marks what the runtime says by itself', () => {
    checkItems(
      [
        created,
        { kind: 'diligencePushed', content: 'Go on', left: 2, language: 'en', source: 'built in' },
        { kind: 'autoSaid', reason: 'empty-output', content: 'Say something' },
      ],
      ['automatic diligence: Go on', 'automatic empty-output: Say something'],
    );
  });

  it('a subdialog begins with its assignment and ends with its answer', () => {
    const call = {
      callId: callId('c1'),
      callKind: 'C' as const,
      callerDialogId: dialogId('r1'),
      callerAgentId: 'dominds' as never,
      headline: '@researcher look',
      body: '',
    };
    const given: Fact = {
      kind: 'responseGiven',
      callId: callId('c1'),
      to: dialogId('r1'),
      ok: true,
      content: 'found',
    };
    checkItems(
      [{ kind: 'dialogCreated', identity: rootIdentity, call }, started(1), said(1, prose('found')), ended(1), given],
      ['assignment', '* prose: found', 'meta', 'given'],
    );
  });

  it('a new course begins with its line and opening prompt, and closes open questions', () => {
    const first = records(created, asked('q1'));
    const state = foldCourse(first);
    assert.ok(state);
    const next: Fact = {
      kind: 'courseStarted',
      course: 2,
      identity: rootIdentity,
      carried: carry(state),
      prompt: 'Go on.',
      reason: 'clear_mind',
    };
    checkItems([created, asked('q1'), next], ['* question closed', 'course', 'automatic clear_mind: Go on.']);
  });

  it('a new course shows what it took over: reminders, open tellasks, undelivered messages', () => {
    const first = foldCourse(records(created, { kind: 'remindersSet', reminders: ['check the cache'] }));
    assert.ok(first);
    const carried = { ...carry(first), queued: [{ msgId: 'm', content: 'and hurry' }] };
    const next: Fact = {
      kind: 'courseStarted',
      course: 2,
      identity: rootIdentity,
      carried,
      prompt: 'Go on.',
      reason: 'clear_mind',
    };
    const course = toItems(records(next), place).find(item => item.kind === 'course');
    assert.deepEqual(course?.survived, { reminders: ['check the cache'], calls: [], queued: ['and hurry'] });
  });

  it('shows interruption, continuation and completion', () => {
    checkItems(
      [
        created,
        { kind: 'interrupted', code: 'stopped', message: '' },
        { kind: 'resumed' },
        { kind: 'dialogCompleted', by: 'person', forced: false },
      ],
      ['interruption', 'milestone continued', 'milestone completed'],
    );
  });

  it('skips records of a kind it does not know', () => {
    const unknown = { v: 1, at: '', kind: 'fromTheFuture' } as unknown as CourseRecord;
    assert.deepEqual(toItems([unknown], place), []);
  });

  it('an answer whose call is not among the records still shows', () => {
    checkItems([supplied('c1', 's1')], ['answer: found']);
  });

  it('keeps every item that a record does not change as the same object', () => {
    const list = createItemList(place);
    for (const record of records(...delegated)) list.add(record);
    const before = list.items();
    for (const record of records(made('c1', 's1'))) list.add(record);
    const after = list.items();
    assert.equal(after[0], before[0]);
    assert.notEqual(after[2], before[2]);
  });

  it('keys are unique, and the same when earlier records are loaded later', () => {
    const all = records(...delegated, made('c1', 's1'), supplied('c1', 's1'), userSaid('m2'));
    const whole = toItems(all, place).map(item => item.key);
    const late = toItems(all.slice(5), { course: 1, earlier: 5 }).map(item => item.key);
    assert.equal(new Set(whole).size, whole.length);
    assert.deepEqual(whole.slice(-late.length), late);
  });

  it('show the estimate that caps count where the usage is not known', () => {
    const ended = { kind: 'generationEnded', genseq: 1, outcome: 'complete', estimate: { tokens: 1_200 } } as const;
    const items = toItems(records(created, ended), { course: 1, earlier: 0 });
    assert.deepEqual(
      items.flatMap(item => (item.kind === 'meta' ? [item.estimate] : [])),
      [1_200],
    );
  });

  it('tells once a course of images that were not sent', () => {
    const left = (imagesLeftOut: number): Fact => ({
      kind: 'generationEnded',
      genseq: 1,
      outcome: 'complete',
      imagesLeftOut,
    });
    const items = toItems(records(created, left(1), left(1), left(2)), { course: 1, earlier: 0 });
    assert.deepEqual(
      items.flatMap(item => (item.kind === 'meta' ? [item.imagesLeftOut] : [])),
      [1, undefined, 2],
    );
  });

  it('are the same when the records before them come later, wherever the two were cut', () => {
    const all = records(
      ...delegated,
      made('c1'),
      supplied('c1', 'It is so.'),
      userSaid('m2'),
      started(2),
      { kind: 'toolCalled', genseq: 2, callId: callId('t1'), name: 'read_file', args: '{}' },
      ended(2),
      { kind: 'toolStarted', callId: callId('t1') },
      { kind: 'toolReturned', callId: callId('t1'), ok: true, content: 'text' },
      started(3),
      said(3, prose('Now you.'), tellask('c2', 'human')),
      ended(3),
      asked('q1', { callId: callId('c2') }),
      { kind: 'questionAnswered', questionId: questionId('q1'), content: 'Yes', msgId: 'm3' },
      started(4),
      said(4, prose('Done.')),
      ended(4),
    );
    for (let second = 2; second < all.length; second++) {
      for (let first = 1; first < second; first++) {
        const list = createItemList({ course: 1, earlier: second });
        for (const record of all.slice(second)) list.add(record);
        const isDone =
          list.prepend(all.slice(first, second), { course: 1, earlier: first }) &&
          list.prepend(all.slice(0, first), place);
        if (isDone) assert.deepEqual(list.items(), toItems(all, place), `cut at ${first} and ${second}`);
      }
    }
  });

  it('take earlier records at the cost of these alone when a tool returned in the later part', () => {
    const all = records(
      created,
      userSaid('m1'),
      started(1),
      { kind: 'toolCalled', genseq: 1, callId: callId('t1'), name: 'read_file', args: '{}' },
      { kind: 'toolStarted', callId: callId('t1') },
      { kind: 'toolReturned', callId: callId('t1'), ok: true, content: 'text' },
    );
    const list = createItemList({ course: 1, earlier: 5 });
    for (const record of all.slice(5)) list.add(record);
    assert.equal(list.prepend(all.slice(0, 5), place), true);
    assert.deepEqual(list.items(), toItems(all, place));
  });
});
