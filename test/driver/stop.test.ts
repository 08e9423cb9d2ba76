// Stop, continue, retry, and streams that break their rule (SPEC 8.1, 10.3, 11).
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { say, stopDialogs } from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmEvent, LlmFailure } from '../../src/llm/provider.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, dialogsOf, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn } from './check-tree.ts';

const never = new Promise(() => {});
const busy: LlmFailure = { code: 'server-error', message: 'busy', status: 503, retryable: true };
const saying = (text: string): LlmEvent[] => [
  { kind: 'segmentStarted', segment: 'saying' },
  { kind: 'chunk', segment: 'saying', text },
  { kind: 'segmentFinished', segment: 'saying' },
];
const said = (t: TestDriver, tree: Tree) =>
  recordsIn(t, tree, 'assistantSaid').map(({ parts, cut }) => [
    parts.map(part => (part.kind === 'prose' ? part.text : part.headline)).join(''),
    cut ?? false,
  ]);
const outcomes = (t: TestDriver, tree: Tree) => recordsIn(t, tree, 'generationEnded').map(({ outcome }) => outcome);

describe('stop', () => {
  it('holds while the model is looked for, too', async () => {
    const t = createTestDriver({ script: { lead: ['Fine.'] }, choosing: new Promise(() => {}) });
    const tree = t.launch('Begin');
    while (!rootOf(tree).abort) await nextTurn();
    await stopDialogs(t.driver, [rootOf(tree)]);
    assert.equal(rootOf(tree).state.interruption?.code, 'stopped');
    assert.equal(t.llm.requests.length, 0);
  });

  it('ends the generation, keeps what was said marked as cut, and does not send it again', async () => {
    const t = createTestDriver({ script: { lead: [{ say: 'I was about', until: never }, 'Fine.'] } });
    const tree = t.launch('Begin');
    while ((rootOf(tree).live?.segments.length ?? 0) === 0) await nextTurn();
    await stopDialogs(t.driver, [rootOf(tree)]);
    assert.deepEqual(said(t, tree), [['I was about', true]]);
    assert.deepEqual(outcomes(t, tree), ['stopped']);
    assert.equal(rootOf(tree).state.interruption?.code, 'stopped');
    await t.goOn(tree);
    assert.deepEqual(
      t.llm.requests.at(-1)?.prompt.messages.map(({ content }) => content),
      ['system', 'Begin'],
    );
    checkSettled(t, tree);
  });

  it('dispatches no tellask of the stopped generation', async () => {
    const t = createTestDriver({ script: { lead: [{ say: '!?@coder build\n', until: never }] } });
    const tree = t.launch('Begin');
    while (!rootOf(tree).live?.segments.some(({ text }) => text.includes('build'))) await nextTurn();
    await stopDialogs(t.driver, [rootOf(tree)]);
    assert.equal(tree.dialogs.size, 1);
    checkTree(t, tree);
  });

  it('ends a provider that does not listen', async () => {
    const provider = {
      id: 'deaf',
      label: 'deaf',
      async *stream(): AsyncGenerator<LlmEvent> {
        yield* saying('Hm');
        await never;
      },
    };
    const t = createTestDriver({ script: {}, provider });
    const tree = t.launch('Begin');
    while ((rootOf(tree).live?.segments.length ?? 0) === 0) await nextTurn();
    await stopDialogs(t.driver, [rootOf(tree)]);
    assert.deepEqual(said(t, tree), [['Hm', true]]);
  });

  it('of one dialog leaves the others at work', async () => {
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build\n\n!?@researcher find', 'Fine.'],
        coder: [{ say: 'I', until: never }, 'Built.'],
        researcher: [{ say: 'Found.', until: gate.promise }],
      },
    });
    const tree = t.launch('Begin');
    while (!dialogsOf(tree, 'coder')[0]?.state.generating) await nextTurn();
    const coder = dialogsOf(tree, 'coder')[0] ?? assert.fail();
    assert.deepEqual(await stopDialogs(t.driver, [coder]), [coder.ref]);
    gate.resolve();
    await t.driver.quiet(tree);
    assert.equal(recordsIn(t, tree, 'responseSupplied').length, 1);
    await t.goOn(tree);
    checkSettled(t, tree);
  });

  it('while it waits for a place stops it without a generation', async () => {
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({
      concurrency: 1,
      script: request =>
        request.prompt.messages.at(-1)?.content === 'Hold' ? { say: 'Held.', until: gate.promise } : 'Fine.',
    });
    const first = t.launch('Hold');
    await nextTurn();
    const second = t.launch('Begin');
    await nextTurn();
    await stopDialogs(t.driver, [rootOf(second)]);
    assert.equal(rootOf(second).state.interruption?.code, 'stopped');
    assert.equal(t.llm.requests.length, 1);
    gate.resolve();
    await t.driver.quiet(first);
    await t.goOn(second);
    assert.equal(rootOf(second).state.saying.text, 'Fine.');
  });

  it('of a dialog at rest does nothing', async () => {
    const t = createTestDriver({ script: { lead: ['Fine.'] } });
    const tree = await t.start('Begin');
    assert.deepEqual(await stopDialogs(t.driver, [rootOf(tree)]), []);
    assert.equal(rootOf(tree).state.interruption, null);
  });

  it('is over with the next message', async () => {
    const t = createTestDriver({ script: { lead: [{ say: 'I', until: never }, 'Fine.'] } });
    const tree = t.launch('Begin');
    while (!rootOf(tree).state.generating) await nextTurn();
    await stopDialogs(t.driver, [rootOf(tree)]);
    await t.say(tree, 'Do it so');
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });

  it('in the pause before a retry ends the retries, and Continue has all of them again', async () => {
    const delays: number[] = [];
    let holds = true;
    const fails = (count: number) => Array.from({ length: count }, () => ({ fail: busy }));
    const t = createTestDriver({
      script: { lead: [...fails(4), ...fails(5), 'Fine.'] },
      delay: (ms, signal) => {
        delays.push(ms);
        if (!holds || delays.length < 4) return Promise.resolve();
        return new Promise(resolve => signal.addEventListener('abort', () => resolve()));
      },
    });
    const tree = t.launch('Begin');
    while (delays.length < 4) await nextTurn();
    assert.deepEqual(rootOf(tree).live?.retrying?.attempt, 4);
    await stopDialogs(t.driver, [rootOf(tree)]);
    assert.equal(rootOf(tree).state.interruption?.code, 'stopped');
    holds = false;
    await t.goOn(tree);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });
});

