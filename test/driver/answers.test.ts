// Answers on their way to the caller: exactly once, the right one, whatever else happens (SPEC 4; issue "answers that
// cannot get lost").
import assert from 'node:assert/strict';
import { answerAsFailed } from '../../src/driver/intents/intents.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmFailure } from '../../src/llm/provider.ts';
import { watchLines } from '../support/memory-files.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, dialogsOf } from '../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn, storedRecords } from './check-tree.ts';

const auth: LlmFailure = { code: 'auth', message: 'the key is refused', status: 401, retryable: false };
const refused: LlmFailure = { code: 'bad-request', message: 'no such model', status: 400, retryable: false };

describe('answers', () => {
  it('a saying that came with a question is not the answer', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@coder build it', 'Fine.'], coder: ['Half done.\n!?@human Which half next?', 'All done.'] },
    });
    const tree = await t.start('Begin');
    assert.equal(recordsIn(t, tree, 'responseSupplied').length, 0);
    assert.equal(rootOf(tree).state.frames[0].pending.length, 1);
    await t.answer(tree, 'the other');
    assert.deepEqual(
      recordsIn(t, tree, 'responseSupplied').map(({ content }) => content),
      ['All done.'],
    );
    checkSettled(t, tree);
  });

  it('a saying that came with a tool call or with a malformed tellask is not the answer', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build it', 'Fine.'],
        coder: [{ say: 'I look.', tools: [{ name: 'look' }] }, 'I see.\n!?nobody', 'All done.'],
      },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(
      recordsIn(t, tree, 'responseSupplied').map(({ content }) => content),
      ['All done.'],
    );
  });

  it('the parts of a saying are joined in order, without thinking', async () => {
    const segments = (kind: 'thinking' | 'saying', text: string) => [
      { kind: 'segmentStarted', segment: kind } as const,
      { kind: 'chunk', segment: kind, text } as const,
      { kind: 'segmentFinished', segment: kind } as const,
    ];
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build it', 'Fine.'],
        coder: [
          {
            events: [
              ...segments('saying', 'One'),
              ...segments('thinking', 'hm'),
              ...segments('saying', ', two.'),
              { kind: 'finished', reason: 'stop' },
            ],
          },
        ],
      },
    });
    const tree = await t.start('Begin');
    assert.equal(recordsIn(t, tree, 'responseSupplied')[0]?.content, 'One, two.');
  });

  it('a parent that waits for several is revived once, with all answers in the order of its calls', async () => {
    const first = Promise.withResolvers<void>();
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher find\n\n!?@coder build\n\n!?@nobody help', 'Fine.'],
        researcher: [{ say: 'Found.', until: first.promise }],
        coder: ['Built.'],
      },
    });
    const tree = t.launch('Begin');
    await t.driver.ended(rootOf(tree));
    await t.driver.ended(dialogsOf(tree, 'coder')[0] ?? assert.fail());
    assert.equal(dialogsOf(tree, 'coder')[0]?.state.given?.content, 'Built.');
    assert.equal(rootOf(tree).state.genseq, 1);
    first.resolve();
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.genseq, 2);
    const answers =
      t.llm.requests
        .at(-1)
        ?.prompt.messages.slice(3)
        .map(({ content }) => content) ?? [];
    assert.equal(answers.length, 3);
    assert.match(answers[0] ?? '', /@researcher answers your tellask "@researcher find":\n\nFound\.\n\n\[Facts/);
    assert.match(answers[1] ?? '', /@coder answers your tellask "@coder build":\n\nBuilt\.\n\n\[Facts/);
    assert.match(answers[2] ?? '', /"@nobody help": There is no teammate @nobody/);
    checkSettled(t, tree);
  });

  it('an answer is stored with its giver before its caller has it', async () => {
    const order: string[] = [];
    const t = createTestDriver({ script: { lead: ['!?@coder build it', 'Fine.'], coder: ['Built.'] } });
    t.driver.ctx.feed.subscribe(event => {
      if (event.type === 'recorded' && event.record.kind.startsWith('response')) order.push(event.record.kind);
    });
    await t.start('Begin');
    assert.deepEqual(order, ['responseGiven', 'responseSupplied']);
  });

  it('the failure of one child does not lose the answers of the others', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher find\n\n!?@coder build', 'Fine.'],
        researcher: [{ fail: auth }],
        coder: ['Built.'],
      },
    });
    const tree = await t.start('Begin');
    const [researcher] = dialogsOf(tree, 'researcher');
    assert.equal(researcher?.state.interruption?.code, 'auth');
    assert.ok(answerAsFailed(t.driver, researcher).ok);
    await t.driver.quiet(tree);
    assert.deepEqual(
      recordsIn(t, tree, 'responseSupplied').map(({ ok, content }) => [ok, content]),
      [
        [true, 'Built.'],
        [false, 'the key is refused'],
      ],
    );
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });

  it('provider trouble leaves the subdialog interrupted and its caller waiting, and Continue mends it', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@coder build it', 'Fine.'], coder: [{ fail: auth }, 'Built.'] },
    });
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.genseq, 1);
    await t.goOn(tree);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });

  for (const code of ['bad-request', 'context-full', 'blocked', 'no-tools'] as const)
    it(`a request that the server refuses (${code}) is a failed answer at once`, async () => {
      const fail = { ...refused, code };
      const t = createTestDriver({ script: { lead: ['!?@coder build it', 'Too bad.'], coder: [{ fail }] } });
      const tree = await t.start('Begin');
      const [answer] = recordsIn(t, tree, 'responseSupplied');
      assert.deepEqual([answer?.ok, answer?.content], [false, 'no such model']);
      assert.equal(rootOf(tree).state.saying.text, 'Too bad.');
      checkSettled(t, tree);
    });

  it('a request of a root that the server refuses interrupts it', async () => {
    const t = createTestDriver({ script: { lead: [{ fail: refused }] } });
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.interruption?.code, 'bad-request');
  });

  it('answering as failed is refused unless an interrupted subdialog is waited for', async () => {
    const t = createTestDriver({ script: { lead: ['!?@coder build it', 'Fine.'], coder: ['!?@human Which?', 'Ok.'] } });
    const tree = await t.start('Begin');
    const coder = dialogsOf(tree, 'coder')[0] ?? assert.fail();
    assert.equal(answerAsFailed(t.driver, coder).ok, false);
    assert.equal(answerAsFailed(t.driver, rootOf(tree)).ok, false);
  });

  it('answering as failed ends what the subdialog itself still waits for', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build it', 'Too bad.'],
        coder: ['!?@researcher find', { fail: auth }],
        researcher: ['!?@tellasker What?'],
      },
    });
    const tree = await t.start('Begin');
    const coder = dialogsOf(tree, 'coder')[0] ?? assert.fail();
    assert.equal(coder.state.frames.length, 2);
    assert.ok(answerAsFailed(t.driver, coder).ok);
    await t.driver.quiet(tree);
    checkTree(t, tree);
  });

  it('empty output is asked for once more, then answered as failed', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@coder build it', 'Too bad.'], coder: [{ think: 'nothing to say' }, ''] },
    });
    const tree = await t.start('Begin');
    const [coder] = dialogsOf(tree, 'coder');
    assert.equal(coder && storedRecords(t, coder).filter(({ kind }) => kind === 'autoSaid').length, 1);
    assert.equal(recordsIn(t, tree, 'responseSupplied')[0]?.ok, false);
    checkSettled(t, tree);
  });

  it('output that comes when asked once more is the answer', async () => {
    const t = createTestDriver({ script: { lead: ['!?@coder build it', 'Fine.'], coder: ['', 'Built.'] } });
    const tree = await t.start('Begin');
    assert.equal(recordsIn(t, tree, 'responseSupplied')[0]?.content, 'Built.');
  });

  it('a reply of an answered subdialog to the person answers no call', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@coder build it', 'Fine.'], coder: ['Built.', 'With a hammer.'] },
    });
    const tree = await t.start('Begin');
    await t.say(tree, 'How?', dialogsOf(tree, 'coder')[0]);
    assert.equal(dialogsOf(tree, 'coder')[0]?.state.saying.text, 'With a hammer.');
    assert.equal(rootOf(tree).state.genseq, 2);
    checkSettled(t, tree);
  });

  it('that come while the caller waits for more share a sync, and are shown once the disk holds them', async () => {
    const later: (() => void)[] = [];
    const given = Promise.withResolvers<void>();
    const synced: string[] = [];
    const t = createTestDriver({
      script: {
        lead: ['!?@coder one\nThen\n!?@coder two\nThen\n!?@researcher three', 'Fine.'],
        coder: ['Built one.', 'Built two.'],
        researcher: [{ say: 'Read.', until: given.promise }],
      },
      storesAtOnce: true,
      disk: files =>
        watchLines(
          files,
          () => {},
          place => place.includes('/course-') && synced.push(place),
        ),
      defer: (work, when) => void (when === 'ui' ? later.push(work) : queueMicrotask(work)),
    });
    const shown = () => t.events.filter(event => event.type === 'recorded' && event.record.kind === 'responseSupplied');
    const tree = t.launch('Begin');
    while (recordsIn(t, tree, 'responseSupplied').length < 2) await nextTurn();
    assert.deepEqual([synced.length, shown().length], [0, 0]);
    for (const work of later.splice(0)) work();
    await nextTurn();
    assert.deepEqual([synced.length, shown().length], [1, 2]);
    given.resolve();
    await t.driver.quiet(tree);
    assert.deepEqual([synced.length, shown().length], [2, 3]);
    checkSettled(t, tree);
  });
});
