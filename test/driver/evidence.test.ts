// Evidence for acceptance lines (SPEC 26): what `mark_done` checks, in which order, and what it takes for done.
import assert from 'node:assert/strict';
import { changedCheckFiles } from '../../src/core/dialog/view/evidence-standing.ts';
import { FURTHER_FILES } from '../../src/core/evidence/checks.ts';
import { commit } from '../../src/driver/commit.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { evidenceStanding } from '../../src/driver/evidence/standing.ts';
import { forceDone } from '../../src/driver/intents/intents.ts';
import { recordEnd } from '../../src/driver/processes.ts';
import { questionsOf, treeNode } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { CheckedWorkspace, calls } from '../support/checked-workspace.ts';
import type { TestDriver } from '../support/test-driver.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

const { done, writes, lines } = calls;
const statusOf = (tree: Tree) => rootOf(tree).state.status;
const results = (t: TestDriver, tree: Tree) => recordsIn(t, tree, 'toolReturned').map(({ content }) => content);
const states = (tree: Tree) => evidenceStanding(tree)?.lines.map(({ line, state }) => `${line}: ${state}`);

describe('mark_done with acceptance lines', () => {
  it('runs the commands and looks at the files that the person wrote, and asks nobody', async () => {
    const w = new CheckedWorkspace('- [cmd] test a\n- [file] guide.md', { a: 'green', 'guide.md': 'x' });
    const t = w.driver({ lead: [{ tools: [done] }] });
    const tree = await t.start('Begin');
    assert.equal(statusOf(tree), 'completed');
    assert.equal(evidenceStanding(tree)?.state, 'verified');
    assert.deepEqual(w.ran, ['test a']);
    assert.equal(t.llm.requests.length, 1);
    checkSettled(t, tree);
  });

  it('is shown in lists, in the tree and at the end', async () => {
    const w = new CheckedWorkspace('- [cmd] test a\n- [cmd] test b', { a: 'green', b: 'red' });
    const t = w.driver({ lead: [{ tools: [done] }, 'Hm.'] });
    const tree = await t.start('Begin');
    const evidence = { state: 'failed', verified: 1, of: 2 };
    assert.deepEqual(t.driver.summaryOf(tree).evidence, evidence);
    assert.deepEqual(treeNode(tree).evidence, evidence);
    await forceDone(t.driver, tree);
    assert.deepEqual(recordsIn(t, tree, 'dialogCompleted')[0]?.facts?.evidence, evidence);
    assert.match(t.transcript(tree), /evidenceGathered/);
  });

  it('gives what fails back to the member as facts, and checks again what changed', async () => {
    const w = new CheckedWorkspace('- [cmd] test a', { a: 'red' });
    const t = w.driver({ lead: [{ tools: [done] }, { tools: [writes('a', 'green')] }, { tools: [done] }] });
    const tree = await t.start('Begin');
    assert.match(
      results(t, tree)[0] ?? '',
      /^Not done: 1 of 1 acceptance line is not verified\.\n- \[cmd\] test a: failed\n {2}Exit code 1\.\n {2}red\n/,
    );
    assert.equal(statusOf(tree), 'completed');
    assert.equal(evidenceStanding(tree)?.state, 'verified');
    checkSettled(t, tree);
  });

  it('asks once for a command that a member wrote', async () => {
    const w = new CheckedWorkspace('', { a: 'red', b: 'x' });
    const t = w.driver({
      lead: [
        { tools: [lines('- [cmd] test a')] },
        { tools: [done] },
        { tools: [writes('b', 'y')] },
        { tools: [done] },
        'Hm.',
      ],
    });
    const tree = await t.start('Begin');
    assert.deepEqual(w.ran, []);
    assert.deepEqual(
      questionsOf(tree).map(({ kind }) => kind),
      ['permission'],
    );
    await t.answer(tree, 'allow once');
    assert.deepEqual(w.ran, ['test a', 'test a']);
    assert.equal(statusOf(tree), 'running');
    assert.equal(evidenceStanding(tree)?.state, 'failed');
    checkSettled(t, tree);
  });

  it('takes a denied command for failed, and does not ask again while nothing changed', async () => {
    const w = new CheckedWorkspace('', { a: 'green' });
    const t = w.driver({ lead: [{ tools: [lines('- [cmd] test a')] }, { tools: [done] }, { tools: [done] }, 'Hm.'] });
    const tree = await t.start('Begin');
    await t.answer(tree, 'deny');
    assert.deepEqual(w.ran, []);
    assert.deepEqual(questionsOf(tree), []);
    assert.deepEqual(states(tree), ['[cmd] test a: failed']);
  });

  it('asks a member to review, after the commands', async () => {
    const w = new CheckedWorkspace('- [@reviewer] the API is unchanged\n- [cmd] test a', { a: 'green' });
    const t = w.driver({ lead: [{ tools: [done] }], reviewer: ['accepted\nI looked at it.'] });
    const tree = await t.start('Begin');
    assert.equal(evidenceStanding(tree)?.state, 'verified');
    assert.equal(statusOf(tree), 'completed');
    const [review] = recordsIn(t, tree, 'reviewAsked');
    assert.equal(review?.headline, 'Review: the API is unchanged\n');
    assert.deepEqual(
      recordsIn(t, tree, 'evidenceGathered').map(({ line }) => line),
      ['[cmd] test a', '[@reviewer] the API is unchanged'],
    );
    checkSettled(t, tree);
  });

  it('gives a rejection back, and asks again only when something changed', async () => {
    const w = new CheckedWorkspace('- [@reviewer] the API is unchanged', { b: 'x' });
    const t = w.driver({
      lead: [{ tools: [done] }, { tools: [done] }, { tools: [writes('b', 'y')] }, { tools: [done] }],
      reviewer: ['rejected\nadd() is gone.', 'Accepted.'],
    });
    const tree = await t.start('Begin');
    assert.match(
      results(t, tree)[0] ?? '',
      /\[@reviewer\] the API is unchanged: failed\n {2}rejected\n {2}add\(\) is gone\./,
    );
    assert.equal(recordsIn(t, tree, 'reviewAsked').length, 2);
    assert.equal(evidenceStanding(tree)?.state, 'verified');
    assert.equal(statusOf(tree), 'completed');
  });

  it('lets no author of the changes review them', async () => {
    const w = new CheckedWorkspace('- [@coder] the API is unchanged\n- [@lead] all is well');
    const t = w.driver({
      lead: ['!?@coder fix it', { tools: [done] }, 'Hm.'],
      coder: [{ tools: [writes('b', 'y')] }, 'Fixed.', 'accepted'],
    });
    const tree = await t.start('Begin');
    assert.deepEqual(states(tree), ['[@coder] the API is unchanged: failed', '[@lead] all is well: failed']);
    assert.equal(recordsIn(t, tree, 'reviewAsked').length, 0);
  });

  it('puts the lines of the person in one question at the end', async () => {
    const w = new CheckedWorkspace('- [human] looks right\n- [human] reads well\n- [cmd] test a', { a: 'green' });
    const t = w.driver({ lead: [{ tools: [done] }] });
    const tree = await t.start('Begin');
    const [question, ...others] = questionsOf(tree);
    assert.deepEqual(others, []);
    assert.equal(question?.bodyContent, '- looks right\n- reads well');
    assert.deepEqual(question?.options, ['accept', 'reject']);
    await t.answer(tree, 'accept');
    assert.equal(evidenceStanding(tree)?.state, 'verified');
    assert.equal(statusOf(tree), 'completed');
    checkSettled(t, tree);
  });

  it('gives what the person says back to the member', async () => {
    const w = new CheckedWorkspace('- [human] looks right', { a: 'green' });
    const t = w.driver({ lead: [{ tools: [done] }, { tools: [done] }, 'Hm.'] });
    const tree = await t.start('Begin');
    await t.answer(tree, 'No, the button is cut off.');
    assert.match(results(t, tree)[0] ?? '', /The person says: No, the button is cut off\./);
    assert.equal(results(t, tree).length, 2);
    assert.deepEqual(questionsOf(tree), []);
    assert.equal(evidenceStanding(tree)?.state, 'failed');
  });

  it('lets the person agree to lines that a member dropped', async () => {
    const w = new CheckedWorkspace('- [cmd] test a\n- [cmd] test b', { a: 'red', b: 'green' });
    const t = w.driver({ lead: [{ tools: [lines('- [cmd] test b')] }, { tools: [done] }] });
    const tree = await t.start('Begin');
    assert.match(questionsOf(tree)[0]?.bodyContent ?? '', /removed these lines.*\n- \[cmd\] test a/);
    await t.answer(tree, 'yes');
    assert.equal(evidenceStanding(tree)?.state, 'verified');
    assert.equal(statusOf(tree), 'completed');
  });

  it('asks for a command that a member wrote in another dialog on the taskdoc', async () => {
    const w = new CheckedWorkspace('- [cmd] test a', { a: 'green', b: 'green' });
    const t = w.driver({
      lead: [{ tools: [lines('- [cmd] test a\n- [cmd] test b')] }, 'Later.', { tools: [done] }],
    });
    await t.start('Begin', { taskDocPath: 'one.tsk' });
    const tree = await t.start('Go on', { taskDocPath: 'one.tsk' });
    assert.deepEqual(w.ran, ['test a']);
    assert.deepEqual(
      questionsOf(tree).map(({ tellaskHead }) => tellaskHead),
      ['Run test b'],
    );
    await t.answer(tree, 'allow once');
    assert.equal(evidenceStanding(tree)?.state, 'verified');
  });

  it('needs no consent to changed tests that the person kept', async () => {
    const w = new CheckedWorkspace('- [cmd] npm test', { 'test/a.js': 'one' });
    const t = w.driver({ lead: [{ tools: [writes('test/a.js', 'two')] }, 'Look at it.', { tools: [done] }] });
    const tree = await t.start('Begin');
    const [{ path, after } = { path: '' }] = recordsIn(t, tree, 'filesChanged')[0]?.changes ?? [];
    commit(rootOf(tree), { kind: 'editsKept', changes: [{ path, ...(after && { before: after }) }] });
    await t.say(tree, 'Fine.');
    assert.deepEqual(questionsOf(tree), []);
    assert.equal(evidenceStanding(tree)?.state, 'verified');
  });

  const bytes = (text: string) => ({ bytes: Buffer.from(text) });
  const changedTest = { path: 'test/a.js', before: bytes('one'), after: bytes('two') };

  it('names tests that a tool of others changed', async () => {
    const w = new CheckedWorkspace('- [cmd] npm test', { 'test/a.js': 'one' });
    const edit: Tool = {
      spec: { name: 'server_edit', description: '', parameters: {} },
      call: async () => ({ ok: true, content: '', changed: [changedTest], found: {} }),
    };
    const script = { lead: [{ tools: [{ name: 'server_edit', args: {} }] }, { tools: [done] }] };
    const t = w.driver(script, { more: [edit] });
    const tree = await t.start('Begin');
    assert.match(questionsOf(tree)[0]?.bodyContent ?? '', /test\/a\.js/);
  });

  it('cannot name tests that a command in the background changes while it runs, but does at its end', async () => {
    const w = new CheckedWorkspace('- [cmd] npm test', { 'test/a.js': 'one' });
    const t = w.driver({ lead: ['It runs.', 'Over.'] });
    const tree = await t.start('Begin');
    const changed = () =>
      changedCheckFiles([rootOf(tree).state], { lines: [], dropped: [], evidence: [] }).map(({ path }) => path);
    commit(rootOf(tree), { kind: 'processStarted', processId: 'p', command: 'x', isWatched: true });
    assert.deepEqual(changed(), [FURTHER_FILES]);
    const findings = { changed: [changedTest], found: { byCommand: true as const } };
    recordEnd(rootOf(tree), { processId: 'p', outcome: 'exited', code: 0 }, { findings, since: 0 });
    assert.deepEqual(changed(), ['test/a.js']);
    await t.driver.quiet(tree);
  });

  it('takes lines that a command in the background changed for those of a member', async () => {
    const w = new CheckedWorkspace('- [cmd] test a', { a: 'green', b: 'green' });
    const t = w.driver({ lead: ['It runs.', { tools: [done] }] });
    const tree = await t.start('Begin');
    commit(rootOf(tree), { kind: 'processStarted', processId: 'p', command: 'x', isWatched: true });
    w.acceptance = '- [cmd] test b';
    recordEnd(rootOf(tree), { processId: 'p', outcome: 'exited', code: 0 });
    await t.driver.quiet(tree);
    assert.deepEqual(
      recordsIn(t, tree, 'acceptanceSeen')
        .map(({ by }) => by)
        .at(-1),
      'member',
    );
    assert.deepEqual(w.ran, []);
  });

  it('takes a check for failed that changes files each time it runs', async () => {
    const w = new CheckedWorkspace('- [cmd] touch a', { a: 'green' });
    const t = w.driver({ lead: [{ tools: [done] }, 'Hm.'] });
    const tree = await t.start('Begin');
    assert.match(results(t, tree)[0] ?? '', /changes files each time it runs/);
    assert.deepEqual(w.ran, ['touch a', 'touch a']);
  });

  it('counts records of changes where it cannot be told what the files are', async () => {
    const w = new CheckedWorkspace('- [cmd] test a\n- [human] fine', { a: 'green', b: 'x' });
    const t = w.driver({ lead: [{ tools: [done] }, { tools: [writes('b', 'y')] }, 'Hm.'] }, { noTree: true });
    const tree = await t.start('Begin');
    assert.deepEqual(states(tree), ['[cmd] test a: verified', '[human] fine: open']);
    await t.answer(tree, 'reject');
    assert.deepEqual(states(tree), ['[cmd] test a: stale', '[human] fine: stale']);
  });

  it('ends with the facts when a reviewer asks back, and takes the review when it comes', async () => {
    const w = new CheckedWorkspace('- [@reviewer] fine', { a: 'green' });
    const t = w.driver({
      lead: [{ tools: [done] }, 'That one.', { tools: [done] }],
      reviewer: ['!?@tellasker Which one?', 'accepted'],
    });
    const tree = await t.start('Begin');
    assert.match(results(t, tree)[0] ?? '', /@reviewer reviews the work and asks back/);
    assert.equal(evidenceStanding(tree)?.state, 'verified');
    assert.equal(statusOf(tree), 'completed');
    checkSettled(t, tree);
  });

  it('does not count without being called alone', async () => {
    const w = new CheckedWorkspace('- [cmd] test a', { a: 'green' });
    const t = w.driver({ lead: [{ tools: [done, writes('a', 'red')] }, 'Hm.'] });
    const tree = await t.start('Begin');
    assert.match(results(t, tree)[0] ?? '', /Call mark_done alone/);
    assert.deepEqual(w.ran, []);
    assert.equal(statusOf(tree), 'running');
  });
});
