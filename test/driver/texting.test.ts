// The texting dialect from end to end: nothing behind the parser knows that it was written (SPEC 2.8-2.11).
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';
import { textingMindTools } from '../../src/tools/minds/mind-tools.ts';
import { createTestDriver, dialogsOf, type TestDriver, type TestDriverOptions } from '../support/test-driver.ts';
import { checkDrive } from './check-drive.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

const written: string[] = [];
const tools = textingMindTools({
  write: (_, content) => {
    written.push(content);
    return content.trim() === ''
      ? { ok: false, message: 'Empty content is refused.' }
      : { ok: true, message: 'Written.' };
  },
  recall: () => ({ ok: false, message: 'there is no taskdoc here' }),
});
const texting = (script: TestDriverOptions['script']): TestDriverOptions => ({ dialect: 'texting', tools, script });
/** What each course but the first begins with. */
const ledger =
  "[Ledger] Facts that the runtime recorded before this. Everything said and done in earlier courses: `read_course`.\n\n## The person's words, newest first\n(course 1) Begin";
const results = (t: TestDriver, tree: Tree) => recordsIn(t, tree, 'toolReturned').map(({ ok }) => ok);

describe('texting', () => {
  it('calls registered and fresh subdialogs, the tellasker and the human', () =>
    checkDrive(
      'texting',
      texting({
        lead: [
          'Let us see.\n@researcher !topic market look at prices\nof apples\n\n@coder: write the table',
          'Thus.',
          '@ask_human Is that all?',
          'Done.',
        ],
        researcher: ['Prices rise.'],
        coder: ['@tellasker How?', 'Written.'],
      }),
      (t, tree) => t.answer(tree, 'yes'),
    ));

  it('leaves unknown names, e-mail text and code alone', async () => {
    const t = createTestDriver(
      texting({ lead: ['@Override\npublic void run()\n@nobody help\n```\n@coder build\n```\nmail@coder.org'] }),
    );
    const tree = await t.start('Begin');
    assert.equal(tree.dialogs.size, 1);
    assert.deepEqual(recordsIn(t, tree, 'tellaskRefused'), []);
    checkSettled(t, tree);
  });

  it('runs the tools for reminders from text, and the results go back as messages', async () => {
    const t = createTestDriver(
      texting({
        lead: [
          '@add_reminder one\n\n@add_reminder two\nlines\n\n@update_reminder 1 first  of all\n\n@delete_reminder 9',
          'Ok.',
        ],
      }),
    );
    const tree = await t.start('Begin');
    assert.deepEqual(rootOf(tree).state.reminders, ['first  of all', 'two\nlines']);
    assert.deepEqual(results(t, tree), [true, true, true, false]);
    const { messages } = t.llm.requests[1]?.prompt ?? assert.fail();
    assert.deepEqual(
      messages.slice(3, -1).map(({ role, content }) => [role, content.slice(0, 26)]),
      [
        ['user', '[Result of @add_reminder] '],
        ['user', '[Result of @add_reminder] '],
        ['user', '[Result of @update_reminder'.slice(0, 26)],
        ['user', '[Error of @delete_reminder'.slice(0, 26)],
      ],
    );
    checkSettled(t, tree);
  });

  it('@clear_mind starts a new course with its rest content behind the ledger', async () => {
    const t = createTestDriver(texting({ lead: ['@clear_mind too long\n\nLook at the port.\n@coder build', 'Ok.'] }));
    const tree = await t.start('Begin');
    assert.equal(tree.dialogs.size, 1);
    assert.deepEqual(
      t.llm.requests[1]?.prompt.messages.slice(1).map(({ content }) => content),
      [`${ledger}\n\nLook at the port.\n@coder build`],
    );
    checkSettled(t, tree);
  });

  it('@change_mind writes the taskdoc and starts a new course; an empty one is refused', async () => {
    written.length = 0;
    const t = createTestDriver(
      texting({ lead: ['@change_mind new goals\nShip it.\n\nGo on.', '@change_mind nothing', 'Ok.'] }),
    );
    const tree = await t.start('Begin');
    assert.equal(written[0], 'Ship it.');
    assert.equal(rootOf(tree).state.course, 2);
    assert.equal(t.llm.requests[1]?.prompt.messages[1]?.content, `${ledger}\n\nGo on.`);
    assert.deepEqual(results(t, tree), [true, false]);
    checkSettled(t, tree);
  });

  it('@change_mind in a subdialog is an error that names the member to ask', async () => {
    const t = createTestDriver(
      texting({ lead: ['@coder build', 'Ok.'], coder: ['@change_mind x\nShip it.', 'Built.'] }),
    );
    const tree = await t.start('Begin');
    assert.equal(dialogsOf(tree, 'coder')[0]?.state.course, 1);
    assert.match(recordsIn(t, tree, 'toolReturned')[0]?.content ?? '', /tellasker/);
    checkSettled(t, tree);
  });

  for (const reason of ['length', 'content-filter'] as const) {
    it(`a tool that ${reason} cut off is not called: half a text replaces nothing`, async () => {
      const segment = 'saying' as const;
      const events: LlmEvent[] = [
        { kind: 'segmentStarted', segment },
        { kind: 'chunk', segment, text: '@add_reminder One.\n\n@change_mind !goals\nShip it.\nDo not del' },
        { kind: 'segmentFinished', segment },
        { kind: 'finished', reason },
      ];
      written.length = 0;
      const t = createTestDriver(texting({ lead: [{ events }, 'Fine.', 'Fine.'] }));
      const tree = await t.start('Begin');
      assert.deepEqual([written, rootOf(tree).state.course], [[], 1]);
      assert.deepEqual(rootOf(tree).state.reminders, ['One.']);
    });
  }

  it('a tool and a call in one reply: the tool first, then the call', async () => {
    const t = createTestDriver(texting({ lead: ['@coder build\n\n@add_reminder one', 'Ok.'], coder: ['Built.'] }));
    const tree = await t.start('Begin');
    const order = rootOf(tree)
      .records.map(({ kind }) => kind)
      .filter(kind => ['toolReturned', 'tellaskMade'].includes(kind));
    assert.deepEqual(order, ['toolReturned', 'tellaskMade']);
    checkSettled(t, tree);
  });
});
