// Asides: the person speaks to a dialog while its subdialogs work, and the work goes on untouched (SPEC 19.1, 19.3,
// 19.5).
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import { openCalls } from '../../src/core/dialog/state.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { answerAsFailed, clearMind, dismiss, say, stopDialogs } from '../../src/driver/intents/intents.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { waitForTool } from '../../src/tools/wait-for.ts';
import { noToolRan } from '../support/facts.ts';
import { nextTurn, until } from '../support/next-turn.ts';
import type { Reply } from '../support/scripted-llm.ts';
import { createTestDriver, dialogsOf, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn } from './check-tree.ts';

const NOON = Date.parse('2026-01-01T12:00:00Z');

/** A member that works until it is let go. */
function worker() {
  const gate = Promise.withResolvers<void>();
  return { gate, reply: (text: string): Reply => ({ say: text, until: gate.promise }) };
}

/** Starts a root, and says something to it once its subdialogs are at work. */
async function speakWhileWaiting(t: TestDriver, text: string): Promise<Tree> {
  const tree = t.launch('Begin');
  await until(() => isWaiting(tree) && t.llm.requests.length > 1);
  assert.deepEqual(say(t.driver, rootOf(tree), { msgId: 'm1', content: text }), { ok: true, queued: false });
  return tree;
}

function isWaiting(tree: Tree): boolean {
  const { driving, state } = rootOf(tree);
  return !driving && openCalls(state).length > 0;
}

/** What the model of a member read in its last request, from the newest message back to its own last words. */
function lastRead(t: TestDriver, agentId: string): readonly string[] {
  const messages = t.llm.requests.findLast(({ origin }) => origin.agentId === agentId)?.prompt.messages ?? [];
  return messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1).map(({ content }) => content);
}

