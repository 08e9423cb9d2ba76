// A new course opens with a ledger, reads earlier courses on request, and drops no answer in silence (SPEC 23.11).
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { clearMind, say } from '../../src/driver/intents/intents.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { mindTools } from '../../src/tools/minds/mind-tools.ts';
import { createMemoryFiles } from '../support/memory-files.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, dialogsOf, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

const taskdoc = { ok: true, message: 'written' };
const tools = mindTools({ write: () => taskdoc, recall: () => taskdoc });
const clears = { name: 'clear_mind' };
const notes = { name: 'clear_mind', args: { reminder_content: 'x' } };

function openings(t: TestDriver, agentId = 'lead'): readonly string[] {
  const own = t.llm.requests.filter(({ origin }) => origin.agentId === agentId);
  return own.map(({ prompt }) => prompt.messages[1]?.content ?? '');
}

const results = (t: TestDriver, tree: Tree) => recordsIn(t, tree, 'toolReturned').map(({ content }) => content);

describe('the ledger of a new course', () => {
  it('has what the person said in the course before, when its agent clears its mind', async () => {
    const t = createTestDriver({
      tools,
      script: { lead: ['Yes?', '!?@human Which port?', { tools: [notes] }, 'Fine.'] },
    });
    const tree = await t.start('Build the login');
    await t.say(tree, 'With PKCE');
    await t.answer(tree, '8080');
    assert.equal(
      openings(t).at(-1)?.split('\n\n').slice(1).join('\n\n'),
      [
        '[Ledger] Facts that the runtime recorded before this. Everything said and done in earlier courses: `read_course`.',
        "## The person's words, newest first\n(course 1) With PKCE",
        '(course 1) Build the login',
        '## Questions and what the person answered\n- "Which port?": 8080',
      ].join('\n\n'),
    );
    checkSettled(t, tree);
  });

  it('has the same over three courses, after a restart too', async () => {
    const files = createMemoryFiles();
    const t = createTestDriver({
      tools,
      files,
      script: {
        lead: ['!?@coder build', { tools: [notes] }, { tools: [notes] }, 'Third.'],
        coder: ['Built.'],
      },
    });
    const tree = await t.start('The task');
    assert.equal(rootOf(tree).state.course, 3);
    const ledger = [
      "## The person's words, newest first\n(course 1) The task",
      '## Your calls\n- @coder "build": Built.',
    ].join('\n\n');
    assert.ok(openings(t).at(-1)?.startsWith('[New course 3]'));
    assert.ok(openings(t).at(-1)?.endsWith(ledger));
    const after = createTestDriver({ tools, files, script: { lead: ['Well.', { tools: [notes] }, 'Fourth.'] } });
    const loaded = await after.onlyTree();
    await after.say(loaded, 'And?');
    await after.say(loaded, 'Now');
    assert.equal(openings(after)[0], openings(t).at(-1));
    assert.ok(openings(after).at(-1)?.includes('(course 3) Now\n\n(course 3) And?\n\n(course 1) The task'));
    checkSettled(after, loaded);
  });

  it('of a subdialog comes behind its assignment', async () => {
    const t = createTestDriver({
      tools,
      script: {
        lead: ['!?@coder build', 'Fine.'],
        coder: ['!?@researcher find', { tools: [notes] }, 'Built.'],
        researcher: ['Found.'],
      },
    });
    const tree = await t.start('Begin');
    assert.match(
      openings(t, 'coder').at(-1) ?? '',
      /^\[New course 2\].*@lead tellasked you:\n\n@coder build\n\n\[Ledger\][^\n]*\n\n## Your calls\n- @researcher "find": Found\.$/s,
    );
    checkSettled(t, tree);
  });

  it('of a cleared aside has what happened in the aside', async () => {
    const gate = Promise.withResolvers<void>();
    const t = createTestDriver({
      tools,
      script: {
        lead: ['!?@coder build', 'Soon.', { tools: [clears] }, 'Hm.', 'Fine.'],
        coder: [{ say: 'Built.', until: gate.promise }],
      },
    });
    const tree = t.launch('Begin');
    while (dialogsOf(tree, 'coder').length === 0) await nextTurn();
    say(t.driver, rootOf(tree), { msgId: 'm1', content: 'When is it done? In red, please.' });
    while (rootOf(tree).state.frames.length > 1 || t.llm.requests.length < 3) await nextTurn();
    say(t.driver, rootOf(tree), { msgId: 'm2', content: 'Tidy up' });
    while (rootOf(tree).state.frames.length > 1 || t.llm.requests.length < 5) await nextTurn();
    const cleared = recordsIn(t, tree, 'asideCleared').map(({ prompt }) => prompt.split('\n\n').slice(1));
    assert.deepEqual(cleared, [
      [
        '[Ledger] Facts that the runtime recorded before this.',
        "## The person's words, newest first\n(course 1) Tidy up",
      ],
    ]);
    gate.resolve();
    await t.driver.quiet(tree);
    checkSettled(t, tree);
  });

  it('is left out when the server refuses it by itself', async () => {
    const fail = { code: 'blocked', message: 'no', retryable: false } as const;
    const t = createTestDriver({ script: { lead: ['Yes?', { fail }, 'Fine.'] } });
    const tree = await t.start('Something bad');
    for (const isTold of [true, false]) {
      await clearMind(t.driver, rootOf(tree), undefined);
      await t.driver.quiet(tree);
      assert.equal(openings(t).at(-1)?.includes('Something bad'), isTold);
    }
    checkSettled(t, tree);
  });
});

