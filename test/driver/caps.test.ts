// Tokens and cost of generations, dialogs and trees, and the caps that become a question (SPEC 10.4).
import assert from 'node:assert/strict';
import { spendingOf } from '../../src/core/spending/spending.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { stopDialogs } from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf, statesOf } from '../../src/driver/tree.ts';
import type { LlmEvent, LlmRequest } from '../../src/llm/provider.ts';
import { mindTools } from '../../src/tools/minds/mind-tools.ts';
import { nextTurn } from '../support/next-turn.ts';
import type { Reply } from '../support/scripted-llm.ts';
import { createTestDriver, dialogsOf, type TestDriver } from '../support/test-driver.ts';
import { createMind, send } from './draft/draft-support.ts';

const never = new Promise(() => {});

/** Says something for 1,000 prompt and 500 completion tokens. */
function say(text: string): Reply {
  const segment = 'saying' as const;
  const events: LlmEvent[] = [
    { kind: 'segmentStarted', segment },
    { kind: 'chunk', segment, text },
    { kind: 'segmentFinished', segment },
    { kind: 'finished', reason: 'stop', usage: { promptTokens: 1_000, completionTokens: 500 } },
  ];
  return { events };
}

const prices = { input: 1_000, output: 2_000 };
const delegate = [say('!?@coder Write it\n'), say('Done.')];
const raisedIn = (tree: Tree) => rootOf(tree).state.raisedCaps?.map(({ seal: _, ...cap }) => cap);
const capQuestions = (tree: Tree) => questionsOf(tree).filter(({ kind }) => kind === 'cap');