describe('retries', () => {
  it('follow a failure that may pass, five times, then the dialog is interrupted with the reason', async () => {
    const delays: number[] = [];
    const t = createTestDriver({
      script: () => ({ fail: busy }),
      delay: async ms => void delays.push(ms),
    });
    const tree = await t.start('Begin');
    assert.deepEqual(delays, [750, 1500, 3000, 6000, 12_000]);
    assert.equal(t.llm.requests.length, 6);
    const { code, message } = rootOf(tree).state.interruption ?? assert.fail();
    assert.deepEqual([code, message], ['server-error', 'busy']);
    assert.deepEqual(new Set(outcomes(t, tree)), new Set(['failed']));
  });

  it('are shown with number, wait and reason', async () => {
    const t = createTestDriver({ script: { lead: [{ fail: busy }, 'Fine.'] } });
    await t.start('Begin');
    const shown = t.events.filter(event => event.type === 'retrying');
    assert.deepEqual(
      shown.map(({ attempt, inMs, reason }) => ({ attempt, inMs, reason })),
      [{ attempt: 1, inMs: 750, reason: 'busy' }],
    );
  });

  it('keep what a cut stream said, marked, and do not send it again', async () => {
    const t = createTestDriver({ script: { lead: [{ say: 'Half', fail: busy }, 'Whole.'] } });
    const tree = await t.start('Begin');
    assert.deepEqual(said(t, tree), [
      ['Half', true],
      ['Whole.', false],
    ]);
    assert.deepEqual(outcomes(t, tree), ['cut', 'complete']);
    assert.equal(t.llm.requests.at(-1)?.prompt.messages.length, 2);
  });

  it('start again after a successful generation', async () => {
    const fails = Array.from({ length: 5 }, () => ({ fail: busy }));
    const t = createTestDriver({ script: { lead: [...fails, 'One.', ...fails, 'Two.'] } });
    const tree = await t.start('Begin');
    await t.say(tree, 'More');
    assert.equal(rootOf(tree).state.saying.text, 'Two.');
  });

  it('do not follow a refused key', async () => {
    const t = createTestDriver({ script: { lead: [{ fail: { code: 'auth', message: 'no', retryable: false } }] } });
    const tree = await t.start('Begin');
    assert.equal(t.llm.requests.length, 1);
    assert.equal(rootOf(tree).state.interruption?.code, 'auth');
  });

  it('become a question when the server asks for a long wait', async () => {
    const fail = { ...busy, code: 'rate-limited', retryAfterMs: 180_000 } as const;
    const t = createTestDriver({ script: { lead: [{ fail }, 'Fine.'] } });
    const tree = await t.start('Begin');
    const [question] = questionsOf(tree);
    assert.equal(question?.kind, 'provider');
    assert.match(question?.tellaskHead ?? '', /3 minutes/);
    await t.answer(tree, question?.options?.[0] ?? '');
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });

  it('stop when that question is answered so', async () => {
    const fail = { ...busy, code: 'rate-limited', retryAfterMs: 180_000 } as const;
    const t = createTestDriver({ script: { lead: [{ fail }] } });
    const tree = await t.start('Begin');
    await t.answer(tree, 'stop');
    assert.equal(rootOf(tree).state.interruption?.code, 'stopped');
  });
});

