// Calls that are no longer needed (SPEC 1.7).
import assert from 'node:assert/strict';
import * as z from 'zod';
import type { CallId } from '../../src/core/base/ids.ts';
import { openCalls } from '../../src/core/dialog/state.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { dismiss } from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { controlTools } from '../../src/tools/minds/control-tools.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { withoutFacts } from '../support/facts.ts';
import { createMemoryFiles, watchLines } from '../support/memory-files.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, dialogsOf, type TestDriver, type TestDriverOptions } from '../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn } from './check-tree.ts';

const never = new Promise(() => {});

/** Dismisses the first open call of the first dialog of a member (absent: the root). */
async function dismissFirst(t: TestDriver, tree: Tree, member = 'lead'): Promise<void> {
  const [call] = openCalls(dialogsOf(tree, member)[0]?.state ?? assert.fail());
  assert.ok(dismiss(t.driver, tree, call?.callId ?? assert.fail()).ok);
  await t.driver.quiet(tree);
}

const failures = (t: TestDriver, tree: Tree) =>
  recordsIn(t, tree, 'responseSupplied')
    .filter(({ ok }) => !ok)
    .map(({ content }) => content);

/** What each request of a member says that the next one says again, below the system message. */
const lastingOf = ({ llm }: TestDriver, member: string) =>
  llm.requests
    .filter(({ origin }) => origin.agentId === member)
    .map(({ prompt }) => prompt.messages.slice(1, prompt.lasting).map(({ content }) => content));

