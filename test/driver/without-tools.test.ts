// A dialog whose model takes no tools works with words and tellasks (SPEC 10.1).
import assert from 'node:assert/strict';
import type { AgentId } from '../../src/core/base/ids.ts';
import { createRoot } from '../../src/driver/intents/create-root.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { textingMindTools } from '../../src/tools/minds/mind-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { createMemoryFiles } from '../support/memory-files.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

const echo: Tool = {
  spec: { name: 'echo', description: 'Says it again.', parameters: {} },
  call: async () => ({ ok: true, content: 'x' }),
};
const offered = ({ llm }: TestDriver) => llm.requests.map(({ prompt }) => prompt.tools.map(({ name }) => name));

describe('a model that takes no tools', () => {
  it('is sent none, tellasks a teammate whose model takes them, and is not reminded to go on', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', 'It is built.'],
        coder: [{ tools: [{ name: 'echo', args: { text: 'x' } }] }, 'Built.'],
      },
      tools: [echo],
      takesTools: ({ id }) => id !== 'lead',
      pushMax: 3,
    });
    const tree = await t.start('Begin');
    assert.deepEqual(offered(t), [[], ['echo'], ['echo'], []]);
    assert.equal(rootOf(tree).state.saying.text, 'It is built.');
    assert.deepEqual(recordsIn(t, tree, 'diligencePushed'), []);
    checkSettled(t, tree);
  });

  it('reads in words what another model had called tools for', async () => {
    const files = createMemoryFiles();
    const t = createTestDriver({
      script: { lead: [{ tools: [{ name: 'echo', args: { text: 'x' } }] }, 'Seen.'] },
      tools: [echo],
      files,
    });
    await t.start('Begin');
    const after = createTestDriver({
      script: { lead: ['Indeed.'] },
      tools: [echo],
      takesTools: () => false,
      files,
    });
    await after.say(await after.onlyTree(), 'And?');
    const [{ prompt } = { prompt: undefined }] = after.llm.requests;
    assert.deepEqual(prompt?.tools, []);
    assert.deepEqual(
      prompt?.messages.slice(1).map(({ role, content }) => `${role}: ${content}`),
      ['user: Begin', 'user: [Result of @echo] x', 'assistant: Seen.', 'user: And?'],
    );
  });

  it('takes notes in the texting dialect, whose tools are called in text', async () => {
    const tools = textingMindTools({
      write: () => ({ ok: true, message: 'Written.' }),
      recall: () => ({ ok: false, message: 'there is no taskdoc here' }),
    });
    const t = createTestDriver({
      script: { lead: ['@add_reminder Buy milk', 'Noted.'] },
      dialect: 'texting',
      tools,
      takesTools: () => false,
    });
    const tree = await t.start('Begin');
    assert.deepEqual(offered(t), [[], []]);
    assert.deepEqual(rootOf(tree).state.reminders, ['Buy milk']);
  });

  it('takes its last words into the course that begins when its context is full, since it cannot note them', async () => {
    let count = 0;
    const t = createTestDriver({
      script: () => ({
        events: [
          { kind: 'segmentStarted', segment: 'saying' },
          { kind: 'chunk', segment: 'saying', text: `Sum ${++count}.` },
          { kind: 'segmentFinished', segment: 'saying' },
          { kind: 'finished', reason: 'stop', usage: { promptTokens: count > 6 ? 10 : 7_800, completionTokens: 1 } },
        ],
      }),
      contextLimits: { optimal: 6_000, window: 8_000 },
      takesTools: () => false,
    });
    const tree = await t.start('Begin');
    for (let n = 1; rootOf(tree).state.course === 1 && n < 10; n++) await t.say(tree, `Go on ${n}`);
    const [{ prompt } = { prompt: '' }] = recordsIn(t, tree, 'courseStarted');
    assert.match(prompt, /The last thing you said there:\n\nSum 6\.\n\nGo on 6/);
    const warned = recordsIn(t, tree, 'autoSaid').map(({ content }) => content);
    assert.equal(warned.length, 5);
    for (const text of warned) assert.doesNotMatch(text, /reminders|clear your mind/);
  });

  it('takes them all the same in the scripted demo', async () => {
    const t = createTestDriver({ script: { lead: ['Hello.'] }, tools: [echo], takesTools: () => false });
    const root = { agentId: 'lead' as AgentId, dialect: 'tellask', mode: 'chat', noDiligence: true } as const;
    const tree = createRoot(t.driver, { ...root, demo: true });
    await t.say(tree, 'Begin');
    assert.deepEqual(offered(t), [['echo']]);
  });
});
