// Leave for tool calls: the question, the answers, what is remembered, and what a restart finds (SPEC 5.1, 12.4).
import assert from 'node:assert/strict';
import * as z from 'zod';
import { type PermissionMode, runsInMode } from '../../src/core/team/permissions.ts';
import { type Decision, judge, type PolicyAction, type PolicyRule } from '../../src/core/team/policy.ts';
import type { Driver } from '../../src/driver/driver.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { changePermissions } from '../../src/driver/intents/change-permissions.ts';
import { answerQuestion, clearMind, forceDone, markDone, say, stopDialogs } from '../../src/driver/intents/intents.ts';
import { modeOf } from '../../src/driver/tools/permission.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { defineTool, failed, type Tool } from '../../src/tools/tool.ts';
import { byPerson } from '../support/by-person.ts';
import type { Script } from '../support/scripted-llm.ts';
import { createTestDriver, type TestDriver, transcriptText } from '../support/test-driver.ts';

/** A shell that only notes what it would run. `shown` is added to its question. */
function fakeShell(shown: () => string = () => '') {
  const ran: string[] = [];
  const tool = defineTool({
    name: 'run_shell',
    description: 'test',
    args: () => z.object({ command: z.string() }),
    review: ({ command }) =>
      command === ''
        ? { kind: 'fails', result: failed('Empty.') }
        : {
            kind: 'acts',
            action: { tool: 'run_shell', toolset: 'shell', paths: ['.'], command, otherwise: 'ask' },
            question: () => Promise.resolve({ headline: `Run: ${command}`, body: `in .${shown()}` }),
          },
    run: ({ command }) => {
      ran.push(command);
      return { ok: true, content: `ran ${command}` };
    },
  });
  return { tool, ran };
}

const calls = (...commands: string[]) => ({
  tools: commands.map(command => ({ name: 'run_shell', args: { command } })),
});

function drive(script: Script, tool: Tool, policy?: readonly PolicyRule[]): TestDriver {
  const members = ['lead', 'coder'].map(id => ({ id, ...(policy && { policy }) }));
  return createTestDriver({ script, tools: [tool], members });
}

const asksOf = (tree: Tree) => [...tree.dialogs.values()].flatMap(({ state }) => state.questions);

async function reply(driver: Driver, tree: Tree, content: string): Promise<void> {
  const [question] = asksOf(tree);
  assert.ok(question, 'a question is open');
  const answered = answerQuestion(driver, tree, {
    questionId: question.questionId,
    content,
    msgId: `a-${content}`,
    by: byPerson,
  });
  assert.ok(answered.ok);
  await driver.quiet(tree);
}

const results = (tree: Tree) =>
  [...tree.dialogs.values()].flatMap(({ records }) =>
    records.flatMap(record => (record.kind === 'toolReturned' ? [{ ok: record.ok, content: record.content }] : [])),
  );

