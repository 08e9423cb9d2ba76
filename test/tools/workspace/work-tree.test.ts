// What a command changed, found by the files before and after it (SPEC 25.1), and a name for all contents.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { createAskGit } from '../../../src/tools/files/ask-git.ts';
import { newSlices } from '../../../src/tools/files/find-files.ts';
import { createWorkTree, type TreeLook, type WorkTree } from '../../../src/tools/work-tree/work-tree.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';

const env = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};

function workTreeOf(): WorkTree {
  const never = () => () => {};
  return createWorkTree({ git: createAskGit(env, never), after: never, newSlices, now: Date.now });
}

for (const [name, withGit] of [
  ['with Git', true],
  ['without Git', false],
] as const)
  describe(`the work tree ${name}`, () => {
    let place: TempWorkspace;
    let tree: WorkTree;
    const git = (...args: string[]) => execFileSync('git', args, { cwd: place.folder, env });
    const write = (file: string, text: string | Buffer) => {
      fs.mkdirSync(path.dirname(path.join(place.folder, file)), { recursive: true });
      fs.writeFileSync(path.join(place.folder, file), text);
    };
    const look = async (): Promise<TreeLook> => {
      const found = await tree.look(place.folder);
      assert.ok(found);
      return found;
    };
    /** The changes of some work as `path before > after`. */
    const changesOf = async (work: () => void) => {
      const before = await look();
      work();
      const { changed, untold } = await tree.changesBetween(before, await look());
      const show = (side: (typeof changed)[number]['before']) =>
        side ? (side.isUnread ? '?' : (side.kind ?? '') + Buffer.from(side.bytes).toString()) : '-';
      return [
        ...changed.map(each => `${each.path} ${show(each.before)} > ${show(each.after)}`),
        ...(untold ? [untold] : []),
      ];
    };
    beforeEach(async function () {
      if (process.platform === 'win32') this.skip();
      place = await makeTempWorkspace({ 'a.txt': 'a', 'src/b.txt': 'b', '.gitignore': 'out/\n', 'out/x': 'x' });
      tree = workTreeOf();
      if (!withGit) return;
      git('init', '-q');
      git('add', '.');
      git('commit', '-qm', 'x');
    });
    afterEach(() => place?.remove());

    it('finds what was written, made and removed, with the contents of before', async () => {
      const changes = await changesOf(() => {
        write('a.txt', 'A');
        write('new/c.txt', 'c');
        fs.rmSync(path.join(place.folder, 'src/b.txt'));
      });
      assert.deepEqual(changes, ['a.txt a > A', 'new/c.txt - > c', 'src/b.txt b > -']);
    });
    it('finds a second change of a file that was different already, with what was there in between', async () => {
      write('a.txt', 'A');
      write('c.txt', 'c');
      assert.deepEqual(
        await changesOf(() => {
          write('a.txt', 'AA');
          write('c.txt', 'C');
        }),
        ['a.txt A > AA', 'c.txt c > C'],
      );
      assert.deepEqual(await changesOf(() => {}), []);
    });
    it('takes a file of which only the time is new for the same', async () => {
      assert.deepEqual(await changesOf(() => write('a.txt', 'a')), []);
    });
    it('sees nothing of ignored files, and of what the product itself keeps', async () => {
      const own = ['out/y', '.dialogs/z', 'tasks/x.tsk/goals.md', '.minds/memory/alice/m.md'];
      const writeAll = () => {
        for (const file of own) write(file, 'y');
      };
      assert.deepEqual(await changesOf(writeAll), []);
    });
    it('does not hold large and binary contents, and names the file all the same', async () => {
      write('big.bin', Buffer.alloc(11_000_000));
      const [changed, ...more] = await changesOf(() => write('big.bin', Buffer.alloc(11_000_001)));
      assert.deepEqual([changed, more], ['big.bin ? > ?', []]);
    });
    it('gives the same files the same name, whatever lies between, and others another', async () => {
      const name = async () => tree.treeId(await look());
      const first = await name();
      write('a.txt', 'A');
      const second = await name();
      assert.notEqual(second, first);
      assert.equal(await workTreeOf().treeId(await look()), second);
      write('a.txt', 'a');
      assert.equal(await name(), first);
      fs.rmSync(path.join(place.folder, 'src/b.txt'));
      assert.notEqual(await name(), first);
    });
    it('cannot tell of more files than it reads, and lists no more changes than a person can look through', async () => {
      const many = await changesOf(() => {
        for (let n = 0; n < 600; n += 1) write(`many/${n}`, `${n}`);
      });
      assert.deepEqual([many.length, many.at(-1)], [501, 100]);
      for (let n = 0; n < 5_001; n += 1) write(`many/${n}`, '');
      assert.equal(await tree.look(place.folder), undefined);
    });
    if (!withGit) return;

    it('finds what Git itself does: a commit changes no file, another branch does', async () => {
      write('a.txt', 'A');
      const first = await tree.treeId(await look());
      assert.deepEqual(await changesOf(() => git('commit', '-qam', 'y')), []);
      assert.equal(await tree.treeId(await look()), first);
      assert.deepEqual(await changesOf(() => git('checkout', '-q', 'HEAD~1')), ['a.txt A > a']);
      assert.deepEqual(await changesOf(() => git('rm', '-q', '--cached', 'src/b.txt')), []);
      assert.deepEqual(await changesOf(() => git('stash', '-qu')), []);
    });
    it('gives a former content the line ends that the disk had, and takes no pointer for a content', async () => {
      write('.gitattributes', '*.crlf text eol=crlf\n');
      write('l.crlf', 'one\r\ntwo\r\n');
      write('p.bin', 'version https://git-lfs.github.com/spec/v1\n');
      git('add', '.');
      git('commit', '-qm', 'z');
      assert.deepEqual(
        await workTreeChanges(() => {
          write('l.crlf', 'one\r\n');
          write('p.bin', 'what it points to');
        }),
        ['l.crlf one\r\ntwo\r\n > one\r\n', 'p.bin ? > what it points to'],
      );
    });
    it('follows links and submodules nowhere', async () => {
      assert.deepEqual(await changesOf(() => fs.symlinkSync('/etc', path.join(place.folder, 'etc'))), [
        'etc - > link/etc',
      ]);
      fs.mkdirSync(path.join(place.folder, 'sub'));
      execFileSync('git', ['init', '-q'], { cwd: path.join(place.folder, 'sub'), env });
      assert.deepEqual(await changesOf(() => write('sub/s.txt', 's')), []);
    });
    /** The same in a process that has read nothing yet. */
    const workTreeChanges = (work: () => void) => {
      tree = workTreeOf();
      return changesOf(work);
    };
  });
