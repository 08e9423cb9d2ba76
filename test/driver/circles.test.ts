// No running in circles, wherever generations are made (SPEC 7.4): the person is asked instead of the next one, and
// shown what repeats.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod';
import type { Tree } from '../../src/driver/driver-context.ts';
import { clearMind } from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { mindTools } from '../../src/tools/minds/mind-tools.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { shopText } from '../core/belief/support.ts';
import { nextTurn } from '../support/next-turn.ts';
import type { Reply, Script } from '../support/scripted-llm.ts';
import { createTestDriver, dialogsOf, type TestDriver, type TestDriverOptions } from '../support/test-driver.ts';
import { believer, believing, finish, setSlot, start } from './belief/belief-support.ts';
import { checkSettled } from './check-tree.ts';
import { createMind, send, steps, untilPaused } from './draft/draft-support.ts';

const noTaskdoc = { ok: false, message: 'there is no taskdoc here' };
const clears = { tools: [{ name: 'clear_mind' }] };

/** Its result is its argument, or, when that is absent, how often it was called. */
function tools() {
  let count = 0;
  const poll = defineTool({
    name: 'poll',
    description: 'test',
    args: () => z.object({ result: z.string().optional(), of: z.string().optional() }),
    run: ({ result }) => ({ ok: true, content: result ?? `${++count}` }),
  });
  return [poll, ...mindTools({ write: () => noTaskdoc, recall: () => noTaskdoc })];
}

const poll = (result?: string): Reply => ({
  tools: [{ name: 'poll', args: { ...(result !== undefined && { result }) } }],
});
/** A model for each member. */
function team(models: Readonly<Record<string, () => Reply>>): Script {
  return ({ origin }) => models[origin.agentId]?.() ?? '';
}

const driverOf = (script: Script, options: Partial<TestDriverOptions> = {}) =>
  createTestDriver({ tools: tools(), script, ...options });
const asked = (tree: Tree) => questionsOf(tree).map(({ kind }) => kind);
const shown = (tree: Tree) => questionsOf(tree)[0]?.bodyContent ?? '';

/** Plays these replies for ever. */
function playing(replies: readonly Reply[]): () => Reply {
  let count = 0;
  return () => replies[count++ % replies.length] ?? '';
}

/** A root that works by itself as long as it is pushed. */
async function runRoot(script: Script): Promise<{ t: TestDriver; tree: Tree }> {
  const t = driverOf(script, { pushMax: 1_000 });
  return { t, tree: await t.start('Begin') };
}