describe('words to a dialog that waits for subdialogs', () => {
  it('are answered at once while the subdialogs go on', async () => {
    const { gate, reply } = worker();
    const t = createTestDriver({
      script: { lead: ['!?@coder build', 'It is being built.', 'All done.'], coder: [reply('Built.')] },
    });
    const tree = await speakWhileWaiting(t, 'How far are you?');
    await until(() => rootOf(tree).state.saying.text === 'It is being built.' && isWaiting(tree));
    assert.equal(rootOf(tree).state.frames.length, 1);
    assert.equal(openCalls(rootOf(tree).state).length, 1);
    checkTree(t, tree);
    gate.resolve();
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.saying.text, 'All done.');
    assert.equal(recordsIn(t, tree, 'asideEnded').length, 1);
    checkSettled(t, tree);
  });

  it('go into the same aside while it is in work', async () => {
    const { gate, reply } = worker();
    const first = Promise.withResolvers<void>();
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', { say: 'One moment.', until: first.promise }, 'And two.', 'All done.'],
        coder: [reply('Built.')],
      },
    });
    const tree = await speakWhileWaiting(t, 'One');
    await nextTurn();
    assert.deepEqual(say(t.driver, rootOf(tree), { msgId: 'm2', content: 'Two' }), { ok: true, queued: true });
    first.resolve();
    await until(() => rootOf(tree).state.saying.text === 'And two.' && isWaiting(tree));
    assert.equal(recordsIn(t, tree, 'asideOpened').length, 1);
    gate.resolve();
    await t.driver.quiet(tree);
    checkSettled(t, tree);
  });

  it('that come while the aside itself waits are answered at once too', async () => {
    const [build, look] = [worker(), worker()];
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', '!?@researcher look', 'Still looking.', 'Looked.', 'All done.'],
        coder: [build.reply('Built.')],
        researcher: [look.reply('Seen.')],
      },
    });
    const tree = await speakWhileWaiting(t, 'Look there');
    await until(() => openCalls(rootOf(tree).state).length === 2 && isWaiting(tree));
    say(t.driver, rootOf(tree), { msgId: 'm2', content: 'And?' });
    await until(() => rootOf(tree).state.saying.text === 'Still looking.' && isWaiting(tree));
    look.gate.resolve();
    await until(() => rootOf(tree).state.saying.text === 'Looked.' && isWaiting(tree));
    build.gate.resolve();
    await t.driver.quiet(tree);
    assert.deepEqual(lastRead(t, 'lead').slice(0, 1), [
      `[Answer] @coder answers your tellask "@coder build":\n\nBuilt.${noToolRan}`,
    ]);
    checkSettled(t, tree);
  });

  it('leave answers that come meanwhile to be read in the order of the calls when the aside has ended', async () => {
    const talk = Promise.withResolvers<void>();
    const { gate, reply } = worker();
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build\n\n!?@researcher look', { say: 'Yes.', until: talk.promise }, 'All done.'],
        coder: [reply('Built.')],
        researcher: [reply('Seen.')],
      },
    });
    const tree = await speakWhileWaiting(t, 'Are you there?');
    gate.resolve();
    await until(() => openCalls(rootOf(tree).state).length === 0);
    assert.equal(recordsIn(t, tree, 'responseSupplied').length, 2);
    talk.resolve();
    await t.driver.quiet(tree);
    const read = lastRead(t, 'lead').map(text => text.split('\n')[0]);
    assert.deepEqual(read.slice(0, 2), [
      '[Answer] @coder answers your tellask "@coder build":',
      '[Answer] @researcher answers your tellask "@researcher look":',
    ]);
    checkSettled(t, tree);
  });

  it('in an aside do not answer the caller of a subdialog', async () => {
    const { gate, reply } = worker();
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', 'All done.'],
        coder: ['!?@researcher look', 'I wait for the researcher.', 'Built.'],
        researcher: [reply('Seen.')],
      },
    });
    const tree = t.launch('Begin');
    await until(() => t.llm.requests.length === 3);
    const [coder] = dialogsOf(tree, 'coder');
    assert.ok(coder);
    say(t.driver, coder, { msgId: 'm1', content: 'What are you doing?' });
    await until(() => coder.state.saying.text === 'I wait for the researcher.' && !coder.driving);
    assert.deepEqual(recordsIn(t, tree, 'responseGiven'), []);
    gate.resolve();
    await t.driver.quiet(tree);
    const given = recordsIn(t, tree, 'responseGiven').map(({ content }) => content);
    assert.deepEqual(given.sort(), ['Built.', 'Seen.']);
    checkSettled(t, tree);
  });

  it('stay queued while the dialog also asks the person, and open an aside after the answer', async () => {
    const { gate, reply } = worker();
    const t = createTestDriver({
      script: { lead: ['!?@coder build\n\n!?@human Which?', 'I see.', 'All done.'], coder: [reply('Built.')] },
    });
    const tree = t.launch('Begin');
    await until(() => isWaiting(tree));
    assert.deepEqual(say(t.driver, rootOf(tree), { msgId: 'm1', content: 'Wait' }), { ok: true, queued: true });
    void t.answer(tree, 'This one');
    await until(() => rootOf(tree).state.saying.text === 'I see.' && isWaiting(tree));
    gate.resolve();
    await t.driver.quiet(tree);
    assert.ok(lastRead(t, 'lead')[0]?.includes('This one') || lastRead(t, 'lead')[0]?.includes('Built.'));
    checkSettled(t, tree);
  });

  it('that lay in the queue of an earlier version are answered once the dialog goes on', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@coder build', 'Here I am.', 'All done.'], coder: [{ fail: refused }, 'Built.'] },
    });
    const tree = await t.start('Begin');
    t.driver.ctx.store.append({ ...rootOf(tree).ref, course: 1 }, [
      { v: 1, at: '2026-01-01T00:00:00.000Z', kind: 'messageQueued', msgId: 'old', content: 'Are you there?' },
    ]);
    const after = t.restart({ lead: ['Here I am.'] });
    const loaded = await after.onlyTree();
    after.driver.release(loaded);
    await after.driver.quiet(loaded);
    const { state } = rootOf(loaded);
    assert.deepEqual([state.queued.length, openCalls(state).length, state.saying.text], [0, 1, 'Here I am.']);
    checkTree(after, loaded);
  });
});

