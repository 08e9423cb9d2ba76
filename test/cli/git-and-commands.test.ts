// Commands of members that remove or rewind `.dialogs/`: what the driver holds is written back, and what it does not
// hold is said, with the command (SPEC 9.7).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { Program } from '../support/program.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('a member whose command touches the dialogs', function () {
  // Several real processes.
  this.timeout(120_000);
  let workspace: TempWorkspace;
  let model: MockServer;
  /** Those that the model has not called for yet. */
  let commands: string[];

  beforeEach(async () => {
    model = await startMockServer({
      respond() {
        const command = commands.shift();
        return command === undefined ? { say: 'Done.' } : { tools: [{ name: 'run_shell', args: { command } }] };
      },
    });
    workspace = await makeTempWorkspace({
      '.minds/team.yaml':
        'member_defaults: {diligence-push-max: 0, policy: [{decision: allow, tools: [run_shell]}]}\nmembers: {lead: {}}\n',
      '.minds/llm.yaml': `base_url: ${model.baseUrl}\nmodel: m\n`,
    });
    git('init', '-qb', 'main');
    git('add', '-A');
    git('commit', '-qm', 'one');
  });
  afterEach(async () => {
    await model.close();
    await workspace.remove();
  });

  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: workspace.folder,
      encoding: 'utf8',
    });
  const run = (...args: readonly string[]) => new Program(workspace.folder, {}, args).ended;
  /** Plays commands in a new dialog, or in one that is there, and gives what the program said. */
  const play = (given: readonly string[], ...args: readonly string[]) => {
    commands = [...given];
    return run(...args);
  };
  const kindsOf = (rootId: string) =>
    readFileSync(path.join(workspace.folder, '.dialogs/run', rootId, 'course-001.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as { kind: string }).kind);
  const count = (kinds: readonly string[], kind: string) => kinds.filter(each => each === kind).length;

  for (const command of ['rm -rf .dialogs/*', 'git clean -xfdq']) {
    it(`has its dialog back after \`${command}\`, and is told which one is lost`, async () => {
      const earlier = await play([], 'start', 'earlier');
      const { code, lines, stderr } = await play([command, 'echo after'], 'start', 'go');
      assert.equal(code, 0, stderr);
      const rootId = lines.at(-1)?.rootId as string;
      const kinds = kindsOf(rootId);
      assert.deepEqual([kinds[0], count(kinds, 'toolReturned'), count(kinds, 'userSaid')], ['dialogCreated', 2, 1]);
      assert.match(stderr, /written again from memory/);
      assert.ok(stderr.includes(command), stderr);
      assert.match(stderr, new RegExp(`${earlier.lines.at(-1)?.rootId}: this dialog is lost`));
      const next = await play([], 'send', rootId, 'and now');
      assert.equal(next.code, 0, next.stderr);
      assert.deepEqual(readdirSync(path.join(workspace.folder, '.dialogs/run')), [rootId]);
    });
  }

  for (const command of ['git reset -q --hard']) {
    it(`loses nothing that was said where dialogs are committed and \`${command}\` sets them back`, async () => {
      const begun = await play([], 'start', 'go');
      const rootId = begun.lines.at(-1)?.rootId as string;
      git('add', '-Af', '.dialogs');
      git('commit', '-qm', 'two');
      const { code, stderr } = await play([command, 'echo after'], 'send', rootId, 'more');
      assert.equal(code, 0, stderr);
      const kinds = kindsOf(rootId);
      assert.deepEqual([count(kinds, 'userSaid'), count(kinds, 'toolCalled'), count(kinds, 'toolReturned')], [2, 2, 2]);
      assert.match(stderr, /written again from memory/);
      const shown = await run('show', rootId);
      assert.equal(shown.code, 0, shown.stderr);
    });
  }

  it('keeps what was said when it changes to a branch that never had the dialog', async () => {
    git('branch', 'other');
    const begun = await play([], 'start', 'go');
    const rootId = begun.lines.at(-1)?.rootId as string;
    git('add', '-Af', '.dialogs');
    git('commit', '-qm', 'two');
    const { code, stderr } = await play(
      ['git switch -qf other; git branch --show-current', 'echo after'],
      'send',
      rootId,
      'more',
    );
    assert.equal(code, 0, stderr);
    assert.deepEqual([count(kindsOf(rootId), 'userSaid'), count(kindsOf(rootId), 'toolReturned')], [2, 2]);
  });
});
