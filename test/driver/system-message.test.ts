// The system message stays as it was when its course began (SPEC 10.9): over restarts, in forks, and when its file is
// lost.
import assert from 'node:assert/strict';
import * as z from 'zod';
import type { PromptPart } from '../../src/core/prompt/prompt-part.ts';
import { buildPrompt } from '../../src/driver/generate/build-prompt.ts';
import { forkRoot } from '../../src/driver/intents/fork-root.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { closingOf } from '../support/prompt-parts.ts';
import { createTestDriver } from '../support/test-driver.ts';

/** A driver whose members are told the text that `told` holds. */
function driverTold(told: { text: string }) {
  const part = (): PromptPart => ({ id: 'role', title: 'Role', text: told.text });
  return createTestDriver({
    script: ({ prompt }) => `Reply ${prompt.messages.length}.`,
    minds: { systemParts: () => ({ fixed: [part()], open: [] }) },
  });
}

const readTool = defineTool({
  name: 'read_file',
  description: 'Read a file. Lines are numbered.',
  args: () => z.object({}),
  run: () => ({ ok: true, content: '' }),
});

const lastSystem = (t: ReturnType<typeof driverTold>) => t.llm.requests.at(-1)?.prompt.messages[0]?.content;
const lastClosing = (t: ReturnType<typeof driverTold>) => closingOf(t.llm.requests.at(-1)?.prompt ?? assert.fail());
const keptFiles = (t: ReturnType<typeof driverTold>) =>
  [...t.files.texts.keys()].filter(file => file.includes('/system/'));

