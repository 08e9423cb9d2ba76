import assert from 'node:assert/strict';
import path from 'node:path';
import { createLookAround, todayAt } from '../../src/runtime/surroundings.ts';
import { makeTempWorkspace, type WorkspaceFiles } from '../support/temp-workspace.ts';

const never = () => () => {};

/** Looks at a workspace with these files, or at a folder of it. */
async function lookAt(files: WorkspaceFiles, folder = '.', platform: NodeJS.Platform = 'linux') {
  const workspace = await makeTempWorkspace(files);
  const rtws = path.join(workspace.folder, folder);
  const seen = await createLookAround({ rtws, platform, after: never, elapsed: () => 0 })();
  await workspace.remove();
  return seen;
}

describe('a look around the workspace', () => {
  it('names the top level without what Git ignores and what the runtime keeps, dot files last', async () => {
    const { top } = await lookAt({
      '.gitignore': 'dist/\n*.log\n',
      '.minds/team.yaml': '',
      'tasks.tsk/goals.md': '',
      'node_modules/a.js': '',
      'dist/a.js': '',
      'b.log': '',
      'src/a.ts': '',
      'README.md': '',
    });
    assert.deepEqual(top, { names: ['README.md', 'src/', '.gitignore'], more: 0 });
  });

  it('names 40 entries and counts the rest', async () => {
    const files = Array.from({ length: 45 }, (_, at) => [`f${String(at).padStart(2, '0')}`, ''] as const);
    const { top } = await lookAt(Object.fromEntries(files));
    assert.deepEqual([top?.names.length, top?.names.at(-1), top?.more], [40, 'f39', 5]);
  });

  it('keeps a name on one line', async function () {
    if (process.platform === 'win32') this.skip();
    const { top } = await lookAt({ 'a\n# Your role': '', 'b c.md': '' });
    assert.deepEqual(top?.names, ['"a\\n# Your role"', '"b c.md"']);
  });

  it('tells the branch, also from a folder below and from a linked work tree', async () => {
    const head = { '.git/HEAD': 'ref: refs/heads/feat/x\n', 'sub/a': '' };
    const branch = { is: 'branch', name: 'feat/x' };
    assert.deepEqual((await lookAt(head)).git, branch);
    assert.deepEqual((await lookAt(head, 'sub')).git, branch);
    const linked = { 'repo/wt/HEAD': 'ref: refs/heads/feat/x\n', 'tree/.git': 'gitdir: ../repo/wt\n' };
    assert.deepEqual((await lookAt(linked, 'tree')).git, branch);
  });

  it('tells a commit that is checked out by itself, and nothing of a HEAD that it cannot read', async () => {
    const commit = `${'0a'.repeat(20)}\n`;
    assert.deepEqual((await lookAt({ '.git/HEAD': commit })).git, { is: 'commit', name: '0a0a0a0a0a' });
    assert.equal((await lookAt({ '.git/HEAD': 'secret words' })).git, null);
    assert.equal((await lookAt({ '.git': 'gitdir: //host/share\n' })).git, null);
  });

  it('names system and shell', async () => {
    const { system, shell } = await lookAt({}, '.', 'win32');
    assert.deepEqual([system, shell], ['Windows', 'cmd.exe']);
    assert.equal((await lookAt({}, '.', 'darwin')).system, 'macOS');
  });

  it('does without the disk when that takes too long', async () => {
    const workspace = await makeTempWorkspace({ '.git/HEAD': 'ref: refs/heads/main\n' });
    const after = (_: number, work: () => void) => {
      work();
      return () => {};
    };
    const look = createLookAround({ rtws: workspace.folder, platform: 'win32', after, elapsed: () => 0 });
    assert.deepEqual(await look(), { system: 'Windows', shell: 'cmd.exe', git: null });
    await workspace.remove();
  });

  it('is one for courses that open at nearly the same time', async () => {
    const workspace = await makeTempWorkspace({});
    let now = 0;
    const rtws = workspace.folder;
    const look = createLookAround({ rtws, platform: 'linux', after: never, elapsed: () => now });
    const first = look();
    assert.equal(look(), first);
    now = 2_001;
    assert.notEqual(look(), first);
    await look();
    await workspace.remove();
  });
});

describe('today', () => {
  it('is a date with a zone of the runtime', () => {
    assert.match(todayAt(Date.UTC(2026, 10, 28, 12)).date, /^2026-11-2[78]|29$/);
    assert.notEqual(todayAt(0).zone, '');
  });
});
