// Which tools a request offers: those that work on something come once it is there, and stay for the course (SPEC 10.9,
// 17).
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { say } from '../../src/driver/intents/intents.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { controlTools } from '../../src/tools/minds/control-tools.ts';
import type { Background } from '../../src/tools/shell/background.ts';
import { processTools } from '../../src/tools/shell/process-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { createMemoryFiles } from '../support/memory-files.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';

/** Commands start at once and run on; nothing is written to the disk. */
const background = {
  start: async () => undefined,
  stop: async () => true,
  isRunning: () => true,
  read: (_ref: unknown, _process: string, since: number) => ({ text: 'listening', next: since + 9 }),
} as unknown as Background;
const [start, read, stop] = processTools(background);
assert.ok(start && read && stop);
const { review: _, ...unasked } = start;
const starting: Tool = { ...unasked, call: async () => startedBy('t0') };
const tools = [...controlTools({ states: () => [] }), starting, read, stop];

function startedBy(processId: string) {
  const facts = [{ kind: 'processStarted', processId, command: 'serve' }] as const;
  return { ok: true, content: `Started as process ${processId}.`, facts };
}

const plain = ['mark_done', 'start_process'];
const steering = ['mark_done', 'tell_subdialog', 'dismiss_subdialog', 'start_process'];

function offeredTo(t: TestDriver, agentId: string): readonly (readonly string[])[] {
  const own = t.llm.requests.filter(({ origin }) => origin.agentId === agentId);
  return own.map(({ prompt }) => prompt.tools.map(({ name }) => name));
}

async function whileWaiting(tree: Tree): Promise<void> {
  for (let turn = 0; rootOf(tree).driving || rootOf(tree).state.frames[0].pending.length === 0; turn++) {
    assert.ok(turn < 500, 'it does not come to wait');
    await nextTurn();
  }
}

describe('tools that work on open calls', () => {
  it('are offered from the first aside on, and in what follows it', async () => {
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', 'It builds.', 'All done.'],
        coder: [{ say: 'Built.', until: gate.promise }],
      },
      tools,
    });
    const tree = t.launch('Begin');
    await whileWaiting(tree);
    say(t.driver, rootOf(tree), { msgId: 'm1', content: 'How far?' });
    await whileWaiting(tree);
    gate.resolve();
    await t.driver.quiet(tree);
    assert.deepEqual(offeredTo(t, 'lead'), [plain, steering, steering]);
    assert.deepEqual(offeredTo(t, 'coder'), [plain]);
  });

  it('are offered to a caller that is asked back, after a restart as before', async () => {
    const files = createMemoryFiles();
    const t = createTestDriver({
      script: { lead: ['!?@coder build', 'Of oak.', 'Good.'], coder: ['!?@tellasker Of what?', 'Built.'] },
      tools,
      files,
    });
    await t.start('Begin');
    assert.deepEqual(offeredTo(t, 'lead'), [plain, steering, steering]);
    const after = createTestDriver({ script: { lead: ['Fine.'] }, tools, files });
    await after.say(await after.onlyTree(), 'And?');
    assert.deepEqual(offeredTo(after, 'lead'), [steering]);
  });

  it('are performed, or refused with the reason, when they are called without being offered', async () => {
    const call = { name: 'dismiss_subdialog', args: { callId: 'none' } };
    const t = createTestDriver({ script: { lead: [{ tools: [call] }, 'So be it.'] }, tools });
    await t.start('Begin');
    const said = t.llm.requests[1]?.prompt.messages.map(({ content }) => content);
    assert.equal(said?.at(-1), 'No open call of yours is none. Open: none.');
  });
});

describe('tools that work on background commands', () => {
  it('are offered once one was started, and after it has ended', async () => {
    const begin = { name: 'start_process', args: { command: 'serve' } };
    const end = { name: 'stop_process', args: { process: 't0' } };
    const t = createTestDriver({ script: { lead: [{ tools: [begin] }, { tools: [end] }, 'Done.'] }, tools });
    await t.start('Begin');
    const all = [...plain, 'read_process', 'stop_process'];
    assert.deepEqual(offeredTo(t, 'lead'), [plain, all, all]);
  });
});
