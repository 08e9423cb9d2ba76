// What was allowed in a workspace for good: asked, kept outside of it, listed and taken back (SPEC 24.4).
import assert from 'node:assert/strict';
import path from 'node:path';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { runDominds } from './run-support.ts';

(process.platform === 'win32' ? describe.skip : describe)('a permission for the workspace', () => {
  let place: TempWorkspace;
  beforeEach(async () => {
    place = await makeTempWorkspace({
      'rtws/.minds/team.yaml': 'members: {lead: {name: Lena, diligence-push-max: 0}}\n',
      'rtws/.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      'rtws/.minds/p.yaml': `replies:
  - {when: {contains: go}, repeat: true, tools: [{name: run_shell, args: {command: "N=1 true"}}, {name: run_shell, args: {command: "make -n x; true"}}]}
  - {say: Done., repeat: true}
`,
    });
  });
  afterEach(() => place.remove());

  const dominds = (...argv: string[]) => {
    const env = { ...process.env, XDG_CONFIG_HOME: path.join(place.folder, 'home') };
    return runDominds(['--trust', ...argv], { openRuntime, cwd: path.join(place.folder, 'rtws'), env });
  };
  const asked = async () => {
    await dominds('start', 'go');
    const [question] = JSON.parse((await dominds('--json', 'q4h')).stdout);
    return question;
  };

  it('holds in other tasks of the workspace, until it is taken back', async () => {
    const first = await asked();
    assert.deepEqual(first.options, ['allow once', 'always', 'always here', 'deny']);
    assert.match(first.bodyContent, /Always allow: `N=1 true`.*Always here: /s);
    await dominds('answer', first.id, 'always here');
    const second = JSON.parse((await dominds('--json', 'q4h')).stdout)[0];
    assert.match(second.bodyContent, /Always allow: `make -n x`/);
    await dominds('answer', second.id, 'always in this workspace.');
    assert.equal(await asked(), undefined);
    const listed = await dominds('permissions');
    assert.deepEqual(listed.stdout.trim().split('\n'), ['1. N=1 true', '2. make -n x']);
    assert.deepEqual(JSON.parse((await dominds('--json', 'permissions', 'remove', '1')).stdout), [
      { n: 1, tool: 'run_shell', allows: 'make -n x', paths: ['.'] },
    ]);
    assert.match((await asked()).tellaskHead, /N=1 true/);
  });

  it('of one task is listed and taken back there, and a mode lets it go on', async () => {
    const { rootId, id } = await asked();
    await dominds('answer', id, 'always');
    const inTask = async (...argv: string[]) => {
      const { mode, permissions } = JSON.parse((await dominds('--json', 'permissions', rootId, ...argv)).stdout);
      return [mode, permissions.map(({ allows }: { readonly allows: string }) => allows)];
    };
    assert.deepEqual(await inTask(), ['ask', []]);
    assert.deepEqual(await inTask('all'), ['all', []]);
    assert.equal(
      JSON.parse((await dominds('--json', 'continue', rootId)).stdout.trim().split('\n').at(-1) ?? '').response,
      'Done.',
    );
    assert.deepEqual(await inTask('ask'), ['ask', ['N=1 true']]);
    assert.deepEqual(await inTask('remove', '1'), ['ask', []]);
    assert.match((await dominds('permissions', rootId)).stderr, /as rules and defaults say/);
    assert.match((await dominds('permissions', rootId, 'remove', '1')).stderr, /no permission 1/);
    for (const wrong of [['none'], ['all', '1'], ['remove'], ['remove', 'x']])
      assert.equal((await dominds('permissions', rootId, ...wrong)).code, 2);
  });

  it('says what is wrong with a number, and when there is none', async () => {
    assert.match((await dominds('permissions')).stderr, /nothing is allowed for good/);
    assert.match((await dominds('permissions', 'remove', '3')).stderr, /no permission 3.*there are 0/);
    assert.equal((await dominds('permissions', 'remove', 'x')).code, 2);
  });
});
