// What may be done without asking in a real runtime: the settings' policies, files of `.minds/`, and keys that no
// command sees.
import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import { type OpenOptions, openRuntime, type Runtime } from '../../src/runtime.ts';
import { byPerson } from '../support/by-person.ts';
import { emptyStore } from '../support/postgres.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

const team = `member_defaults: {diligence-push-max: 0, policy: [{decision: allow, tools: [shell]}]}
members: {lead: {}, bob: {}}
`;

describe('leave for tool calls in a runtime', function () {
  this.timeout(60_000);
  let workspace: TempWorkspace;
  let runtime: Runtime;

  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': team,
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    });
  });
  afterEach(async () => {
    await runtime.close();
    await workspace.remove();
  });

  /** Opens a runtime in which whoever is told the name of a tool calls it. */
  async function open(tools: Readonly<Record<string, object>>, more: Partial<OpenOptions> = {}) {
    const calls = Object.entries(tools).map(([name, args]) => ({
      when: { contains: `use ${name}` },
      tools: [{ name, args }],
      repeat: true,
    }));
    await workspace.write('.minds/p.yaml', JSON.stringify({ replies: [...calls, { say: 'Done.', repeat: true }] }));
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive', ...more });
    assert.ok(opened.ok, JSON.stringify(opened));
    runtime = opened.runtime;
  }
  /** Starts a dialog; what its tools returned when it came to a rest. */
  async function use(tool: string, agentId: string) {
    const started = await runtime.perform({ kind: 'start', text: `use ${tool}`, agentId });
    assert.ok(started.ok, JSON.stringify(started));
    return results(started.rootId);
  }
  async function results(rootId: Parameters<Runtime['settled']>[0]) {
    await runtime.settled(rootId);
    const viewed = await runtime.view(rootRef(rootId));
    assert.ok(viewed.ok);
    return viewed.view.records.flatMap(record => (record.kind === 'toolReturned' ? [record.content] : []));
  }
  const questions = async () => (await runtime.questions()).filter(({ kind }) => kind === 'permission');

  it('follows the settings before the member, for the members they name, as they stand now', async () => {
    let policies: unknown = [{ decision: 'deny', members: ['l*'], commands: ['echo *'] }];
    await open({ run_shell: { command: 'echo hi' } }, { env: process.env, policies: () => policies });
    assert.match((await use('run_shell', 'lead'))[0] ?? '', /^A policy of this workspace forbids this call/);
    assert.deepEqual(await use('run_shell', 'bob'), ['Exit code 0.\nhi\n']);
    policies = [{ decision: 'ask', tools: ['shell'] }];
    assert.deepEqual(await use('run_shell', 'bob'), []);
    assert.equal((await questions())[0]?.tellaskHead, 'Run: echo hi');
  });

  it('asks, and says so, when a rule of the settings cannot be read', async () => {
    const told: string[] = [];
    const log = { info: () => {}, error: (message: string) => void told.push(message) };
    await open({ run_shell: { command: 'echo hi' } }, { env: process.env, policies: () => [{ decisio: 'deny' }], log });
    assert.deepEqual(await use('run_shell', 'lead'), []);
    assert.equal((await questions()).length, 1);
    assert.match(told.join('\n'), /^dominds\.policies\[0\.decision\]: .*: until it is corrected, every call/);
  });

  it('asks before the files of .minds/ are written that say what may be done, started or reached', async () => {
    const wider = `members: {fuxi: {policy: [{decision: allow}]}}\n`;
    await open({ write_team_file: { path: 'team.yaml', content: wider } });
    assert.deepEqual(await use('write_team_file', 'fuxi'), []);
    const [question] = await questions();
    assert.ok(question);
    assert.equal(question.tellaskHead, 'Replace .minds/team.yaml');
    assert.match(question.bodyContent, /^-members: \{lead: \{\}, bob: \{\}\}$/m);
    assert.match(question.bodyContent, /Always allow: write_team_file in \.minds\/team\.yaml, for this task/);
    const proposed = await runtime.proposal(question.id);
    assert.ok(proposed.ok);
    assert.deepEqual(proposed.proposal.change, { path: '.minds/team.yaml', before: team, after: wider });
    assert.equal(await workspace.read('.minds/team.yaml'), team);
    await runtime.perform({ kind: 'answer', questionId: question.id, content: 'allow once', msgId: 'a1' }, byPerson);
    assert.deepEqual(await results(question.rootId), ['Wrote .minds/team.yaml.']);
    // A rule that allows everything does not mean the files that it stands in.
    assert.deepEqual(await use('write_team_file', 'fuxi'), []);
  });

  for (const [verb, path] of [
    ['Create', 'mcp.yaml'],
    ['Replace', 'llm.yaml'],
    ['Create', 'new/playbook.yml'],
  ]) {
    it(`asks before .minds/${path} is written`, async () => {
      await open({ write_team_file: { path, content: 'x: 1\n' } });
      assert.deepEqual(await use('write_team_file', 'fuxi'), []);
      assert.equal((await questions())[0]?.tellaskHead, `${verb} .minds/${path}`);
    });
  }

  it('lets the keeper write texts, and refuses what is no file of .minds/ without asking', async () => {
    await open({ write_team_file: { path: 'team/lead/persona.md', content: 'P' } });
    assert.deepEqual(await use('write_team_file', 'fuxi'), ['Wrote .minds/team/lead/persona.md.']);
    await runtime.close();
    await open({ write_team_file: { path: '../x.yaml', content: 'x' } });
    assert.match((await use('write_team_file', 'fuxi'))[0] ?? '', /^Name a \.md or \.yaml file/);
    assert.deepEqual(await questions(), []);
  });

  it('keeps stored keys from commands: from their environment, their live output and their result', async () => {
    const key = 'stored-key-0123456789';
    await workspace.write('key.txt', `key: ${key}!\n`);
    const live: string[] = [];
    await open(
      { run_shell: { command: 'env | grep -c stored-key; cat key.txt' } },
      { env: { ...process.env, MINE: key, HEADER: `Bearer ${key}` }, storedKeys: async () => [key] },
    );
    runtime.subscribe(event => event.type === 'tool_output' && live.push(event.text));
    assert.deepEqual(await use('run_shell', 'lead'), ['Exit code 0.\n0\nkey: [key]!\n']);
    assert.equal(live.join(''), '0\nkey: [key]!\n');
  });

  it('keeps the password of the store from results: that of the environment, and that of the editor', async () => {
    const url = await emptyStore();
    const [given, stored] = ['tower-42', 'Bridge_17'];
    await open(
      { run_shell: { command: `echo "$PGPASSWORD ${stored}"` } },
      {
        env: { ...process.env, PGPASSWORD: given },
        store: { url, workspace: 'shop', drive: 'here', password: async () => stored },
      },
    );
    assert.deepEqual(await use('run_shell', 'lead'), ['Exit code 0.\n[key] [key]\n']);
  });
});
