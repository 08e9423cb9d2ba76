// A member that is an agent of another vendor, as a process of its own, in a real workspace (SPEC 22.4).
import assert from 'node:assert/strict';
import path from 'node:path';
import { lookAtTrust, openRuntime, type Runtime } from '../../src/runtime.ts';
import { byPerson } from '../support/by-person.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

const agent = `${process.execPath} ${path.resolve(import.meta.dirname, '../support/fake-agent.ts')}`;

describe('an agent of another vendor in a workspace', function () {
  this.timeout(60_000);
  let workspace: TempWorkspace;
  let runtime: Runtime | undefined;
  afterEach(async () => {
    await runtime?.close();
    await workspace.remove();
  });

  async function open(member: string, isUntrusted = false): Promise<Runtime> {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': `members:\n  coder: {acp: ${JSON.stringify(agent)}${member}}\n`,
    });
    const opened = await openRuntime({ rtws: workspace.folder, env: process.env, mode: 'drive', isUntrusted });
    runtime = opened.ok ? opened.runtime : assert.fail(opened.code);
    return runtime;
  }

  async function play(task: string) {
    assert.ok(runtime);
    const started = await runtime.perform({ kind: 'start', text: task });
    assert.ok(started.ok);
    return runtime.settled(started.rootId);
  }

  it('answers, and its process ends with the runtime', async () => {
    await open('');
    assert.equal((await play('hello')).response, 'Done with hello');
  });

  it('writes a file only where its member may, after the person allowed it', async () => {
    const opened = await open('');
    const { questions } = await play('task:write');
    assert.equal(questions[0]?.tellaskHead, 'Create made.txt');
    const { id = '', rootId } = { ...questions[0] };
    await opened.perform({ kind: 'answer', questionId: id, content: 'allow once', msgId: 'm1' }, byPerson);
    assert.ok(rootId);
    assert.equal((await opened.settled(rootId)).response, 'It is written.');
    assert.equal(await workspace.read('made.txt'), 'made\n');
  });

  it('is kept out of folders that its member may not write', async () => {
    await open(', write_dirs: [docs]');
    assert.match((await play('task:write')).response ?? '', /^Not written: /);
    await assert.rejects(workspace.read('made.txt'));
  });

  it('runs without asking what a policy of the member allows', async () => {
    await open(', policy: [{decision: allow, tools: [agent], commands: [npm test]}]');
    assert.equal((await play('task:permission')).response, 'It was yes.');
  });

  it('is not started in a folder that is not trusted, and the folder says that it would be', async () => {
    await open('', true);
    const { interrupted } = await play('hello');
    assert.match(interrupted[0]?.message ?? '', /not trusted/);
    const { acts } = lookAtTrust({ rtws: workspace.folder, env: {} });
    assert.deepEqual(acts, [{ file: '.minds/team.yaml', kind: 'starts', server: 'coder', command: agent }]);
  });

  it('that cannot be started stops its dialog with the reason', async () => {
    await open('');
    await workspace.write('.minds/team.yaml', 'members:\n  coder: {acp: no-such-agent-anywhere}\n');
    const { interrupted } = await play('hello');
    assert.match(interrupted[0]?.message ?? '', /no-such-agent-anywhere ended: exit code 127/);
  });
});
