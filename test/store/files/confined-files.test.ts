// Links and other strange things in `.dialogs/`, as a cloned folder may bring them (SPEC 18.3).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { diskFiles } from '../../../src/store/disk-files.ts';
import { type ConfinedFiles, confineFiles } from '../../../src/store/files/confined-files.ts';
import { openCourseFiles } from '../../../src/store/files/courses/course-files.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';
import { created, root, rootId, said } from './store-support.ts';

describe('the files of .dialogs/', () => {
  let workspace: TempWorkspace;
  let files: ConfinedFiles;
  let rtws: string;
  const course = `${JSON.stringify(created)}\n`;
  const at = (...names: string[]) => path.join(rtws, '.dialogs', ...names);
  const outside = (...names: string[]) => path.join(workspace.folder, 'outside', ...names);
  beforeEach(async () => {
    workspace = await makeTempWorkspace({ 'outside/root-1/course-001.jsonl': course, 'outside/secret': 'SECRET' });
    rtws = path.join(workspace.folder, 'ws');
    mkdirSync(at('run'), { recursive: true });
    files = confineFiles(diskFiles, rtws);
  });
  afterEach(() => workspace.remove());
  const complaints = () => files.problems.map(({ file }) => file);

  it('are read and written as any others', () => {
    files.replace(at('run/a.txt'), 'a');
    files.openAppend(at('run/b/c.txt')).append('c');
    assert.deepEqual(files.list(at('run')).sort(), ['a.txt', 'b']);
    assert.equal(files.read(at('run/b/c.txt')), 'c');
    files.rename(at('run/b'), at('done/b'));
    assert.equal(files.exists(at('done/b/c.txt')), true);
    assert.equal(files.read(at('run/b/c.txt')), undefined);
    files.remove(at('done/b'));
    assert.deepEqual(files.list(at('done')), []);
    assert.deepEqual(complaints(), []);
  });

  it('are not followed when a link takes the place of a folder that was removed', () => {
    files.makeFolder(at('run/x'));
    files.replace(at('run/x/a.txt'), 'a');
    files.remove(at('run/x/none.txt'));
    files.remove(at('run/x'));
    symlinkSync(outside(), at('run/x'));
    assert.throws(() => files.replace(at('run/x/secret'), 'a'), { code: 'ELOOP' });
    assert.equal(readFileSync(outside('secret'), 'utf8'), 'SECRET');
  });

  it('are not there while a file has the place of their folder, also where that was seen before', () => {
    files.replace(at('lock'), 'a');
    renameSync(at(), path.join(workspace.folder, 'gone'));
    writeFileSync(at(), 'x');
    assert.equal(files.read(at('lock')), undefined);
    assert.equal(files.stat(at('lock')), undefined);
    assert.deepEqual(files.list(at('run')), []);
  });

  const links: readonly [what: string, place: string, target: string][] = [
    ['a root', 'run/root-1', 'root-1'],
    ['the folder of all roots', 'run', ''],
    ['`.dialogs/` itself', '', ''],
  ];
  for (const [what, place, target] of links) {
    it(`are not followed when ${what} is a link: nothing is read or written elsewhere`, () => {
      if (place !== 'run/root-1') renameSync(at(place), path.join(workspace.folder, 'gone'));
      symlinkSync(outside(target), at(place));
      const store = openCourseFiles({ rtws, files, readOnly: false });
      assert.deepEqual([...store.listRoots()], []);
      assert.equal(store.loadTree(rootId), undefined);
      assert.throws(() => store.append({ ...root, course: 1 }, [created, said('x')]), { code: 'disk' });
      assert.throws(() => files.replace(at('run/root-1/latest.yaml'), 'x'), { code: 'ELOOP' });
      assert.throws(() => files.remove(at('run/root-1/course-001.jsonl')), { code: 'ELOOP' });
      assert.equal(readFileSync(outside('root-1/course-001.jsonl'), 'utf8'), course);
      assert.equal(existsSync(outside('root-1/latest.yaml')), false);
      assert.deepEqual(complaints(), [path.join('.dialogs', place).replace(/\/$/, '')]);
    });
  }

  it('that are links are not there, and are replaced as links', () => {
    symlinkSync(outside('secret'), at('roots.jsonl'));
    assert.equal(files.read(at('roots.jsonl')), undefined);
    assert.throws(() => files.openAppend(at('roots.jsonl')), { code: 'ELOOP' });
    files.replace(at('roots.jsonl'), 'ours');
    assert.equal(files.read(at('roots.jsonl')), 'ours');
    assert.equal(readFileSync(outside('secret'), 'utf8'), 'SECRET');
  });

  it('that are pipes are not waited for', function () {
    if (process.platform === 'win32') this.skip();
    mkdirSync(at('run/root-1'));
    execFileSync('mkfifo', [at('run/root-1/course-001.jsonl'), at('roots.jsonl')]);
    assert.deepEqual(files.list(at('run/root-1')), []);
    assert.equal(files.read(at('roots.jsonl')), undefined);
    assert.deepEqual(complaints(), ['.dialogs/run/root-1/course-001.jsonl', '.dialogs/roots.jsonl']);
  });

  it('outside of it are none of them', () => {
    writeFileSync(path.join(rtws, 'x'), 'x');
    assert.equal(files.read(path.join(rtws, 'x')), undefined);
    assert.throws(() => files.replace(path.join(rtws, 'y'), 'y'), { code: 'ELOOP' });
  });
});
