// Questions for the human, and messages of people: each applied once, none lost (SPEC 5).
import assert from 'node:assert/strict';
import { MAX_MESSAGE } from '../../src/core/text/message-text.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { recallApplied } from '../../src/driver/intents/applied.ts';
import { answerQuestion, clearMind, say } from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { byPerson } from '../support/by-person.ts';
import { nextTurn, until } from '../support/next-turn.ts';
import { createTestDriver, dialogsOf, type TestDriver } from '../support/test-driver.ts';
import { told } from '../support/told.ts';
import { checkSettled, recordsIn, storedRecords } from './check-tree.ts';
import { countUpdates, type QuestionsCountUpdate } from './count-updates.ts';

const file = (t: TestDriver, tree: Tree, name: string) =>
  t.files.texts.get(`/rtws/.dialogs/run/${tree.rootId}/${name}`);
const lastMessages = (t: TestDriver, count: number) =>
  t.llm.requests
    .at(-1)
    ?.prompt.messages.slice(-count)
    .map(({ content }) => content) ?? [];

describe('questions for the human', () => {
  it('suspend the dialog until the last one is answered, each answer tied to its question', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@human Which colour?\n!?red or blue\n\n!?@human Which size?', 'Fine.'] },
    });
    const tree = await t.start('Begin');
    await t.answer(tree, 'small', 'size');
    assert.equal(rootOf(tree).state.genseq, 1);
    await t.answer(tree, 'red', 'colour');
    const [colour, size] = lastMessages(t, 2);
    assert.match(colour ?? '', /"Which colour\?":\n\nred$/);
    assert.match(size ?? '', /"Which size\?":\n\nsmall$/);
    checkSettled(t, tree);
  });

  it('are read as soon as they are answered by a member that reads each answer at once', async () => {
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({
      members: [{ id: 'lead', onAnswer: 'each' }, 'coder'],
      script: {
        lead: ['!?@coder paint\n\n!?@human Which colour?\n\n!?@human Which size?', 'I tell them.', 'Done.'],
        coder: [{ say: 'Painted.', until: gate.promise }],
      },
    });
    const tree = t.launch('Begin');
    await until(() => rootOf(tree).state.questions.length === 2 && t.llm.requests.length === 2);
    const [colour, size] = questionsOf(tree).map(({ id }) => id);
    const answer = (questionId = '', content = '') =>
      answerQuestion(t.driver, tree, { questionId, content, msgId: content, by: byPerson });
    assert.ok(answer(colour, 'red').ok);
    await nextTurn();
    assert.equal(recordsIn(t, tree, 'asideOpened').length, 0);
    assert.ok(answer(size, 'small').ok);
    await until(() => rootOf(tree).state.saying.text === 'I tell them.');
    const read = lastMessages(t, 1)[0] ?? '';
    assert.match(read, /^\[Aside\].*\n\n.*"Which colour\?":\n\nred\n\n.*"Which size\?":\n\nsmall$/);
    gate.resolve();
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.saying.text, 'Done.');
    assert.match(lastMessages(t, 1)[0] ?? '', /Painted\.\n\n\[Facts/);
    checkSettled(t, tree);
  });

  it('are kept in q4h.yaml while they are open, and only then', async () => {
    const t = createTestDriver({ script: { lead: ['!?@human Which colour?\n!?red or blue', 'Fine.'] } });
    const tree = await t.start('Begin');
    const [asked] = recordsIn(t, tree, 'questionAsked');
    assert.equal(
      file(t, tree, 'q4h.yaml'),
      [
        `- id: ${asked?.questionId}`,
        '  kind: ask',
        '  tellaskHead: Which colour?',
        '  bodyContent: red or blue',
        `  askedAt: ${asked?.at}`,
        `  callId: ${asked?.callId}`,
        '  callSiteRef:',
        '    course: 1',
        '    genseq: 1',
        '',
      ].join('\n'),
    );
    await t.answer(tree, 'red');
    assert.equal(file(t, tree, 'q4h.yaml'), undefined);
  });

  it('offer the list that they end in as answers to choose from', async () => {
    const say = '!?@human Which colour?\n!?It is for the door.\n!?- red\n!?- blue';
    const t = createTestDriver({ script: { lead: [say, 'Fine.'] } });
    const tree = await t.start('Begin');
    const [question] = questionsOf(tree);
    assert.equal(question?.bodyContent, 'It is for the door.\n- red\n- blue');
    assert.deepEqual(question?.options, ['red', 'blue']);
    await t.answer(tree, 'blue');
    assert.match(lastMessages(t, 1)[0] ?? '', /"Which colour\?":\n\nblue$/);
  });

  it('have ids of their own, also in two roots', async () => {
    const t = createTestDriver({ script: () => '!?@human Which?\n\n!?@human Which one?' });
    const trees = [await t.start('Begin'), await t.start('Begin')];
    assert.equal(new Set(trees.flatMap(questionsOf).map(({ id }) => id)).size, 4);
  });

  it('emit a count update at each change', async () => {
    const t = createTestDriver({ script: { lead: ['!?@human Which colour?\n\n!?@human Which size?', 'Fine.'] } });
    const tree = await t.start('Begin');
    await t.answer(tree, 'red');
    await t.answer(tree, 'small');
    const dialog = rootOf(tree).ref;
    const expected: QuestionsCountUpdate[] = [
      [0, 1],
      [1, 2],
      [2, 1],
      [1, 0],
    ].map(([previousCount = 0, questionCount = 0]) => ({ previousCount, questionCount, dialog, course: 1 }));
    assert.deepEqual(countUpdates(t), expected);
  });

  it('are stored as answered before they are dropped from the index and before the dialog goes on', async () => {
    const t = createTestDriver({ script: { lead: ['!?@human Which?', 'Fine.'] } });
    const tree = await t.start('Begin');
    const [question] = questionsOf(tree);
    answerQuestion(t.driver, tree, { questionId: question?.id ?? '', content: 'this', msgId: 'a1', by: byPerson });
    assert.equal(storedRecords(t, rootOf(tree)).at(-1)?.kind, 'questionAnswered');
    assert.notEqual(file(t, tree, 'q4h.yaml'), undefined);
    assert.equal(t.llm.requests.length, 1);
    await t.driver.quiet(tree);
    assert.equal(t.llm.requests.length, 2);
  });

  it('answered by an unknown or an answered id are refused, and nothing changes', async () => {
    const t = createTestDriver({ script: { lead: ['!?@human Which?', 'Fine.'] } });
    const tree = await t.start('Begin');
    const [question] = questionsOf(tree);
    const tryAnswer = (questionId: string, content: string, msgId: string) => {
      const outcome = answerQuestion(t.driver, tree, { questionId, content, msgId, by: byPerson });
      return outcome.ok ? 'ok' : outcome.code;
    };
    const { seq } = rootOf(tree).state;
    assert.equal(tryAnswer('nothing', 'this', 'a1'), 'unknown-question');
    assert.equal(tryAnswer(question?.id ?? '', '  ', 'a1'), 'empty-message');
    assert.equal(rootOf(tree).state.seq, seq);
    await t.answer(tree, 'this');
    const after = rootOf(tree).state.seq;
    assert.equal(tryAnswer(question?.id ?? '', 'that', 'a2'), 'already-answered');
    assert.equal(rootOf(tree).state.seq, after);
  });

  it('record who answered and where', async () => {
    const t = createTestDriver({ script: { lead: ['!?@human Which?', 'Fine.'] } });
    const tree = await t.start('Begin');
    const by = { kind: 'person', surface: 'cli' } as const;
    const questionId = questionsOf(tree)[0]?.id ?? '';
    assert.ok(answerQuestion(t.driver, tree, { questionId, content: 'this', msgId: 'a1', by }).ok);
    const [answered] = rootOf(tree).records.filter(record => record.kind === 'questionAnswered');
    assert.deepEqual(answered?.by, by);
  });

  it('answered twice with one msgId are answered once, also after the course has ended', async () => {
    const t = createTestDriver({ script: { lead: ['!?@human Which?', 'Fine.', 'On.'] } });
    const tree = await t.start('Begin');
    const answer = { questionId: questionsOf(tree)[0]?.id ?? '', content: 'this', msgId: 'a1', by: byPerson };
    assert.ok(answerQuestion(t.driver, tree, answer).ok);
    assert.ok(answerQuestion(t.driver, tree, answer).ok);
    await t.driver.quiet(tree);
    await clearMind(t.driver, rootOf(tree), undefined);
    await t.driver.quiet(tree);
    assert.ok(answerQuestion(t.driver, tree, answer).ok);
    assert.equal(recordsIn(t, tree, 'questionAnswered').length, 1);
  });

  it('of a subdialog stay in the subdialog', async () => {
    const t = createTestDriver({ script: { lead: ['!?@coder build', 'Fine.'], coder: ['!?@human Which?', 'Built.'] } });
    const tree = await t.start('Begin');
    const [coder] = dialogsOf(tree, 'coder');
    assert.deepEqual(rootOf(tree).state.questions, []);
    assert.equal(coder?.state.questions.length, 1);
    assert.equal(file(t, tree, 'q4h.yaml'), undefined);
    assert.notEqual(file(t, tree, `subdialogs/${coder?.ref.selfId}/q4h.yaml`), undefined);
    await t.answer(tree, 'this');
    checkSettled(t, tree);
  });

  it('survive a restart and can be answered then', async () => {
    const before = createTestDriver({ script: { lead: ['!?@human Which?'] } });
    await before.start('Begin');
    const t = before.restart({ lead: ['Fine.'] });
    const tree = await t.onlyTree();
    await t.answer(tree, 'this');
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });
});

