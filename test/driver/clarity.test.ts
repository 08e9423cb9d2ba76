// New courses: what is kept, what is dropped, and that no answer is lost between two of them (SPEC 5.5, 6.1).
import assert from 'node:assert/strict';
import * as z from 'zod';
import type { Tree } from '../../src/driver/driver-context.ts';
import { clearMind, say } from '../../src/driver/intents/intents.ts';
import { recordEnd } from '../../src/driver/processes.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { mindTools } from '../../src/tools/minds/mind-tools.ts';
import { defineTool, type Tool } from '../../src/tools/tool.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, dialogsOf, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

const noTaskdoc = { ok: false, message: 'there is no taskdoc here' };
const tools = mindTools({ write: () => noTaskdoc, recall: () => noTaskdoc });
const clears = { name: 'clear_mind' };
/** Who asked for each course after the first. */
const startedBy = (t: TestDriver, tree: Tree) => recordsIn(t, tree, 'courseStarted').map(({ by }) => by);

describe('clear_mind', () => {
  it('together with a question to the human is refused with the reason', async () => {
    const t = createTestDriver({ tools, script: { lead: [{ say: '!?@human Which?', tools: [clears] }, 'Fine.'] } });
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.course, 1);
    assert.equal(questionsOf(tree).length, 1);
    const [returned] = recordsIn(t, tree, 'toolReturned');
    assert.match(returned?.content ?? '', /^Refused: .*asks the person/);
    await t.answer(tree, 'this');
    checkSettled(t, tree);
  });

  it('takes effect after the other calls of its generation, whose answers come in the new course', async () => {
    const t = createTestDriver({
      tools,
      script: {
        lead: [{ say: '!?@coder build\n\n!?@researcher find', tools: [clears] }, 'Fine.'],
        coder: ['Built.'],
        researcher: ['Found.'],
      },
    });
    const tree = await t.start('Begin');
    const texts = t.llm.requests.at(-1)?.prompt.messages.map(({ content }) => content) ?? [];
    assert.equal(texts.length, 4);
    assert.match(texts[1] ?? '', /^\[New course 2\]/);
    assert.match(texts[2] ?? '', /@coder answers your tellask "@coder build":\n\nBuilt\.\n\n\[Facts/);
    assert.match(texts[3] ?? '', /@researcher answers your tellask "@researcher find":\n\nFound\.\n\n\[Facts/);
    assert.deepEqual(startedBy(t, tree), [undefined]);
    checkSettled(t, tree);
  });

  it('of a subdialog repeats its assignment, and its answer still reaches the caller', async () => {
    const t = createTestDriver({
      tools,
      script: {
        lead: ['!?@coder build\n!?with care', 'Fine.'],
        coder: [{ say: 'Too much.', tools: [clears] }, 'Built.'],
      },
    });
    const tree = await t.start('Begin');
    const request = t.llm.requests.findLast(({ origin }) => origin.agentId === 'coder');
    assert.match(request?.prompt.messages[1]?.content ?? '', /@lead tellasked you:\n\n@coder build\n\nwith care$/);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });

  it('by a person while subdialogs work keeps the answers that came and those to come', async () => {
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build\n\n!?@researcher find', 'Fine.'],
        coder: ['Built.'],
        researcher: [{ say: 'Found.', until: gate.promise }],
      },
    });
    const tree = t.launch('Begin');
    while (!dialogsOf(tree, 'coder')[0]?.state.given) await nextTurn();
    assert.ok((await clearMind(t.driver, rootOf(tree), 'mind it')).ok);
    gate.resolve();
    await t.driver.quiet(tree);
    const texts = t.llm.requests.at(-1)?.prompt.messages.map(({ content }) => content) ?? [];
    assert.equal(texts.length, 4);
    assert.match(texts[1] ?? '', /^\[New course 2\].*Built\.\n\n\[Facts/s);
    assert.match(texts[2] ?? '', /Found\./);
    assert.match(texts[3] ?? '', /1\. mind it/);
    assert.deepEqual(rootOf(tree).state.reminders, ['mind it']);
    checkSettled(t, tree);
  });

  it('by a person while a tool works keeps what that changed, so that it can be reverted', async () => {
    const gate = Promise.withResolvers<void>();
    const writes: Tool = {
      spec: { name: 'writes', description: '', parameters: {} },
      async call() {
        await gate.promise;
        return { ok: true, content: 'written', changed: [{ path: 'a.txt', after: { bytes: Buffer.from('x') } }] };
      },
    };
    const t = createTestDriver({ tools: [writes], script: { lead: [{ tools: [{ name: 'writes' }] }, 'Fine.'] } });
    const tree = t.launch('Begin');
    while (!rootOf(tree).state.toolCalls[0]?.started) await nextTurn();
    assert.ok((await clearMind(t.driver, rootOf(tree), undefined)).ok);
    gate.resolve();
    await t.driver.quiet(tree);
    assert.deepEqual(
      recordsIn(t, tree, 'filesChanged').map(({ changes }) => changes.map(({ path }) => path)),
      [['a.txt']],
    );
    assert.deepEqual([rootOf(tree).state.course, rootOf(tree).state.edited], [2, true]);
    checkSettled(t, tree);
  });

  it('by a person ends the generation that runs and keeps what it said in the old course', async () => {
    const t = createTestDriver({ script: { lead: [{ say: 'I was about', until: new Promise(() => {}) }, 'Fine.'] } });
    const tree = t.launch('Begin');
    while ((rootOf(tree).live?.segments.length ?? 0) === 0) await nextTurn();
    const cleared = await clearMind(t.driver, rootOf(tree), undefined);
    assert.deepEqual(cleared, { ok: true, course: 2 });
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.course, 2);
    assert.equal(t.llm.requests.length, 2);
    const [cut] = recordsIn(t, tree, 'assistantSaid');
    assert.equal(cut?.cut, true);
    assert.deepEqual(startedBy(t, tree), ['person']);
    checkSettled(t, tree);
  });

  it('by a person keeps their words that the model has not read, however often the mind is cleared', async () => {
    const fail = { code: 'auth', message: 'no', retryable: false } as const;
    const t = createTestDriver({ script: { lead: [{ fail }, { fail }, { fail }, 'Fine.', 'Well.'] } });
    const tree = await t.start('Begin with the login');
    for (let clearing = 0; clearing < 3; clearing++) {
      await clearMind(t.driver, rootOf(tree), undefined);
      await t.driver.quiet(tree);
    }
    const opening = t.llm.requests.at(-1)?.prompt.messages[1]?.content ?? '';
    assert.match(opening, /^\[New course 4\]/);
    assert.equal(opening.match(/Begin with the login/g)?.length, 1);
    assert.equal(opening.match(/New course/g)?.length, 1);
    await clearMind(t.driver, rootOf(tree), undefined);
    await t.driver.quiet(tree);
    const last = t.llm.requests.at(-1)?.prompt.messages[1]?.content ?? '';
    assert.match(last, /## The person's words, newest first\n\(course 1\) Begin with the login$/);
    checkSettled(t, tree);
  });

  it('by a person drops their words when the model refuses them by themselves, too', async () => {
    const fail = { code: 'blocked', message: 'no', retryable: false } as const;
    const t = createTestDriver({ script: { lead: ['Yes?', { fail }, { fail }, 'Fine.'] } });
    const tree = await t.start('Begin');
    await t.say(tree, 'Something bad');
    for (const isKept of [true, false]) {
      await clearMind(t.driver, rootOf(tree), undefined);
      await t.driver.quiet(tree);
      assert.equal(/Something bad/.test(JSON.stringify(t.llm.requests.at(-1)?.prompt)), isKept);
    }
    checkSettled(t, tree);
  });

  it('by a person keeps an answer of theirs and one of a teammate that the model has not read', async () => {
    const fail = { code: 'auth', message: 'no', retryable: false } as const;
    const t = createTestDriver({
      script: { lead: ['!?@human Which port?\n\n!?@coder build', { fail }, 'Fine.'], coder: ['Built.'] },
    });
    const tree = await t.start('Begin');
    await t.answer(tree, 'port 80');
    assert.equal(rootOf(tree).state.interruption?.code, 'auth');
    await clearMind(t.driver, rootOf(tree), undefined);
    await t.driver.quiet(tree);
    const opening = t.llm.requests.at(-1)?.prompt.messages[1]?.content ?? '';
    assert.match(opening, /^\[New course 2\].*\(course 1\) Begin\n\n.*Which port\?.*port 80.*Built\.\n\n\[Facts/s);
    assert.equal(opening.match(/port 80|Built/g)?.length, 2);
    checkSettled(t, tree);
  });

  it('by a person keeps the news that a background command has ended, while the model has not read it', async () => {
    const fail = { code: 'auth', message: 'no', retryable: false } as const;
    const serve = defineTool({
      name: 'serve',
      description: 'Serves.',
      args: () => z.object({}),
      run: (_, { callId }) => ({
        ok: true,
        content: 'Started.',
        facts: [{ kind: 'processStarted', processId: callId, command: 'npm start' }],
      }),
    });
    const t = createTestDriver({
      tools: [serve],
      script: { lead: [{ tools: [{ name: 'serve' }] }, 'It runs.', { fail }, 'I see.'] },
    });
    const tree = await t.start('Begin');
    const [{ processId } = assert.fail()] = rootOf(tree).state.processes ?? [];
    recordEnd(rootOf(tree), { processId, outcome: 'exited', code: 3 });
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.interruption?.code, 'auth');
    await clearMind(t.driver, rootOf(tree), undefined);
    await t.driver.quiet(tree);
    const opening = t.llm.requests.at(-1)?.prompt.messages[1]?.content ?? '';
    assert.match(opening, /^\[New course 2\].*npm start.* has ended with exit code 3/s);
    checkSettled(t, tree);
  });

  it('by a person in an aside keeps their words there that the model has not read', async () => {
    const fail = { code: 'auth', message: 'no', retryable: false } as const;
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({
      script: { lead: ['!?@coder build', { fail }, 'Soon.', 'Fine.'], coder: [{ say: 'Built.', until: gate.promise }] },
    });
    const tree = t.launch('Begin');
    while (dialogsOf(tree, 'coder').length === 0) await nextTurn();
    say(t.driver, rootOf(tree), { msgId: 'm1', content: 'When is it done?' });
    while (!rootOf(tree).state.interruption) await nextTurn();
    await clearMind(t.driver, rootOf(tree), undefined);
    while (rootOf(tree).state.frames.length > 1) await nextTurn();
    const asked = t.llm.requests.at(-1)?.prompt.messages ?? [];
    assert.match(asked.at(-1)?.content ?? '', /^\[Aside cleared\].*When is it done\?$/s);
    gate.resolve();
    await t.driver.quiet(tree);
    checkSettled(t, tree);
  });

  it('by a person resumes a dialog that was interrupted', async () => {
    const fail = { code: 'auth', message: 'no', retryable: false } as const;
    const t = createTestDriver({ script: { lead: [{ fail }, 'Fine.'] } });
    const tree = await t.start('Begin');
    await clearMind(t.driver, rootOf(tree), undefined);
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });

  it('while a subdialog answers a TellaskBack repeats its own task, too', async () => {
    const t = createTestDriver({
      tools,
      script: {
        lead: ['!?@coder build the login\n!?with PKCE', 'Fine.'],
        coder: ['!?@researcher test it', { say: 'Hm', tools: [clears] }, 'Use port 80.', 'All built.'],
        researcher: ['!?@tellasker which port?', 'Tested.'],
      },
    });
    const tree = await t.start('Begin');
    const asCoder = t.llm.requests.filter(({ origin }) => origin.agentId === 'coder');
    const opening = asCoder[2]?.prompt.messages[1]?.content ?? '';
    assert.match(opening, /@lead tellasked you:\n\n@coder build the login\n\nwith PKCE\n\n\[TellaskBack\] @researcher/);
    assert.match(opening, /which port\?\n\n\[Ledger\].*open, no answer yet$/s);
    checkSettled(t, tree);
  });

  it('while a TellaskBack is answered repeats what was asked', async () => {
    const t = createTestDriver({
      tools,
      script: {
        lead: ['!?@coder build', { say: 'Let me think.', tools: [clears] }, 'Thus.', 'Fine.'],
        coder: ['!?@tellasker How?', 'Built.'],
      },
    });
    const tree = await t.start('Begin');
    assert.match(
      t.llm.requests[3]?.prompt.messages[1]?.content ?? '',
      /\[TellaskBack\] @coder, .*\n\n@tellasker How\?\n\n\[Ledger\]/,
    );
    assert.match(t.llm.requests.at(-1)?.prompt.messages.at(-1)?.content ?? '', /"@coder build":\n\nBuilt\.\n\n\[Facts/);
    checkSettled(t, tree);
  });

  it('touches no other dialog', async () => {
    const t = createTestDriver({
      tools,
      script: {
        lead: [
          '!?@coder !tellaskSession s build',
          { tools: [{ ...clears, args: { reminder_content: 'x' } }] },
          'Fine.',
        ],
        coder: ['Built.'],
      },
    });
    const tree = await t.start('Begin');
    assert.equal(dialogsOf(tree, 'coder')[0]?.state.course, 1);
    assert.deepEqual([...tree.registry.keys()], ['coder!s']);
    checkSettled(t, tree);
  });
});
