// Registered subdialogs: one at a time, in line, each caller its own answer, and nobody waits on itself (SPEC 3.3,
// 3.6).
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmRequest } from '../../src/llm/provider.ts';
import { withoutFacts } from '../support/facts.ts';
import { createMemoryFiles, type MemoryFiles, watchLines } from '../support/memory-files.ts';
import { nextTurn } from '../support/next-turn.ts';
import type { Reply } from '../support/scripted-llm.ts';
import { createTestDriver, dialogsOf, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn } from './check-tree.ts';

const lastOf = ({ prompt }: LlmRequest) => prompt.messages.at(-1)?.content ?? '';
const answers = (t: TestDriver, tree: Tree) => recordsIn(t, tree, 'responseSupplied').map(({ content }) => content);

/** Two coders call the same researcher, who takes both in turn. */
const twoCallers =
  (researcher: (last: string) => Reply) =>
  (request: LlmRequest): Reply => {
    const last = lastOf(request);
    if (request.origin.agentId === 'researcher') return researcher(last);
    if (request.origin.agentId === 'lead') return last === 'Begin' ? '!?@coder first\n\n!?@coder second' : 'Thanks.';
    const [, which] = /@coder (\w+)$/.exec(last) ?? [];
    return which ? `!?@researcher !tellaskSession s for ${which}` : `Got: ${withoutFacts(last).split('\n').at(-1)}`;
  };