describe('an aside', () => {
  it('is as it was after a crash, and goes on', async () => {
    const talk = Promise.withResolvers<void>();
    const { reply } = worker();
    const t = createTestDriver({
      script: { lead: ['!?@coder build', { say: 'Well', until: talk.promise }], coder: [reply('Built.')] },
    });
    await speakWhileWaiting(t, 'How far?');
    await nextTurn();
    const after = t.restart({ lead: ['Nearly.', 'All done.'], coder: ['Built.'] });
    await t.driver.close();
    const tree = await after.onlyTree();
    assert.equal(rootOf(tree).state.frames.length, 2);
    checkTree(after, tree);
    await after.goOn(tree);
    assert.equal(rootOf(tree).state.saying.text, 'All done.');
    checkSettled(after, tree);
  });

  it('that is stopped keeps the open calls, and answers when it is continued', async () => {
    const { gate, reply } = worker();
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', { say: 'Well', until: new Promise(() => {}) }, 'Nearly.', 'All done.'],
        coder: [reply('Built.')],
      },
    });
    const tree = await speakWhileWaiting(t, 'How far?');
    await until(() => t.llm.requests.length === 3);
    await stopDialogs(t.driver, [rootOf(tree)]);
    assert.equal(rootOf(tree).state.interruption?.code, 'stopped');
    assert.equal(openCalls(rootOf(tree).state).length, 1);
    gate.resolve();
    await t.driver.quiet(tree);
    checkTree(t, tree);
    await t.goOn(tree);
    assert.equal(rootOf(tree).state.saying.text, 'All done.');
    checkSettled(t, tree);
  });

  it('is asked once more when it says nothing, since the person waits for words', async () => {
    const { gate, reply } = worker();
    const t = createTestDriver({
      script: { lead: ['!?@coder build', '', 'Sorry: nearly.', 'All done.'], coder: [reply('Built.')] },
    });
    const tree = await speakWhileWaiting(t, 'How far?');
    await until(() => rootOf(tree).state.saying.text === 'Sorry: nearly.' && isWaiting(tree));
    gate.resolve();
    await t.driver.quiet(tree);
    checkSettled(t, tree);
  });

  it('whose mind is cleared loses its own talk, and neither the work before it nor the open calls', async () => {
    const { gate, reply } = worker();
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', { say: 'Well', until: new Promise(() => {}) }, 'Here.', 'All done.'],
        coder: [reply('Built.')],
      },
    });
    const tree = await speakWhileWaiting(t, 'A long story');
    await until(() => t.llm.requests.length === 3);
    const cleared = await clearMind(t.driver, rootOf(tree), 'note this');
    assert.deepEqual(cleared, { ok: true, course: 1 });
    await until(() => rootOf(tree).state.saying.text === 'Here.' && isWaiting(tree));
    const talk = t.llm.requests.at(-1)?.prompt.messages.map(({ content }) => content.split('\n')[0]) ?? [];
    assert.deepEqual(talk.slice(1, 4), [
      'Begin',
      '!?@coder build',
      '[Aside cleared] The talk of this aside is no longer in your context; the work before it and your open calls are as they were. Do what is left to do in the aside, or end it with a short word.',
    ]);
    assert.ok(!talk.includes('A long story'));
    assert.deepEqual(rootOf(tree).state.reminders, ['note this']);
    assert.deepEqual(
      recordsIn(t, tree, 'asideCleared').map(({ by }) => by),
      ['person'],
    );
    gate.resolve();
    await t.driver.quiet(tree);
    assert.match(lastRead(t, 'lead')[0] ?? '', /Built\./);
    checkSettled(t, tree);
  });

  it('that waits for its own calls lets a TellaskBack of the work through', async () => {
    const [look, ask] = [worker(), worker()];
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', '!?@researcher look', 'Use oak.', 'Looked.', 'All done.'],
        coder: [{ say: '!?@tellasker Which wood?', until: ask.gate.promise }, 'Built.'],
        researcher: [look.reply('Seen.')],
      },
    });
    const tree = await speakWhileWaiting(t, 'Look there');
    await until(() => openCalls(rootOf(tree).state).length === 2 && isWaiting(tree));
    ask.gate.resolve();
    await until(() => rootOf(tree).state.saying.text === 'Use oak.' && isWaiting(tree));
    look.gate.resolve();
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.saying.text, 'All done.');
    checkSettled(t, tree);
  });

  it('that sleeps is woken by a callee that asks back, and answers it', async () => {
    const sleeping: Reply = { tools: [{ name: 'wait_for', args: { minutes: 600 } }] };
    const ask = Promise.withResolvers<void>();
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', sleeping, 'I wait for it.', 'Oak.', 'All done.'],
        coder: [{ say: '!?@tellasker Which wood?', until: ask.promise }, 'Built.'],
      },
      tools: [
        waitForTool({
          now: () => NOON,
          root: rootId => ({ rootId: rootId as RootId, status: 'running' }),
          sleepsIn: () => [],
        }),
      ],
    });
    const tree = await speakWhileWaiting(t, 'Look again in ten hours.');
    await until(() => recordsIn(t, tree, 'sleepBegan').length === 1 && !rootOf(tree).driving);
    ask.resolve();
    await t.driver.quiet(tree);
    assert.match(recordsIn(t, tree, 'toolReturned')[0]?.content ?? '', /^The wait ended early, because @coder asks/);
    assert.equal(rootOf(tree).state.saying.text, 'All done.');
    checkSettled(t, tree);
  });

  it('in a dialog whose assignment is dismissed still answers the person', async () => {
    const { gate, reply } = worker();
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', 'All done.'],
        coder: ['!?@researcher look', { say: 'Well', until: new Promise(() => {}) }, 'I was building.'],
        researcher: [reply('Seen.')],
      },
    });
    const tree = t.launch('Begin');
    await until(() => t.llm.requests.length === 3);
    const [coder] = dialogsOf(tree, 'coder');
    assert.ok(coder);
    say(t.driver, coder, { msgId: 'm1', content: 'What are you doing?' });
    await until(() => t.llm.requests.length === 4);
    const [call] = openCalls(rootOf(tree).state);
    assert.ok(call && dismiss(t.driver, tree, call.callId).ok);
    gate.resolve();
    await t.driver.quiet(tree);
    assert.equal(coder.state.saying.text, 'I was building.');
    checkSettled(t, tree);
  });

  it('of a subdialog that fails ends when its caller is answered as failed', async () => {
    const { gate, reply } = worker();
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', 'All done.'],
        coder: ['!?@researcher look', { fail: refused }],
        researcher: [reply('Seen.')],
      },
    });
    const tree = t.launch('Begin');
    await until(() => t.llm.requests.length === 3);
    const [coder] = dialogsOf(tree, 'coder');
    assert.ok(coder);
    say(t.driver, coder, { msgId: 'm1', content: 'What are you doing?' });
    await until(() => coder.state.interruption !== null && !coder.driving);
    assert.ok(answerAsFailed(t.driver, coder).ok);
    gate.resolve();
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.saying.text, 'All done.');
    checkSettled(t, tree);
  });
});

