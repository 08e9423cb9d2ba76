import assert from 'node:assert/strict';
import type { AsideId, CallId } from '../../src/core/base/ids.ts';
import type { DialogState } from '../../src/core/dialog/state.ts';
import type { OpenQuestion } from '../../src/core/dialog/tool-call.ts';
import { controlTools } from '../../src/tools/minds/control-tools.ts';
import { callTool, openCall, stateOf } from './tool-support.ts';

const tools = controlTools({ states: () => [] });

describe('mark_done', () => {
  it('requests the end of a root dialog', async () => {
    const { ok, facts } = await callTool(tools, 'mark_done', {});
    assert.ok(ok);
    assert.deepEqual(facts, [{ kind: 'doneRequested' }]);
  });

  const refusals: readonly [what: string, change: Partial<DialogState>, reason: RegExp][] = [
    [
      'a subdialog is pending',
      { frames: [{ pending: [openCall('c7')], attention: 'unanswered' }] },
      /\n- unanswered tellask to @bob \(c7\): @bob look into it\n/,
    ],
    [
      'it answers a TellaskBack',
      {
        frames: [
          { pending: [openCall('c7')], attention: 'unanswered' },
          { pending: [], attention: 'unanswered' },
        ],
      },
      /c7/,
    ],
    [
      'the same reply makes a tellask',
      {
        tellasks: [
          {
            kind: 'tellask',
            valid: true,
            mention: 'human',
            headline: '@human ok?\n',
            body: '',
            callId: 'c2' as CallId,
          },
        ],
      },
      /\n- tellask of this same reply: @human ok\?\n/,
    ],
    ['a message waits', { queued: [{ msgId: 'm', content: 'wait' }] }, /have not read/],
    ['the same reply cleared its mind', { closing: { kind: 'newCourse', reason: 'clear_mind' } }, /new course/],
  ];
  for (const [what, change, reason] of refusals) {
    it(`is refused with the reason when ${what}`, async () => {
      const result = await callTool(tools, 'mark_done', {}, stateOf({}, change));
      assert.equal(result.ok, false);
      assert.equal(result.facts, undefined);
      assert.match(result.content, reason);
    });
  }

  it('is refused with every reason, those of the tree too', async () => {
    const other = stateOf(
      { kind: 'sub' },
      {
        questions: [{ questionKind: 'ask', headline: 'Which one?' } as OpenQuestion],
        frames: [{ pending: [openCall('c8')], attention: 'rest' }],
      },
    );
    const asking = controlTools({ states: () => [other] });
    const state = stateOf({}, { frames: [{ pending: [openCall('c7')], attention: 'rest' }] });
    const { content } = await callTool(asking, 'mark_done', {}, state);
    assert.match(content, /\n- question for the person of @alice: Which one\?\n- unanswered tellask to @bob \(c7\)/);
    assert.match(content, /\n- unanswered tellask of @alice to @bob: /);
  });

  it('is refused in an aside while an answer waits beneath it', async () => {
    const aside = { asideId: 'a1' as AsideId, because: 'words', since: '2026-01-01T00:00:00.000Z' } as const;
    const frames = (attention: 'unanswered' | 'rest') =>
      [
        { pending: [], attention },
        { aside, pending: [], attention: 'unanswered' },
      ] as const;
    const answered = await callTool(tools, 'mark_done', {}, stateOf({}, { frames: frames('unanswered') }));
    assert.match(answered.content, /an answer that you have not read yet/);
    assert.ok((await callTool(tools, 'mark_done', {}, stateOf({}, { frames: frames('rest') }))).ok);
  });

  it('is for root dialogs only', async () => {
    assert.match((await callTool(tools, 'mark_done', {}, stateOf({ kind: 'sub' }))).content, /root dialogs only/);
  });
});