describe('registered subdialogs', () => {
  it('give two callers their own answer each', async () => {
    const t = createTestDriver({ script: twoCallers(last => `Answer ${last.split(' ').at(-1)}.`) });
    const tree = await t.start('Begin');
    assert.equal(dialogsOf(tree, 'researcher').length, 1);
    assert.deepEqual(answers(t, tree), [
      'Got: Answer first.',
      'Got: Answer second.',
      'Answer first.',
      'Answer second.',
    ]);
    checkSettled(t, tree);
  });

  it('change their assignment only when the turn of the next call comes', async () => {
    const t = createTestDriver({
      script: twoCallers(last =>
        last.includes('for first') ? '!?@human Which?' : `Answer to ${last.split(' ').at(-1)}.`,
      ),
    });
    const tree = await t.start('Begin');
    const [first, second] = dialogsOf(tree, 'coder');
    const [researcher] = dialogsOf(tree, 'researcher');
    assert.equal(researcher?.state.frames[0].inbound?.callerDialogId, first?.ref.selfId);
    assert.deepEqual(
      tree.callQueues.get(researcher?.ref.selfId ?? assert.fail())?.map(({ caller }) => caller),
      [second?.ref.selfId],
    );
    await t.answer(tree, 'this');
    assert.equal(researcher?.state.caller?.dialogId, second?.ref.selfId);
    checkSettled(t, tree);
  });

  it('keep their line over a restart, first come first served', async () => {
    const script = (request: LlmRequest): Reply => {
      const last = lastOf(request);
      if (request.origin.agentId === 'lead')
        return last === 'Begin' ? '!?@coder 1\n\n!?@coder 2\n\n!?@coder 3' : 'Thanks.';
      if (request.origin.agentId === 'coder') {
        const [, which] = /@coder (\d)$/.exec(last) ?? [];
        return which ? `!?@researcher !tellaskSession s for ${which}` : 'Got it.';
      }
      return last.includes('for 1') ? '!?@human Which?' : `Answer ${last.split(' ').at(-1)}.`;
    };
    const before = createTestDriver({ script });
    await before.start('Begin');
    const t = before.restart();
    const tree = await t.onlyTree();
    checkTree(t, tree);
    assert.equal([...tree.callQueues.values()][0]?.length, 2);
    await t.answer(tree, 'this');
    checkSettled(t, tree);
    assert.deepEqual(
      recordsIn(t, tree, 'responseGiven')
        .filter(({ content }) => content.startsWith('Answer'))
        .map(({ content }) => content.split('\n').at(-1)),
      ['this.', 'Answer 2.', 'Answer 3.'],
    );
  });

  it('take the calls in their line in the same order wherever a crash comes', async () => {
    // The older coder calls later, since it asks a writer first.
    const script = (request: LlmRequest): Reply => {
      const last = lastOf(request);
      switch (request.origin.agentId) {
        case 'lead':
          return last === 'Begin' ? '!?@coder 1\n\n!?@coder 2\n\n!?@researcher !tellaskSession s for 0' : 'Thanks.';
        case 'writer':
          return 'Written.';
        case 'researcher':
          return last.includes('for 0') ? '!?@human Which?' : 'Found.';
        default:
          if (last.includes('@coder 1')) return '!?@writer write';
          if (last.includes('@coder 2')) return '!?@researcher !tellaskSession s for 2';
          return last.includes('Written.') ? '!?@researcher !tellaskSession s for 1' : 'Got it.';
      }
    };
    const members = ['lead', 'coder', 'researcher', 'writer'];
    const cuts: Map<string, string>[] = [];
    const disk = (files: MemoryFiles) => watchLines(files, () => void cuts.push(new Map(files.texts)));
    const before = createTestDriver({ script, members, disk });
    const old = await before.start('Begin');
    cuts.length = 0;
    await before.answer(old, 'this');
    for (const texts of cuts) {
      const t = createTestDriver({ script, members, files: createMemoryFiles(texts) });
      const tree = await t.onlyTree();
      await t.goOn(tree);
      checkSettled(t, tree);
      assert.deepEqual(
        recordsIn(t, tree, 'callReceived').map(({ call }) => call.headline.trim().at(-1)),
        ['2', '1'],
      );
    }
  });

  it('are called twice in one reply, one after the other', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@researcher !tellaskSession s one\n\n!?@researcher !tellaskSession s two', 'Thanks.'],
        researcher: ['First.', 'Second.'],
      },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(answers(t, tree), ['First.', 'Second.']);
    checkSettled(t, tree);
  });

  it('take the call of another dialog only after what a person said to them', async () => {
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({
      script: {
        lead: [
          '!?@researcher !tellaskSession s one',
          'Thanks.',
          '!?@researcher !tellaskSession s two',
          'Thanks again.',
        ],
        researcher: ['First.', { say: 'Hello.', until: gate.promise }, 'Second.'],
      },
    });
    const tree = await t.start('Begin');
    const [researcher] = dialogsOf(tree, 'researcher');
    const said = t.say(tree, 'Hi!', researcher);
    const again = t.say(tree, 'Again');
    gate.resolve();
    await Promise.all([said, again]);
    assert.deepEqual(answers(t, tree), ['First.', 'Second.']);
    assert.equal(rootOf(tree).state.saying.text, 'Thanks again.');
    checkSettled(t, tree);
  });

  it('of the same name and slug are one dialog, of another slug another', async () => {
    const t = createTestDriver({
      script: {
        lead: [
          '!?@researcher !tellaskSession a one\n\n!?@researcher !tellaskSession b two\n\n!?@coder !tellaskSession a three',
          'Thanks.',
        ],
        researcher: ['A.', 'B.'],
        coder: ['C.'],
      },
    });
    const tree = await t.start('Begin');
    assert.deepEqual([...tree.registry.keys()], ['researcher!a', 'researcher!b', 'coder!a']);
    assert.deepEqual(Object.keys(t.driver.registryOf(tree)), ['researcher!a', 'researcher!b', 'coder!a']);
  });

  it('@self with a session is a registered subdialog of the same member', async () => {
    const t = createTestDriver({
      script: { lead: ['!?@self !tellaskSession deep think', 'I thought.', 'Thanks.'] },
    });
    const tree = await t.start('Begin');
    assert.deepEqual([...tree.registry.keys()], ['lead!deep']);
    checkSettled(t, tree);
  });
});

