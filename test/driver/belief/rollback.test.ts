// Going back while the dialog is at work (SPEC 16.8): what was under way for the abandoned turn changes nothing any
// more.
import assert from 'node:assert/strict';
import { beliefIntent } from '../../../src/driver/belief/intents.ts';
import { rootOf } from '../../../src/driver/tree.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { stackText } from '../../core/belief/support.ts';
import { until } from '../../support/next-turn.ts';
import { closingOf } from '../../support/prompt-parts.ts';
import type { Reply } from '../../support/scripted-llm.ts';
import { checkTree, recordsIn } from '../check-tree.ts';
import { type Believer, believer, believerOn, believing, finish, setSlot, start } from './belief-support.ts';

const predictions = {
  orders: { commands: [start('query'), setSlot('query', 'source', ['orders'])] },
  'count it': { commands: [start('count'), setSlot('count', 'source', ['users'])] },
  users: { commands: [{ correct: { flow: 'query', slot: 'source', value: ['users'] } }] },
};

const finishing = { name: 'finish_flow', args: { outcome: 'completed' } };

/** A dialog in its second turn, whose reply comes when the gate opens. */
async function inSecondTurn(tools: readonly { readonly name: string; readonly args?: object }[]) {
  const gate = Promise.withResolvers<void>();
  const replies: readonly Reply[] = ['Here.', { say: 'Counting.', until: gate.promise, tools }];
  const it = await believer('orders', { predictions, replies });
  const said = it.say('count it');
  await until(() => it.prompts().length === 2);
  return { it, gate, said };
}

/** Goes back to the first turn, without waiting for the end of what runs. */
const rollBack = ({ t, tree }: Believer) => beliefIntent(t.driver, tree, { kind: 'rollBack', turn: 1 });

async function sayUsers(it: Believer): Promise<void> {
  await it.say('users');
  assert.deepEqual(it.state().stack[0]?.slots.source?.value, ['users']);
  checkTree(it.t, it.tree);
}

