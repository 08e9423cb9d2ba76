// What a tree changed: by file, with lines and by whom (SPEC 25.2).
import assert from 'node:assert/strict';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { runDominds } from './run-support.ts';

describe('changes', () => {
  let place: TempWorkspace;
  beforeEach(async () => {
    place = await makeTempWorkspace({
      '.minds/team.yaml':
        'member_defaults: {diligence-push-max: 0, policy: [{decision: allow, tools: [write]}]}\nmembers: {lead: {}, coder: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `replies:
  - {when: {agent: coder}, tools: [{name: edit_file, args: {path: a.txt, old: two, new: 2}}, {name: write_file, args: {path: b.txt, content: "new\\n"}}]}
  - {when: {agent: coder}, say: Done., repeat: true}
  - tools: [{name: edit_file, args: {path: a.txt, old: one, new: "1\\none"}}, {name: tellask, args: {to: coder, content: Go on.}}]
  - {say: Done., repeat: true}
`,
      'a.txt': 'one\ntwo\nthree\n',
    });
  });
  afterEach(() => place.remove());

  const dominds = (...argv: string[]) => runDominds(['--trust', ...argv], { openRuntime, cwd: place.folder });

  it('lists the files with their lines against what the tree found, and who changed them, or gives a patch', async () => {
    const { stdout } = await dominds('--json', 'start', 'Go');
    const { rootId, changes } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    const { files, ...sum } = JSON.parse((await dominds('--json', 'changes', rootId)).stdout);
    const shown = files.map((each: { path: string; added: number; removed: number; by: { agentId: string }[] }) => [
      each.path,
      each.added,
      each.removed,
      each.by.map(({ agentId }) => agentId),
    ]);
    assert.deepEqual(shown, [
      ['a.txt', 2, 1, ['lead', 'coder']],
      ['b.txt', 1, 0, ['coder']],
    ]);
    assert.deepEqual(sum, { added: 3, removed: 1 });
    assert.equal(changes.files, 2);
    const patch = (await dominds('changes', rootId, '--diff')).stdout;
    assert.match(
      patch,
      /^--- a\/a\.txt[^\n]*\n\+\+\+ b\/a\.txt[^\n]*\n@@ -1,3 \+1,4 @@\n\+1\n one\n-two\n\+2\n three\n/m,
    );
    assert.match((await dominds('changes', rootId)).stderr, /2 files \+3 −1/);
  });

  it('lists what commands changed as theirs, each call its own, and counts no lines of what is no text or is too large', async () => {
    await place.write(
      '.minds/team.yaml',
      'member_defaults: {diligence-push-max: 0, policy: [{decision: allow, tools: [write, shell]}]}\nmembers: {lead: {}}\n',
    );
    const command =
      "printf 'one\\n2\\n3\\n' > a.txt; printf '\\0' > c.bin; head -c 11000000 /dev/zero > d.bin; cat a.txt";
    await place.write(
      '.minds/p.yaml',
      `replies:
  - tools: [{name: run_shell, args: {command: ${JSON.stringify(command)}}}, {name: edit_file, args: {path: a.txt, old: "2", new: two}}]
  - {say: Done., repeat: true}
`,
    );
    const { stdout } = await dominds('--json', 'start', 'Go');
    const { rootId, changes } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    const { files } = JSON.parse((await dominds('--json', 'changes', rootId)).stdout);
    const by = (...kinds: string[]) => kinds.map(kind => ({ agentId: 'lead', selfId: rootId, kind }));
    assert.deepEqual(files, [
      { path: 'a.txt', added: 1, removed: 1, by: by('command', 'tool') },
      { path: 'c.bin', added: 0, removed: 0, by: by('command'), untracked: true },
      { path: 'd.bin', added: 0, removed: 0, by: by('command'), untracked: true },
    ]);
    assert.equal(changes.files, 3);
    assert.match(
      (await dominds('changes', rootId)).stdout,
      /^a\.txt {2}\+1 −1 {2}lead \$, lead\nc\.bin {2}\? {2}lead \$\nd\.bin {2}\? {2}lead \$\n$/,
    );
    assert.match((await dominds('changes', rootId, '--diff')).stdout, /^-three$[\s\S]*Binary file c\.bin differs/m);
  });

  it('says that a command changed more files than are listed, here and where the work ends', async () => {
    await place.write(
      '.minds/team.yaml',
      'member_defaults: {diligence-push-max: 0, policy: [{decision: allow, tools: [write, shell]}]}\nmembers: {lead: {}}\n',
    );
    const command = 'for n in $(seq 510); do echo $n > f$n.txt; done';
    await place.write(
      '.minds/p.yaml',
      `replies:\n  - tools: [{name: run_shell, args: {command: ${JSON.stringify(command)}}}]\n  - {say: Done., repeat: true}\n`,
    );
    const { stdout, stderr } = await dominds('--json', 'start', 'Go');
    const { rootId, changes } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    assert.deepEqual(changes, { files: 100, added: 100, removed: 0, untold: 'some' });
    assert.match(stderr, /more than 100 files changed/);
    const listed = await dominds('--json', 'changes', rootId);
    const { files, untold } = JSON.parse(listed.stdout);
    assert.deepEqual([files.length, untold], [500, 'some']);
    assert.match(listed.stderr, /^More files changed than are listed\.$/m);
  });

  it('says that there are none', async () => {
    await place.write('.minds/p.yaml', 'replies:\n  - {say: Hello., repeat: true}\n');
    const { rootId } = JSON.parse((await dominds('--json', 'start', 'Go')).stdout.trim().split('\n').at(-1) ?? '');
    assert.deepEqual(JSON.parse((await dominds('--json', 'changes', rootId)).stdout), {
      files: [],
      added: 0,
      removed: 0,
    });
  });
});
