// Dialogs are out of Git's sight, unless the person chose otherwise (SPEC 9.7). With real repositories.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepOutOfGit, leaveToFirstCommit, showInGit } from '../../src/runtime/stored/out-of-git.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

const log = { warn: () => {} };

describe('the dialogs of a folder that Git keeps', () => {
  let workspace: TempWorkspace;
  let at: string;
  beforeEach(async () => {
    workspace = await makeTempWorkspace({ 'repo/a.txt': 'one\n', 'repo/app/.dialogs/.gitignore': 'lock\n' });
    at = path.join(workspace.folder, 'repo');
  });
  afterEach(() => workspace.remove());

  const git = (folder: string, ...args: readonly string[]) => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'protocol.file.allow=always'];
    return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const repository = () => {
    git(at, 'init', '-qb', 'main');
    git(at, 'add', 'a.txt');
    git(at, 'commit', '-qm', 'one');
  };
  const talk = (folder: string) => {
    mkdirSync(path.join(folder, '.dialogs/run'), { recursive: true });
    writeFileSync(path.join(folder, '.dialogs/.gitignore'), 'lock\n');
    writeFileSync(path.join(folder, '.dialogs/run/said'), 'x');
  };
  const seen = (folder: string) => git(folder, 'status', '--porcelain', '-uall', '.').includes('.dialogs');

  it('are out of its sight, also in a folder below its top, in another work tree and in a submodule', () => {
    repository();
    const tree = path.join(workspace.folder, 'tree');
    git(at, 'worktree', 'add', '-q', tree);
    const other = path.join(workspace.folder, 'other');
    git(workspace.folder, 'init', '-qb', 'main', other);
    git(other, 'submodule', '--quiet', 'add', at, 'sub');
    for (const folder of [at, path.join(at, 'app'), tree, path.join(other, 'sub')]) {
      talk(folder);
      assert.equal(keepOutOfGit(folder, log), 'kept', folder);
      assert.equal(keepOutOfGit(folder, log), 'kept', folder);
      assert.equal(seen(folder), false, folder);
      git(folder, 'clean', '-fdq');
      git(folder, 'stash', '-uq');
      assert.ok(existsSync(path.join(folder, '.dialogs/run/said')), folder);
    }
    assert.equal(readFileSync(path.join(at, '.git/info/exclude'), 'utf8').split('\n.dialogs/\n').length, 2);
  });

  it('are left to the person who has chosen: by a rule, by a commit, by the answer to the question', () => {
    repository();
    for (const rule of ['!.dialogs/', '.dialogs/inbox/', '/.dialogs/']) {
      writeFileSync(path.join(at, '.gitignore'), rule);
      assert.equal(keepOutOfGit(path.join(at, 'app'), log), 'chosen', rule);
    }
    rmSync(path.join(at, '.gitignore'));
    talk(at);
    git(at, 'add', '.dialogs');
    assert.equal(keepOutOfGit(at, log), 'chosen');
    git(at, 'update-index', '--index-version', '4');
    assert.equal(keepOutOfGit(at, log), 'chosen');
    git(at, 'rm', '-rq', '--cached', '.dialogs');
    assert.equal(keepOutOfGit(at, log), 'kept');
    showInGit(at);
    assert.equal(keepOutOfGit(at, log), 'chosen');
    assert.equal(seen(at), true);
  });

  it('can be taken into the first commit of a repository by a person, and by no member before', () => {
    git(at, 'init', '-qb', 'main');
    talk(at);
    assert.equal(keepOutOfGit(at, log), 'kept');
    assert.equal(seen(at), false);
    leaveToFirstCommit(at);
    assert.equal(seen(at), true);
    git(at, 'add', 'a.txt');
    git(at, 'commit', '-qm', 'one');
    assert.equal(keepOutOfGit(at, log), 'kept');
    for (const pack of [false, true]) {
      if (pack) git(at, 'pack-refs', '--all');
      leaveToFirstCommit(at);
      assert.equal(seen(at), false);
    }
  });

  it('never stop anything: without Git, where it is read-only, or where a link lies in place of its file', () => {
    assert.equal(keepOutOfGit(at, log), 'none');
    repository();
    const info = path.join(at, '.git/info');
    rmSync(path.join(info, 'exclude'), { force: true });
    chmodSync(info, 0o500);
    const tried = keepOutOfGit(at, log);
    // Root may write all the same.
    assert.equal(tried, process.getuid?.() === 0 ? 'kept' : 'none');
    chmodSync(info, 0o700);
    rmSync(path.join(info, 'exclude'), { force: true });
    const elsewhere = path.join(workspace.folder, 'profile');
    writeFileSync(elsewhere, 'mine\n');
    symlinkSync(elsewhere, path.join(info, 'exclude'));
    keepOutOfGit(at, log);
    assert.equal(readFileSync(elsewhere, 'utf8'), 'mine\n');
    rmSync(path.join(at, '.git'), { recursive: true });
    writeFileSync(path.join(at, '.git'), 'gitdir: ../nowhere\n');
    assert.equal(keepOutOfGit(at, log), 'none');
  });
});
