// A course whose file is as large as it may become begins the next one by itself, so that a dialog can always be
// loaded.
import assert from 'node:assert/strict';
import * as z from 'zod';
import { promptTexts } from '../../src/core/prompt/prompt-texts.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { FULL_COURSE_BYTES } from '../../src/store/dialog-store.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { createTestDriver } from '../support/test-driver.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

/** Only the first course is full. */
const onlyTheFirst = (course: number) => (course === 1 ? FULL_COURSE_BYTES : 0);

describe('a full course', () => {
  it('begins the next one before the next generation, with the last words and what was not answered yet', async () => {
    const t = createTestDriver({ courseBytes: onlyTheFirst, script: { lead: ['Half of it is done.', 'All of it.'] } });
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.course, 1);
    await t.say(tree, 'Go on, please');
    const { course, saying } = rootOf(tree).state;
    assert.deepEqual([course, saying.text], [2, 'All of it.']);
    assert.deepEqual(
      recordsIn(t, tree, 'courseStarted').map(({ reason, prompt }) => [reason, prompt.split('\n\n')]),
      [
        [
          'full',
          [
            '[New course 2] The talk before this is no longer in your context. Read the taskdoc and your reminders, then take the next step.',
            '[Ledger] Facts that the runtime recorded before this.',
            "## The person's words, newest first\n(course 1) Begin",
            'The course before this was closed because it had become too large. The last thing you said there:',
            'Half of it is done.',
            'Go on, please',
          ],
        ],
      ],
    );
    checkSettled(t, tree);
  });

  it('generates at least once, even when its opening fills it', async () => {
    const t = createTestDriver({ courseBytes: () => FULL_COURSE_BYTES, script: { lead: ['One.', 'Two.', 'Three.'] } });
    const tree = await t.start('Begin');
    await t.say(tree, 'a');
    await t.say(tree, 'b');
    assert.equal(rootOf(tree).state.course, 3);
    assert.equal(rootOf(tree).state.saying.text, 'Three.');
  });

  it('passes on results of tools that the model has not read, each with its call', async () => {
    const look = defineTool({
      name: 'look',
      description: 'Looks.',
      args: () => z.object({ at: z.string() }),
      run: ({ at }) => ({ ok: at === 'a', content: `Seen: ${at}.` }),
    });
    const looks = ['a', 'b'].map(at => ({ name: 'look', args: { at } }));
    const t = createTestDriver({
      courseBytes: onlyTheFirst,
      tools: [look],
      script: { lead: [{ say: 'I look.', tools: looks }, 'Fine.'] },
    });
    const tree = await t.start('Begin');
    const texts = promptTexts('en');
    assert.deepEqual(
      recordsIn(t, tree, 'courseStarted').map(({ prompt }) => prompt.split('\n\nI look.\n\n')[1]),
      [
        [
          texts.textToolResult('look {"at":"a"}', true, 'Seen: a.'),
          texts.textToolResult('look {"at":"b"}', false, 'Seen: b.'),
        ].join('\n\n'),
      ],
    );
    checkSettled(t, tree);
  });

  it('that got no reply passes on the words it began with, and not its opening', async () => {
    const refused = { fail: { code: 'auth', message: 'no', retryable: false } } as const;
    const t = createTestDriver({
      courseBytes: course => (course < 3 ? FULL_COURSE_BYTES : 0),
      script: { lead: ['Half of it is done.', refused, 'Fine.'] },
    });
    const tree = await t.start('Begin');
    await t.say(tree, 'Hello');
    await t.goOn(tree);
    const [second, third] = recordsIn(t, tree, 'courseStarted').map(({ prompt }) => prompt);
    assert.equal(third, second?.replace('[New course 2]', '[New course 3]'));
    assert.match(third ?? '', /\n\nHalf of it is done\.\n\nHello$/);
    checkSettled(t, tree);
  });

  it('passes on only the end of long last words', async () => {
    const words = Array.from({ length: 2_000 }, (_, at) => `${at} `).join('');
    const t = createTestDriver({ courseBytes: onlyTheFirst, script: { lead: [`${words}z`, 'Fine.'] } });
    const tree = await t.start('Begin');
    await t.say(tree, 'b');
    const [opening] = recordsIn(t, tree, 'courseStarted');
    assert.ok(
      opening?.prompt.endsWith(`\n\n… ${`${words}z`.slice(-4_000).trimStart()}\n\nb`),
      opening?.prompt.slice(-4_100, -3_900),
    );
  });
});
