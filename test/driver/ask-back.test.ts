// Tool calls whose server asks the person: the questions, the answers that go back, and what a restart finds (SPEC
// 22.1).
import assert from 'node:assert/strict';
import { openCalls } from '../../src/core/dialog/state.ts';
import { answerQuestion, dismiss } from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { AnsweredCall, AskedForms, FormQuestion, Tool } from '../../src/tools/tool.ts';
import { byPerson } from '../support/by-person.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, dialogsOf } from '../support/test-driver.ts';
import { checkSettled } from './check-tree.ts';

function question(key: string, ...names: readonly string[]): FormQuestion {
  const fields = names.map(name => ({ name, type: 'text' as const, isRequired: true as const }));
  return { headline: `Which ${key}?`, body: '', options: ['decline'], form: { key, fields } };
}

/** A tool that asks these, and then tells what it was given. */
function askingTool(...rounds: readonly AskedForms[]) {
  const given: AnsweredCall[] = [];
  const tool: Tool = {
    spec: { name: 'book', description: 'test', parameters: {} },
    call: async (_, { asked }) => {
      if (asked) given.push(asked);
      const asks = rounds[given.length];
      return asks ? { ok: false, content: 'never asked', asks } : { ok: true, content: 'booked' };
    },
  };
  return { tool, given };
}

const book = { tools: [{ name: 'book', args: {} }] };
const script = { lead: [book, 'Done.'] };

describe('a tool call whose server asks the person', () => {
  it('waits for the answers, and goes on with them and its state', async () => {
    const { tool, given } = askingTool({ state: 'flight 7', questions: [question('seat', 'seat')] });
    const t = createTestDriver({ script, tools: [tool] });
    const tree = await t.start('Go');
    const [asked] = questionsOf(tree);
    assert.deepEqual([asked?.kind, asked?.tellaskHead, asked?.options], ['clarify', 'Which seat?', ['decline']]);
    assert.equal(rootOf(tree).state.saying.text, '');
    await t.answer(tree, '12A');
    assert.deepEqual(given, [{ state: 'flight 7', replies: { seat: { action: 'accept', content: { seat: '12A' } } } }]);
    assert.equal(rootOf(tree).state.saying.text, 'Done.');
    checkSettled(t, tree);
  });

  it('goes on when all of its questions are answered, and may ask again', async () => {
    const { tool, given } = askingTool(
      { questions: [question('seat', 'row', 'place'), question('meal', 'meal')] },
      { questions: [question('name', 'name')] },
    );
    const t = createTestDriver({ script, tools: [tool] });
    const tree = await t.start('Go');
    await t.answer(tree, 'decline', 'meal');
    assert.equal(given.length, 0);
    await t.answer(tree, 'row: 12\nplace: A', 'seat');
    await t.answer(tree, 'Ada', 'name');
    assert.deepEqual(
      given.map(({ replies }) => replies),
      [
        { meal: { action: 'decline' }, seat: { action: 'accept', content: { row: '12', place: 'A' } } },
        { name: { action: 'accept', content: { name: 'Ada' } } },
      ],
    );
    checkSettled(t, tree);
  });

  it('refuses an answer that does not fit its form, and stays open', async () => {
    const { tool } = askingTool({ questions: [question('seat', 'row', 'place')] });
    const t = createTestDriver({ script, tools: [tool] });
    const tree = await t.start('Go');
    const [asked] = questionsOf(tree);
    const outcome = answerQuestion(t.driver, tree, {
      questionId: asked?.id ?? assert.fail(),
      content: 'by the window',
      msgId: 'm',
      by: byPerson,
    });
    assert.deepEqual(outcome.ok ? undefined : outcome.why, {
      id: 'form-unfit',
      field: 'by the window',
      fields: ['row', 'place'],
    });
    assert.equal(questionsOf(tree).length, 1);
  });

  it('gives the answers to the server alone, never to the model', async () => {
    const { tool } = askingTool({ questions: [question('seat', 'seat')] });
    const t = createTestDriver({ script, tools: [tool] });
    const tree = await t.start('Go');
    await t.answer(tree, 'the secret seat');
    const last = t.llm.requests.at(-1)?.prompt.messages ?? [];
    assert.equal(last.at(-1)?.content, 'booked');
    assert.ok(!JSON.stringify(last).includes('secret seat'));
  });

  it('is gone on with by a later process', async () => {
    const { tool, given } = askingTool({ state: 's', questions: [question('seat', 'seat')] });
    const before = createTestDriver({ script, tools: [tool] });
    await before.start('Go');
    const t = before.restart({ lead: ['Done.'] });
    const tree = await t.onlyTree();
    await t.answer(tree, '12A');
    assert.deepEqual(given, [{ state: 's', replies: { seat: { action: 'accept', content: { seat: '12A' } } } }]);
    assert.equal(rootOf(tree).state.saying.text, 'Done.');
  });
});