describe('messages of a person', () => {
  it('never clear a question: they are queued and delivered at the next drive', async () => {
    const t = createTestDriver({ script: { lead: ['!?@human Which?', 'Fine.'] } });
    const tree = await t.start('Begin');
    await t.say(tree, 'By the way');
    assert.equal(questionsOf(tree).length, 1);
    assert.deepEqual(
      rootOf(tree).state.queued.map(({ content }) => content),
      ['By the way'],
    );
    await t.answer(tree, 'this');
    assert.deepEqual(rootOf(tree).state.queued, []);
    assert.deepEqual(lastMessages(t, 1), ['By the way']);
    assert.equal(recordsIn(t, tree, 'userSaid').length, 2);
    checkSettled(t, tree);
  });

  it('said while the dialog generates are read in the next generation', async () => {
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({ script: { lead: [{ say: 'First.', until: gate.promise }, 'Second.'] } });
    const tree = t.launch('Begin');
    await nextTurn();
    assert.ok(rootOf(tree).state.generating);
    const said = say(t.driver, rootOf(tree), { msgId: 'm2', content: 'More' });
    assert.ok(said.ok && said.queued);
    gate.resolve();
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.saying.text, 'Second.');
  });

  it('are counted once, queued or not', async () => {
    const t = createTestDriver({ script: { lead: ['!?@human Which?', 'Fine.'] } });
    const tree = await t.start('Begin');
    const { messageCount } = rootOf(tree).state;
    await t.say(tree, 'By the way');
    assert.equal(rootOf(tree).state.messageCount, messageCount);
    await t.answer(tree, 'this');
    // The answer, the message, and what was said to them.
    assert.equal(rootOf(tree).state.messageCount, messageCount + 3);
  });

  it('with one msgId are applied once, however many came since, in this course or an earlier one', async () => {
    const t = createTestDriver({ script: () => 'Fine.' });
    const tree = t.launch('Begin');
    await t.driver.quiet(tree);
    const root = rootOf(tree);
    const tell = async (msgId: string) => {
      const said = say(t.driver, root, { msgId, content: `text of ${msgId}` });
      assert.ok(said.ok);
      await t.driver.quiet(tree);
    };
    const ids = Array.from({ length: 102 }, (_, index) => `many-${index}`);
    for (const msgId of ids) await tell(msgId);
    const { messageCount } = root.state;
    for (const msgId of ids) await tell(msgId);
    assert.equal(root.state.messageCount, messageCount);
    await clearMind(t.driver, root, undefined);
    await t.driver.quiet(tree);
    const { messageCount: before } = root.state;
    await recallApplied(root);
    for (const msgId of ['many-0', 'many-1', 'many-101']) await tell(msgId);
    assert.equal(root.state.messageCount, before);
    await tell('another');
    assert.ok(root.state.messageCount > before);
  });
  it('with one msgId are applied once, queued or delivered', async () => {
    const t = createTestDriver({ script: { lead: ['!?@human Which?', 'Fine.'] } });
    const tree = await t.start('Begin');
    const message = { msgId: 'm2', content: 'By the way' };
    const outcomes = [1, 2].map(() => say(t.driver, rootOf(tree), message));
    assert.deepEqual(outcomes, [
      { ok: true, queued: true },
      { ok: true, queued: true },
    ]);
    await t.answer(tree, 'this');
    assert.deepEqual(say(t.driver, rootOf(tree), message), { ok: true, queued: false });
    await t.driver.quiet(tree);
    assert.equal(recordsIn(t, tree, 'userSaid').length, 2);
    assert.equal(t.llm.requests.length, 2);
  });

  it('survive a restart in the queue', async () => {
    const before = createTestDriver({ script: { lead: ['!?@human Which?'] } });
    const old = await before.start('Begin');
    await before.say(old, 'By the way');
    const t = before.restart({ lead: ['Fine.'] });
    const tree = await t.onlyTree();
    await t.answer(tree, 'this');
    assert.deepEqual(lastMessages(t, 1), ['By the way']);
  });

  it('wait until a TellaskBack is answered, since they are not part of that answer', async () => {
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', { say: 'Thus.', until: gate.promise }, 'Soon.', 'Fine.'],
        coder: ['!?@tellasker How?', 'Built.'],
      },
    });
    const tree = t.launch('Begin');
    while (rootOf(tree).state.frames.length < 2) await nextTurn();
    say(t.driver, rootOf(tree), { msgId: 'm2', content: 'Hurry' });
    gate.resolve();
    await t.driver.quiet(tree);
    assert.deepEqual(
      recordsIn(t, tree, 'responseGiven').map(({ content }) => content),
      ['Thus.', 'Built.'],
    );
    assert.deepEqual(
      recordsIn(t, tree, 'assistantSaid').flatMap(({ parts }) =>
        parts.flatMap(part => ('text' in part ? part.text : [])),
      ),
      ['Thus.', 'Soon.', 'Fine.', 'Built.'],
    );
    checkSettled(t, tree);
  });

  it('that are too long are refused, and nothing is recorded', async () => {
    const t = createTestDriver({ script: { lead: ['Fine.', 'Read.'] } });
    const tree = await t.start('Begin');
    const before = rootOf(tree).records.length;
    const sayLong = (length: number) =>
      say(t.driver, rootOf(tree), { msgId: `m-${length}`, content: ` ${'x'.repeat(length)}\n` });
    assert.deepEqual(told(sayLong(MAX_MESSAGE + 1)), {
      ok: false,
      code: 'invalid-argument',
      message: 'The text has 4000001 characters',
      remedy: 'write at most 4000000, or save it as a file of this folder and name the file',
    });
    assert.equal(rootOf(tree).records.length, before);
    assert.equal(sayLong(MAX_MESSAGE).ok, true);
    await t.driver.quiet(tree);
  });

  it('that are empty are refused', async () => {
    const t = createTestDriver({ script: { lead: ['Fine.'] } });
    const tree = await t.start('Begin');
    const said = say(t.driver, rootOf(tree), { msgId: 'm2', content: ' \n' });
    assert.equal(said.ok ? '' : said.code, 'empty-message');
  });
});