describe('a call that would make a dialog wait on itself', () => {
  const refusals = (t: TestDriver, tree: Tree) => recordsIn(t, tree, 'tellaskRefused').map(({ reason }) => reason);

  it('gets an error result when it names the dialog itself', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@coder !tellaskSession s build', 'Thanks.'],
        coder: ['!?@self !tellaskSession s build', 'Built.'],
      },
    });
    const tree = await t.start('Begin');
    assert.deepEqual(refusals(t, tree), ['would-wait-on-itself']);
    assert.match(recordsIn(t, tree, 'tellaskRefused')[0]?.message ?? '', /^coder!s is this dialog itself, /);
    checkSettled(t, tree);
  });

  it('gets an error result when the called dialog waits for it through others', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@coder !tellaskSession s build', 'Thanks.'],
        coder: ['!?@researcher find', 'Built.'],
        researcher: ['!?@writer describe', 'Found.'],
        writer: ['!?@coder !tellaskSession s help', 'Described.'],
      },
      members: ['lead', 'coder', 'researcher', 'writer'],
    });
    const tree = await t.start('Begin');
    assert.deepEqual(refusals(t, tree), ['would-wait-on-itself']);
    checkSettled(t, tree);
  });

  it('gets an error result when it helps to answer a TellaskBack of a dialog that the called one waits for', async () => {
    const t = createTestDriver({
      script: {
        lead: ['!?@coder !tellaskSession s build', 'Thanks.'],
        coder: ['!?@researcher find', 'Built.'],
        researcher: ['!?@writer describe', '!?@coder !tellaskSession s help', 'No help.', 'Found.'],
        writer: ['!?@tellasker How?', 'Described.'],
      },
      members: ['lead', 'coder', 'researcher', 'writer'],
    });
    const tree = await t.start('Begin');
    assert.deepEqual(refusals(t, tree), ['would-wait-on-itself']);
    checkSettled(t, tree);
  });

  it('gets an error result when it helps an outsider and the called one waits for the dialog beneath', async () => {
    const gate = Promise.withResolvers<void>();
    const script = (request: LlmRequest): Reply => {
      const last = lastOf(request);
      switch (request.origin.agentId) {
        case 'lead':
          return last === 'Begin' ? '!?@coder !tellaskSession s build' : 'Thanks.';
        case 'coder':
          return last.includes('build') && !last.startsWith('[Answer]') ? '!?@researcher find' : 'Built.';
        case 'researcher':
          if (last.includes('asks back')) return '!?@coder !tellaskSession s help';
          if (last.includes('not sent')) return 'No help.';
          return last.includes('@writer') && last.startsWith('[Answer]') && last.includes('again')
            ? 'Found.'
            : last.includes('@writer answers')
              ? '!?@reader read again'
              : last.includes('@reader answers')
                ? 'Found.'
                : '!?@writer describe';
        case 'writer':
          return last === 'How?' ? '!?@tellasker How?' : 'Described.';
        default:
          return { say: 'Read.', until: gate.promise };
      }
    };
    const t = createTestDriver({ script, members: ['lead', 'coder', 'researcher', 'writer', 'reader'] });
    const tree = t.launch('Begin');
    while (dialogsOf(tree, 'reader').length === 0) await nextTurn();
    const said = t.say(tree, 'How?', dialogsOf(tree, 'writer')[0]);
    await t.driver.ended(dialogsOf(tree, 'writer')[0] ?? assert.fail());
    await nextTurn();
    assert.deepEqual(refusals(t, tree), ['would-wait-on-itself']);
    gate.resolve();
    await said;
    checkSettled(t, tree);
  });

  it('is allowed to a dialog that is busy but does not wait for the caller', async () => {
    const t = createTestDriver({ script: twoCallers(() => 'Answer.') });
    const tree = await t.start('Begin');
    assert.deepEqual(refusals(t, tree), []);
  });
});