describe('a dismissed call', () => {
  it('stops the generation that works for it, and its caller goes on with a failed answer', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@coder build', 'Then not.'], coder: [{ say: 'I am', until: never }] },
    });
    const tree = t.launch('Begin');
    while (!dialogsOf(tree, 'coder')[0]?.state.generating) await nextTurn();
    await dismissFirst(t, tree);
    assert.deepEqual(failures(t, tree), ['dismissed']);
    assert.equal(rootOf(tree).state.saying.text, 'Then not.');
    assert.equal(dialogsOf(tree, 'coder')[0]?.state.generating, false);
    checkSettled(t, tree);
  });

  it('is known as dismissed to the model that was to answer it, and what it read before stays', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', { say: 'The', until: never }, 'All done.'],
        coder: ['!?@tellasker Which one?', 'Built without it.'],
      },
    });
    const tree = t.launch('Begin');
    while (t.llm.requests.length < 3) await nextTurn();
    await dismissFirst(t, tree, 'coder');
    assert.equal(rootOf(tree).state.saying.text, 'All done.');
    const [asked = [], last = []] = lastingOf(t, 'lead').slice(-2);
    assert.deepEqual(last.slice(0, asked.length), asked);
    assert.match(asked.at(-1) ?? '', /^\[TellaskBack\] @coder/);
    assert.deepEqual(
      last.slice(asked.length).map(text => text.split('\n')[0]),
      [
        '[Dismissed] @coder\'s tellask "@tellasker Which one?" was dismissed: it needs no work and no answer any more.',
        '[Answer] @coder answers your tellask "@coder build":',
      ],
    );
    checkSettled(t, tree);
  });

  it('is known as dismissed to a registered subdialog that is called again', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@coder !tellaskSession s first', '!?@coder !tellaskSession s second', 'Done.'],
        coder: [{ say: 'I am', until: never }, 'Second.'],
      },
    });
    const tree = t.launch('Begin');
    while (t.llm.requests.length < 2) await nextTurn();
    await dismissFirst(t, tree);
    assert.deepEqual(
      lastingOf(t, 'coder')
        .at(-1)
        ?.map(text => text.split('\n').at(-1)),
      [
        '@coder !tellaskSession s first',
        '[Dismissed] @lead\'s tellask "@coder !tellaskSession s first" was dismissed: it needs no work and no answer any more.',
        '@coder !tellaskSession s second',
      ],
    );
    checkSettled(t, tree);
  });

  it('takes its questions out of the inbox, with the reason', async () => {
    const t = createTestDriver({ script: { lead: ['!?@coder build', 'Then not.'], coder: ['!?@human How?'] } });
    const tree = await t.start('Begin');
    await dismissFirst(t, tree);
    assert.deepEqual(questionsOf(tree), []);
    assert.deepEqual(
      recordsIn(t, tree, 'questionClosed').map(({ reason }) => reason),
      ['dismissed'],
    );
    checkSettled(t, tree);
  });

  it('ends the calls that were made for it, at every depth', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', 'Then not.'],
        coder: ['!?@researcher find\n\n!?@writer !tellaskSession s describe'],
        researcher: ['!?@human What?'],
        writer: [{ say: 'It', until: never }, 'Free again.'],
      },
      members: ['lead', 'coder', 'researcher', 'writer'],
    });
    const tree = t.launch('Begin');
    while (!dialogsOf(tree, 'writer')[0]?.state.generating) await nextTurn();
    await dismissFirst(t, tree);
    assert.deepEqual(questionsOf(tree), []);
    assert.deepEqual(failures(t, tree), ['dismissed', 'dismissed', 'dismissed']);
    checkSettled(t, tree);
  });

  it('leaves a registered subdialog registered, and it can be called again', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@coder !tellaskSession s build', '!?@coder !tellaskSession s build it otherwise', 'Fine.'],
        coder: ['!?@human How?', 'Built.'],
      },
    });
    const tree = await t.start('Begin');
    await dismissFirst(t, tree);
    assert.equal(dialogsOf(tree, 'coder').length, 1);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });

  it('that waits in line leaves the line, and the work for the other caller goes on', async () => {
    const t = createTestDriver({
      script: request => {
        const last = request.prompt.messages.at(-1)?.content ?? '';
        if (request.origin.agentId === 'lead') return last === 'Begin' ? '!?@coder 1\n\n!?@coder 2' : 'Thanks.';
        if (request.origin.agentId === 'researcher') return last.includes('find') ? '!?@human Where?' : 'Found.';
        return last.includes('tellasks you')
          ? '!?@researcher !tellaskSession s find'
          : `Got: ${withoutFacts(last).split('\n').at(-1)}`;
      },
    });
    const tree = await t.start('Begin');
    const [call] = openCalls(dialogsOf(tree, 'coder')[1]?.state ?? assert.fail());
    assert.ok(dismiss(t.driver, tree, call?.callId ?? assert.fail()).ok);
    await t.driver.quiet(tree);
    assert.equal(questionsOf(tree).length, 1);
    await t.answer(tree, 'there');
    assert.deepEqual(
      rootOf(tree).records.flatMap(record => (record.kind === 'responseSupplied' ? [record.content] : [])),
      ['Got: dismissed', 'Got: Found.'],
    );
    checkSettled(t, tree);
  });

  it('whose work asked back ends that answer too, with the questions and calls it needed', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', '!?@human Thus?\n\n!?@writer describe', 'Then not.'],
        coder: ['!?@tellasker How?'],
        writer: ['!?@human Describe what?'],
      },
      members: ['lead', 'coder', 'writer'],
    });
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.frames.length, 2);
    assert.equal(questionsOf(tree).length, 2);
    await dismissFirst(t, tree);
    assert.deepEqual(questionsOf(tree), []);
    assert.equal(rootOf(tree).state.saying.text, 'Then not.');
    checkSettled(t, tree);
  });

  it('whose work asked back frees a caller that was interrupted while it answered', async () => {
    const fail = { code: 'auth', message: 'no', retryable: false } as const;
    const t = createTestDriver({
      script: { lead: ['!?@coder build', { fail }, 'Then not.'], coder: ['!?@tellasker How?'] },
    });
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.interruption?.code, 'auth');
    await dismissFirst(t, tree);
    assert.equal(rootOf(tree).state.saying.text, 'Then not.');
    checkSettled(t, tree);
  });

  it('leaves an outsider that asked the dismissed dialog back with a failed answer', async () => {
    const t = createTestDriver({
      script: request => {
        const last = request.prompt.messages.at(-1)?.content ?? '';
        switch (request.origin.agentId) {
          case 'lead':
            return last === 'Begin' ? '!?@coder build' : 'Then not.';
          case 'coder':
            if (last.includes('asks back')) return '!?@human Why is it?';
            return last.includes('@researcher answers') ? '!?@writer describe' : '!?@researcher find';
          case 'researcher':
            return last === 'Why?'
              ? '!?@tellasker Why?'
              : last.includes('find') && !last.includes('answer')
                ? 'Found.'
                : 'Never mind.';
          default:
            return '!?@human Describe what?';
        }
      },
      members: ['lead', 'coder', 'researcher', 'writer'],
    });
    const tree = await t.start('Begin');
    const [researcher] = dialogsOf(tree, 'researcher');
    await t.say(tree, 'Why?', researcher);
    assert.equal(dialogsOf(tree, 'coder')[0]?.state.frames.length, 2);
    checkTree(t, tree);
    await dismissFirst(t, tree);
    assert.equal(researcher?.state.saying.text, 'Never mind.');
    assert.deepEqual(questionsOf(tree), []);
    checkSettled(t, tree);
  });

  it('is refused when it is not open', async () => {
    const t = createTestDriver({ script: { lead: ['Fine.'] } });
    const tree = await t.start('Begin');
    const outcome = dismiss(t.driver, tree, 'nothing' as CallId);
    assert.equal(outcome.ok ? '' : outcome.code, 'unknown-call');
  });
});