describe('dismiss_subdialog', () => {
  const state = stateOf({}, { frames: [{ pending: [openCall('c7'), openCall('c8', 'A')], attention: 'unanswered' }] });

  it('ends an open call', async () => {
    assert.deepEqual(await callTool(tools, 'dismiss_subdialog', { callId: 'c7' }, state), {
      ok: true,
      content: 'Dismissed c7.',
      dismiss: 'c7',
    });
  });

  it('names the open calls when there is none of that id, or it is a TellaskBack', async () => {
    for (const callId of ['c1', 'c8']) {
      const result = await callTool(tools, 'dismiss_subdialog', { callId }, state);
      assert.equal(result.ok, false);
      assert.match(result.content, /Open: c7 \(@bob: @bob look into it\)\.$/);
    }
  });
});

describe('dismiss_subdialog with reassign', () => {
  const frames: Partial<DialogState> = { frames: [{ pending: [openCall('c7')], attention: 'unanswered' }] };
  const said = { kind: 'tellask', valid: true, mention: 'bob', headline: '@bob', body: '', callId: 'c9' } as const;
  const state = stateOf({}, { ...frames, tellasks: [{ ...said, callId: 'c9' as CallId }] });

  it('gives the place of a call to the next tellask of the reply', async () => {
    const { ok, facts } = await callTool(tools, 'dismiss_subdialog', { callId: 'c7', reassign: true }, state);
    assert.deepEqual([ok, facts], [true, [{ kind: 'reassignRequested', callId: 'c7' }]]);
  });

  it('is refused without a new tellask in the reply, and for a call whose place is taken already', async () => {
    for (const other of [stateOf({}, frames), { ...state, reassign: ['c7' as CallId] }]) {
      const result = await callTool(tools, 'dismiss_subdialog', { callId: 'c7', reassign: true }, other);
      assert.equal(result.ok, false);
      assert.equal(result.facts, undefined);
    }
  });
});

describe('dismiss_subdialog with reassign beside other tellasks', () => {
  const frames: Partial<DialogState> = { frames: [{ pending: [openCall('c7')], attention: 'unanswered' }] };
  const to = (mention: string, more: object = {}) =>
    ({
      kind: 'tellask',
      valid: true,
      mention,
      headline: `@${mention}`,
      body: '',
      callId: 'c9' as CallId,
      ...more,
    }) as const;

  it('is refused when none of them begins a call that can take the place', async () => {
    for (const other of [to('human'), to('nobody'), to('tellasker'), to('bob', { isCut: true })]) {
      const state = stateOf({}, { ...frames, tellasks: [other] });
      const { ok, facts } = await callTool(tools, 'dismiss_subdialog', { callId: 'c7', reassign: true }, state);
      assert.deepEqual([ok, facts], [false, undefined], other.mention);
    }
    const state = stateOf({}, { ...frames, tellasks: [to('human'), to('bob')] });
    assert.ok((await callTool(tools, 'dismiss_subdialog', { callId: 'c7', reassign: true }, state)).ok);
  });
});

describe('tell_subdialog', () => {
  const state = stateOf({}, { frames: [{ pending: [openCall('c7'), openCall('c8', 'A')], attention: 'unanswered' }] });

  it('keeps the words with the call', async () => {
    const { facts } = await callTool(tools, 'tell_subdialog', { callId: 'c7', content: '\n  Use oak.\n' }, state);
    assert.deepEqual(facts, [{ kind: 'calleeTold', callId: 'c7', content: '  Use oak.' }]);
  });

  it('is refused without words, and for calls that are not open or go to the caller', async () => {
    assert.equal((await callTool(tools, 'tell_subdialog', { callId: 'c7', content: ' ' }, state)).ok, false);
    for (const callId of ['c1', 'c8']) {
      const { ok, content } = await callTool(tools, 'tell_subdialog', { callId, content: 'Hear' }, state);
      assert.equal(ok, false);
      assert.match(content, /Open: c7 /);
    }
  });
});
