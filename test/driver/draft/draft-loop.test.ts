// The loop of a draft dialogue in the driver: what a step records, what ends it, and what people do meanwhile (SPEC
// 15).
import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { decideDraft } from '../../../src/core/draft/next-step.ts';
import { acceptDraft } from '../../../src/driver/draft/accept.ts';
import { forkRoot } from '../../../src/driver/intents/fork-root.ts';
import { continueDialogs, forceDone, reopenRoot, say, stopDialogs } from '../../../src/driver/intents/intents.ts';
import { rootOf } from '../../../src/driver/tree.ts';
import type { LlmFailure, LlmProvider } from '../../../src/llm/provider.ts';
import { nextTurn } from '../../support/next-turn.ts';
import { checkTree } from '../check-tree.ts';
import { createMind, mindOn, send, steps, untilDraft, untilPaused } from './draft-support.ts';

const kindsOf = (mind: ReturnType<typeof createMind>) => rootOf(mind.tree).records.map(({ kind }) => kind);

describe('a draft dialogue in the driver', () => {
  it('records a whole step as one fact', async () => {
    const mind = createMind([{ think: 'hm', say: 'thoughts: [one, two]\ndraft: A\nnote: first' }]);
    await mind.ask(send('Hello?', 'draft'));
    assert.deepEqual(kindsOf(mind), [
      'dialogCreated',
      'draftMessageSent',
      'draftRunAsked',
      'generationStarted',
      'draftStepped',
    ]);
    const { v, at, n, ...step } = rootOf(mind.tree).records.at(-1) ?? { v: 1, at: '' };
    assert.deepEqual(step, {
      kind: 'draftStepped',
      genseq: 1,
      thoughts: [
        { id: 1, text: 'one' },
        { id: 2, text: 'two' },
      ],
      joinings: [],
      draft: { id: 'd1', text: 'A' },
      note: 'first',
      thinking: 'hm',
      bufferSize: 5,
      poolSize: 50,
      ms: 2000,
    });
    checkTree(mind.t, mind.tree);
  });

  it('keeps what is left over of a step, and tells the mind at the next', async () => {
    const mind = createMind(['Let me think.\ndraft: A', 'thoughts: b']);
    await mind.ask(send('Hello?', 'draft'));
    assert.equal(mind.state().rest, 'Let me think.');
    await mind.ask(steps(1));
    assert.equal(parse(mind.inputs()[1] ?? '').meta.not_understood, 'Let me think.');
    assert.equal(mind.state().rest, undefined);
    checkTree(mind.t, mind.tree);
  });

  it('keeps the output of a step that leaves out some of it', async () => {
    const says = ['skip: true\ndraft: A', `note: ${'x '.repeat(150)}tail`, 'draft: B', 'draft: C'];
    const mind = createMind(says, { idleThinking: true });
    await mind.ask(send('Hello?'));
    await mind.ask(steps(3));
    await mind.ask({ kind: 'accept', n: 1 });
    await mind.ask(steps(1));
    const outputs = rootOf(mind.tree).records.flatMap(record =>
      record.kind === 'draftStepped' ? [[record.draft?.text, record.output]] : [],
    );
    assert.deepEqual(outputs, [
      [undefined, says[0]],
      [undefined, says[1]],
      ['B', undefined],
      [undefined, says[3]],
    ]);
    checkTree(mind.t, mind.tree);
  });

  it('offers every draft of a step, in the order in which they were written', async () => {
    const mind = createMind(['draft: A\n---\ndraft: B\nnote: better', 'draft: C']);
    await mind.ask(send('Hello?', 'draft'));
    assert.deepEqual(mind.texts(), ['1 B', '2 A']);
    assert.deepEqual(
      mind.state().drafts.map(({ id, note }) => [id, note]),
      [
        ['d1', undefined],
        ['d2', 'better'],
      ],
    );
    await mind.ask(steps(1));
    assert.deepEqual(mind.texts(), ['1 C', '2 B', '3 A']);
    checkTree(mind.t, mind.tree);
  });

  it('a word added to the message joins it, keeps the drafts and lets a paused mind go on', async () => {
    const mind = createMind(['draft: A', 'draft: B', 'draft: C']);
    await mind.ask(send('Tea?', 'draft'));
    assert.equal(mind.begin({ kind: 'send', msgId: 'x', content: 'Friday' }).ok, false);
    const state = await mind.ask({ kind: 'add', msgId: 'a', content: ' Friday; no coffee ' });
    assert.deepEqual(mind.texts(), ['1 B', '2 A']);
    assert.deepEqual(
      state.awaiting?.added?.map(({ text }) => text),
      ['Friday; no coffee'],
    );
    assert.match(mind.inputs().at(-1) ?? '', / {4}added:\n {6}- age: 0\n {8}text: \|-\n {10}Friday; no coffee\n/);
    await mind.ask({ kind: 'add', msgId: 'a', content: 'twice' });
    assert.equal(mind.inputs().length, 2);
    await mind.ask({ kind: 'accept', n: 1 });
    assert.deepEqual(
      mind.state().history.map(({ text }) => text),
      ['Tea?\n\nFriday; no coffee', 'B'],
    );
    assert.equal(mind.begin({ kind: 'add', msgId: 'b', content: 'late' }).ok, false);
  });

  it('a word added before the mind was asked to run is recorded only', async () => {
    const mind = createMind(['draft: A']);
    await mind.ask(send('Tea?'));
    await mind.ask({ kind: 'add', msgId: 'a', content: 'Friday' });
    assert.deepEqual([mind.inputs().length, mind.state().run], [0, null]);
  });

  it('what is left over of a step is taken as a draft in one act', async () => {
    const mind = createMind(['thoughts: a\nmood: fine']);
    await mind.ask(send('Tea?'));
    await mind.ask(steps(1));
    assert.equal(mind.state().rest, 'mood: fine');
    await mind.ask({ kind: 'take' });
    assert.deepEqual([mind.texts(), mind.state().rest], [['1 mood: fine'], undefined]);
    assert.equal(mind.begin({ kind: 'take' }).ok, false);
    await mind.ask({ kind: 'accept', id: 'd1' });
    assert.equal(mind.state().history.at(-1)?.text, 'mood: fine');
  });

  it('a message alone is recorded and drives nothing', async () => {
    const mind = createMind([]);
    const { awaiting, iteration } = await mind.ask(send('Hello?'));
    assert.deepEqual([awaiting?.text, iteration, mind.t.llm.requests.length], ['Hello?', 1, 0]);
    assert.equal(rootOf(mind.tree).state.headline, 'Hello?');
    assert.equal(mind.begin(send('Hello?')).ok, true);
    assert.equal(mind.begin(send('Another')).ok, false);
  });

  it('ages are counted in iterations, and what was seen is told to the mind', async () => {
    const mind = createMind(['thoughts: [t]', 'draft: A', 'draft: B', '{}']);
    await mind.ask(send('Hello?', 'draft'));
    await mind.ask({ kind: 'seen', numbers: [1] });
    await mind.ask(steps(2));
    const ages = mind
      .inputs()
      .map(input => [
        parse(input).meta.iter,
        parse(input).dialogue.awaiting.age,
        ...[...input.matchAll(/# (age: \d+.*)/g)].map(([, comment]) => comment),
      ]);
    assert.deepEqual(ages, [
      [1, 0],
      [2, 1, 'age: 1, cluster: {~}'],
      [3, 2, 'age: 1, user_seen: true', 'age: 2, cluster: {~}'],
      [4, 3, 'age: 2, user_seen: true', 'age: 1, user_seen: false', 'age: 3, cluster: {~}'],
    ]);
  });

  it('the mind has no tools and makes no calls, whatever it writes', async () => {
    const mind = createMind([{ say: 'draft: |\n  !?@coder do it\nnote: x\n', tools: [{ name: 'run_shell' }] }]);
    await mind.ask(send('Hello?', 'draft'));
    assert.deepEqual(mind.t.llm.requests[0]?.prompt.tools, []);
    assert.deepEqual(mind.texts(), ['1 !?@coder do it']);
    assert.equal(mind.tree.dialogs.size, 1);
  });

  it('pauses for quiet until the person asks it to go on', async () => {
    const mind = createMind(['draft: A', '', '', '', 'thoughts: [x]', '', '', '', 'draft: B']);
    const paused = await mind.ask(send('Hello?', 'paused'));
    assert.deepEqual(decideDraft(paused), { kind: 'pause', why: 'quiet' });
    assert.equal(paused.iteration, 5);
    assert.equal((await mind.ask(untilPaused)).iteration, 9);
    await mind.ask(untilDraft);
    assert.deepEqual(mind.texts(), ['1 B', '2 A']);
    assert.equal(mind.state().iteration, 10);
  });

  it('pauses at the limit of iterations for each time it is asked', async () => {
    const mind = createMind(() => 'thoughts: [on and on]', { maxIterations: 2 });
    assert.equal((await mind.ask(send('Hello?', 'paused'))).iteration, 3);
    assert.equal((await mind.ask(untilPaused)).iteration, 5);
  });

  it('a failed generation leaves the drafts as they were', async () => {
    const fail = { code: 'auth', message: 'no', retryable: false } as const;
    const mind = createMind(['draft: A', { say: 'draft: half a dr', fail }, 'draft: B']);
    const before = await mind.ask(send('Hello?', 'draft'));
    const after = await mind.ask(untilDraft);
    assert.deepEqual({ ...after, run: null, quiet: 0 }, { ...before, run: null, quiet: 0 });
    assert.equal(rootOf(mind.tree).state.interruption?.code, 'auth');
    continueDialogs(mind.t.driver, mind.tree, [rootOf(mind.tree)]);
    await mind.t.driver.quiet(mind.tree);
    assert.deepEqual(mind.texts(), ['1 B', '2 A']);
  });

  it('a failure that may pass is tried again with the same sample', async () => {
    const fail = { code: 'unreachable', message: 'gone', retryable: true } as const;
    const mind = createMind(['thoughts: [a, b, c, d, e, f, g]', { fail }, 'draft: A']);
    await mind.ask(send('Hello?', 'draft'));
    const [, first = '', second = ''] = mind.inputs().map(input => parse(input).thinking_pool.join());
    assert.equal(first, second);
    assert.deepEqual(mind.texts(), ['1 A']);
  });

  it('stop ends the step, keeps everything, and continue goes on', async () => {
    const gate = Promise.withResolvers<void>();
    const mind = createMind(['draft: A', { say: 'draft: B', until: gate.promise }, 'draft: C']);
    await mind.ask(send('Hello?', 'draft'));
    mind.begin(untilDraft);
    await asked(mind, 2);
    await stopDialogs(mind.t.driver, [rootOf(mind.tree)]);
    assert.equal(rootOf(mind.tree).state.interruption?.code, 'stopped');
    assert.deepEqual(mind.texts(), ['1 A']);
    continueDialogs(mind.t.driver, mind.tree, [rootOf(mind.tree)]);
    await mind.t.driver.quiet(mind.tree);
    assert.deepEqual(mind.texts(), ['1 C', '2 A']);
  });

  it('acceptance ends a step that is under way: it is not recorded', async () => {
    const gate = Promise.withResolvers<void>();
    const mind = createMind(['draft: A', { say: 'draft: B', until: gate.promise }]);
    await mind.ask(send('Hello?', 'draft'));
    mind.begin(untilPaused);
    await asked(mind, 2);
    const { history, awaiting, drafts, iteration } = await mind.ask({ kind: 'accept', id: 'd1' });
    assert.deepEqual([history.at(-1)?.text, awaiting, drafts, iteration], ['A', null, [], 2]);
    assert.equal(rootOf(mind.tree).state.interruption, null);
    assert.equal(rootOf(mind.tree).state.saying.text, 'A');
    checkTree(mind.t, mind.tree);
  });

  it('acceptance settles what the mind asked about going on: there is nothing to go on with', async () => {
    const failure: LlmFailure = {
      code: 'rate-limited',
      message: 'too many requests',
      retryable: true,
      retryAfterMs: 600_000,
    };
    const mind = createMind(['draft: A', { fail: failure }, 'draft: B']);
    await mind.ask(send('Hello?', 'draft'));
    await mind.ask(untilPaused);
    const asked = () => rootOf(mind.tree).state.questions.map(({ questionKind }) => questionKind);
    assert.deepEqual(asked(), ['provider']);
    await mind.ask({ kind: 'accept' });
    assert.deepEqual(asked(), []);
    assert.equal(mind.t.llm.requests.length, 2);
    await mind.ask(send('And now?', 'draft'));
    assert.deepEqual(mind.texts(), ['1 B']);
    checkTree(mind.t, mind.tree);
  });

  it('an acceptance by number is refused when another draft landed there; by id it is not', async () => {
    const mind = createMind(['draft: A', 'draft: B']);
    await mind.ask(send('Hello?', 'draft'));
    await mind.ask(untilDraft);
    const before = mind.state();
    assert.equal(mind.begin({ kind: 'accept', n: 1, id: 'd1' }).ok, false);
    assert.equal(mind.state(), before);
    assert.equal((await mind.ask({ kind: 'accept', id: 'd1' })).history.at(-1)?.text, 'A');
  });

  it('clusters grow over steps, and are the same after a restart', async () => {
    const silence = (word: string) => `thoughts: [the silence in here is like a ${word} texture]`;
    const mind = createMind(['soft', 'softer', 'softest', 'very soft'].map(silence));
    const { thoughts, clusters } = await mind.ask(send('Hello?')).then(() => mind.ask(steps(4)));
    assert.deepEqual(clusters, [{ id: 1, size: 4 }]);
    assert.deepEqual(
      thoughts.map(({ cluster }) => cluster),
      [1, 1, 1, 1],
    );
    const again = await mind.restart(silence('rather soft'), 'thoughts: [ship the invoice to Hamburg]', '');
    assert.deepEqual(again.state(), mind.state());
    const later = await again.ask(steps(3));
    assert.deepEqual(later.clusters, [{ id: 1, size: 5 }]);
    assert.match(again.inputs().at(-1) ?? '', /cluster: \{id: 1, size: 5\}/);
  });

  it("clusters by the provider's embeddings where they are set, and by nothing when those fail", async () => {
    const vectors: Readonly<Record<string, readonly number[]>> = { a: [1, 0], b: [0.9, 0.1], c: [0.95, 0], x: [0, 1] };
    const embed: LlmProvider['embed'] = async ({ texts }) =>
      texts.includes('lost')
        ? { kind: 'failed', failure: { code: 'server-error', message: 'no', retryable: false } }
        : { kind: 'vectors', vectors: texts.map(text => vectors[text] ?? [0, 0]) };
    const says = ['a, x', 'lost', 'b', 'c'].map(texts => `thoughts: [${texts}]`);
    const mind = createMind(says, { embeddingsModel: 'small' });
    Object.assign(mind.t.llm, { embed });
    await mind.ask(send('Hello?'));
    const { thoughts } = await mind.ask(steps(4));
    assert.deepEqual(
      thoughts.map(({ text, cluster }) => [text, cluster]),
      [
        ['a', 1],
        ['x', undefined],
        ['lost', undefined],
        ['b', 1],
        ['c', 1],
      ],
    );
    const again = await mind.restart('thoughts: [a]');
    Object.assign(again.t.llm, { embed });
    assert.deepEqual((await again.ask(steps(1))).clusters, [{ id: 1, size: 4 }]);
  });

  it('waits for embeddings as long as for the first piece of a reply, and goes on without them', async () => {
    const mind = createMind(['thoughts: [a]\ndraft: D'], { embeddingsModel: 'small' });
    let time = 0;
    let work = () => {};
    const after = (_: number, next: () => void) => {
      work = next;
      return () => {};
    };
    const { ctx } = mind.t.driver;
    const { chooseModel } = ctx;
    Object.assign(ctx, {
      timers: { now: () => time, after },
      chooseModel: async (...asked: Parameters<typeof chooseModel>) => ({
        ...(await chooseModel(...asked)),
        patience: { firstTokenMs: 600_000 },
      }),
    });
    const isGivenUp: boolean[] = [];
    const embed: LlmProvider['embed'] = (_, signal) => {
      for (time of [40_000, 600_000]) {
        work();
        isGivenUp.push(signal.aborted);
      }
      return new Promise(() => {});
    };
    Object.assign(mind.t.llm, { embed });
    await mind.ask(send('Hello?'));
    const { thoughts } = await mind.ask(steps(1));
    assert.deepEqual(isGivenUp, [false, true]);
    assert.deepEqual([mind.texts(), thoughts.map(({ text }) => text)], [['1 D'], ['a']]);
  });

  it('over fifty thoughts the oldest is never shown', async () => {
    const many = Array.from({ length: 51 }, (_, index) => `t${index}`);
    const mind = createMind([`thoughts: ${JSON.stringify(many)}`, ...Array.from({ length: 30 }, () => '')], {
      quietSteps: 0,
    });
    await mind.ask(send('Hello?'));
    await mind.ask(steps(31));
    const samples = mind
      .inputs()
      .slice(1)
      .map(input => parse(input).thinking_pool as string[]);
    assert.ok(samples.every(sample => sample.length === 5 && !sample.includes('t0')));
    assert.ok(new Set(samples.flat()).size > 40);
  });

  it('with idle thinking the mind thinks on, and a message takes the place of the step that runs', async () => {
    const gate = Promise.withResolvers<void>();
    const replies = [
      'draft: A',
      'thoughts: [free]\ndraft: ignored',
      { say: 'thoughts: [lost]', until: gate.promise },
      'draft: B',
    ];
    const mind = createMind(replies, { idleThinking: true });
    await mind.ask(send('One', 'draft'));
    assert.ok(mind.begin({ kind: 'accept' }).ok);
    // The step that the message is to take the place of.
    await asked(mind, 3);
    assert.deepEqual([mind.state().drafts, mind.state().thoughts.map(({ text }) => text)], [[], ['free']]);
    await mind.ask(send('Two', 'draft'));
    assert.deepEqual(mind.texts(), ['1 B']);
    assert.deepEqual(parse(mind.inputs()[1] ?? '').dialogue.awaiting, undefined);
  });

  it('a quiet mind may have its latest draft accepted, when that is on', async () => {
    const mind = createMind(['draft: A', '', ''], { autoAccept: 2, quietSteps: 5 });
    const { history, awaiting } = await mind.ask(send('Hello?', 'paused'));
    assert.deepEqual([history.at(-1)?.text, awaiting], ['A', null]);
    assert.ok(rootOf(mind.tree).records.some(record => record.kind === 'draftAccepted' && record.by === 'quiet'));
  });

  it('thinks on by itself after its draft was accepted by itself, and that is no word of the person', async () => {
    const mind = createMind(['draft: A', '', '', 'thoughts: [on]', '', '', '', '', ''], {
      autoAccept: 2,
      quietSteps: 3,
      idleThinking: true,
    });
    await mind.ask(send('Hello?', 'paused'));
    const asked = rootOf(mind.tree).records.flatMap(record => (record.kind === 'draftRunAsked' ? [record.by] : []));
    assert.deepEqual(asked, [undefined, 'quiet']);
  });

  it('a plain message to it is message and run', async () => {
    const mind = createMind(['draft: A']);
    const said = say(mind.t.driver, rootOf(mind.tree), { msgId: 'm1', content: 'Hello?' });
    assert.ok(said.ok);
    await mind.t.driver.quiet(mind.tree);
    assert.deepEqual(mind.texts(), ['1 A']);
    assert.equal(say(mind.t.driver, rootOf(mind.tree), { msgId: 'm2', content: 'More' }).ok, false);
  });

  it('rests when its root is done, and after it is reopened until it is asked', async () => {
    const gate = Promise.withResolvers<void>();
    const mind = createMind([{ until: gate.promise }, 'draft: A']);
    mind.begin(send('Hello?', 'paused'));
    await asked(mind, 1);
    assert.ok((await forceDone(mind.t.driver, mind.tree)).ok);
    assert.equal(mind.begin(untilDraft).ok, false);
    await reopenRoot(mind.t.driver, mind.tree);
    assert.equal(decideDraft(mind.state()).kind, 'pause');
    await mind.ask(untilDraft);
    assert.deepEqual(mind.texts(), ['1 A']);
  });

  it('opens a root that was done for a message that is taken, and leaves it done for one that is refused', async () => {
    const mind = createMind(['draft: A']);
    const status = () => rootOf(mind.tree).state.status;
    await mind.ask(send('Hello?', 'draft'));
    await forceDone(mind.t.driver, mind.tree);
    assert.equal(say(mind.t.driver, rootOf(mind.tree), { msgId: 'm1', content: 'More' }).ok, false);
    assert.equal(mind.begin(send('More')).ok, false);
    assert.equal(status(), 'completed');
    await reopenRoot(mind.t.driver, mind.tree);
    await mind.ask({ kind: 'accept', n: 1 });
    await forceDone(mind.t.driver, mind.tree);
    await mind.ask(send('More'));
    assert.deepEqual([status(), mind.state().awaiting?.text], ['running', 'More']);
    assert.equal(mind.t.llm.requests.length, 1);
  });

  it('is forked from a draft: the branch has the drafts up to that one, and rests', async () => {
    const mind = createMind(['draft: A', 'draft: B', 'draft: C']);
    await mind.ask(send('Hello?', 'draft'));
    await mind.ask(untilDraft);
    const forked = await forkRoot(mind.t.driver, mind.tree, { course: 1, genseq: 1 });
    assert.ok(forked.ok);
    const tree = await mind.t.driver.tree(forked.rootId);
    assert.ok(tree);
    const branch = mindOn(mind.t, tree, {});
    assert.deepEqual([branch.texts(), decideDraft(branch.state()).kind], [['1 A'], 'pause']);
    await branch.ask(untilDraft);
    assert.deepEqual(
      [branch.texts(), mind.texts()],
      [
        ['1 C', '2 A'],
        ['1 B', '2 A'],
      ],
    );
  });

  it('an acceptance of a draft that is gone is recorded as nothing', async () => {
    const mind = createMind(['draft: A']);
    const before = await mind.ask(send('Hello?', 'draft'));
    acceptDraft(rootOf(mind.tree), { draftId: 'd9', by: 'quiet' });
    assert.equal(mind.state(), before);
  });
});

/** Lets a begun step reach its gate. */
/** So many requests were made. */
async function asked({ t }: ReturnType<typeof createMind>, count: number): Promise<void> {
  while (t.llm.requests.length < count) await nextTurn();
}
