// Internal flows: started at the end of a turn, run beside the dialog, never in its way (SPEC 16.3).
import assert from 'node:assert/strict';
import { beliefIntent } from '../../../src/driver/belief/intents.ts';
import { clearMind } from '../../../src/driver/intents/intents.ts';
import { rootOf } from '../../../src/driver/tree.ts';
import type { LlmRequest } from '../../../src/llm/provider.ts';
import { shopText } from '../../core/belief/support.ts';
import { nextTurn } from '../../support/next-turn.ts';
import type { Reply } from '../../support/scripted-llm.ts';
import { createTestDriver } from '../../support/test-driver.ts';
import { checkTree } from '../check-tree.ts';
import {
  type Believer,
  believer,
  believerOn,
  believing,
  finish,
  type Predictions,
  setSlot,
  start,
  turnsOf,
} from './belief-support.ts';

const names = ['curate_memory', 'repair_state', 'summarize_session'];
const domains = { shop: `${shopText}${names.map(name => `  - {name: ${name}, intent: Internal}\n`).join('')}` };

/** The same model, which answers Internal flows from a table. */
function withInternal(
  predictions: Predictions,
  replies: readonly Reply[],
  answers: Readonly<Record<string, Reply>>,
): (request: LlmRequest) => Reply {
  const talk = believing(predictions, replies);
  return request => (request.purpose?.kind === 'internal' ? (answers[request.purpose.flow] ?? '') : talk(request));
}

function internalRequests({ t }: Believer): string[] {
  return t.llm.requests.flatMap(({ purpose }) => (purpose?.kind === 'internal' ? [purpose.flow] : []));
}

function endedInternal({ t, tree }: Believer): string[] {
  return turnsOf(t, tree).flatMap(({ ended }) =>
    ended.flatMap(({ flow, intent, status }) => (intent === 'Internal' ? [`${flow} ${status}`] : [])),
  );
}

describe('the session summary', () => {
  it('is made after ten turns, beside the dialog, and stands among the findings', async () => {
    const it = await believer('hello', {
      predictions: {},
      domains,
      script: withInternal({}, [], { summarize_session: '{"summary": "They greeted."}' }),
    });
    for (let turn = 2; turn <= 10; turn++) await it.say(`hello ${turn}`);
    assert.deepEqual(internalRequests(it), ['summarize_session']);
    assert.deepEqual(
      it.state().scratchpad.map(({ flow, text }) => [flow, text]),
      [['summarize_session', 'They greeted.']],
    );
    assert.deepEqual(it.state().background, []);
    assert.deepEqual(endedInternal(it), ['summarize_session Completed']);
    assert.equal(it.belief().isOpen, false);
    checkTree(it.t, it.tree);
  });

  it('blocks no message: words are answered while it runs', async () => {
    const gate = Promise.withResolvers<void>();
    const it = await believer('hello', {
      predictions: {},
      domains,
      script: withInternal({}, [], { summarize_session: { until: gate.promise, say: '{"summary": "Late."}' } }),
    });
    for (let turn = 2; turn <= 9; turn++) await it.say(`hello ${turn}`);
    const tenth = it.say('hello 10');
    await untilTurn(it, 10);
    const eleventh = it.say('hello 11');
    await untilTurn(it, 11);
    assert.equal(it.state().background[0]?.status, 'Active');
    gate.resolve();
    await Promise.all([tenth, eleventh]);
    assert.deepEqual(it.state().background, []);
    assert.deepEqual(
      it.state().scratchpad.map(({ text }) => text),
      ['Late.'],
    );
    checkTree(it.t, it.tree);
  });

  it('reserves what it may use under a cap, so that words wait for room, and gives it back', async () => {
    const gate = Promise.withResolvers<void>();
    const summary: Reply = { until: gate.promise, say: '{"summary": "Late."}' };
    const script = withInternal({}, [], { summarize_session: summary });
    const it = await believer('hello', {
      predictions: {},
      domains,
      script(request) {
        request.counted?.({ promptTokens: 0, completionTokens: 0 });
        return script(request);
      },
      treeCap: { maxTokens: 2_000 },
    });
    for (let turn = 2; turn <= 9; turn++) await it.say(`hello ${turn}`);
    const tenth = it.say('hello 10');
    await untilTurn(it, 10);
    while (internalRequests(it).length === 0) await nextTurn();
    const [reserved] = it.tree.reserved;
    assert.ok(reserved && reserved.tokens > 1_000, 'the size of its request, and a reply');
    const asked = it.t.llm.requests.length;
    const eleventh = it.say('hello 11');
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    assert.equal(it.t.llm.requests.length, asked, 'the words wait for room');
    gate.resolve();
    await Promise.all([tenth, eleventh]);
    assert.ok(it.t.llm.requests.length > asked);
    assert.equal(it.tree.reserved.size, 0);
  });

  it('that gets no usable answer is Invalid, and the dialog is as it was', async () => {
    const it = await believer('hello', {
      predictions: {},
      domains,
      script: withInternal({}, [], { summarize_session: 'Well.' }),
    });
    for (let turn = 2; turn <= 10; turn++) await it.say(`hello ${turn}`);
    assert.deepEqual(endedInternal(it), ['summarize_session Invalid']);
    assert.equal(rootOf(it.tree).state.interruption, null);
    assert.deepEqual(it.state().scratchpad, []);
  });

  it('goes on after the process has died in its middle', async () => {
    const it = await believer('hello', {
      predictions: {},
      domains,
      script: withInternal({}, [], { summarize_session: { until: new Promise(() => {}), say: 'never' } }),
    });
    for (let turn = 2; turn <= 9; turn++) await it.say(`hello ${turn}`);
    void it.say('hello 10');
    await untilTurn(it, 10);
    const again = it.t.restart(withInternal({}, [], { summarize_session: '{"summary": "After all."}' }));
    await it.t.driver.close();
    const tree = await again.onlyTree();
    await again.say(tree, 'hello 11');
    assert.deepEqual(
      rootOf(tree).state.belief?.state.scratchpad.map(({ text }) => text),
      ['After all.'],
    );
    checkTree(again, tree);
  });
});

