// `dominds restore`: the messages, what would happen, and doing it (SPEC 25.4).
import assert from 'node:assert/strict';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { runDominds } from './run-support.ts';

describe('restore', () => {
  let place: TempWorkspace;
  let rootId: string;
  const dominds = (...argv: string[]) => runDominds(['--trust', ...argv], { openRuntime, cwd: place.folder });
  const lastOf = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '');

  beforeEach(async () => {
    place = await makeTempWorkspace({
      '.minds/team.yaml':
        'member_defaults: {diligence-push-max: 0, policy: [{decision: allow, tools: [write]}]}\nmembers: {lead: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `replies:
  - {say: Hello.}
  - tools: [{name: edit_file, args: {path: a.txt, old: one, new: "1\\n2"}}, {name: write_file, args: {path: b.txt, content: "new\\n"}}]
  - {say: Done., repeat: true}
`,
      'a.txt': 'one\n',
    });
    rootId = lastOf((await dominds('--json', 'start', 'First')).stdout).rootId;
    await dominds('send', rootId, 'Second');
  });
  afterEach(() => place.remove());

  it('lists the messages, and what would happen to files; nothing is changed before --yes', async () => {
    const messages = JSON.parse((await dominds('--json', 'restore', rootId)).stdout);
    assert.deepEqual(
      messages.map((each: { n: number; content: string }) => [each.n, each.content]),
      [
        [1, 'First'],
        [2, 'Second'],
      ],
    );
    const { plan } = lastOf((await dominds('--json', 'restore', rootId, '--to', messages[1].msgId)).stdout);
    assert.deepEqual(plan.files, [
      { path: 'a.txt', action: 'changed', state: 'as-written', added: 1, removed: 2 },
      { path: 'b.txt', action: 'deleted', state: 'as-written', added: 0, removed: 1 },
    ]);
    const shown = await dominds('restore', rootId, '--to', '2', '--fork');
    assert.match(shown.stdout, /a\.txt {2}\+1 −2\n {2}b\.txt {2}\+0 −1 {2}is deleted\n/);
    assert.match(shown.stderr, /nothing was changed/);
    assert.equal(await place.read('a.txt'), '1\n2\n');
    assert.equal(shown.code, 0);
  });

  it('restores the files, and redoes them', async () => {
    const done = await dominds('--json', 'restore', rootId, '--to', '2', '--files', '--yes');
    const { restored, left, talk } = lastOf(done.stdout);
    assert.deepEqual([restored, left, talk], [['a.txt', 'b.txt'], [], 'stay']);
    assert.equal(await place.read('a.txt'), 'one\n');
    const redone = lastOf((await dominds('--json', 'restore', rootId, '--redo')).stdout);
    assert.deepEqual(redone.restored, ['b.txt', 'a.txt'].sort());
    assert.equal(await place.read('b.txt'), 'new\n');
  });

  it('sends an edited message in a fork, and settles', async () => {
    const done = await dominds('--json', 'restore', rootId, '--to', '2', '--edit', 'Better', '--yes');
    const lines = done.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    const fork = lines.find(({ type }) => type === 'restored').forkId;
    const settled = lines.at(-1);
    assert.deepEqual([settled.type, settled.rootId, done.code], ['settled', fork, 0]);
    assert.match((await dominds('show', fork)).stdout, /Better/);
  });

  it('refuses flags that say two things, and a message that is not there', async () => {
    assert.equal((await dominds('restore', rootId, '--to', '2', '--fork', '--course')).code, 2);
    assert.equal((await dominds('restore', rootId, '--to', '2', '--keep-files')).code, 2);
    const unknown = await dominds('restore', rootId, '--to', 'nothing', '--yes');
    assert.match(unknown.stderr, /No message nothing of yours/);
    assert.equal(unknown.code, 1);
  });
});