describe('a system message', () => {
  it('stays while the files behind it change, and the closing part holds the change', async () => {
    const told = { text: 'old' };
    const t = driverTold(told);
    const tree = await t.start('Begin');
    told.text = 'new';
    await t.say(tree, 'More');
    assert.equal(lastSystem(t), '# Role\n\nold');
    assert.match(lastClosing(t), /# Role\n\nnew$/);
    told.text = 'old';
    await t.say(tree, 'Still more');
    assert.equal(lastClosing(t), '');
    assert.equal(keptFiles(t).length, 1);
  });

  it('is the same after a restart', async () => {
    const told = { text: 'old' };
    const t = driverTold(told);
    await t.start('Begin');
    told.text = 'new';
    const again = t.restart();
    await again.say(await again.onlyTree(), 'More');
    assert.equal(lastSystem(again), '# Role\n\nold');
  });

  it('is the same in a fork, which has a file of its own', async () => {
    const told = { text: 'old' };
    const t = driverTold(told);
    const tree = await t.start('Begin');
    told.text = 'new';
    const forked = await forkRoot(t.driver, tree, { course: 1, genseq: 1 });
    assert.ok(forked.ok);
    const fork = (await t.driver.tree(forked.rootId)) ?? assert.fail();
    await t.say(fork, 'More');
    assert.equal(lastSystem(t), '# Role\n\nold');
    assert.equal(keptFiles(t).length, 2);
  });

  it('tells of the workspace as it was when the course began, for which it looks once', async () => {
    let looks = 0;
    const t = createTestDriver({
      script: ({ prompt }) => `Reply ${prompt.messages.length}.`,
      minds: {
        systemParts: (_, { around }) => ({
          fixed: [{ id: 'workspace', title: 'Workspace', text: around ? `look ${around.system}` : '' }],
          open: [],
        }),
      },
      tools: [readTool],
      lookAround: async () => ({ system: `${++looks}`, git: null }),
    });
    const tree = await t.start('Begin');
    await t.say(tree, 'More');
    assert.equal(looks, 1);
    assert.equal(lastSystem(t), '# Workspace\n\nlook 1');
    assert.equal(lastClosing(t), '');
    const again = t.restart();
    await again.say(await again.onlyTree(), 'Still more');
    assert.deepEqual([looks, lastSystem(again), lastClosing(again)], [1, '# Workspace\n\nlook 1', '']);
  });

  it('keeps its form in a course when another one is configured', async () => {
    let isShort = true;
    const t = createTestDriver({
      script: ({ prompt }) => `Reply ${prompt.messages.length}.`,
      minds: {
        systemParts: (_, occasion) => ({
          fixed: [{ id: occasion.isShort ? 'short' : 'long', title: '', text: 'How to work.' }],
          open: [],
        }),
      },
      tools: [readTool],
      isShort: () => isShort,
    });
    const tree = await t.start('Begin');
    isShort = false;
    await t.say(tree, 'More');
    const again = t.restart();
    await again.say(await again.onlyTree(), 'Still more');
    assert.deepEqual([lastSystem(again), lastClosing(again)], ['How to work.', '']);
    assert.deepEqual(
      [...t.llm.requests, ...again.llm.requests].map(({ prompt }) => prompt.tools[0]?.description),
      ['Read a file', 'Read a file', 'Read a file'],
    );
  });

  it('starts again with each course', async () => {
    const told = { text: 'old' };
    const t = createTestDriver({
      script: { lead: ['!?@coder build', 'Fine.'], coder: ['Built.'] },
      minds: { systemParts: () => ({ fixed: [{ id: 'role', title: '', text: told.text }], open: [] }) },
    });
    await t.start('Begin');
    assert.deepEqual(
      t.llm.requests.map(({ prompt }) => prompt.messages[0]?.content),
      ['old', 'old', 'old'],
    );
    assert.equal(keptFiles(t).length, 1, 'dialogs of a tree that begin alike share a file');
  });

  it('is one object for all requests of a tree that begin with it, so that it is put into a wire format once', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@coder build\n\n!?@coder test', 'Fine.', 'Good.'], coder: ['Built.', 'Tested.'] },
      minds: {
        systemParts: ({ state }) => ({ fixed: [{ id: 'role', title: '', text: state.identity.agentId }], open: [] }),
      },
    });
    await t.say(await t.start('Begin'), 'More');
    const systems = new Set(t.llm.requests.map(({ prompt }) => prompt.messages[0] ?? assert.fail()));
    assert.deepEqual([...systems].map(({ content }) => content).sort(), ['coder', 'lead']);
  });

  it('whose file is lost or was changed is the present one, which is kept from then on', async () => {
    const told = { text: 'old' };
    const t = driverTold(told);
    await t.start('Begin');
    told.text = 'new';
    for (const spoil of ['[]', undefined]) {
      const again = t.restart();
      const [file = ''] = keptFiles(again);
      if (spoil === undefined) again.files.texts.delete(file);
      else again.files.texts.set(file, spoil);
      const tree = await again.onlyTree();
      await again.say(tree, 'More');
      assert.equal(lastSystem(again), '# Role\n\nnew');
      assert.equal(lastClosing(again), '');
      told.text = 'newer';
      await again.say(tree, 'More');
      assert.equal(lastSystem(again), '# Role\n\nnew');
      told.text = 'new';
    }
  });

  it('that cannot be kept still stays for this process', async () => {
    const told = { text: 'old' };
    const t = createTestDriver({
      script: () => 'Fine.',
      minds: { systemParts: () => ({ fixed: [{ id: 'role', title: '', text: told.text }], open: [] }) },
      disk: files => ({
        ...files,
        replace(file, text, durable) {
          if (file.includes('/system/')) throw new Error('refused');
          files.replace(file, text, durable);
        },
      }),
    });
    const tree = await t.start('Begin');
    told.text = 'new';
    await t.say(tree, 'More');
    assert.equal(t.llm.requests.at(-1)?.prompt.messages[0]?.content, 'old');
  });

  it('is not fixed by a preview', async () => {
    const told = { text: 'old' };
    const t = driverTold(told);
    const tree = await t.start('Begin');
    const root = rootOf(tree);
    assert.equal(buildPrompt(root, 'person').prompt.messages[0]?.content, '# Role\n\nold');
    delete root.system;
    t.files.texts.clear();
    told.text = 'new';
    assert.equal(buildPrompt(root, 'person').prompt.messages[0]?.content, '# Role\n\nnew');
    assert.equal(keptFiles(t).length, 0);
  });
});
