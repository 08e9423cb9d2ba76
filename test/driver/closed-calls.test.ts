// Tools that are still at work when their call is closed: what they did to files is known all the same (SPEC 12.4).
import assert from 'node:assert/strict';
import { openCalls } from '../../src/core/dialog/state.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { clearMind, dismiss, forceDone } from '../../src/driver/intents/intents.ts';
import { changesOf } from '../../src/driver/tools/file-changes.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, dialogsOf, type TestDriver, type TestDriverOptions } from '../support/test-driver.ts';
import { checkSettled } from './check-tree.ts';

const writes = { tools: [{ name: 'slow_write' }] };

/** Closes the call of a tool while it writes `a.txt`; resolves when the tool has ended and all is quiet. */
async function closeWhileItWrites(
  script: TestDriverOptions['script'],
  close: (t: TestDriver, tree: Tree) => Promise<unknown> | unknown,
): Promise<Tree> {
  const [began, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slowWrite: Tool = {
    spec: { name: 'slow_write', description: '', parameters: {} },
    async call() {
      began.resolve();
      await gate.promise;
      return { ok: true, content: 'written', changed: [{ path: 'a.txt', after: { bytes: Buffer.from('x') } }] };
    },
  };
  const t = createTestDriver({ tools: [slowWrite], script, pushMax: 0 });
  const tree = t.launch('Begin');
  await began.promise;
  const closing = close(t, tree);
  await nextTurn();
  gate.resolve();
  await closing;
  await t.driver.quiet(tree);
  checkSettled(t, tree);
  return tree;
}

async function assertKnown(tree: Tree, member = 'lead'): Promise<void> {
  const dialog = dialogsOf(tree, member)[0] ?? assert.fail();
  assert.equal(dialog.state.edited, true);
  assert.deepEqual(
    (await changesOf(rootOf(tree))).map(({ path }) => path),
    ['a.txt'],
  );
}

describe('a file that a tool was writing', () => {
  it('when the person cleared the mind is among the edits of the dialog', async () => {
    const tree = await closeWhileItWrites({ lead: [writes, 'Fine.'] }, (t, at) =>
      clearMind(t.driver, rootOf(at), undefined),
    );
    assert.equal(rootOf(tree).state.course, 2);
    await assertKnown(tree);
  });

  it('when the call that it worked for was dismissed is among the edits of the dialog', async () => {
    const script = { lead: ['!?@coder build', 'Then not.'], coder: [writes] };
    const tree = await closeWhileItWrites(script, (t, at) => {
      const [call] = openCalls(rootOf(at).state);
      assert.ok(dismiss(t.driver, at, call?.callId ?? assert.fail()).ok);
    });
    await assertKnown(tree, 'coder');
  });

  it('when the root was marked done is among the edits of the dialog', async () => {
    const tree = await closeWhileItWrites({ lead: [writes] }, (t, at) => forceDone(t.driver, at));
    assert.equal(rootOf(tree).state.status, 'completed');
    await assertKnown(tree);
  });
});
