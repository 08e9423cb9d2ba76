// A caller steers those who work for it: words to a callee, and a call that is given to somebody else (SPEC 19.2).
import assert from 'node:assert/strict';
import type { CallId } from '../../src/core/base/ids.ts';
import { openCalls } from '../../src/core/dialog/state.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { say } from '../../src/driver/intents/intents.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmRequest } from '../../src/llm/provider.ts';
import { controlTools } from '../../src/tools/minds/control-tools.ts';
import { noToolRan } from '../support/facts.ts';
import { createMemoryFiles, watchLines } from '../support/memory-files.ts';
import { until } from '../support/next-turn.ts';
import type { Reply } from '../support/scripted-llm.ts';
import { createTestDriver, dialogsOf, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn } from './check-tree.ts';

const tools = controlTools({ states: () => [] });

/** Plays replies per member, as a list that a restart goes on with; a function is asked for its reply. */
type Part = Reply | ((callIds: readonly CallId[]) => Reply);
function play(parts: Readonly<Record<string, readonly Part[]>>, callIds: () => readonly CallId[]) {
  const used = new Map<string, number>();
  return ({ origin: { agentId } }: LlmRequest): Reply => {
    const at = used.get(agentId) ?? 0;
    used.set(agentId, at + 1);
    const part = parts[agentId]?.[at];
    if (part === undefined) throw new Error(`no reply ${at + 1} for ${agentId}`);
    return typeof part === 'function' ? part(callIds()) : part;
  };
}

/** Starts a root whose member steers in an aside, as soon as its calls are at work. */
async function steer(parts: Parameters<typeof play>[0], options: { at: number; disk?: 'watched' } = { at: 2 }) {
  const cuts: Map<string, string>[] = [];
  let tree: Tree | undefined;
  const calls = () => (tree ? openCalls(rootOf(tree).state).map(({ callId }) => callId) : []);
  const t = createTestDriver({
    script: play(parts, calls),
    tools,
    members: ['lead', 'coder', 'researcher', 'writer'],
    ...(options.disk && { disk: files => watchLines(files, () => void cuts.push(new Map(files.texts))) }),
  });
  tree = t.launch('Begin');
  await until(() => t.llm.requests.length >= options.at && tree?.driving !== undefined && isWaiting(tree));
  cuts.length = 0;
  say(t.driver, rootOf(tree), { msgId: 'm1', content: 'Steer' });
  return { t, tree, cuts };
}

function isWaiting(tree: Tree): boolean {
  const { driving, state } = rootOf(tree);
  return !driving && openCalls(state).length > 0;
}

function requestsOf(t: TestDriver, agentId: string): readonly string[][] {
  const own = t.llm.requests.filter(({ origin }) => origin.agentId === agentId);
  return own.map(({ prompt }) => prompt.messages.map(({ content }) => content));
}

const tell =
  (content: string) =>
  ([callId]: readonly CallId[]): Reply => ({
    tools: [{ name: 'tell_subdialog', args: { callId, content } }],
  });

describe('words to a callee', () => {
  it('that generates are read before it answers, and say whose they are', async () => {
    const gate = Promise.withResolvers<void>();
    const { t, tree } = await steer({
      lead: ['!?@coder build', tell('Use oak.'), 'Told.', 'All done.'],
      coder: [{ say: 'Built of fir.', until: gate.promise }, 'Built of oak.'],
    });
    await until(() => rootOf(tree).state.saying.text === 'Told.' && isWaiting(tree));
    gate.resolve();
    await t.driver.quiet(tree);
    assert.deepEqual(requestsOf(t, 'coder')[1]?.slice(-2), [
      'Built of fir.',
      '[@lead adds to its tellask]\n\nUse oak.',
    ]);
    const [answer] = recordsIn(t, tree, 'responseSupplied');
    assert.equal(answer?.content, 'Built of oak.');
    checkSettled(t, tree);
  });

  it('that waits for others are read with their answers', async () => {
    const gate = Promise.withResolvers<void>();
    const { t, tree } = await steer(
      {
        lead: ['!?@coder build', tell('Use oak.'), 'Told.', 'All done.'],
        coder: ['!?@researcher look', 'Built of oak.'],
        researcher: [{ say: 'Seen.', until: gate.promise }],
      },
      { at: 3 },
    );
    await until(() => rootOf(tree).state.saying.text === 'Told.' && isWaiting(tree));
    checkTree(t, tree);
    gate.resolve();
    await t.driver.quiet(tree);
    assert.equal(requestsOf(t, 'coder').length, 2);
    const last = requestsOf(t, 'coder')[1]?.slice(-2).join(' | ');
    assert.match(last ?? '', /Use oak\./);
    assert.match(last ?? '', /Seen\./);
    checkSettled(t, tree);
  });

  it('reach no other callee', async () => {
    const gate = Promise.withResolvers<void>();
    const { t, tree } = await steer(
      {
        lead: ['!?@coder build\n\n!?@researcher look', tell('Use oak.'), 'Told.', 'All done.'],
        coder: [{ say: 'Built of fir.', until: gate.promise }, 'Built of oak.'],
        researcher: [{ say: 'Seen.', until: gate.promise }],
      },
      { at: 3 },
    );
    await until(() => rootOf(tree).state.saying.text === 'Told.' && isWaiting(tree));
    assert.deepEqual(
      openCalls(rootOf(tree).state).map(({ agentId, told }) => [agentId, told?.length ?? 0]),
      [
        ['coder', 1],
        ['researcher', 0],
      ],
    );
    gate.resolve();
    await t.driver.quiet(tree);
    assert.equal(requestsOf(t, 'researcher').length, 1);
    checkSettled(t, tree);
  });

  it('that has not taken the call yet come with it', async () => {
    const gate = Promise.withResolvers<void>();
    const second = ([, callId]: readonly CallId[]): Reply => ({
      tools: [{ name: 'tell_subdialog', args: { callId, content: 'Use oak.' } }],
    });
    const { t, tree } = await steer({
      lead: ['!?@coder !tellaskSession s one\n\n!?@coder !tellaskSession s two', second, 'Told.', 'All done.'],
      coder: [{ say: 'One.', until: gate.promise }, 'Two.'],
    });
    await until(() => rootOf(tree).state.saying.text === 'Told.' && isWaiting(tree));
    assert.deepEqual(recordsIn(t, tree, 'wasTold'), []);
    gate.resolve();
    await t.driver.quiet(tree);
    assert.equal(requestsOf(t, 'coder')[1]?.at(-1), '[@lead adds to its tellask]\n\nUse oak.');
    assert.equal(recordsIn(t, tree, 'wasTold').length, 1);
    checkSettled(t, tree);
  });

  it('reach it once, wherever a crash cuts in', async () => {
    const gate = Promise.withResolvers<void>();
    const { t, tree, cuts } = await steer(
      {
        lead: ['!?@coder build', tell('Use oak.'), 'Told.', 'All done.'],
        coder: [{ say: 'Built of fir.', until: gate.promise }, 'Built of oak.'],
      },
      { at: 2, disk: 'watched' },
    );
    await until(() => rootOf(tree).state.saying.text === 'Told.' && isWaiting(tree));
    gate.resolve();
    await t.driver.quiet(tree);
    assert.ok(cuts.length > 8);
    for (const texts of cuts) {
      const after = createTestDriver({ script: () => 'Thus.', tools, files: createMemoryFiles(texts) });
      const loaded = await after.onlyTree();
      await after.goOn(loaded);
      checkSettled(after, loaded);
      const told = recordsIn(after, loaded, 'calleeTold').length;
      assert.equal(recordsIn(after, loaded, 'wasTold').length, told);
    }
  });
});

