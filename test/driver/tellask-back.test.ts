// TellaskBack: the caller answers although it waits, its own pending list untouched (SPEC 3.2, 1.5).
import assert from 'node:assert/strict';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmRequest } from '../../src/llm/provider.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, dialogsOf } from '../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn } from './check-tree.ts';

const given = (t: Parameters<typeof recordsIn>[0], tree: Parameters<typeof recordsIn>[1]) =>
  recordsIn(t, tree, 'responseGiven').map(({ content }) => content);

describe('TellaskBack', () => {
  it('leaves the pending list of the caller as it was', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@researcher find', '!?@human Which?'], researcher: ['!?@tellasker Which one?'] },
    });
    const tree = await t.start('Begin');
    const { frames } = rootOf(tree).state;
    assert.equal(frames.length, 2);
    assert.deepEqual(
      frames[0].pending.map(({ callKind, targets }) => [callKind, targets]),
      [['C', [dialogsOf(tree, 'researcher')[0]?.ref.selfId]]],
    );
    assert.deepEqual(frames[1]?.pending, []);
  });

  it('is answered after the questions and tellasks that its answer needs', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher find', '!?@human Which server?\n\n!?@coder which port?', 'Test, 8080.', 'Thanks.'],
        researcher: ['!?@tellasker Where?', 'Found there.'],
        coder: ['8080'],
      },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(given(t, tree), ['8080']);
    await t.answer(tree, 'test');
    assert.deepEqual(given(t, tree), ['Test, 8080.', 'Found there.', '8080']);
    assert.equal(rootOf(tree).state.saying.text, 'Thanks.');
    checkSettled(t, tree);
  });

  it('is answered by the last saying without further tool calls', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher find', { say: 'Let me see.', tools: [{ name: 'look' }] }, 'Here.', 'Thanks.'],
        researcher: ['!?@tellasker Where?', 'Found.'],
      },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(given(t, tree), ['Here.', 'Found.']);
  });

  it('waits while the caller has a question for the human', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher find\n\n!?@human Go on?', 'Here.', 'Thanks.'],
        researcher: ['!?@tellasker Where?', 'Found.'],
      },
    });
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.frames.length, 1);
    assert.equal(tree.callQueues.size, 1);
    checkTree(t, tree);
    await t.answer(tree, 'yes');
    assert.equal(rootOf(tree).state.saying.text, 'Thanks.');
    checkSettled(t, tree);
  });

  it('is answered knowing what the person answered while others are at work', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher find\n\n!?@human Which server?', 'Test.', 'Thanks.'],
        researcher: ['!?@tellasker Which server?', 'Found.'],
      },
    });
    const tree = await t.start('Begin');
    await t.answer(tree, 'The test server.');
    const [, back, thanks] = t.llm.requests.filter(({ origin }) => origin.agentId === 'lead');
    const texts = (request = back) => request?.prompt.messages.map(({ content }) => content) ?? [];
    assert.equal(texts().at(-2), `[Answer of the person] To your question "Which server?":\n\nThe test server.`);
    assert.match(texts().at(-1) ?? '', /^\[TellaskBack\]/);
    assert.equal(texts(thanks).filter(text => text.includes('The test server.')).length, 1, 'it is read once');
    checkSettled(t, tree);
  });

  it('of several subdialogs are answered one after another, in their order', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher find\n\n!?@coder build', 'There.', 'So.', 'Thanks.'],
        researcher: ['!?@tellasker Where?', 'Found.'],
        coder: ['!?@tellasker How?', 'Built.'],
      },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(given(t, tree), ['There.', 'So.', 'Found.', 'Built.']);
    checkSettled(t, tree);
  });

  it('a second one waits until the first is answered, even when that needs others', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher find\n\n!?@coder build', '!?@writer where?', 'There.', 'So.', 'Thanks.'],
        researcher: ['!?@tellasker Where?', 'Found.'],
        coder: ['!?@tellasker How?', 'Built.'],
        writer: ['There, I think.'],
      },
      members: ['lead', 'researcher', 'coder', 'writer'],
    });
    const tree = await t.start('Begin');
    const [researcher, coder] = ['researcher', 'coder'].map(id => dialogsOf(tree, id)[0]?.ref.selfId);
    assert.deepEqual(
      recordsIn(t, tree, 'responseGiven')
        .slice(0, 2)
        .map(({ to, content }) => [to, content]),
      [
        [researcher, 'There.'],
        [coder, 'So.'],
      ],
    );
    checkSettled(t, tree);
  });

  it('of one that helps with the answer goes before that answer', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher find', '!?@coder where?', 'In the cellar.', 'Down there.', 'Thanks.'],
        researcher: ['!?@tellasker Where?', 'Found.'],
        coder: ['!?@tellasker Of which house?', 'The cellar of that.'],
      },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(given(t, tree), ['In the cellar.', 'Down there.', 'Found.', 'The cellar of that.']);
    checkSettled(t, tree);
  });

  it('passes through several levels', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher find', 'Ask nobody.', 'Thanks.'],
        researcher: ['!?@coder build', '!?@tellasker Whom to ask?', 'Nobody.', 'Found.'],
        coder: ['!?@tellasker Whom to ask?', 'Built.'],
      },
    });
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.saying.text, 'Thanks.');
    checkSettled(t, tree);
  });

  it('is also meant by the name of the current caller, without a session', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@researcher find', 'Here.', 'Thanks.'], researcher: ['!?@lead Where?', 'Found.'] },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(
      recordsIn(t, tree, 'tellaskMade').map(({ callKind }) => callKind),
      ['C', 'A'],
    );
    checkSettled(t, tree);
  });

  it('with a session, the name of the current caller means a registered subdialog', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher find', 'Here.', 'Thanks.'],
        researcher: ['!?@lead !tellaskSession help Where?', 'Found.'],
      },
    });
    const tree = await t.start('Begin');
    assert.equal(dialogsOf(tree, 'lead').length, 2);
    checkSettled(t, tree);
  });

  it('in a root has no target', async () => {
    const t = createTestDriver({ script: { lead: ['!?@tellasker What now?', 'Fine.'] } });
    const tree = await t.start('Begin');
    assert.deepEqual(
      recordsIn(t, tree, 'tellaskRefused').map(({ reason }) => reason),
      ['no-tellasker'],
    );
  });

  it('goes to the caller of the current assignment, not to the one that made the subdialog', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher !tellaskSession s find', '!?@coder build', 'Thanks.'],
        researcher: ['Found.', '!?@tellasker Again?', 'Found again.'],
        coder: ['!?@researcher !tellaskSession s find again', 'Yes.', 'Built.'],
      },
    });
    const tree = await t.start('Begin');
    const [coder] = dialogsOf(tree, 'coder');
    const [back] = recordsIn(t, tree, 'tellaskMade').filter(({ callKind }) => callKind === 'A');
    assert.deepEqual(back?.targets, [coder?.ref.selfId]);
    const { identity } = dialogsOf(tree, 'researcher')[0]?.state ?? assert.fail();
    assert.equal(identity.kind === 'sub' && identity.supdialogId, tree.rootId);
    checkSettled(t, tree);
  });

  it('of an answered subdialog that a person spoke to drives a caller at rest', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher find', 'Thanks.', 'From the cellar.'],
        researcher: ['Found.', '!?@tellasker Whence?', 'From the cellar, they say.'],
      },
    });
    const tree = await t.start('Begin');
    await t.say(tree, 'Whence?', dialogsOf(tree, 'researcher')[0]);
    assert.equal(dialogsOf(tree, 'researcher')[0]?.state.saying.text, 'From the cellar, they say.');
    checkSettled(t, tree);
  });

  it("of such a one does not mix answers of the caller's own calls into its answer", async () => {
    const gate = Promise.withResolvers<void>();
    const script = ({ origin, prompt }: LlmRequest) => {
      const last = prompt.messages.at(-1)?.content ?? '';
      if (origin.agentId === 'researcher') return last === 'Whence?' ? '!?@tellasker Whence?' : 'Found.';
      if (origin.agentId === 'coder') return { say: 'Built.', until: gate.promise };
      if (last === 'Begin') return '!?@researcher find';
      if (last.includes('asks back')) return '!?@human Whence is it?';
      if (last.includes('From here')) return 'From here.';
      return last.includes('Found.') ? '!?@coder build' : 'Thanks.';
    };
    const t = createTestDriver({ script });
    const tree = t.launch('Begin');
    while (dialogsOf(tree, 'coder').length === 0) await Promise.resolve();
    await t.driver.ended(rootOf(tree));
    const [researcher] = dialogsOf(tree, 'researcher');
    assert.ok(researcher);
    const asked = t.say(tree, 'Whence?', researcher);
    while (rootOf(tree).state.questions.length === 0) await nextTurn();
    gate.resolve();
    await asked;
    assert.equal(rootOf(tree).state.frames[0].pending.length, 0);
    await t.answer(tree, 'From here');
    const own = t.llm.requests.findLast(({ origin }) => origin.agentId === 'lead');
    assert.match(own?.prompt.messages.at(-1)?.content ?? '', /Built\./);
    checkSettled(t, tree);
  });
});
