// A reply that runs away is broken off; the model is told once, then the person is asked (SPEC 23.14).
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';
import type { Reply } from '../support/scripted-llm.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn } from './check-tree.ts';

const LINE = 'I will check the file now.\n';

/** Events of a reply that never ends. */
function* endless(piece: () => LlmEvent, begin: readonly LlmEvent[] = []): Generator<LlmEvent> {
  yield* begin;
  for (;;) yield piece();
}

const start = (segment: 'saying' | 'thinking'): LlmEvent => ({ kind: 'segmentStarted', segment });
const chunk = (segment: 'saying' | 'thinking', text: string): LlmEvent => ({ kind: 'chunk', segment, text });
const part = (args: string): LlmEvent => ({ kind: 'toolCallPart', index: 0, name: 'read_file', args });

const ways: Readonly<Record<'saying' | 'thinking' | 'arguments' | 'spaces', () => Iterable<LlmEvent>>> = {
  saying: () => endless(() => chunk('saying', LINE), [start('saying'), chunk('saying', 'Well.\n')]),
  thinking: () => endless(() => chunk('thinking', LINE), [start('thinking')]),
  arguments: () => endless(() => part(' \n'), [part('{"path": "a.js"}')]),
  spaces: () => endless(() => chunk('saying', '  '), [start('saying'), chunk('saying', 'Well.')]),
};

/** Plays what runs away so many times, then these replies. */
function driverOf(way: () => Iterable<LlmEvent>, times: number, replies: readonly string[] = []): TestDriver {
  let count = 0;
  return createTestDriver({
    pushMax: 0,
    script: (): Reply => {
      const at = count++;
      return at < times ? { events: way() as readonly LlmEvent[] } : (replies[at - times] ?? 'Fine.');
    },
  });
}

const told = (t: TestDriver, tree: Tree) =>
  recordsIn(t, tree, 'autoSaid').filter(({ reason }) => reason === 'ran-away');

describe('a reply that runs away', () => {
  for (const [what, way] of Object.entries(ways)) {
    it(`is broken off and told to the model once: ${what}`, async () => {
      const t = driverOf(way, 1);
      const tree = await t.start('Begin');
      const [end, next] = recordsIn(t, tree, 'generationEnded');
      assert.deepEqual([end?.outcome, next?.outcome], ['ran-away', 'complete']);
      assert.ok((end?.ranAway?.times ?? 0) > 100);
      assert.equal(told(t, tree).length, 1);
      assert.equal(rootOf(tree).state.saying.text, 'Fine.');
      assert.equal(questionsOf(tree).length, 0);
      checkSettled(t, tree);
    });
  }

  it('keeps what came up to the first repetition, marked, and does not send it to the model again', async () => {
    const t = driverOf(ways.saying, 1);
    const tree = await t.start('Begin');
    const [said] = recordsIn(t, tree, 'assistantSaid');
    assert.deepEqual(said && [said.cut, said.parts], [true, [{ kind: 'prose', text: `Well.\n${LINE}` }]]);
    const sent = t.llm.requests.at(-1)?.prompt.messages.map(({ content }) => content) ?? [];
    assert.ok(!sent.some(content => content.startsWith('Well.')));
    assert.ok(sent.some(content => content.includes('repeated "I will check the file now."')));
  });

  it('keeps the arguments of a call up to their white space, and makes no call of them', async () => {
    const t = driverOf(ways.arguments, 1);
    const tree = await t.start('Begin');
    const [end] = recordsIn(t, tree, 'generationEnded');
    assert.deepEqual(
      [end?.ranAway?.in, end?.ranAway?.tool, end?.ranAway?.kept],
      ['arguments', 'read_file', '{"path": "a.js"}'],
    );
    assert.equal(recordsIn(t, tree, 'toolCalled').length, 0);
  });

  it('leads to a question about the model the second time in a row, never to a third try', async () => {
    const t = driverOf(ways.thinking, 9);
    const tree = await t.start('Begin');
    const [question] = questionsOf(tree);
    assert.deepEqual([question?.kind, question?.options], ['provider', ['other model', 'continue', 'stop']]);
    assert.equal(t.llm.requests.length, 2);
    assert.equal(told(t, tree).length, 1);
    checkTree(t, tree);
  });

  it('is told anew after the person let the model try again', async () => {
    const t = driverOf(ways.saying, 3);
    const tree = await t.start('Begin');
    await t.answer(tree, 'continue');
    assert.equal(told(t, tree).length, 2);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
  });

  it('once in a while asks nobody', async () => {
    let count = 0;
    const t = createTestDriver({
      pushMax: 0,
      script: () => (count++ % 2 === 0 ? { events: ways.saying() as readonly LlmEvent[] } : `Fine ${count}.`),
    });
    const tree = await t.start('Begin');
    await t.say(tree, 'And?');
    assert.equal(questionsOf(tree).length, 0);
    assert.equal(told(t, tree).length, 2);
  });
});