describe('a circle of a root', () => {
  it('that clears its mind at each opening prompt is asked about before the fourth course', async () => {
    const { t, tree } = await runRoot(() => clears);
    assert.equal(t.llm.requests.length, 3);
    assert.equal(rootOf(tree).state.course, 4);
    assert.deepEqual(asked(tree), ['repeat']);
    assert.match(shown(tree), /The last 3 replies are the same:\n\n1\. clear_mind \{\} → A new course begins/);
  });

  it('in which no tool ran asks for another model', async () => {
    const { tree } = await runRoot(() => ({ tools: [{ name: 'tellasker', args: { to: 'coder' } }] }));
    assert.deepEqual(asked(tree), ['repeat']);
    assert.match(shown(tree), /1\. tellasker .*\n\nNo tool ran in this dialog: .*Choose another model/s);
    for (const reply of [poll('same'), clears]) {
      const { tree: working } = await runRoot(() => reply);
      assert.doesNotMatch(shown(working), /No tool ran/);
    }
  });

  it('of two steps shows both, and the person lets it go on or stops it', async () => {
    const { t, tree } = await runRoot(playing([poll('same'), 'I am done.']));
    assert.equal(t.llm.requests.length, 6);
    assert.match(
      shown(tree),
      /The last 6 replies repeat the same 2 steps:\n\n1\. poll \{"result":"same"\} → same\n2\. I am done\./,
    );
    await t.answer(tree, 'continue');
    assert.equal(t.llm.requests.length, 12);
    await t.answer(tree, 'stop');
    assert.equal(rootOf(tree).state.interruption?.code, 'stopped');
    assert.equal(t.llm.requests.length, 12);
  });

  it('is one however its arguments are ordered', async () => {
    const spelt = [
      { result: 'same', of: 'build' },
      { of: 'build', result: 'same' },
    ];
    const orders = [0, 1, 1, 0, 1].map((order): Reply => ({ tools: [{ name: 'poll', args: spelt[order] ?? {} }] }));
    const { t, tree } = await runRoot(playing(orders));
    assert.equal(t.llm.requests.length, 3);
    assert.match(shown(tree), /1\. poll \{"of":"build","result":"same"\} → same/);
  });

  it('over two courses is one', async () => {
    const { t } = await runRoot(playing(['Ready.', clears]));
    assert.equal(t.llm.requests.length, 6);
  });

  it('is noticed over a restart in the middle of it', async () => {
    const gate = Promise.withResolvers<void>();
    const replies: Reply[] = [clears, clears, { until: gate.promise, say: 'never' }];
    const t = driverOf({ lead: replies }, { pushMax: 5 });
    const tree = t.launch('Begin');
    while (rootOf(tree).state.course < 3 || !rootOf(tree).state.generating) await Promise.resolve();
    const after = t.restart(() => clears);
    const loaded = await after.onlyTree();
    await after.goOn(loaded);
    assert.equal(after.llm.requests.length, 1);
    assert.deepEqual(asked(loaded), ['repeat']);
    gate.resolve();
    await t.driver.close();
  });

  it('is none when the person spoke in between', async () => {
    const t = driverOf(() => 'Fine.');
    const tree = await t.start('Begin');
    for (let time = 0; time < 5; time++) await t.say(tree, 'And now?');
    assert.deepEqual(asked(tree), []);
    checkSettled(t, tree);
  });

  it('is none when results differ, and none when calls do', async () => {
    let count = 0;
    const { t, tree } = await runRoot(() => (++count > 30 ? poll('end') : count % 2 ? poll() : poll(`${count}`)));
    assert.equal(t.llm.requests.length, 33);
    assert.deepEqual(asked(tree), ['repeat']);
  });

  it('of the same call to a teammate is one when the answer is the same, too', async () => {
    const t = driverOf(team({ lead: playing(['!?@coder status']), coder: playing(['Nothing yet.']) }));
    const tree = await t.start('Begin');
    assert.equal(dialogsOf(tree, 'coder').length, 3);
    assert.match(shown(tree), /1\. @coder status → Nothing yet\./);
    let count = 0;
    const other = driverOf(
      team({ lead: () => (count < 8 ? '!?@coder status' : 'Fine.'), coder: () => `${++count} of 8` }),
    );
    checkSettled(other, await other.start('Begin'));
  });

  it('that is asked back each time is one', async () => {
    const replies = playing(['!?@coder !tellaskSession s\n\nbuild', 'Blue.']);
    const t = driverOf(team({ lead: replies, coder: playing(['!?@tellasker Which colour?', 'Built.']) }));
    const tree = await t.start('Begin');
    assert.deepEqual(asked(tree), ['repeat']);
    assert.ok(t.llm.requests.length <= 13, `${t.llm.requests.length}`);
  });

  it('is none where answers to different requests are read one by one, and are the same', async () => {
    const parts = [1, 2, 3, 4, 5, 6];
    const lead = [parts.map(part => `!?@coder Part ${part}`).join('\n\n'), ...parts.map(() => 'Noted.')];
    const gates = parts.map(() => Promise.withResolvers<void>());
    let asks = 0;
    const t = driverOf(
      team({
        lead: playing(lead),
        coder: () => ({ say: 'Done.', until: gates[asks++]?.promise ?? Promise.resolve() }),
      }),
      { members: [{ id: 'lead', onAnswer: 'each' }, 'coder'] },
    );
    const tree = t.launch('Begin');
    while (asks < parts.length) await nextTurn();
    for (const gate of gates) {
      gate.resolve();
      for (let turns = 0; turns < 20; turns++) await nextTurn();
    }
    await t.driver.quiet(tree);
    assert.deepEqual(asked(tree), []);
    checkSettled(t, tree);
  });

  it('ends when the person clears its mind', async () => {
    const { t, tree } = await runRoot(() => clears);
    await clearMind(t.driver, rootOf(tree), undefined);
    await t.driver.quiet(tree);
    assert.equal(t.llm.requests.length, 6);
    assert.deepEqual(asked(tree), ['repeat']);
  });
});

describe('a circle of a subdialog', () => {
  for (const [name, replies] of [
    ['of one call', [poll('same')]],
    ['of two calls', [poll('a'), poll('b')]],
    ['over courses', [clears]],
    ['of a call and a new course', [poll('a'), clears]],
  ] as const) {
    it(`${name} is asked about there`, async () => {
      const t = driverOf(team({ lead: playing(['!?@coder build', 'Fine.']), coder: playing(replies) }));
      const tree = await t.start('Begin');
      assert.equal(t.llm.requests.length, 1 + 3 * replies.length);
      assert.equal(questionsOf(tree)[0]?.agentId, 'coder');
      assert.deepEqual(asked(tree), ['repeat']);
    });
  }
});