describe('permission for a tool call', () => {
  it('asks the person and runs nothing before the answer', async () => {
    const { tool, ran } = fakeShell();
    const t = drive({ lead: [calls('npm test')] }, tool);
    const tree = await t.start('Go');
    assert.deepEqual(ran, []);
    const [question] = asksOf(tree);
    assert.equal(question?.questionKind, 'permission');
    assert.equal(question?.headline, 'Run: npm test');
    assert.deepEqual(question?.options, ['allow once', 'always', 'deny']);
    assert.equal(question?.callId, rootOf(tree).state.toolCalls[0]?.callId);
    assert.match(question?.body ?? '', /^in \.\n\nAlways allow: this exact command, in this folder/);
    assert.equal(rootOf(tree).records.filter(({ kind }) => kind === 'toolStarted').length, 0);
  });

  it('runs the call after "allow once", and asks again for the next', async () => {
    const { tool, ran } = fakeShell();
    const t = drive({ lead: [calls('npm test'), calls('npm test')] }, tool);
    const tree = await t.start('Go');
    await reply(t.driver, tree, ' Allow once ');
    assert.deepEqual(ran, ['npm test']);
    assert.equal(asksOf(tree).length, 1);
  });

  it('takes words that plainly allow for the option they mean, in either language, and no others', async () => {
    const answerOf = async (words: string) => {
      const { tool, ran } = fakeShell();
      const t = drive({ lead: [calls('npm test'), 'Done.'] }, tool);
      const tree = await t.start('Go');
      await reply(t.driver, tree, words);
      const recorded = rootOf(tree).records.find(record => record.kind === 'questionAnswered')?.content;
      return ran.length > 0 ? recorded : 'refused';
    };
    const once = ['allow', 'Allow it.', 'yes', 'OK', '允许', '可以。', '好的'];
    const always = ['always allow', 'Allow always', '始终', '总是允许'];
    const refusing = ['no', 'allow only the first test', 'yes, but later', '不允许', '不可以', '拒绝'];
    assert.deepEqual(
      await Promise.all(once.map(answerOf)),
      once.map(() => 'allow once'),
    );
    assert.deepEqual(
      await Promise.all(always.map(answerOf)),
      always.map(() => 'always'),
    );
    assert.deepEqual(
      await Promise.all(refusing.map(answerOf)),
      refusing.map(() => 'refused'),
    );
  });

  it('remembers "always" for every dialog of the tree', async () => {
    const { tool, ran } = fakeShell();
    const t = drive(
      { lead: [calls('npm test'), '!?@coder check', 'Done.'], coder: [calls('npm test'), 'Fine.'] },
      tool,
    );
    const tree = await t.start('Go');
    await reply(t.driver, tree, 'always');
    assert.deepEqual(ran, ['npm test', 'npm test']);
    assert.deepEqual(asksOf(tree), []);
  });

  it('notes "always" in the root when a subdialog asked', async () => {
    const { tool, ran } = fakeShell();
    const t = drive(
      { lead: ['!?@coder check', calls('npm test'), 'Done.'], coder: [calls('npm test'), 'Fine.'] },
      tool,
    );
    const tree = await t.start('Go');
    await reply(t.driver, tree, 'always');
    assert.deepEqual(ran, ['npm test', 'npm test']);
    const grant = { tool: 'run_shell', reason: 'default', paths: ['.'], command: 'npm test' };
    const [{ seal, ...granted } = {}] = rootOf(tree).state.grants ?? [];
    assert.deepEqual(granted, grant);
  });

  it('remembers "always" in later courses and after a restart, for exactly that call', async () => {
    const { tool, ran } = fakeShell();
    const t = drive({ lead: [calls('npm test'), 'Done.', 'Fresh.'] }, tool);
    const tree = await t.start('Go');
    await reply(t.driver, tree, 'always');
    assert.ok((await clearMind(t.driver, rootOf(tree), undefined)).ok);
    await t.driver.quiet(tree);
    const restarted = t.restart({ lead: [calls('npm test', 'npm test; rm x')] });
    const again = await restarted.driver.tree(tree.rootId);
    assert.ok(again);
    say(restarted.driver, rootOf(again), { msgId: 'm9', content: 'again' });
    await restarted.driver.quiet(again);
    assert.equal(rootOf(again).state.course, 2);
    assert.deepEqual(ran, ['npm test', 'npm test']);
    assert.deepEqual(
      asksOf(again).map(({ headline }) => headline),
      ['Run: npm test; rm x'],
    );
  });

  describe('that was recorded', () => {
    /** A driver on what the disk holds after the answer, before the tool started. */
    async function afterAnswer(answer: string, at: { machine?: string; seal?: string | null }) {
      const { tool, ran } = fakeShell();
      const t = drive({ lead: [calls('npm test'), 'Done.'] }, tool);
      await reply(t.driver, await t.start('Go'), answer);
      ran.length = 0;
      for (const [file, text] of t.files.texts) {
        const [before, after] = text.split(/(?<="kind":"questionAnswered".*)\n/);
        if (after === undefined) continue;
        const { seal, ...record } = JSON.parse(before?.split('\n').at(-1) ?? '');
        const own = at.seal === undefined ? { seal } : at.seal === null ? {} : { seal: at.seal };
        const lines = [...(before?.split('\n').slice(0, -1) ?? []), JSON.stringify({ ...record, ...own })];
        t.files.texts.set(file, `${lines.join('\n')}\n`);
      }
      const again = t.restart({ lead: ['Done.'] }, at.machine === undefined ? {} : { machine: at.machine });
      const tree = await again.onlyTree();
      await again.goOn(tree);
      return { ran, tree };
    }

    for (const answer of ['allow once', 'always']) {
      it(`as "${answer}" lets the call run after a crash`, async () => {
        const { ran, tree } = await afterAnswer(answer, {});
        assert.deepEqual(ran, ['npm test']);
        assert.deepEqual(asksOf(tree), []);
      });

      it(`as "${answer}" on another machine is asked for again`, async () => {
        const { ran, tree } = await afterAnswer(answer, { machine: 'elsewhere' });
        assert.deepEqual(ran, []);
        assert.equal(asksOf(tree)[0]?.headline, 'Run: npm test');
      });

      it(`as "${answer}" without a seal, or with a made-up one, is asked for again`, async () => {
        for (const seal of [null, 'made up']) {
          const { ran, tree } = await afterAnswer(answer, { seal });
          assert.deepEqual(ran, []);
          assert.equal(asksOf(tree).length, 1);
        }
      });
    }

    it('as "deny" refuses on every machine', async () => {
      const { ran, tree } = await afterAnswer('deny', { machine: 'elsewhere' });
      assert.deepEqual([ran, asksOf(tree)], [[], []]);
    });

    it('for good counts on its own machine only', async () => {
      const { tool, ran } = fakeShell();
      const t = drive({ lead: [calls('npm test'), 'Done.'] }, tool);
      await reply(t.driver, await t.start('Go'), 'always');
      const next = { lead: [calls('npm test'), 'Done.'] };
      const elsewhere = t.restart(next, { machine: 'elsewhere' });
      await elsewhere.say(await elsewhere.onlyTree(), 'again');
      assert.deepEqual(ran, ['npm test']);
      const here = t.restart(next);
      await here.say(await here.onlyTree(), 'again');
      assert.deepEqual(ran, ['npm test', 'npm test']);
    });
  });

  describe('in a folder that is not trusted', () => {
    const allowing: readonly PolicyRule[] = [{ decision: 'allow', tools: ['run_shell'] }];

    it('is asked for though a rule of the folder allows the call', async () => {
      const { tool, ran } = fakeShell();
      const members = [{ id: 'lead', policy: allowing }];
      const t = createTestDriver({ script: { lead: [calls('npm test')] }, tools: [tool], members, isUntrusted: true });
      const tree = await t.start('Go');
      assert.deepEqual(ran, []);
      assert.equal(asksOf(tree).length, 1);
    });

    it('is not asked for a call that no rule needs to allow, but for one of a dialog from elsewhere', async () => {
      const ran: string[] = [];
      const tool = defineTool({
        name: 'write_file',
        description: 'test',
        args: () => z.object({}),
        review: () => ({
          kind: 'acts',
          action: { tool: 'write_file', toolset: 'write', paths: ['a'], otherwise: 'allow' },
          question: () => Promise.resolve({ headline: 'Create a', body: '+a' }),
        }),
        run: () => {
          ran.push('write_file');
          return { ok: true, content: 'written' };
        },
      });
      const script = { lead: [{ tools: [{ name: 'write_file', args: {} }] }, 'Done.'] };
      const t = createTestDriver({ script, tools: [tool], isUntrusted: true });
      await t.start('Go');
      assert.deepEqual(ran, ['write_file']);
      for (const at of [{ machine: 'elsewhere' }, { machine: 'elsewhere', isUntrusted: false }]) {
        const other = t.restart(script, at);
        const tree = await other.onlyTree();
        await other.say(tree, 'again');
        assert.equal(asksOf(tree).length, at.isUntrusted === false ? 0 : 1);
      }
      assert.deepEqual(ran, ['write_file', 'write_file']);
    });
  });

  it('gives a refusal with its words to the model, which goes on', async () => {
    const { tool, ran } = fakeShell();
    const t = drive({ lead: [calls('npm i left-pad'), 'Then without.'] }, tool);
    const tree = await t.start('Go');
    await reply(t.driver, tree, 'deny: write it yourself');
    assert.deepEqual(ran, []);
    assert.deepEqual(results(tree), [
      { ok: false, content: 'The person refused this call; nothing was done. They say: write it yourself' },
    ]);
    const prompt = t.llm.requests.at(-1)?.prompt.messages ?? [];
    assert.deepEqual(
      prompt.slice(1).map(({ role }) => role),
      ['user', 'assistant', 'tool'],
    );
    assert.match(transcriptText(tree), /says: Then without\./);
  });

  for (const [answer, said] of [
    ['deny', 'Do not try it again in another way; go on without it, or ask.'],
    ['Deny, use pnpm', 'They say: use pnpm'],
    ['no', 'They say: no'],
    ['not always', 'They say: not always'],
    ['always ask me first', 'They say: always ask me first'],
    ['allow me to think', 'They say: allow me to think'],
    ['denying myself', 'They say: denying myself'],
    ['拒绝', 'Do not try it again in another way; go on without it, or ask.'],
    ['拒绝：用 pnpm', 'They say: 用 pnpm'],
    ['拒绝理由再说', 'They say: 拒绝理由再说'],
    ['constructor', 'They say: constructor'],
  ] as const) {
    it(`takes ${JSON.stringify(answer)} for a refusal`, async () => {
      const { tool, ran } = fakeShell();
      const t = drive({ lead: [calls('x'), 'Well.'] }, tool);
      const tree = await t.start('Go');
      await reply(t.driver, tree, answer);
      assert.deepEqual(ran, []);
      assert.deepEqual(results(tree), [
        { ok: false, content: `The person refused this call; nothing was done. ${said}` },
      ]);
    });
  }

  const headlines = (tree: Tree) => asksOf(tree).map(({ headline }) => headline);

  it('asks for all calls of one reply at once, and runs those that are allowed in order', async () => {
    const { tool, ran } = fakeShell();
    const t = drive({ lead: [calls('one', 'two', 'three'), 'Done.'] }, tool);
    const tree = await t.start('Go');
    assert.deepEqual(headlines(tree), ['Run: one', 'Run: two', 'Run: three']);
    await reply(t.driver, tree, 'deny');
    await reply(t.driver, tree, 'allow once');
    assert.deepEqual([headlines(tree), ran], [['Run: three'], []]);
    await reply(t.driver, tree, 'always');
    assert.deepEqual(ran, ['two', 'three']);
    assert.match(transcriptText(tree), /says: Done\./);
  });

  it('asks once about a call that a reply makes twice, and again unless it is allowed for good', async () => {
    for (const [answer, left] of [
      ['always', []],
      ['allow once', ['Run: one']],
    ] as const) {
      const { tool } = fakeShell();
      const t = drive({ lead: [calls('one', 'one'), 'Done.'] }, tool);
      const tree = await t.start('Go');
      assert.deepEqual(headlines(tree), ['Run: one']);
      await reply(t.driver, tree, answer);
      assert.deepEqual(headlines(tree), left);
    }
  });

  it('asks about one edit of a file at a time, since the next shows what it changes after that', async () => {
    const edit = defineTool({
      name: 'write_file',
      description: 'test',
      args: () => z.object({ path: z.string() }),
      review: ({ path }) => ({
        kind: 'acts',
        action: { tool: 'write_file', toolset: 'write', paths: [path], otherwise: 'ask' },
        question: () =>
          Promise.resolve({ headline: `Edit ${path}`, body: 'x', change: { path, before: '', after: 'x' } }),
      }),
      run: () => ({ ok: true, content: 'written' }),
    });
    const tools = ['a', 'b', 'a'].map(path => ({ name: 'write_file', args: { path } }));
    const tree = await drive({ lead: [{ tools }, 'Done.'] }, edit).start('Go');
    assert.deepEqual(headlines(tree), ['Edit a', 'Edit b']);
  });

  describe('as the mode of a task says', () => {
    const action = (toolset: string, path: string, otherwise: Decision): PolicyAction => ({
      ...{ tool: `${toolset}_file`, toolset, paths: [path], otherwise },
    });
    const runs = (mode: PermissionMode, rules: readonly PolicyRule[], each: PolicyAction) => {
      const verdict = judge(rules, each);
      return verdict.decision === 'allow' || (verdict.decision === 'ask' && runsInMode(mode, each, verdict));
    };
    const asking: readonly PolicyRule[] = [{ decision: 'ask', paths: ['docs/**'] }];
    const denying: readonly PolicyRule[] = [{ decision: 'deny', paths: ['docs/**'] }];

    it('usual edits run, and all but what is denied or says what is allowed', () => {
      const table: readonly (readonly [boolean, boolean, readonly PolicyRule[], PolicyAction])[] = [
        [true, true, [], action('write', 'src/a.ts', 'ask')],
        [false, true, [], action('write', 'package.json', 'ask')],
        [false, true, [], action('write', '.github/workflows/ci.yml', 'ask')],
        [false, true, asking, action('write', 'docs/a.md', 'allow')],
        [false, false, denying, action('write', 'docs/a.md', 'allow')],
        [false, true, [], { ...action('shell', '.', 'ask'), command: 'npm test' }],
        [false, true, [], action('mcp', '', 'ask')],
        [false, false, [], action('team', 'team.yaml', 'ask')],
      ];
      for (const [edits, all, rules, each] of table) {
        const found = [runs('ask', rules, each), runs('edits', rules, each), runs('all', rules, each)];
        assert.deepEqual(found, [false, edits, all], `${each.toolset} ${each.paths.join()}`);
      }
    });

    it('calls that ask already go on, later ones do not ask, and a crash changes nothing', async () => {
      const { tool, ran } = fakeShell();
      const t = drive({ lead: [calls('one', 'two'), calls('three'), 'Done.'] }, tool);
      const tree = await t.start('Go');
      assert.ok(changePermissions(t.driver, tree, { mode: 'edits' }).ok);
      await t.driver.quiet(tree);
      assert.deepEqual([headlines(tree), ran], [['Run: one', 'Run: two'], []]);
      assert.ok(changePermissions(t.driver, tree, { mode: 'all' }).ok);
      await t.driver.quiet(tree);
      assert.deepEqual([headlines(tree), ran], [[], ['one', 'two', 'three']]);
      const after = t.restart({ lead: [calls('four'), 'Done.'] });
      await after.say(await after.onlyTree(), 'again');
      assert.deepEqual(ran.slice(3), ['four']);
    });

    it('nothing runs in a tree whose mode was not chosen on this machine', async () => {
      const { tool, ran } = fakeShell();
      const t = drive({ lead: ['Hello.'] }, tool);
      changePermissions(t.driver, await t.start('Go'), { mode: 'all' });
      const elsewhere = t.restart({ lead: [calls('one'), 'Done.'] }, { machine: 'elsewhere' });
      const tree = await elsewhere.onlyTree();
      await elsewhere.say(tree, 'again');
      assert.deepEqual([modeOf(tree), headlines(tree), ran], ['ask', ['Run: one'], []]);
    });

    it('the mode holds in later courses', async () => {
      const { tool, ran } = fakeShell();
      const t = drive({ lead: ['Hello.', calls('one'), 'Done.'] }, tool);
      const tree = await t.start('Go');
      changePermissions(t.driver, tree, { mode: 'all' });
      await clearMind(t.driver, rootOf(tree), undefined);
      await t.driver.quiet(tree);
      assert.deepEqual([modeOf(tree), ran], ['all', ['one']]);
    });

    it('what was allowed for good asks again once it is taken back', async () => {
      const { tool, ran } = fakeShell();
      const t = drive({ lead: [calls('one'), 'Done.', calls('one'), 'Done.'] }, tool);
      const tree = await t.start('Go');
      await reply(t.driver, tree, 'always');
      const [grant] = rootOf(tree).state.grants ?? [];
      assert.ok(grant && changePermissions(t.driver, tree, { revoke: grant }).ok);
      await t.say(tree, 'again');
      assert.deepEqual([headlines(tree), ran], [['Run: one'], ['one']]);
      const twice = changePermissions(t.driver, tree, { revoke: grant });
      assert.equal(!twice.ok && twice.why.id, 'permission-gone');
    });
  });

  it('asks again when the shown change is outdated', async () => {
    let shown = ' v1';
    const { tool, ran } = fakeShell(() => shown);
    const t = drive({ lead: [calls('x'), 'Done.'] }, tool);
    const tree = await t.start('Go');
    shown = ' v2';
    await reply(t.driver, tree, 'allow once');
    assert.deepEqual(ran, []);
    assert.match(asksOf(tree)[0]?.body ?? '', /in \. v2/);
    await reply(t.driver, tree, 'always');
    assert.deepEqual(ran, ['x']);
  });

  it('asks no question for a call that cannot work', async () => {
    const { tool } = fakeShell();
    const t = drive({ lead: [calls(''), 'Oh.'] }, tool);
    const tree = await t.start('Go');
    assert.deepEqual(asksOf(tree), []);
    assert.deepEqual(results(tree), [{ ok: false, content: 'Empty.' }]);
  });

  it('obeys the policy of the member: allow runs at once, deny asks no question', async () => {
    const { tool, ran } = fakeShell();
    const policy: PolicyRule[] = [
      { decision: 'allow', commands: ['npm *'] },
      { decision: 'deny', commands: ['rm *'] },
    ];
    const t = drive({ lead: [calls('npm test', 'rm -rf x'), 'Done.'] }, tool, policy);
    const tree = await t.start('Go');
    assert.deepEqual(ran, ['npm test']);
    assert.deepEqual(asksOf(tree), []);
    assert.deepEqual(
      results(tree).map(({ ok }) => ok),
      [true, false],
    );
    assert.match(results(tree)[1]?.content ?? '', /A policy of this workspace forbids this call/);
  });

  it('has run nothing when the process ends while it asks; the question is still open', async () => {
    const { tool, ran } = fakeShell();
    const t = drive({ lead: [calls('npm test')] }, tool);
    const tree = await t.start('Go');
    const restarted = t.restart({ lead: ['Done.'] });
    const again = await restarted.driver.tree(tree.rootId);
    assert.ok(again);
    restarted.driver.release(again);
    await restarted.driver.quiet(again);
    assert.deepEqual(ran, []);
    assert.equal(asksOf(again).length, 1);
    await reply(restarted.driver, again, 'allow once');
    assert.deepEqual(ran, ['npm test']);
  });

  it('remembers "always" although the process ends between the answer and the call', async () => {
    const { tool, ran } = fakeShell();
    const t = drive({ lead: [calls('npm test')] }, tool);
    const tree = await t.start('Go');
    const [question] = asksOf(tree);
    assert.ok(question);
    answerQuestion(t.driver, tree, { questionId: question.questionId, content: 'always', msgId: 'a', by: byPerson });
    const restarted = t.restart({ lead: ['Done.'] });
    await t.driver.quiet(tree).catch(() => {});
    ran.length = 0;
    const again = await restarted.driver.tree(tree.rootId);
    assert.ok(again);
    restarted.driver.release(again);
    await restarted.driver.quiet(again);
    assert.deepEqual(ran, ['npm test']);
    assert.equal(rootOf(again).state.grants?.length, 1);
  });

  it('records the call as refused when the person clears the mind', async () => {
    const { tool, ran } = fakeShell();
    const t = drive({ lead: [calls('npm test'), 'Fresh.'] }, tool);
    const tree = await t.start('Go');
    assert.ok((await clearMind(t.driver, rootOf(tree), undefined)).ok);
    await t.driver.quiet(tree);
    assert.deepEqual(ran, []);
    assert.deepEqual(asksOf(tree), []);
    assert.equal(rootOf(tree).state.course, 2);
    const before = (await t.driver.ctx.store.readCourse(rootOf(tree).ref, 1)) ?? [];
    assert.deepEqual(
      before.slice(-2).map(record => [record.kind, record.kind === 'toolReturned' && record.content]),
      [
        ['toolReturned', 'refused: the course was ended'],
        ['questionClosed', false],
      ],
    );
  });

  it('runs nothing when the root is marked done over an open question', async () => {
    const { tool, ran } = fakeShell();
    const t = drive({ lead: ['!?@coder do'], coder: [calls('npm test')] }, tool);
    const tree = await t.start('Go');
    assert.equal(asksOf(tree).length, 1);
    assert.equal((await markDone(t.driver, tree)).ok, false);
    assert.ok((await forceDone(t.driver, tree)).ok);
    assert.deepEqual(ran, []);
    assert.deepEqual(asksOf(tree), []);
  });

  it('keeps a message of the person queued while it asks', async () => {
    const { tool } = fakeShell();
    const t = drive({ lead: [calls('npm test'), 'Done.'] }, tool);
    const tree = await t.start('Go');
    const said = say(t.driver, rootOf(tree), { msgId: 'm2', content: 'always' });
    assert.deepEqual(said, { ok: true, queued: true });
    assert.equal(asksOf(tree).length, 1);
  });

  it('does not run a call whose review was stopped; Continue asks', async () => {
    const { tool, ran } = fakeShell();
    const gate = Promise.withResolvers<void>();
    const reviewing = Promise.withResolvers<void>();
    const slow: Tool = {
      ...tool,
      review: async (args, context) => {
        reviewing.resolve();
        await gate.promise;
        if (!tool.review) throw new Error('no review');
        return tool.review(args, context);
      },
    };
    const t = drive({ lead: [calls('npm test')] }, slow, [{ decision: 'allow', tools: ['shell'] }]);
    const started = t.start('Go');
    await reviewing.promise;
    const [tree] = t.driver.loaded();
    assert.ok(tree);
    const stopping = stopDialogs(t.driver, [rootOf(tree)]);
    gate.resolve();
    await stopping;
    await started;
    assert.deepEqual(ran, []);
    assert.equal(rootOf(tree).state.interruption?.code, 'stopped');
    assert.equal(rootOf(tree).state.toolCalls.length, 1);
  });
});
