// Fresh subdialogs, fresh boots reasoning, limits, and tellasks that call nobody (SPEC 3.4, 3.5, 3.6, 2.2).
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmRequest } from '../../src/llm/provider.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, dialogsOf, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

const lastOf = ({ prompt }: LlmRequest) => prompt.messages.at(-1)?.content ?? '';
const refusals = (t: TestDriver, tree: Tree) => recordsIn(t, tree, 'tellaskRefused').map(({ reason }) => reason);

describe('fresh boots reasoning', () => {
  it('with effort 3 runs three side by side under one call, and joins their answers in order', async () => {
    const gates = [1, 2, 3].map(() => Promise.withResolvers<void>());
    let made = 0;
    const t = createTestDriver({
      members: [{ id: 'lead', fbr: { effort: 3, tools: true } }],
      script: request => {
        const last = lastOf(request);
        if (last === 'Begin') return '!?@self think';
        if (last.includes('tellasks you')) {
          const number = ++made;
          return { say: `Thought ${number}.`, until: gates[number - 1]?.promise ?? Promise.resolve() };
        }
        return 'So be it.';
      },
    });
    const tree = t.launch('Begin');
    for (const gate of gates.reverse()) {
      await nextTurn();
      assert.equal(rootOf(tree).state.frames[0].pending.length, 1);
      assert.equal(rootOf(tree).state.genseq, 1);
      gate.resolve();
    }
    await t.driver.quiet(tree);
    assert.equal(recordsIn(t, tree, 'tellaskMade').length, 1);
    assert.equal(dialogsOf(tree, 'lead').length, 4);
    const [, ...fresh] = dialogsOf(tree, 'lead').map(({ state: { identity } }) => identity);
    assert.ok(fresh.every(identity => identity.kind === 'sub' && identity.freshSelf));
    const { messages } = t.llm.requests.at(-1)?.prompt ?? assert.fail();
    assert.equal(messages.length, 4);
    assert.match(messages.at(-1)?.content ?? '', /1 of 3.*Thought 1\..*2 of 3.*Thought 2\..*3 of 3.*Thought 3\./s);
    checkSettled(t, tree);
  });

  it('with effort 0 is an error result', async () => {
    const t = createTestDriver({
      members: [{ id: 'lead', fbr: { effort: 0, tools: true } }],
      script: { lead: ['!?@self think', 'Then here.'] },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(refusals(t, tree), ['fbr-off']);
    assert.equal(rootOf(tree).state.saying.text, 'Then here.');
  });

  it('starts with no history', async () => {
    const t = createTestDriver({
      script: request => (lastOf(request) === 'Begin' ? '!?@self think\n!?of nothing' : 'Yes.'),
    });
    await t.start('Begin');
    assert.deepEqual(
      t.llm.requests[1]?.prompt.messages.map(({ content }) => content),
      ['system', '[Tellask] @lead tellasks you:\n\n@self think\n\nof nothing'],
    );
  });
});

describe('limits', () => {
  it('of depth: the dialog at the bottom is told to do it itself', async () => {
    const t = createTestDriver({
      limits: { depth: 2, subdialogs: 64 },
      script: request =>
        lastOf(request).startsWith('[') && !lastOf(request).includes('tellasks you') ? 'Done.' : '!?@self dig',
    });
    const tree = await t.start('Begin');
    assert.equal(tree.dialogs.size, 3);
    assert.deepEqual(refusals(t, tree), ['too-deep']);
    checkSettled(t, tree);
  });

  it('of number: what is over it is refused, the rest is called', async () => {
    const t = createTestDriver({
      limits: { depth: 8, subdialogs: 2 },
      script: {
        lead: ['!?@coder a\n\n!?@coder b\n\n!?@coder c', 'Thanks.', '!?@coder d', 'Thanks.'],
        coder: ['A.', 'B.', 'D.'],
      },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(refusals(t, tree), ['too-many']);
    await t.say(tree, 'More');
    assert.deepEqual(refusals(t, tree), ['too-many']);
    assert.equal(dialogsOf(tree, 'coder').length, 3);
    checkSettled(t, tree);
  });
});

describe('a tellask without a target', () => {
  it('is reported back with the names of the teammates, and the model goes on', async () => {
    const t = createTestDriver({ script: { lead: ['!?@nobody help', 'Alone then.'] } });
    const tree = await t.start('Begin');
    assert.match(lastOf(t.llm.requests[1] ?? assert.fail()), /no teammate @nobody.*@lead, @researcher, @coder/);
    assert.equal(rootOf(tree).state.saying.text, 'Alone then.');
    checkSettled(t, tree);
  });

  it('does not keep the others of its message from being called', async () => {
    const t = createTestDriver({
      script: { lead: ['!?without a name\n!?@coder build\n\n!?@2 also', 'Thanks.'], coder: ['Built.'] },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(refusals(t, tree), ['malformed', 'malformed']);
    assert.deepEqual(
      t.llm.requests
        .at(-1)
        ?.prompt.messages.slice(3)
        .map(({ content }) => content.slice(0, 18)),
      ['[Tellask not sent]', '[Answer] @coder an', '[Tellask not sent]'],
    );
    checkSettled(t, tree);
  });

  it('is not made of thinking, of what people say, of tool results or of answers', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@coder build', { think: '!?@coder again', say: 'Fine.' }],
        coder: [{ say: 'I look.', tools: [{ name: 'x' }] }, 'He wrote:\n !?@coder build', 'He wrote it.'],
      },
    });
    const tree = await t.start('!?@coder hello');
    assert.equal(tree.dialogs.size, 2);
    checkSettled(t, tree);
  });

  it('is not made of a generation that was cut', async () => {
    const failure = { code: 'unreachable', message: 'gone', retryable: true } as const;
    const t = createTestDriver({ script: { lead: [{ say: '!?@coder build\n', fail: failure }, 'Fine.'] } });
    const tree = await t.start('Begin');
    assert.equal(tree.dialogs.size, 1);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
  });
});
