// Members that are agents of other vendors: whatever they do, their caller gets one answer (SPEC 22.4).
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { stopDialogs } from '../../src/driver/intents/intents.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmProvider } from '../../src/llm/provider.ts';
import { agentFormTool } from '../../src/tools/agent-form.ts';
import { agentPermissionTool } from '../../src/tools/agent-permission.ts';
import { openAgents } from '../support/acp-agents.ts';
import { createMemoryFiles } from '../support/memory-files.ts';
import { nextTurn, until } from '../support/next-turn.ts';
import { createScriptedLlm } from '../support/scripted-llm.ts';
import { createTestDriver } from '../support/test-driver.ts';

/** A lead that is scripted and a coder that is an agent; of its processes the first `faults` have faults. */
function open(task: string, faults = 1, files = createMemoryFiles(), machine = 'here') {
  const agents = openAgents({ faults });
  const lead = createScriptedLlm(({ marks, prompt }) =>
    marks.length === 0 && prompt.messages.length === 2 ? `!?@coder Work\n!?task:${task}\n` : 'Thanks.',
  );
  const provider: LlmProvider = {
    id: 'both',
    label: 'both',
    stream: (request, signal) => (request.origin.agentId === 'lead' ? lead : agents.provider).stream(request, signal),
  };
  const test = createTestDriver({
    script: {},
    members: ['lead', { id: 'coder', acp: 'fake' }],
    tools: [agentPermissionTool(), agentFormTool()],
    provider,
    files,
    machine,
  });
  return { test, agents };
}

function answersIn(tree: Tree): readonly { ok: boolean; content: string }[] {
  return rootOf(tree).records.flatMap(record =>
    record.kind === 'responseSupplied' ? [{ ok: record.ok, content: record.content }] : [],
  );
}

describe('a member that is an agent of another vendor', () => {
  it('answers its caller', async () => {
    const { test } = open('simple', 0);
    const tree = await test.start('go');
    assert.deepEqual(answersIn(tree), [{ ok: true, content: 'Done with task:simple' }]);
    assert.equal(rootOf(tree).state.saying.text, 'Thanks.');
  });

  it('answers once when it died in the middle and was started again', async () => {
    const { test, agents } = open('die');
    const tree = await test.start('go');
    assert.deepEqual(answersIn(tree), [{ ok: true, content: 'Done with task:die' }]);
    assert.equal(agents.logs.length, 2);
  });

  it('answers once when it goes on speaking after its answer', async () => {
    const { test } = open('twice');
    const tree = await test.start('go');
    await nextTurn();
    assert.deepEqual(answersIn(tree), [{ ok: true, content: 'Once.' }]);
  });

  it('that hangs and does not stop is ended, and answers once when it is continued', async () => {
    const { test, agents } = open('hang');
    const tree = test.launch('go');
    await until(() => test.events.some(event => event.type === 'chunk' && event.text.startsWith('Half')));
    await stopDialogs(test.driver, [...tree.dialogs.values()]);
    for (const work of agents.timers) work();
    assert.deepEqual(agents.ended, [0]);
    assert.deepEqual(answersIn(tree), []);
    await test.goOn(tree);
    assert.deepEqual(answersIn(tree), [{ ok: true, content: 'Done with task:hang' }]);
  });

  it('asks the person for permission, and its answer comes after it', async () => {
    const { test } = open('permission');
    const tree = await test.start('go');
    assert.deepEqual(answersIn(tree), []);
    await test.answer(tree, 'allow once', 'Run npm test');
    assert.deepEqual(answersIn(tree), [{ ok: true, content: 'It was yes.' }]);
  });

  it('is refused what the person denies', async () => {
    const { test } = open('permission');
    const tree = await test.start('go');
    await test.answer(tree, 'deny', 'Run npm test');
    assert.deepEqual(answersIn(tree), [{ ok: true, content: 'It was no.' }]);
  });

  it('asks the person by a form', async () => {
    const { test } = open('form');
    const tree = await test.start('go');
    await test.answer(tree, 'blue', 'Which colour?');
    assert.deepEqual(answersIn(tree), [{ ok: true, content: 'Painted: {"colour":"blue"}' }]);
  });

  it('is told all of the talk by a process that finds it waiting for the person', async () => {
    const { test } = open('permission');
    await test.start('go');
    const { test: restarted, agents } = open('permission', 0, test.files);
    const found = await restarted.onlyTree();
    await restarted.answer(found, 'allow once', 'Run npm test');
    assert.equal(answersIn(found).length, 1);
    assert.match(agents.logs[0]?.prompts[0] ?? '', /system[\s\S]*task:permission[\s\S]*Permitted once\./);
  });

  it('is not asked about again when a later process takes the answer and the agent repeats its request', async () => {
    const { test } = open('permission');
    await test.start('go');
    const { test: later } = open('permission', 1, test.files);
    const found = await later.onlyTree();
    await later.answer(found, 'allow once', 'Run npm test');
    assert.deepEqual(answersIn(found), [{ ok: true, content: 'It was yes.' }]);
  });

  it('asks anew when the same request comes a second time', async () => {
    const { test } = open('permission-twice');
    await test.start('go');
    const { test: later } = open('permission-twice', 1, test.files);
    const found = await later.onlyTree();
    await later.answer(found, 'allow once', 'Run npm test');
    assert.deepEqual(answersIn(found), []);
    await later.answer(found, 'deny', 'Run npm test');
    assert.deepEqual(answersIn(found), [{ ok: true, content: 'yes, then no.' }]);
  });

  it('asks anew when the agent died after it was permitted', async () => {
    const { test, agents } = open('permitted-death', 2);
    const tree = await test.start('go');
    await test.answer(tree, 'allow once', 'Run npm test');
    assert.equal(agents.logs.length, 2);
    assert.deepEqual(answersIn(tree), []);
    assert.equal([...tree.dialogs.values()].flatMap(({ state }) => state.questions).length, 1);
  });

  describe('that needs two permissions, each answered in a process of its own', () => {
    /** Answers what is asked until the agent has asked for the first permission again, with the second one unused. */
    async function withUnused() {
      const { test } = open('two-permissions');
      await test.start('go');
      for (const about of ['npm test', 'npm publish']) {
        const { test: later } = open('two-permissions', 1, test.files);
        await later.answer(await later.onlyTree(), 'allow once', about);
      }
      return test.files;
    }

    it('uses the second one when the first was given again', async () => {
      const { test } = open('two-permissions', 1, await withUnused());
      const tree = await test.onlyTree();
      await test.answer(tree, 'allow once', 'npm test');
      assert.deepEqual(answersIn(tree), [{ ok: true, content: 'yes, then yes.' }]);
    });

    it('asks anew for the second one on another machine', async () => {
      const { test } = open('two-permissions', 1, await withUnused(), 'elsewhere');
      const tree = await test.onlyTree();
      await test.answer(tree, 'allow once', 'npm test');
      assert.deepEqual(answersIn(tree), []);
    });
  });

  it('goes on in a later process with the form that the person filled in', async () => {
    const { test } = open('form');
    await test.start('go');
    const { test: later } = open('form', 1, test.files);
    const found = await later.onlyTree();
    await later.answer(found, 'blue', 'Which colour?');
    assert.deepEqual(answersIn(found), [{ ok: true, content: 'Painted: {"colour":"blue"}' }]);
  });
});