describe('a stream out of order', () => {
  const broken: readonly [what: string, events: LlmEvent[], message: RegExp][] = [
    [
      'two segments overlap',
      [
        { kind: 'segmentStarted', segment: 'thinking' },
        { kind: 'segmentStarted', segment: 'saying', source: 'delta.content' },
      ],
      /segmentStarted of saying came while thinking is open \(provider event: delta\.content\)/,
    ],
    [
      'a chunk comes outside its segment',
      [{ kind: 'chunk', segment: 'saying', text: 'x' }],
      /chunk of saying came while nothing is open/,
    ],
    ['a segment ends that is not open', [{ kind: 'segmentFinished', segment: 'saying' }], /while nothing is open/],
  ];
  for (const [what, events, message] of broken) {
    it(`is said aloud and interrupts the generation: ${what}`, async () => {
      const t = createTestDriver({ script: { lead: [{ events: [...saying('Well. '), ...events] }, 'Fine.'] } });
      const tree = await t.start('Begin');
      const error = t.events.find(event => event.type === 'stream_error_evt');
      assert.match(error?.message ?? '', message);
      assert.equal(rootOf(tree).state.interruption?.code, 'stream-error');
      assert.deepEqual(outcomes(t, tree), ['stream-error']);
      assert.deepEqual(said(t, tree), [['Well. ', true]]);
      await t.goOn(tree);
      assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    });
  }

  it('thinking and saying may alternate any number of times', async () => {
    const thinking = saying('hm').map(event =>
      'segment' in event ? { ...event, segment: 'thinking' as const } : event,
    );
    const events: LlmEvent[] = [
      ...thinking,
      ...saying('A'),
      ...thinking,
      ...saying('B'),
      { kind: 'finished', reason: 'stop' },
    ];
    const t = createTestDriver({ script: { lead: [{ events }] } });
    const tree = await t.start('Begin');
    assert.deepEqual(
      rootOf(tree)
        .records.map(({ kind }) => kind)
        .filter(kind => kind.startsWith('assistant')),
      ['assistantThought', 'assistantSaid', 'assistantThought', 'assistantSaid'],
    );
    assert.equal(rootOf(tree).state.saying.text, 'AB');
  });
});

describe('a restart', () => {
  it('interrupts what was generating, keeps the rest, and drives nothing before it is told to', async () => {
    const t = createTestDriver({ script: { lead: [{ say: 'I', until: never }, 'Fine.'] } });
    const tree = t.launch('Begin');
    while (!rootOf(tree).state.generating) await nextTurn();
    const after = t.restart({ lead: ['Fine.'] });
    const loaded = await after.onlyTree();
    assert.deepEqual(rootOf(loaded).state.interruption?.code, 'restart');
    assert.equal(after.llm.requests.length, 0);
    await after.goOn(loaded);
    assert.equal(rootOf(loaded).state.saying.text, 'Fine.');
    checkSettled(after, loaded);
  });

  it('drives what needed driving once it is told to', async () => {
    const t = createTestDriver({ script: {} });
    const tree = t.launch('Begin');
    assert.equal(rootOf(tree).state.frames[0].attention, 'unanswered');
    const after = t.restart({ lead: ['Fine.'] });
    const loaded = await after.onlyTree();
    assert.ok(after.driver.isDue(loaded));
    await after.goOn(loaded);
    assert.equal(rootOf(loaded).state.saying.text, 'Fine.');
    await t.driver.close();
  });

  it('a message that comes while tellasks are not dispatched yet is queued', async () => {
    const t = createTestDriver({ script: { lead: ['!?@coder build', 'Fine.'], coder: ['Built.'] } });
    const tree = await t.start('Begin');
    const file = `/rtws/.dialogs/run/${tree.rootId}/course-001.jsonl`;
    const lines = t.files.texts.get(file)?.split('\n') ?? [];
    const made = lines.findIndex(line => line.includes('"tellaskMade"'));
    for (const path of [...t.files.texts.keys()]) if (path.includes('/subdialogs/')) t.files.texts.delete(path);
    t.files.texts.set(file, `${lines.slice(0, made).join('\n')}\n`);
    const after = t.restart({ lead: ['Nearly.', 'Fine.'], coder: ['Built.'] });
    const loaded = await after.onlyTree();
    const outcome = say(after.driver, rootOf(loaded), { msgId: 'm2', content: 'Hurry' });
    assert.ok(outcome.ok && outcome.queued);
    await after.driver.quiet(loaded);
    const aside = after.llm.requests.find(({ origin }) => origin.agentId === 'lead')?.prompt.messages.at(-1)?.content;
    assert.match(aside ?? '', /^\[Aside\].*\n\nHurry$/);
    assert.equal(rootOf(loaded).state.saying.text, 'Fine.');
    checkSettled(after, loaded);
  });
});