describe('the curation of findings', () => {
  it('makes few of many', async () => {
    const many = Array.from({ length: 48 }, (_, index) => `finding ${index}`);
    const it = await believer('orders', {
      predictions: {},
      domains,
      script: withInternal(
        { orders: { commands: [start('query'), setSlot('query', 'source', ['orders'])] } },
        [finish('completed', many)],
        { curate_memory: '{"findings": ["all of them", "", 3]}' },
      ),
    });
    assert.deepEqual(internalRequests(it), ['curate_memory']);
    assert.deepEqual(
      it.state().scratchpad.map(({ text }) => text),
      ['all of them'],
    );
  });

  it('drops those that it made less of also when the person goes back to a turn of an earlier course meanwhile', async () => {
    const gate = Promise.withResolvers<void>();
    const many = Array.from({ length: 48 }, (_, index) => `finding ${index}`);
    const t = createTestDriver({
      domains,
      script: withInternal(
        { orders: { commands: [start('query'), setSlot('query', 'source', ['orders'])] } },
        [finish('completed', many)],
        { curate_memory: { until: gate.promise, say: '{"findings": ["all of them"]}' } },
      ),
    });
    const it = believerOn(t, t.launch('orders', { domain: 'shop', noDiligence: true }));
    while (internalRequests(it).length === 0) await nextTurn();
    // Turns of an earlier course are read from the files.
    await clearMind(t.driver, rootOf(it.tree), undefined);
    while (rootOf(it.tree).driving) await nextTurn();
    assert.ok((await beliefIntent(t.driver, it.tree, { kind: 'rollBack', turn: 1 })).ok);
    gate.resolve();
    await t.driver.quiet(it.tree);
    assert.deepEqual(
      it.state().scratchpad.map(({ text }) => text),
      ['all of them'],
    );
  });
});

describe('the repair of the state', () => {
  it('is tried when a second turn ends with an issue, with few kinds of commands', async () => {
    const bad = { commands: [start('query'), setSlot('query', 'source', ['a']), setSlot('query', 'limit', 1_000)] };
    const it = await believer('bad', {
      predictions: {},
      domains,
      script: withInternal({ bad }, [], { repair_state: '{"commands": [{"start": "count"}, {"cancel": "query"}]}' }),
    });
    assert.deepEqual(internalRequests(it), []);
    await it.say('bad again');
    assert.deepEqual(internalRequests(it), ['repair_state']);
    assert.deepEqual(it.state().stack, []);
    assert.deepEqual(endedInternal(it), ['repair_state Completed']);
  });
});

async function untilTurn(it: Believer, turn: number): Promise<void> {
  while (it.belief().base.turn < turn) await nextTurn();
}
