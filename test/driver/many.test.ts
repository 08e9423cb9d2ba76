// Many dialogs at once: side by side, in turn, and none forgotten.
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmRequest } from '../../src/llm/provider.ts';
import { withoutFacts } from '../support/facts.ts';
import { nextTurn } from '../support/next-turn.ts';
import type { Reply } from '../support/scripted-llm.ts';
import { createTestDriver } from '../support/test-driver.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

const lastOf = ({ prompt }: LlmRequest) => prompt.messages.at(-1)?.content ?? '';

describe('many dialogs', () => {
  it('50 subdialogs of one root are all asked before one of them has answered, and all answers come in order', async () => {
    const gate = Promise.withResolvers<void>();
    const calls = Array.from({ length: 50 }, (_, index) => `!?@coder part ${index}`).join('\n\n');
    const script = (request: LlmRequest): Reply => {
      if (request.origin.agentId === 'lead') return lastOf(request) === 'Begin' ? calls : 'Fine.';
      return { say: `Built ${lastOf(request).split(' ').at(-1)}.`, until: gate.promise };
    };
    const t = createTestDriver({ script });
    const tree = t.launch('Begin');
    while (t.llm.requests.length < 51) await nextTurn();
    assert.equal(recordsIn(t, tree, 'responseGiven').length, 0);
    gate.resolve();
    await t.driver.quiet(tree);
    const answers = t.llm.requests
      .at(-1)
      ?.prompt.messages.slice(3)
      .map(({ content }) => withoutFacts(content).split('\n').at(-1));
    assert.deepEqual(
      answers,
      Array.from({ length: 50 }, (_, index) => `Built ${index}.`),
    );
    assert.equal(rootOf(tree).state.genseq, 2);
    checkSettled(t, tree);
  });

  it('200 roots progress together, and each comes to its end', async () => {
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({
      concurrency: 1_000,
      script: request => {
        if (request.origin.agentId === 'coder') return { say: 'Built.', until: gate.promise };
        return lastOf(request) === 'Begin' ? '!?@coder build' : 'Fine.';
      },
    });
    const trees = Array.from({ length: 200 }, () => t.launch('Begin'));
    while (t.llm.requests.length < 400) await nextTurn();
    gate.resolve();
    await Promise.all(trees.map(tree => t.driver.quiet(tree)));
    for (const tree of trees) {
      assert.equal(rootOf(tree).state.saying.text, 'Fine.');
      checkSettled(t, tree);
    }
  });

  it('with room for two, a root with one dialog is not kept waiting by one with twenty', async () => {
    const order: string[] = [];
    const calls = Array.from({ length: 20 }, () => '!?@coder part').join('\n\n');
    const t = createTestDriver({
      concurrency: 2,
      script: request => {
        order.push(request.origin.rootId);
        if (request.origin.agentId === 'coder') return { say: 'Built.', until: nextTurn() };
        return lastOf(request) === 'Many' ? calls : `Step ${order.length}.`;
      },
    });
    const many = t.launch('Many');
    while (order.length < 3) await nextTurn();
    const few: Tree = t.launch('Few');
    await Promise.all([many, few].map(tree => t.driver.quiet(tree)));
    assert.ok(order.indexOf(few.rootId) < 8, `it was served at place ${order.indexOf(few.rootId)}`);
    checkSettled(t, many);
  });

  it('none is asked for more places than there are', async () => {
    let running = 0;
    let most = 0;
    const t = createTestDriver({
      concurrency: 3,
      script: request => {
        if (request.origin.agentId === 'lead') {
          return lastOf(request) === 'Begin' ? Array.from({ length: 12 }, () => '!?@coder part').join('\n\n') : 'Fine.';
        }
        running += 1;
        most = Math.max(most, running);
        return { say: 'Built.', until: nextTurn().then(() => void running--) };
      },
    });
    const tree = await t.start('Begin');
    assert.equal(most, 3);
    checkSettled(t, tree);
  });
});