describe('a circle of a draft mind', () => {
  const thinking = (text: string) => `thoughts: [${text}]\ndraft: |\n  ${text}\n`;

  it('of one step is asked about, and goes on when the person says so', async () => {
    const mind = createMind(() => thinking('A'), { maxIterations: 0, quietSteps: 0 });
    await mind.ask(send('Hello?', 'paused'));
    assert.equal(mind.t.llm.requests.length, 3);
    assert.deepEqual(asked(mind.tree), ['repeat']);
    assert.match(shown(mind.tree), /1\. A A\n/);
    await mind.t.answer(mind.tree, 'continue');
    assert.equal(mind.t.llm.requests.length, 6);
    await mind.t.answer(mind.tree, 'stop');
    assert.equal(rootOf(mind.tree).state.interruption?.code, 'stopped');
  });

  it('is left behind by accepting a draft, and the next message is worked on', async () => {
    const mind = createMind(() => thinking('A'), { maxIterations: 0, quietSteps: 0 });
    await mind.ask(send('Hello?', 'paused'));
    await mind.ask({ kind: 'accept', n: 1 });
    assert.deepEqual(asked(mind.tree), []);
    await mind.ask(send('And now?', 'draft'));
    assert.equal(mind.t.llm.requests.length, 4);
    assert.deepEqual(mind.texts(), ['1 A']);
  });

  it('of two drafts is asked about', async () => {
    const mind = createMind(playing(['draft: A', 'draft: B']), { maxIterations: 0 });
    await mind.ask(send('Hello?', 'paused'));
    assert.equal(mind.t.llm.requests.length, 6);
    assert.deepEqual(asked(mind.tree), ['repeat']);
  });

  it('that never says anything is asked about, since nothing else ends it', async () => {
    const mind = createMind(() => 'skip: true', { maxIterations: 0 });
    await mind.ask(send('Hello?', 'paused'));
    assert.deepEqual([mind.t.llm.requests.length, asked(mind.tree)], [3, ['repeat']]);
  });

  it('is none in a quiet mind: that pauses by itself', async () => {
    const mind = createMind(['draft: A', ...Array.from({ length: 20 }, () => 'skip: true')], { quietSteps: 6 });
    await mind.ask(send('Hello?', 'paused'));
    assert.deepEqual([mind.t.llm.requests.length, asked(mind.tree)], [7, []]);
    await mind.ask(untilPaused);
    assert.deepEqual([mind.t.llm.requests.length, asked(mind.tree)], [13, []]);
  });

  it('is none in steps that the person counted, when they bring nothing new', async () => {
    const mind = createMind(['draft: A', ...Array.from({ length: 20 }, () => '')]);
    await mind.ask(send('Hello?'));
    await mind.ask(steps(8));
    assert.deepEqual([mind.t.llm.requests.length, asked(mind.tree)], [8, []]);
  });

  it('is none in an idle mind that is quiet', async () => {
    const mind = createMind(['draft: A', ...Array.from({ length: 20 }, () => '')], { idleThinking: true });
    await mind.ask(send('Hello?', 'draft'));
    await mind.ask({ kind: 'accept' });
    assert.deepEqual([mind.t.llm.requests.length, asked(mind.tree)], [4, []]);
  });
});

describe('a circle of Internal flows', () => {
  it('is asked about in their dialog, and they go on when the person says so', async () => {
    const many = Array.from({ length: 48 }, (_, index) => `finding ${index}`);
    let step = 0;
    const talk = believing({ orders: { commands: [start('query'), setSlot('query', 'source', ['orders'])] } }, []);
    const working = (): Reply => {
      step += 1;
      if (step === 1) return finish('completed', many);
      if (step % 2 === 0) return `Step ${step}.`;
      return { say: `!?@coder step ${step}`, tools: [{ name: 'keep_going', args: { on: false } }] };
    };
    const it = await believer('orders', {
      predictions: {},
      domains: { shop: `${shopText}  - {name: curate_memory, intent: Internal}\n` },
      pushMax: 1_000,
      start: { noDiligence: false },
      script: request => {
        if (request.purpose?.kind === 'internal') return 'Well.';
        if (request.purpose) return talk(request);
        return request.origin.agentId === 'coder' ? `Did ${step}.` : working();
      },
    });
    const curations = () => it.t.llm.requests.filter(({ purpose }) => purpose?.kind === 'internal').length;
    assert.equal(curations(), 3);
    assert.deepEqual(asked(it.tree), ['repeat']);
    assert.match(shown(it.tree), /1\. curate_memory: Well\./);
    await it.answer('continue');
    assert.equal(curations(), 6);
    assert.deepEqual(asked(it.tree), ['repeat']);
  });
});

describe('any model', () => {
  const letter = fc.constantFrom('a', 'b', 'c', 'd');
  const reply = fc.oneof(
    letter.map((text): Reply => text),
    letter.map(text => poll(text)),
    fc.constant<Reply>(clears),
  );

  it('that plays one to four replies again and again asks within twelve generations and one period', async () => {
    const period = fc.array(reply, { minLength: 1, maxLength: 4 });
    const before = fc.array(reply, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(before, period, async (first, replies) => {
        let count = 0;
        const again = playing(replies);
        const { t, tree } = await runRoot(() => first[count++] ?? again());
        assert.deepEqual(asked(tree), ['repeat']);
        assert.ok(t.llm.requests.length <= first.length + 12 + replies.length, `${t.llm.requests.length}`);
      }),
      { numRuns: 40 },
    );
  });

  it('that never does the same thing twice is not asked about', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), async given => {
        const speaks = [...given, true];
        let count = 0;
        const script = () => (speaks[count++] ? `Step ${count}.` : poll(`${count}`));
        const t = driverOf(script, { pushMax: speaks.filter(each => each).length - 1 });
        const tree = await t.start('Begin');
        assert.equal(t.llm.requests.length, speaks.length);
        assert.equal(asked(tree).includes('repeat'), false);
      }),
      { numRuns: 20 },
    );
  });
});