describe('spending and its caps', () => {
  it('is counted for each generation, dialog and tree', async () => {
    const test = createTestDriver({ script: { lead: delegate, coder: [say('Written.')] }, prices });
    const tree = await test.start('go');
    const costs = rootOf(tree).records.flatMap(record => (record.kind === 'generationEnded' ? [record.cost] : []));
    assert.deepEqual(costs, [2, 2]);
    assert.equal(rootOf(tree).state.cost, 4);
    assert.deepEqual(spendingOf(statesOf(tree)), { tokens: 4_500, cost: 6 });
  });

  it('counts what the server had counted of a generation that failed or was stopped', async () => {
    const counts = (reply: Reply) => (request: LlmRequest) => {
      request.counted?.({ promptTokens: 1_000, completionTokens: 500 });
      return reply;
    };
    const failing = counts({ say: 'half', fail: { code: 'bad-request', message: 'no', retryable: false } });
    const test = createTestDriver({ script: failing, prices });
    const tree = await test.start('go');
    assert.deepEqual(spendingOf(statesOf(tree)), { tokens: 1_500, cost: 2 });
    const other = createTestDriver({ script: counts({ say: 'half', until: never }), prices });
    const endless = other.launch('go');
    while (other.llm.requests.length === 0) await nextTurn();
    await stopDialogs(other.driver, [rootOf(endless)]);
    assert.deepEqual(spendingOf(statesOf(endless)), { tokens: 1_500, cost: 2 });
  });

  it('is estimated by the size of the texts where a server tells no usage, so that a cap holds', async () => {
    const words = Array.from({ length: 8_000 }, (_, at) => `w${at}`.slice(0, 4)).join(' ');
    const test = createTestDriver({ script: () => words, prices, treeCap: { maxTokens: 10_000, maxCost: 1_000 } });
    const tree = await test.start('go');
    await test.say(tree, 'on');
    assert.equal(test.llm.requests.length, 1);
    const [question] = capQuestions(tree);
    assert.match(question?.bodyContent ?? '', /has used about 1\d,\d{3} tokens \(cap 10,000\) and a cost of \d+/);
    assert.match(question?.bodyContent ?? '', /Some model reported no usage/);
    const { tokens, cost, estimated } = rootOf(tree).state;
    assert.deepEqual([tokens, cost], [{ prompt: 0, completion: 0 }, undefined]);
    assert.ok(estimated && estimated.tokens >= 10_000 && estimated.cost > 10);
    const again = test.restart(() => words);
    assert.deepEqual(rootOf(await again.onlyTree()).state.estimated, estimated);
  });

  it('is not estimated where no cap needs it, and not for a request that brought no reply', async () => {
    const free = createTestDriver({ script: { lead: ['Done.'] } });
    assert.equal(rootOf(await free.start('go')).state.estimated, undefined);
    const failing: Reply = { fail: { code: 'bad-request', message: 'no', retryable: false } };
    const test = createTestDriver({
      script: { lead: [failing, { say: 'half', ...failing }] },
      treeCap: { maxCost: 1 },
    });
    const tree = await test.start('go');
    assert.equal(rootOf(tree).state.estimated, undefined);
    await test.goOn(tree);
    assert.ok((rootOf(tree).state.estimated?.tokens ?? 0) > 0);
  });

  it('asks before the generation after a cap of the tree is reached, and goes on when allowed', async () => {
    const test = createTestDriver({
      script: { lead: delegate, coder: [say('Written.')] },
      prices,
      treeCap: { maxTokens: 3_000, maxCost: 1_000 },
    });
    const tree = await test.start('go');
    const [question] = capQuestions(tree);
    assert.match(
      question?.bodyContent ?? '',
      /has used 3,000 tokens \(cap 3,000\) and a cost of 4\.00 \(cap 1000\.00\)/,
    );
    assert.equal(test.llm.requests.length, 2);
    await test.answer(tree, 'continue');
    assert.match(test.transcript(tree), /says: Done/);
    assert.deepEqual(raisedIn(tree), [{ maxTokens: 6_000, maxCost: 1_004 }]);
    assert.equal(JSON.stringify(test.llm.requests.at(-1)?.prompt).includes('cap'), false);
  });

  it('asks once for all dialogs of the tree, which go on as far as the cap allows', async () => {
    const both = say('!?@coder One\n\n!?@researcher Two\n');
    const script = { lead: [both, say('Done.')], coder: [say('1')], researcher: [say('2')] };
    const test = createTestDriver({ script, treeCap: { maxTokens: 1_500 } });
    const tree = await test.start('go');
    assert.equal(capQuestions(tree).length, 1);
    assert.equal(test.llm.requests.length, 1);
    for (const requests of [2, 3]) {
      await test.answer(tree, 'continue');
      assert.equal(test.llm.requests.length, requests);
      assert.equal(capQuestions(tree).length, 1);
    }
    await test.answer(tree, 'continue');
    assert.match(test.transcript(tree), /says: Done/);
  });

  it('stops everything that waited when the person stops, and asks again on Continue', async () => {
    const both = say('!?@coder One\n\n!?@researcher Two\n');
    const test = createTestDriver({ script: { lead: [both] }, treeCap: { maxTokens: 1_500 } });
    const tree = await test.start('go');
    await test.answer(tree, 'stop');
    for (const id of ['coder', 'researcher']) {
      assert.equal(dialogsOf(tree, id)[0]?.state.interruption?.code, 'stopped');
    }
    assert.equal(capQuestions(tree).length, 0);
    await test.goOn(tree);
    assert.equal(capQuestions(tree).length, 1);
  });

  it('hears 停止 as stop, and tells the model what the person wrote beyond the options', async () => {
    const test = createTestDriver({
      script: { lead: [say('One.'), say('Two.'), say('Three.')] },
      treeCap: { maxTokens: 1_500 },
    });
    const tree = await test.start('go');
    await test.say(tree, 'on');
    await test.answer(tree, '停止');
    assert.deepEqual([test.llm.requests.length, rootOf(tree).state.interruption?.code], [1, 'stopped']);
    await test.goOn(tree);
    await test.answer(tree, 'yes, but never touch production');
    const told = () =>
      test.llm.requests
        .at(-1)
        ?.prompt.messages.map(({ content }) => content)
        .join('\n') ?? '';
    assert.match(told(), /yes, but never touch production/);
    await test.say(tree, 'on');
    await test.answer(tree, '继续');
    assert.doesNotMatch(told(), /继续/);
  });

  it('starts nothing that waits for room when everything is stopped', async () => {
    const script = ({ origin: { agentId } }: LlmRequest): Reply =>
      agentId === 'lead' ? say('!?@coder One\n\n!?@coder Two\n\n!?@coder Three\n') : { say: '1', until: never };
    const test = createTestDriver({ script, treeCap: { maxTokens: 4_600 } });
    const tree = test.launch('go');
    while (tree.waitingForRoom.size === 0) await nextTurn();
    const requests = test.llm.requests.length;
    await stopDialogs(test.driver, [...tree.dialogs.values()]);
    await test.driver.quiet(tree);
    assert.equal(test.llm.requests.length, requests);
    const codes = dialogsOf(tree, 'coder').map(({ state }) => state.interruption?.code);
    assert.deepEqual(codes, ['stopped', 'stopped', 'stopped']);
  });

  it('holds a member to its own cap, and lets others go on', async () => {
    const script = { lead: [say('!?@coder One\n'), say('!?@coder Two\n'), say('Done.')], coder: [say('1'), say('2')] };
    const test = createTestDriver({ script, members: ['lead', { id: 'coder', maxTokens: 1_000 }] });
    const tree = await test.start('go');
    const [question] = capQuestions(tree);
    assert.equal(question?.agentId, 'coder');
    assert.match(question?.bodyContent ?? '', /@coder in this tree has used 1,500 tokens/);
    await test.answer(tree, 'continue');
    assert.match(test.transcript(tree), /says: Done/);
  });

  it('remembers over a restart what was allowed', async () => {
    const script = { lead: [say('!?@coder One\n'), say('Done.')], coder: [say('1')] };
    const test = createTestDriver({ script, treeCap: { maxTokens: 1_500 } });
    const tree = await test.start('go');
    await test.answer(tree, 'continue');
    const again = test.restart();
    assert.deepEqual(raisedIn(await again.onlyTree()), [{ maxTokens: 3_000 }]);
  });

  it('asks again where it was not allowed: on another machine, or by a record without its seal', async () => {
    const script = { lead: ['One.', 'Two.', 'Three.', 'Four.'].map(say) };
    const treeCap = { maxTokens: 2_000 };
    const allowed = async () => {
      const test = createTestDriver({ script, treeCap });
      const tree = await test.start('go');
      await test.say(tree, 'on');
      await test.say(tree, 'on');
      await test.answer(tree, 'continue');
      return test;
    };
    const goOn = async (test: TestDriver) => {
      const tree = await test.onlyTree();
      await test.say(tree, 'on');
      return capQuestions(tree).length;
    };
    assert.equal(await goOn((await allowed()).restart()), 0);
    assert.equal(await goOn((await allowed()).restart(script, { machine: 'elsewhere' })), 1);
    const { files, restart } = await allowed();
    for (const [file, text] of files.texts)
      files.texts.set(file, text.replace(/(?<="maxTokens":\d+),"seal":"[^"]*"/, ''));
    assert.equal(await goOn(restart()), 1);
  });

  it('holds the steps of a draft dialogue too: the mind asks, goes on when allowed, and rests when not', async () => {
    const mind = createMind([say('draft: A'), say('draft: B'), say('draft: C'), say('draft: D')]);
    Object.assign(mind.t.driver.ctx, { treeCap: () => ({ maxTokens: 3_000 }) });
    await mind.ask(send('Hello?', 'paused'));
    const asked = () => questionsOf(mind.tree).map(({ kind }) => kind);
    assert.deepEqual([mind.texts(), asked()], [['1 B', '2 A'], ['cap']]);
    await mind.t.answer(mind.tree, 'continue');
    assert.deepEqual([mind.texts().length, asked()], [4, ['cap']]);
    await mind.t.answer(mind.tree, 'stop');
    assert.deepEqual([asked(), rootOf(mind.tree).state.interruption?.code], [[], 'stopped']);
    assert.equal(mind.t.llm.requests.length, 4);
  });

  it('holds a member that thinks in drafts to its own cap', async () => {
    const mind = createMind([say('draft: A')], {}, { maxTokens: 1_000 });
    await mind.ask(send('Hello?', 'paused'));
    assert.match(questionsOf(mind.tree)[0]?.bodyContent ?? '', /@lead in this tree has used 1,500 tokens/);
    assert.equal(mind.t.llm.requests.length, 1);
  });

  it('asks after as many generations of a tree as it may make without a word of the person', async () => {
    let count = 0;
    const script = ({ origin }: LlmRequest) =>
      origin.agentId === 'lead' && ++count % 2 === 1 ? `!?@coder step ${count}` : `Did ${count}.`;
    const test = createTestDriver({ script, pushMax: 1_000, treeCap: { maxGenerations: 10 } });
    const tree = await test.start('go');
    assert.equal(test.llm.requests.length, 10);
    const [question] = capQuestions(tree);
    assert.match(question?.bodyContent ?? '', /has made 10 generations since you last said something \(cap 10\)/);
    await test.answer(tree, 'continue');
    assert.equal(test.llm.requests.length, 20);
    assert.equal(rootOf(tree).state.raisedCaps, undefined);
  });

  it('takes a dialog without a known cost for one that costs nothing', () => {
    assert.deepEqual(
      spendingOf([{ tokens: { prompt: 2, completion: 1 } }, { tokens: { prompt: 3, completion: 0 }, cost: 0.5 }]),
      { tokens: 6, cost: 0.5 },
    );
  });

  it('counts generations over courses and over a restart', async () => {
    const noTaskdoc = { ok: false, message: 'there is no taskdoc here' };
    const tools = mindTools({ write: () => noTaskdoc, recall: () => noTaskdoc });
    const clears = (reminder: number): Reply => ({
      tools: [{ name: 'clear_mind', args: { reminder_content: `${reminder}` } }],
    });
    const endless: Reply = { until: new Promise(() => {}), say: 'never' };
    const options = { tools, treeCap: { maxGenerations: 5 } };
    const test = createTestDriver({ ...options, script: { lead: [clears(1), clears(2), clears(3), endless] } });
    const tree = test.launch('go');
    while (rootOf(tree).state.course < 4 || !rootOf(tree).state.generating) await Promise.resolve();
    const again = test.restart({ lead: [clears(4), clears(5), clears(6)] });
    await test.driver.close();
    const loaded = await again.onlyTree();
    await again.goOn(loaded);
    assert.equal(again.llm.requests.length, 2);
    assert.equal(capQuestions(loaded).length, 1);
  });

  it('restarts the count of generations at a message of the person in any dialog of the tree', async () => {
    let count = 0;
    const gate = Promise.withResolvers<void>();
    const script = ({ origin }: LlmRequest): Reply => {
      if (origin.agentId === 'lead') return '!?@coder Write it\n';
      return { tools: [{ name: `absent-${++count}` }], ...(count === 4 && { until: gate.promise }) };
    };
    const test = createTestDriver({ script, treeCap: { maxGenerations: 6 } });
    const tree = test.launch('go');
    while (count < 4) await Promise.resolve();
    const said = test.say(tree, 'Mind the tests', dialogsOf(tree, 'coder')[0]);
    gate.resolve();
    await said;
    assert.equal(test.llm.requests.length, 1 + 4 + 6);
    assert.equal(capQuestions(tree)[0]?.agentId, 'coder');
  });

  describe('that two dialogs reach', () => {
    const atCap = async () => {
      let count = 0;
      const script = ({ origin }: LlmRequest): Reply =>
        origin.agentId === 'lead' ? '!?@coder One\n\n!?@researcher Two\n' : { tools: [{ name: `absent-${++count}` }] };
      const test = createTestDriver({ script, treeCap: { maxGenerations: 7 } });
      const tree = await test.start('go');
      assert.equal(capQuestions(tree).length, 1);
      return { test, tree, both: () => ['coder', 'researcher'].map(id => dialogsOf(tree, id)[0]?.state) };
    };

    it('stops both when the person stops', async () => {
      const { test, tree, both } = await atCap();
      await test.answer(tree, 'stop');
      for (const state of both()) assert.equal(state?.interruption?.code, 'stopped');
    });

    it('lets both go on when the person continues', async () => {
      const { test, tree, both } = await atCap();
      await test.answer(tree, 'continue');
      assert.equal(test.llm.requests.length, 14);
      for (const state of both()) assert.ok(state && state.interruption === null && state.generations > 4);
    });
  });

  it('makes at most 500 generations without a word of the person where no other cap is set', async () => {
    let count = 0;
    const test = createTestDriver({ script: () => `Step ${++count}.`, pushMax: 10_000 });
    const tree = await test.start('go');
    assert.equal(test.llm.requests.length, 500);
    assert.equal(capQuestions(tree).length, 1);
  });

  it('says how long each generation took, by the clock of the driver', async () => {
    const failing: Reply = { fail: { code: 'bad-request', message: 'no', retryable: false } };
    const test = createTestDriver({ script: { lead: [say('Done.'), failing] } });
    const tree = await test.start('go');
    await test.say(tree, 'more');
    const times = rootOf(tree).records.flatMap(record => (record.kind === 'generationEnded' ? [record.ms] : []));
    assert.deepEqual(times, [2_000, 2_000]);
  });

  it('hold when fifty dialogs start at once: as many run as the cap allows, and the person is asked once', async () => {
    const calls = Array.from({ length: 50 }, (_, index) => `!?@coder Part ${index}\n`).join('\n');
    const script = ({ origin }: LlmRequest) => say(origin.agentId === 'lead' ? calls : 'Written.');
    const test = createTestDriver({ script, prices, treeCap: { maxTokens: 6_000 } });
    const tree = await test.start('go');
    assert.equal(test.llm.requests.length, 1 + 3);
    assert.deepEqual(spendingOf(statesOf(tree)).tokens, 6_000);
    const [question, ...others] = capQuestions(tree);
    assert.equal(others.length, 0);
    assert.match(question?.bodyContent ?? '', /has used 6,000 tokens \(cap 6,000\)\. It may still use 0 tokens\./);
    assert.match(question?.bodyContent ?? '', /Used by:\n- @\w+ \([^)]+\): 1,500 tokens \(2\.00\)/);
    assert.equal(tree.reserved.size, 0);
    await test.answer(tree, 'continue');
    assert.equal(test.llm.requests.length, 1 + 3 + 4);
  });

  it('let no more run side by side than fit, and give back at once what a generation did not use', async () => {
    const gates = new Map<number, PromiseWithResolvers<void>>();
    const script = ({ origin }: LlmRequest): Reply => {
      if (origin.agentId === 'lead') return say('!?@coder One\n\n!?@coder Two\n\n!?@coder Three\n');
      const gate = Promise.withResolvers<void>();
      gates.set(gates.size, gate);
      return { say: 'Short.', until: gate.promise };
    };
    const test = createTestDriver({ script, treeCap: { maxTokens: 4_600 } });
    const tree = test.launch('go');
    while (gates.size < 2) await nextTurn();
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    assert.equal(gates.size, 2, 'the third waits for what the others leave');
    assert.equal(tree.reserved.size, 2);
    gates.get(0)?.resolve();
    while (gates.size < 3) await nextTurn();
    assert.equal(capQuestions(tree).length, 0);
    gates.get(1)?.resolve();
    gates.get(2)?.resolve();
    while (gates.size < 3) await nextTurn();
    await test.driver.close();
  });

  it('give back what a generation reserved that failed', async () => {
    const failing: Reply = { fail: { code: 'bad-request', message: 'no', retryable: false } };
    const script = { lead: [say('!?@coder One\n\n!?@coder Two\n'), say('Done.')], coder: [failing, failing] };
    const test = createTestDriver({ script, treeCap: { maxTokens: 3_100 } });
    const tree = await test.start('go');
    assert.equal(tree.reserved.size, 0);
    assert.equal(test.llm.requests.length, 4);
  });

  it('reserve what a reply may take where that is set, and what others of the tree took where nothing is known', async () => {
    const cap = { maxTokens: 1_000_000 };
    const seen: number[] = [];
    const test = createTestDriver({
      script: ({ origin }) => {
        seen.push([...tree.reserved.values()].reduce((sum, { tokens }) => sum + tokens, 0));
        return say(origin.agentId === 'lead' && seen.length < 4 ? '!?@coder One\n' : 'Done.');
      },
      treeCap: cap,
    });
    const tree = test.launch('go');
    await test.driver.quiet(tree);
    assert.deepEqual(seen.slice(1), [1_500, 2_000, 1_500, 2_000]);
    assert.ok((seen[0] ?? 0) > 1_000 && (seen[0] ?? 0) < 1_200, 'its size and a first reply');
  });
});
