// Facts under answers and ends, pushes that begin with them, and what follows from them (SPEC 23.6 to 23.8).
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { questionsOf, settledOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { hashBytes } from '../../src/store/content-hash.ts';
import { controlTools } from '../../src/tools/minds/control-tools.ts';
import { defineTool, type Tool, type ToolResult } from '../../src/tools/tool.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

const bytes = (text: string) => Buffer.from(text);
const results: Record<string, ToolResult> = {
  'npm test': { ok: false, content: 'Exit code 1.\n1 failing', exitCode: 1 },
  'npm run fix': { ok: true, content: 'Exit code 0.', exitCode: 0 },
};
const shell = defineTool({
  name: 'run_shell',
  description: 'test',
  args: () => z.object({ command: z.string() }),
  run: ({ command }) => results[command] ?? { ok: true, content: '' },
});
let version = 'one\ntwo\n';
const edit = defineTool({
  name: 'edit_file',
  description: 'test',
  args: () => z.object({ text: z.string() }),
  run: ({ text }) => {
    const before = { bytes: bytes(version) };
    version = text;
    return { ok: true, content: 'Edited.', changed: [{ path: 'a.ts', before, after: { bytes: bytes(text) } }] };
  },
});
const tools = [shell, edit, ...controlTools({ states: () => [] })];
const runs = (command: string) => ({ name: 'run_shell', args: { command } });
const edits = (text: string) => ({ name: 'edit_file', args: { text } });
const done = { name: 'mark_done', args: {} };
const lastRead = ({ llm }: TestDriver) => llm.requests.at(-1)?.prompt.messages.at(-1)?.content ?? '';

beforeEach(() => {
  version = 'one\ntwo\n';
});

describe('changes found after a command', () => {
  it('are those of others where others recorded them while it ran', async () => {
    const began = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const command: Tool = {
      spec: { name: 'run_shell', description: '', parameters: {} },
      async call() {
        began.resolve();
        await gate.promise;
        const found = ['a.ts', 'b.ts', 'c.ts'].map(path => ({
          path,
          before: { bytes: bytes('0') },
          after: { bytes: bytes(`${path} 2`) },
        }));
        return { ok: true, content: '', changed: found, found: { byCommand: true } };
      },
    };
    const teammate: Tool = {
      spec: { name: 'edit_file', description: '', parameters: {} },
      async call() {
        await began.promise;
        const changed = ['a.ts 2', 'b.ts 1'].map(text => ({ path: text.slice(0, 4), after: { bytes: bytes(text) } }));
        return { ok: true, content: '', changed };
      },
    };
    const t = createTestDriver({
      tools: [command, teammate],
      pushMax: 0,
      script: {
        lead: ['!?@coder edit\n!?@researcher run', 'Fine.'],
        coder: [{ tools: [edits('')] }, 'Done.'],
        researcher: [{ tools: [runs('x')] }, 'Ran.'],
      },
    });
    const tree = t.launch('Begin');
    while (recordsIn(t, tree, 'filesChanged').length === 0) await nextTurn();
    gate.resolve();
    await t.driver.quiet(tree);
    const [, found] = recordsIn(t, tree, 'filesChanged');
    assert.equal(found?.byCommand, true);
    const hash = (text: string) => hashBytes(bytes(text)).slice(0, 8);
    assert.deepEqual(
      found?.changes.map(({ path, before }) => [path, before?.hash.slice(0, 8)]),
      [
        ['b.ts', hash('b.ts 1')],
        ['c.ts', hash('0')],
      ],
    );
    checkSettled(t, tree);
  });
  it('are said to be unknown without any', async () => {
    const command: Tool = {
      spec: { name: 'run_shell', description: '', parameters: {} },
      call: async () => ({ ok: true, content: '', found: { byCommand: true, untold: 'all' } }),
    };
    const t = createTestDriver({ tools: [command], pushMax: 0, script: { lead: [{ tools: [runs('x')] }, 'Ran.'] } });
    const tree = await t.start('Begin');
    assert.deepEqual(
      recordsIn(t, tree, 'filesChanged').map(({ untold, changes }) => [untold, changes]),
      [['all', []]],
    );
    assert.equal(rootOf(tree).state.edited, false);
  });
});

describe('facts under an answer', () => {
  it('say what was changed and how the last command ended; a line that is edited twice counts once', async () => {
    const coder = [{ tools: [edits('ONE\ntwo\n'), edits('1\ntwo\n')] }, { tools: [runs('npm test')] }, 'All is well.'];
    const t = createTestDriver({ tools, pushMax: 0, script: { lead: ['!?@coder fix it', 'Fine.'], coder } });
    const tree = await t.start('Begin');
    assert.match(
      lastRead(t),
      /All is well\.\n\n\[Facts from the runtime\] 2 edits, 1 command · 1 file changed: a\.ts \+1 −1 · last command: `npm test` exited with 1\.$/,
    );
    assert.deepEqual(settledOf(tree).facts?.changed, {
      count: 1,
      added: 1,
      removed: 1,
      files: [{ path: 'a.ts', added: 1, removed: 1 }],
    });
    checkSettled(t, tree);
  });

  it('come through a crash at any record between the two dialogs', async () => {
    const t = createTestDriver({ pushMax: 0, script: { lead: ['!?@coder fix it', 'Fine.'], coder: ['Made.'] } });
    const tree = await t.start('Begin');
    const given = recordsIn(t, tree, 'responseGiven').map(({ facts }) => facts);
    assert.deepEqual(
      recordsIn(t, tree, 'responseSupplied').map(({ facts }) => facts),
      given,
    );
    assert.deepEqual(given, [{}]);
  });

  it('stand under words that were said beside calls, when nothing else was said', async () => {
    const coder = [{ say: 'I set it to ONE.', tools: [edits('ONE\ntwo\n')] }, '', ''];
    const t = createTestDriver({ tools, pushMax: 0, script: { lead: ['!?@coder fix it', 'Fine.'], coder } });
    const tree = await t.start('Begin');
    const [answer] = recordsIn(t, tree, 'responseSupplied');
    assert.deepEqual([answer?.ok, answer?.content], [true, 'I set it to ONE.']);
    assert.match(lastRead(t), /I set it to ONE\.\n\n\[Facts from the runtime\] 1 edit · 1 file changed: a\.ts \+1 −1/);
  });

  it('of an assignment without a word are told with its failure, not those of an earlier one', async () => {
    const script = {
      lead: ['!?@coder !tellaskSession s one', '!?@coder !tellaskSession s two', 'Fine.'],
      coder: ['First.', { tools: [edits('x')] }, '', ''],
    };
    const t = createTestDriver({ tools, pushMax: 0, script });
    const tree = await t.start('Begin');
    const answers = recordsIn(t, tree, 'responseSupplied').map(({ ok, content }) => [ok, content]);
    assert.deepEqual(answers[0], [true, 'First.']);
    assert.equal(answers[1]?.[0], false);
    assert.match(lastRead(t), /\[Facts from the runtime\] 1 edit/);
  });
});

describe('mark_done', () => {
  it('right after a failing command is refused once, with the command, and goes through the second time', async () => {
    const lead = [
      { tools: [runs('npm test')] },
      { say: 'Done.', tools: [done] },
      { say: 'It is meant.', tools: [done] },
    ];
    const t = createTestDriver({ tools, script: { lead } });
    const tree = await t.start('Begin');
    const returned = recordsIn(t, tree, 'toolReturned').map(({ ok, content }) => [ok, content.split('.')[0]]);
    assert.deepEqual(returned.slice(1), [
      [false, 'Refused once: last command: `npm test` exited with 1'],
      [true, 'The dialog is marked as done'],
    ]);
    assert.equal(rootOf(tree).state.status, 'completed');
    const [completed] = recordsIn(t, tree, 'dialogCompleted');
    assert.equal(completed?.facts?.command?.exitCode, 1);
  });

  it('counts the failing command of a teammate, and goes through after a later one that succeeds', async () => {
    const coder = [{ tools: [runs('npm test')] }, 'Tests pass.'];
    const ends = [{ tools: [done] }, { tools: [runs('npm run fix'), done] }];
    const t = createTestDriver({ tools, script: { lead: ['!?@coder test it', ...ends], coder } });
    const tree = await t.start('Begin');
    assert.match(
      recordsIn(t, tree, 'toolReturned')
        .map(({ content }) => content)
        .join('\n'),
      /Refused once: last command \(by @coder\): `npm test` exited with 1/,
    );
    assert.equal(rootOf(tree).state.status, 'completed');
  });
});

describe('a push', () => {
  it('says what failed, what is not ticked off and what was announced', async () => {
    const lead = [{ tools: [runs('npm test')] }, 'It works.', { tools: [done] }, { tools: [done] }];
    const t = createTestDriver({
      tools,
      pushMax: 3,
      minds: { openGoals: () => ['npm test passes'] },
      script: { lead },
    });
    const tree = await t.start('Begin');
    const [push] = recordsIn(t, tree, 'diligencePushed');
    assert.match(push?.content ?? '', /nobody works for you.*`npm test` exited with 1.*npm test passes\n\nGo on\.$/s);
    const [completed] = recordsIn(t, tree, 'dialogCompleted');
    assert.deepEqual(completed?.facts?.goals, ['npm test passes']);
  });

  it('that leads to the question whether to go on: it names the dialog and quotes the last words', async () => {
    let count = 0;
    const script = () => `Should I go on? ${++count}`;
    const t = createTestDriver({ pushMax: 1, script });
    const tree = await t.start('Mend the parser');
    const [question] = questionsOf(tree);
    assert.match(question?.tellaskHead ?? '', /^Mend the parser: .* stopped early once/);
    assert.match(question?.bodyContent ?? '', /> Should I go on\? 2/);
    await t.answer(tree, 'Yes, with the lexer first');
    const read = t.llm.requests.flatMap(({ prompt }) => prompt.messages.map(({ content }) => content));
    assert.ok(read.includes('[The person] Yes, with the lexer first'));
    assert.ok(!read.some(text => text.includes('To your question')));
  });
});

describe('a question that was answered before in the same course', () => {
  it('gets that answer once, with its time; after that the person is asked', async () => {
    const lead = [
      '!?@human Which port?\n!?80 or 8080',
      '!?@human  which PORT\n!?80 or 8080.',
      '!?@human Which port?\n!?80 or 8080',
      'Fine.',
    ];
    const t = createTestDriver({ pushMax: 0, script: { lead } });
    const tree = await t.start('Begin');
    await t.answer(tree, '80');
    assert.equal(recordsIn(t, tree, 'questionAsked').length, 2);
    assert.equal(questionsOf(tree).length, 1);
    const [refused] = recordsIn(t, tree, 'tellaskRefused');
    assert.equal(refused?.reason, 'answered-before');
    assert.match(refused?.message ?? '', /^\[Answered already\].*answered on \d{4}-\d\d-\d\d \d\d:\d\d:\n\n80\n/s);
    await t.answer(tree, '8080');
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });

  it('is asked when it differs in a sign that counts, or was not answered', async () => {
    const lead = ['!?@human Use C?', '!?@human Use C++?', 'Fine.'];
    const t = createTestDriver({ pushMax: 0, script: { lead } });
    const tree = await t.start('Begin');
    await t.answer(tree, 'no');
    assert.equal(questionsOf(tree).length, 1);
  });
});