describe('a TellaskBack that is answered as failed', () => {
  it('leaves the other calls of the caller open', async () => {
    const { gate, reply } = worker();
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher find\n\n!?@coder build', { fail: refused }, 'All done.'],
        researcher: ['!?@tellasker Where?', 'Not found.'],
        coder: [reply('Built.')],
      },
    });
    const tree = t.launch('Begin');
    await until(() => rootOf(tree).state.interruption !== null && !rootOf(tree).driving);
    assert.ok(answerAsFailed(t.driver, rootOf(tree)).ok);
    assert.equal(openCalls(rootOf(tree).state).length, 2);
    gate.resolve();
    await t.driver.quiet(tree);
    const answers = dialogsOf(tree, 'lead')[0]?.records.filter(({ kind }) => kind === 'responseSupplied');
    assert.deepEqual(
      answers?.map(record => record.kind === 'responseSupplied' && record.ok),
      [true, true],
    );
    checkSettled(t, tree);
  });
});

describe('a member with on_answer: each', () => {
  it('reads an answer in an aside while others are open, and the rest together', async () => {
    const [build, look] = [worker(), worker()];
    const t = createTestDriver({
      members: [{ id: 'lead', onAnswer: 'each' }, 'coder', 'researcher', 'thinker'],
      script: {
        lead: ['!?@coder build\n\n!?@researcher look\n\n!?@thinker think', 'Good so far.', 'All done.'],
        coder: [build.reply('Built.')],
        researcher: [look.reply('Seen.')],
        thinker: [look.reply('Thought.')],
      },
    });
    const tree = t.launch('Begin');
    await until(() => t.llm.requests.length === 4);
    build.gate.resolve();
    await until(() => rootOf(tree).state.saying.text === 'Good so far.' && isWaiting(tree));
    const inAside = lastRead(t, 'lead')[0] ?? '';
    assert.match(inAside, /^\[Aside\] These answers came .*\n\n\[Answer\] @coder answers/);
    checkTree(t, tree);
    look.gate.resolve();
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.saying.text, 'All done.');
    const rest = lastRead(t, 'lead').map(text => text.split('\n')[0]);
    assert.ok(!rest.some(text => text?.includes('@coder')), 'an answer is read once');
    checkSettled(t, tree);
  });
});

const refused = { code: 'auth', message: 'no key', retryable: false } as const;