describe('a tool call that its server holds open while it asks', () => {
  function held(...names: readonly string[]) {
    const over = Promise.withResolvers<void>();
    const released: number[] = [];
    const asks: AskedForms = {
      questions: [question('seat', ...names)],
      held: { over: over.promise, release: () => void released.push(1) },
    };
    return { asks, over, released };
  }

  it('is gone on with by the process that made it', async () => {
    const { asks, released } = held('seat');
    const { tool, given } = askingTool(asks);
    const t = createTestDriver({ script, tools: [tool] });
    const tree = await t.start('Go');
    await t.answer(tree, '12A');
    assert.deepEqual(given, [{ held: true, replies: { seat: { action: 'accept', content: { seat: '12A' } } } }]);
    assert.deepEqual(released, [1]);
    checkSettled(t, tree);
  });

  it('closes its question when the server no longer waits', async () => {
    const { asks, over } = held('seat');
    const { tool, given } = askingTool(asks);
    const t = createTestDriver({ script, tools: [tool] });
    const tree = await t.start('Go');
    over.resolve();
    await nextTurn();
    await t.driver.quiet(tree);
    assert.deepEqual(questionsOf(tree), []);
    assert.deepEqual(given, [{ held: true, replies: { seat: { action: 'cancel' } } }]);
    assert.equal(rootOf(tree).state.saying.text, 'Done.');
  });

  it('is made again by a later process with all answers so far', async () => {
    const rounds = [held('seat').asks, { ...held().asks, questions: [question('meal', 'meal')] }];
    const { tool, given } = askingTool(...rounds);
    const before = createTestDriver({ script, tools: [tool] });
    await before.start('Go');
    const t = before.restart();
    await t.answer(await t.onlyTree(), '12A');
    const last = t.restart({ lead: ['Done.'] });
    const tree = await last.onlyTree();
    await last.answer(tree, 'soup');
    const seat = { action: 'accept', content: { seat: '12A' } };
    assert.deepEqual(given, [
      { held: true, replies: { seat } },
      { held: true, replies: { seat, meal: { action: 'accept', content: { meal: 'soup' } } } },
    ]);
    assert.equal(rootOf(tree).state.saying.text, 'Done.');
    checkSettled(last, tree);
  });

  it('is let go when nobody wants it any more, and when its process ends', async () => {
    const dismissed = held('seat');
    const t = createTestDriver({
      script: { lead: ['!?@coder go', 'Then not.'], coder: [book] },
      tools: [askingTool(dismissed.asks).tool],
    });
    const tree = await t.start('Go');
    assert.equal(dialogsOf(tree, 'coder')[0]?.state.questions.length, 1);
    const [call] = openCalls(rootOf(tree).state);
    assert.ok(dismiss(t.driver, tree, call?.callId ?? assert.fail()).ok);
    await t.driver.quiet(tree);
    assert.deepEqual(dismissed.released, [1]);

    const closed = held('seat');
    const other = createTestDriver({ script, tools: [askingTool(closed.asks).tool] });
    await other.start('Go');
    await other.driver.close();
    assert.deepEqual(closed.released, [1]);
  });
});