describe('a rollback while the dialog is at work', () => {
  it('ends the reply, which changes nothing, and the dialog rests until the next message', async () => {
    const { it, gate, said } = await inSecondTurn([finishing]);
    const done = await rollBack(it);
    gate.resolve();
    assert.ok(done.ok);
    assert.deepEqual(done.rolledBack, { from: 2, to: 1 });
    await said;
    assert.equal(stackText(it.state()), 'query:Active[1]');
    assert.deepEqual([it.belief().isOpen, it.prompts().length], [false, 2]);
    assert.equal(it.t.driver.isDialogDue(rootOf(it.tree)), false);
    assert.deepEqual(
      recordsIn(it.t, it.tree, 'generationEnded').map(({ outcome }) => outcome),
      ['complete', 'stopped'],
    );
    await sayUsers(it);
  });

  it('is told to the responder in talk and notes, with what it does not undo', async () => {
    const it = await believer('orders', { predictions, replies: [finish(), 'Shown.', 'Well.', 'Good.'] });
    await it.say('thanks');
    await it.change({ kind: 'rollBack', turn: 0 });
    assert.equal(it.prompts().length, 3);
    const told = /rolled it back from turn 2 to turn 0\. Undone: .*complete: query\. Not undone: what was said/;
    await it.say('users');
    const [request] = it.t.llm.requests.slice(-1);
    const messages = request?.prompt.messages.map(({ content }) => content) ?? [];
    assert.deepEqual(messages.map(text => told.test(text)).filter(Boolean).length, 2);
    await it.say('users');
    assert.doesNotMatch(closingOf(it.t.llm.requests.at(-1)?.prompt ?? assert.fail()), told);
    checkTree(it.t, it.tree);
  });

  it('delivers a message that was queued meanwhile', async () => {
    const { it, said } = await inSecondTurn([finishing]);
    const queued = it.say('users');
    await it.change({ kind: 'rollBack', turn: 1 });
    await Promise.all([said, queued]);
    assert.equal(stackText(it.state()), 'query:Active[1,3]');
    assert.deepEqual(it.state().stack[0]?.slots.source?.value, ['users']);
    checkTree(it.t, it.tree);
  });

  it('predicts words anew that no turn has taken yet', async () => {
    const gate = Promise.withResolvers<void>();
    const model = believing(predictions, []);
    let asked = 0;
    const it = await believer('orders', {
      predictions,
      script(request) {
        const reply = model(request);
        const isAboutUsers = request.purpose && request.prompt.messages.at(-1)?.content.includes('users');
        if (!isAboutUsers || typeof reply !== 'string') return reply;
        return asked++ === 0 ? { say: reply, until: gate.promise } : reply;
      },
    });
    await it.change({ kind: 'cancelFlow', flow: 'query' });
    const said = it.say('users');
    await until(() => asked === 1);
    await it.change({ kind: 'rollBack', turn: 1 });
    await said;
    assert.deepEqual([asked, stackText(it.state())], [2, 'query:Active[1,3]']);
    assert.deepEqual(it.state().stack[0]?.slots.source?.value, ['users']);
    checkTree(it.t, it.tree);
  });

  it('ends the calls of the reply: the one that runs, and those after it', async () => {
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const slow: Tool = {
      spec: { name: 'slow', description: '', parameters: {} },
      async call() {
        begun.resolve();
        await gate.promise;
        return { ok: true, content: 'Late.' };
      },
    };
    const it = await believer('orders', {
      predictions,
      replies: ['Here.', { say: '!?@coder build', tools: [{ name: 'slow' }, finishing] }],
      tools: [slow],
    });
    const said = it.say('count it');
    await begun.promise;
    await rollBack(it);
    gate.resolve();
    await said;
    assert.equal(stackText(it.state()), 'query:Active[1]');
    assert.deepEqual(
      recordsIn(it.t, it.tree, 'toolReturned').map(({ ok }) => ok),
      [false, false],
    );
    assert.equal(recordsIn(it.t, it.tree, 'tellaskMade').length, 0);
    assert.equal(it.prompts().length, 2);
    await sayUsers(it);
  });

  it('withdraws the question whether a call may run', async () => {
    const write: Tool = {
      spec: { name: 'write', description: '', parameters: {} },
      review: () =>
        Promise.resolve({
          kind: 'acts',
          action: { tool: 'write', toolset: 'write', paths: ['a'], otherwise: 'ask' },
          question: () => Promise.resolve({ headline: 'Write a', body: '' }),
        }),
      call: () => assert.fail('it runs'),
    };
    const it = await believer('orders', {
      predictions,
      replies: ['Here.', { tools: [{ name: 'write' }, finishing] }],
      tools: [write],
    });
    await it.say('count it');
    assert.deepEqual(
      it.questions().map(({ kind }) => kind),
      ['permission'],
    );
    await it.change({ kind: 'rollBack', turn: 1 });
    assert.deepEqual([it.questions(), stackText(it.state())], [[], 'query:Active[1]']);
    await sayUsers(it);
  });

  it('answers a subdialog that asks back anew, so that nobody waits in vain', async () => {
    const gate = Promise.withResolvers<void>();
    const lead = believing(predictions, [
      'Here.',
      '!?@coder build',
      { say: 'Red.', until: gate.promise, tools: [finishing] },
      'Blue.',
      'All done.',
    ]);
    const coder: Reply[] = ['!?@tellasker which colour?', 'Built.'];
    const it = await believer('orders', {
      predictions,
      script: request => (request.origin.agentId === 'lead' ? lead(request) : (coder.shift() ?? assert.fail())),
    });
    const said = it.say('count it');
    await until(() => rootOf(it.tree).state.frames.length === 2 && rootOf(it.tree).state.generating);
    await rollBack(it);
    gate.resolve();
    await said;
    assert.deepEqual(coder, []);
    assert.equal(rootOf(it.tree).state.saying.text, 'All done.');
    assert.equal(stackText(it.state()), 'query:Active[1]');
    checkTree(it.t, it.tree);
  });

  it('holds after a crash before the reply has ended', async () => {
    const { it } = await inSecondTurn([finishing]);
    await rollBack(it);
    const again = it.t.restart(believing(predictions, []));
    const loaded = believerOn(again, await again.onlyTree());
    await again.goOn(loaded.tree);
    assert.deepEqual([stackText(loaded.state()), loaded.prompts().length], ['query:Active[1]', 0]);
    await sayUsers(loaded);
  });
});

describe('a rollback of a turn that failed', () => {
  it('leaves nothing of it to continue', async () => {
    const failure = { code: 'auth', message: 'no', retryable: false } as const;
    const it = await believer('orders', { predictions, replies: ['Here.', { fail: failure }, finish()] });
    await it.say('count it');
    assert.equal(rootOf(it.tree).state.interruption?.code, 'auth');
    await it.change({ kind: 'rollBack', turn: 1 });
    await it.t.goOn(it.tree);
    assert.deepEqual([stackText(it.state()), it.prompts().length], ['query:Active[1]', 2]);
    checkTree(it.t, it.tree);
  });
});