describe('a call that is re-assigned', () => {
  const reassign = ([callId]: readonly CallId[]): Reply => ({
    say: '!?@writer write it',
    tools: [{ name: 'dismiss_subdialog', args: { callId, reassign: true } }],
  });

  it('is answered once, by the new subdialog, in its place', async () => {
    const [coder, writer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { t, tree } = await steer(
      {
        lead: ['!?@coder build\n\n!?@researcher look', reassign, 'Given to the writer.', 'All done.'],
        coder: [{ say: 'Built.', until: coder.promise }],
        researcher: ['Seen.'],
        writer: [{ say: 'Written.', until: writer.promise }],
      },
      { at: 3 },
    );
    // The reply in which the call is given away ends the aside: nothing of it is waited for there.
    await until(() => recordsIn(t, tree, 'tellaskMade').length === 3);
    await until(() => isWaiting(tree));
    assert.equal(rootOf(tree).state.frames.length, 1);
    const [pending] = openCalls(rootOf(tree).state);
    assert.equal(pending?.agentId, 'writer');
    assert.equal(dialogsOf(tree, 'coder')[0]?.state.frames[0].inbound, undefined);
    checkTree(t, tree);
    writer.resolve();
    await t.driver.quiet(tree);
    const read = requestsOf(t, 'lead').at(-1)?.slice(-2);
    assert.deepEqual(read, [
      `[Answer] @writer answers your tellask "@writer write it":\n\nWritten.${noToolRan}`,
      `[Answer] @researcher answers your tellask "@researcher look":\n\nSeen.${noToolRan}`,
    ]);
    assert.deepEqual(
      recordsIn(t, tree, 'responseSupplied').map(({ agentId, ok }) => [agentId, ok]),
      [
        ['researcher', true],
        ['writer', true],
      ],
    );
    coder.resolve();
  });

  it('leaves the other open calls as they are', async () => {
    const researcher = Promise.withResolvers<void>();
    const { t, tree } = await steer({
      lead: ['!?@coder build\n\n!?@researcher look', reassign, 'Given to the writer.', 'All done.'],
      coder: [{ say: 'Built.', until: new Promise(() => {}) }],
      researcher: [{ say: 'Seen.', until: researcher.promise }],
      writer: ['Written.'],
    });
    await until(() => recordsIn(t, tree, 'responseSupplied').length === 1 && isWaiting(tree));
    assert.deepEqual(
      openCalls(rootOf(tree).state).map(({ agentId }) => agentId),
      ['researcher'],
    );
    researcher.resolve();
    await t.driver.quiet(tree);
    assert.deepEqual(requestsOf(t, 'lead').at(-1)?.slice(-2), [
      `[Answer] @writer answers your tellask "@writer write it":\n\nWritten.${noToolRan}`,
      `[Answer] @researcher answers your tellask "@researcher look":\n\nSeen.${noToolRan}`,
    ]);
    checkSettled(t, tree);
  });

  it('is so wherever a crash cuts in', async () => {
    const { t, tree, cuts } = await steer(
      {
        lead: ['!?@coder build', reassign, 'Given to the writer.', 'All done.'],
        coder: [{ say: 'Built.', until: new Promise(() => {}) }],
        writer: ['Written.'],
      },
      { at: 2, disk: 'watched' },
    );
    await t.driver.quiet(tree);
    assert.ok(cuts.length > 8);
    for (const texts of cuts) {
      const after = createTestDriver({ script: () => 'Thus.', tools, files: createMemoryFiles(texts) });
      const loaded = await after.onlyTree();
      await after.goOn(loaded);
      checkSettled(after, loaded);
    }
  });
});
