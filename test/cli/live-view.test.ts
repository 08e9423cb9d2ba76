import assert from 'node:assert/strict';
import type { CallId } from '../../src/core/base/ids.ts';
import type { Fact } from '../../src/core/dialog/record.ts';
import type { FeedEvent } from '../../src/core/dialog/view/feed-event.ts';
import { fakeRuntime, lead, node, question, recordOf, researcher, settled } from '../support/fake-runtime.ts';
import { nextTurn } from '../support/next-turn.ts';
import { runDominds, starting } from './run-support.ts';

describe('what people see while a tree is driven', () => {
  const saying = { ...lead, genseq: 1, segment: 'saying' } as const;
  const call = {
    callId: 'c-1' as CallId,
    callKind: 'C',
    callerDialogId: lead.selfId,
    callerAgentId: 'lead' as never,
    headline: '@researcher Look\n',
    body: '',
  } as const;
  const events: readonly FeedEvent[] = [
    { type: 'segment_start', ...saying },
    { type: 'chunk', ...saying, text: 'I ' },
    { type: 'chunk', ...saying, text: 'ask.' },
    { type: 'chunk', ...saying, segment: 'thinking', text: 'hidden' },
    { type: 'segment_finish', ...saying },
    {
      type: 'recorded',
      ...lead,
      seq: 2,
      record: recordOf({ kind: 'assistantSaid', genseq: 1, parts: [{ kind: 'prose', text: 'I ask.' }] }),
    },
    { type: 'recorded', ...researcher, seq: 1, record: recordOf({ kind: 'callReceived', call }) },
    { type: 'chunk', ...saying, ...researcher, text: 'not for stdout' },
    {
      type: 'recorded',
      ...lead,
      seq: 3,
      record: recordOf({ kind: 'assistantSaid', genseq: 2, parts: [{ kind: 'prose', text: 'Whole.' }] }),
    },
    {
      type: 'recorded',
      ...lead,
      seq: 4,
      record: recordOf({ kind: 'generationEnded', genseq: 2, outcome: 'complete', model: 'playbook' }),
    },
  ];
  const end = settled({ response: 'Whole.', questions: [question()] });

  it('streams the sayings of the root to stdout and progress to stderr', async () => {
    const { stdout, stderr, code } = await runDominds(['start', 'go'], { runtime: starting(end, events).runtime });
    assert.equal(stdout, 'I ask.\n\nWhole.\n\n? lead asks: Which colour?\n  Red or blue.\n  dominds answer q-1 "…"\n');
    assert.deepEqual(stderr.trimEnd().split('\n'), [
      'dialog root-1 · lead',
      'lead asks researcher: Look',
      '(scripted replies from a playbook, no model is used)',
      'dialog root-1 · awaiting-q4h',
    ]);
    assert.equal(code, 3);
  });

  it('tells that a reply is empty, unless it calls a tool', async () => {
    const reply = (genseq: number, ...facts: readonly Fact[]): FeedEvent[] =>
      [
        { kind: 'generationStarted', genseq } as const,
        ...facts,
        { kind: 'generationEnded', genseq, outcome: 'complete' } as const,
      ].map((fact, index) => ({ type: 'recorded', ...lead, seq: 10 * genseq + index, record: recordOf(fact) }));
    const blank: Fact = { kind: 'assistantSaid', genseq: 1, parts: [{ kind: 'prose', text: ' \n' }] };
    const call: Fact = { kind: 'toolCalled', genseq: 2, callId: 'c-2' as CallId, name: 'read_file', args: '{}' };
    const told = [...reply(1, blank), ...reply(2, call)];
    const { stderr } = await runDominds(['start', 'go'], { runtime: starting(end, told).runtime });
    assert.equal(stderr.split('the reply of lead is empty').length, 2);
  });

  it('names a delegated task by its words, without the session that the tellask gives', async () => {
    const told = { ...call, headline: '@researcher !tellaskSession web Look closely\n' };
    const record = recordOf({ kind: 'callReceived', call: told });
    const asked: FeedEvent = { type: 'recorded', ...researcher, seq: 1, record };
    const { stderr } = await runDominds(['start', 'go'], { runtime: starting(end, [asked]).runtime });
    assert.match(stderr, /^lead asks researcher: Look closely$/m);
  });

  it('names a delegated task by its body when the headline names the session alone', async () => {
    const told = { ...call, headline: '@researcher !tellaskSession web\n', body: 'Look closely\n' };
    const record = recordOf({ kind: 'callReceived', call: told });
    const asked: FeedEvent = { type: 'recorded', ...researcher, seq: 1, record };
    const { stderr } = await runDominds(['start', 'go'], { runtime: starting(end, [asked]).runtime });
    assert.match(stderr, /^lead asks researcher: Look closely$/m);
  });

  it('tells once for a member that caps count an estimate, as its model reports no usage', async () => {
    const ended = (genseq: number): FeedEvent => ({
      type: 'recorded',
      ...lead,
      seq: genseq,
      record: recordOf({ kind: 'generationEnded', genseq, outcome: 'complete', estimate: { tokens: 1_200 } }),
    });
    const { stderr } = await runDominds(['start', 'go'], { runtime: starting(end, [ended(1), ended(2)]).runtime });
    assert.equal(stderr.split('the model of lead reports no usage: caps count an estimate').length, 2);
  });

  it('with --quiet prints the last saying and the questions only', async () => {
    const { stdout, stderr } = await runDominds(['start', 'go', '--quiet'], { runtime: starting(end, events).runtime });
    assert.match(stdout, /^Whole\.\n\n\? lead asks/);
    assert.equal(stderr, '');
  });

  it('on a terminal shows the tree as it stands and erases it at the end', async () => {
    const { stdout, stderr } = await runDominds(['start', 'go'], { runtime: working().runtime, isTTY: true });
    const plain = uncoloured(stdout);
    assert.equal(plain, '● lead  thinks\n└─ ● researcher  works\r\u001b[1A\u001b[J');
    assert.match(stderr, /root-1 · lead/);
  });

  it('shows for how long a model has not replied: in the tree, as an event, and a line for each minute', async () => {
    const silent = (seconds: number) => ({ type: 'no_reply', ...lead, genseq: 1, seconds }) as const;
    const during = [silent(10), silent(50), silent(60), silent(0), silent(70)];
    const onTerminal = await runDominds(['start', 'go'], { runtime: working(during).runtime, isTTY: true });
    assert.match(uncoloured(onTerminal.stdout), /● lead {2}waits: no reply for 70 s/);
    const { stderr } = await runDominds(['start', 'go'], { runtime: starting(end, during).runtime });
    assert.deepEqual(stderr.match(/.*no reply.*/g), ['lead waits: no reply for 60 s']);
    const { json } = await runDominds(['start', 'go', '--json'], { runtime: starting(end, during).runtime });
    assert.deepEqual(json.slice(0, 2), [silent(10), silent(50)]);
  });

  it('where no tree is drawn says after a minute without a line who works on what, on stderr alone', async () => {
    const passing = (argv: readonly string[], events: readonly FeedEvent[] = []) => {
      let minutes = 0;
      const after = (ms: number, work: () => void) => {
        assert.equal(ms, 60_000);
        if (++minutes <= 2) setImmediate(work);
        return () => {};
      };
      const { runtime } = working(events);
      const later = async () => {
        for (let turn = 0; turn < 5; turn++) await nextTurn();
        return settled();
      };
      return runDominds(argv, { runtime: { ...runtime, settled: later }, after });
    };
    const { stdout, stderr } = await passing(['start', 'go']);
    assert.match(stderr, /^dialog root-1 · lead\n● lead {2}thinks\n└─ ● researcher {2}works\n/);
    assert.equal(stdout, '');
    for (const flag of ['--quiet', '--json'])
      assert.doesNotMatch((await passing(['start', 'go', flag])).stderr, /thinks|works/);
  });

  for (const env of [{ CI: '1' }, { NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    it(`shows no tree with ${Object.entries(env).join().replace(',', '=')}, and none where stdout is no terminal`, async () => {
      const onTerminal = await runDominds(['start', 'go'], { runtime: working().runtime, isTTY: true, env });
      assert.equal(onTerminal.stdout, '');
      assert.equal((await runDominds(['start', 'go'], { runtime: working().runtime, env })).stdout, '');
    });
  }

  it('watch names members at work before it began, and says when no process drives', async () => {
    const fake = fakeRuntime({
      listRoots: () => [],
      drivenBy: () => 'nobody',
      onDriverChange: () => ({ dispose() {} }),
      tree: async () => ({ ok: true, tree: node(lead, 'lead') }),
    });
    let stop = () => {};
    const listening = new Promise<void>(resolve => {
      stop = resolve;
    });
    const watching = runDominds(['watch'], {
      runtime: fake.runtime,
      isTTY: true,
      interruptible: interrupt => {
        stop();
        fake.publish({
          type: 'recorded',
          ...lead,
          seq: 9,
          record: recordOf({ kind: 'diligencePushed', content: '', left: 2, language: 'en', source: 'x' }),
        });
        setImmediate(interrupt);
      },
    });
    await listening;
    const { stderr, stdout, code } = await watching;
    assert.match(uncoloured(stderr), /^dialog root-1 · lead\nlead is told to keep going/);
    assert.match(stdout, /no process drives this folder/);
    assert.equal(code, 0);
  });
});

describe('dominds watch', () => {
  it('tells which dialog is at work, once, and why a member is interrupted', async () => {
    const fake = fakeRuntime({
      listRoots: () => [],
      tree: async () => ({ ok: true, tree: node(lead, 'lead', { children: [node(researcher, 'researcher')] }) }),
    });
    for (const [env, told] of [
      [{}, 'dialog root-1 · lead\nresearcher is interrupted: bad key\nlead is interrupted: stopped by you\n'],
      [{ DOMINDS_LANG: 'zh' }, '对话 root-1 · lead\nresearcher 已中断：bad key\nlead 已中断：stopped by you\n'],
    ] as const) {
      const { stderr, code } = await runDominds(['watch'], {
        runtime: fake.runtime,
        env,
        interruptible(interrupt) {
          const why = { kind: 'interrupted', code: 'auth', message: 'bad key' } as const;
          fake.publish({ type: 'recorded', ...researcher, seq: 2, record: recordOf(why) });
          const stopped = { kind: 'interrupted', code: 'stopped', message: 'stopped by you' } as const;
          fake.publish({ type: 'recorded', ...lead, seq: 9, record: recordOf(stopped) });
          setImmediate(interrupt);
        },
      });
      assert.equal(stderr, told);
      assert.equal(code, 0);
    }
  });
});

/** Without colours; what moves the cursor stays. */
function uncoloured(text: string): string {
  const control = String.fromCharCode(27);
  return text
    .split(control)
    .map((piece, index) =>
      index === 0 ? piece : /^\[\d*m/.test(piece) ? piece.replace(/^\[\d*m/, '') : `${control}${piece}`,
    )
    .join('');
}

/** A tree at work that settles a little later, so that the screen is drawn before. */
function working(events: readonly FeedEvent[] = []) {
  const at = { state: 'generating', states: ['generating'] } as const;
  const tree = node(lead, 'lead', { ...at, children: [node(researcher, 'researcher', at)] });
  const fake = fakeRuntime({
    intents: {
      async start() {
        fake.publish({ type: 'segment_start', ...lead, genseq: 1, segment: 'thinking' });
        for (const event of events) fake.publish(event);
        return { ok: true, rootId: lead.rootId };
      },
    },
    tree: async () => ({ ok: true, tree }),
    settled: () => new Promise(resolve => setImmediate(() => resolve(settled()))),
  });
  return fake;
}