describe('clear_mind after an answer that nothing followed from', () => {
  const asking = (...lead: readonly (string | { say?: string; tools: readonly { name: string; args?: object }[] })[]) =>
    createTestDriver({ tools, script: { lead: ['!?@coder build', ...lead], coder: ['Built, with five remarks.'] } });

  it('is refused once, with the answer, and goes through the second time', async () => {
    const t = asking({ say: 'Good.', tools: [clears] }, { tools: [clears] }, 'Fine.');
    const tree = await t.start('Begin');
    const [first = '', second] = results(t, tree);
    assert.match(first, /^Refused once: .*\n- \[Answer\] @coder answers your tellask "@coder build"\n/s);
    assert.match(second ?? '', /^A new course begins/);
    assert.equal(rootOf(tree).state.course, 2);
    checkSettled(t, tree);
  });

  it("is refused for the person's answer, too", async () => {
    const t = createTestDriver({
      tools,
      script: { lead: ['!?@human Which port?', { tools: [clears] }, 'Fine.'] },
    });
    const tree = await t.start('Begin');
    await t.answer(tree, '8080');
    assert.match(results(t, tree)[0] ?? '', /\n- \[Answer of the person\] To your question "Which port\?"\n/);
    assert.equal(rootOf(tree).state.course, 1);
  });

  for (const [what, reply] of [
    ['a reminder', { tools: [notes] }],
    ['another call of a tool', { tools: [{ name: 'add_reminder', args: { content: 'five' } }, clears] }],
    ['a tellask', { say: '!?@coder mend the five', tools: [clears] }],
  ] as const) {
    it(`is not refused together with ${what}`, async () => {
      const t = createTestDriver({
        tools,
        script: { lead: ['!?@coder build', reply, 'Fine.'], coder: ['Built, with five remarks.', 'Mended.'] },
      });
      const tree = await t.start('Begin');
      assert.equal(rootOf(tree).state.course, 2);
      checkSettled(t, tree);
    });
  }

  it('by a person is never refused', async () => {
    const t = asking('Good.', 'Fine.');
    const tree = await t.start('Begin');
    assert.ok((await clearMind(t.driver, rootOf(tree), undefined)).ok);
  });
});

describe('read_course', () => {
  const reads = (args: object) => ({ tools: [{ name: 'read_course', args }] });

  it('is offered once there is an earlier course, and reads it in numbered entries', async () => {
    const t = createTestDriver({ tools, script: { lead: [{ say: 'Noted.', tools: [notes] }, reads({}), 'Fine.'] } });
    const tree = await t.start('The task');
    const offered = t.llm.requests.map(({ prompt }) => prompt.tools.some(({ name }) => name === 'read_course'));
    assert.deepEqual(offered, [false, true, true]);
    assert.equal(
      results(t, tree).at(-1),
      [
        'Course 1, entries 1 to 4 of 4.',
        '[1] to you: The task',
        '[2] you: Noted.',
        '[3] you called clear_mind: {"reminder_content":"x"}',
        '[4] result of clear_mind: A new course begins when this reply is worked off.',
      ].join('\n\n'),
    );
  });

  it('reads a long message in parts, as much at once as fits, and says how to read on', async () => {
    const t = createTestDriver({
      tools,
      script: { lead: [{ tools: [notes] }, reads({ course: '1' }), reads({ course: 1, from: 5, to: 6 }), 'Fine.'] },
    });
    const tree = await t.start('汉'.repeat(10_000));
    const [, all = '', some = ''] = results(t, tree);
    assert.match(all, /^Course 1, entries 1 to 4 of 10\./);
    assert.match(all, /\n\nRead on: read_course \{"course": 1, "from": 5\}\.$/);
    assert.match(
      some,
      /^Course 1, entries 5 to 6 of 10\.\n\n\[5\] to you: 汉{1333}\n\n\[6\] to you: 汉{1333}\n\nRead on: .*"from": 7\}\.$/,
    );
  });

  it('says which courses and entries there are', async () => {
    const t = createTestDriver({
      tools,
      script: {
        lead: [
          reads({}),
          { tools: [notes] },
          reads({ course: 7 }),
          reads({ from: 99 }),
          reads({ from: 2, to: 1 }),
          'Fine.',
        ],
      },
    });
    const tree = await t.start('The task');
    const [none = '', , course = '', ...entries] = results(t, tree);
    assert.match(none, /^There is no earlier course/);
    assert.match(course, /no earlier course 7\. The only earlier one is 1: read_course \{"course": 1\}/);
    for (const entry of entries) assert.match(entry, /^Course 1 has entries 1 to 5: read_course/);
  });
});