describe('a caller that dismisses', () => {
  const lastTool = (t: TestDriver, tree: Tree) => recordsIn(t, tree, 'toolReturned').at(-1);
  const tools = controlTools({ states: () => [] });
  const answersBackBy = (tool: string): TestDriverOptions => ({
    tools: [...tools, look],
    script: request => {
      const last = request.prompt.messages.at(-1)?.content ?? '';
      if (request.origin.agentId === 'coder') return '!?@tellasker How?';
      if (last === 'Begin') return '!?@coder build';
      if (!last.includes('asks back')) return 'Then not.';
      const callId = request.prompt.messages.length > 0 ? openCallId() : '';
      return { tools: [{ name: tool, args: { callId } }, { name: 'look' }] };
    },
  });
  let openCallId = (): string => '';
  const looked: string[] = [];
  const look = defineTool({
    name: 'look',
    description: 'test',
    args: () => z.object({}),
    run: () => {
      looked.push('looked');
      return { ok: true, content: 'seen' };
    },
  });

  it('may do so while it answers the TellaskBack of that very call', async () => {
    const t = createTestDriver(answersBackBy('dismiss_subdialog'));
    let tree: Tree | undefined;
    openCallId = () => (tree && openCalls(rootOf(tree).state)[0]?.callId) ?? '';
    tree = t.launch('Begin');
    await t.driver.quiet(tree);
    assert.deepEqual(failures(t, tree), ['dismissed', 'dismissed']);
    assert.deepEqual(looked, []);
    assert.equal(lastTool(t, tree)?.content, 'dismissed');
    assert.equal(rootOf(tree).state.saying.text, 'Then not.');
    checkSettled(t, tree);
  });
});

describe('a dismissal that a crash cuts off', () => {
  it('is finished when the tree is loaded, wherever it was cut', async () => {
    const script = {
      lead: ['!?@coder build', '!?@human Thus?'],
      coder: ['!?@researcher find\n\n!?@tellasker How?'],
      researcher: ['!?@human What?'],
    };
    const cuts: Map<string, string>[] = [];
    const t = createTestDriver({
      script,
      disk: files => watchLines(files, () => void cuts.push(new Map(files.texts))),
    });
    const tree = await t.start('Begin');
    cuts.length = 0;
    const [call] = openCalls(rootOf(tree).state);
    dismiss(t.driver, tree, call?.callId ?? assert.fail());
    assert.ok(cuts.length > 4);
    for (const texts of cuts) {
      const after = createTestDriver({ script: () => 'Then not.', files: createMemoryFiles(texts) });
      const loaded = await after.onlyTree();
      await after.goOn(loaded);
      checkSettled(after, loaded);
      assert.equal(rootOf(loaded).state.saying.text, 'Then not.');
    }
  });
});
