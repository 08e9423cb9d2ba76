// Members of a team write the same files: nothing of one is lost to another (SPEC 12.4).
import assert from 'node:assert/strict';
import { linkSync, readFileSync, renameSync, statSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { makeBench, type ToolBench } from './workspace-support.ts';

describe('a file that others work on, too', () => {
  let bench: ToolBench;
  beforeEach(async () => {
    bench = await makeBench({ 'a.txt': 'one\ntwo\n', 'src/b.ts': 'let b;\n', 'empty.txt': '' });
  });
  afterEach(() => bench.remove());

  const read = (file: string) => bench.call('read_file', { path: file });
  const write = (content: string, file = 'a.txt') => bench.call('write_file', { path: file, content });
  const refused = (result: { readonly ok: boolean; readonly content: string }, words: RegExp) => {
    assert.equal(result.ok, false);
    assert.match(result.content, words);
  };

  it('is not written over after it changed, and the change is shown', async () => {
    await read('a.txt');
    await bench.write('a.txt', 'one\ntwo\nof Bob\n');
    refused(await write('mine\n'), /a\.txt has changed since you read it[\s\S]*\+of Bob[\s\S]*read_file it/);
    assert.equal(await bench.read('a.txt'), 'one\ntwo\nof Bob\n');
    await read('a.txt');
    assert.equal((await write('both\n')).ok, true);
  });
  it('is not written over by who never read it', async () => {
    refused(await write('mine\n'), /is there already[\s\S]*read_file it first/);
    assert.equal((await write('first\n', 'empty.txt')).ok, true);
    assert.equal((await write('one\ntwo\n')).ok, true);
  });
  it('is not written over by who edited a part of it without reading the rest', async () => {
    await read('a.txt');
    await bench.write('a.txt', 'one\ntwo\nof Bob\n');
    assert.equal((await bench.call('edit_file', { path: 'a.txt', old: 'one', new: '1' })).ok, true);
    refused(await write('mine\n'), /has changed/);
  });
  it('is not deleted or moved after it changed, alone or in its folder', async () => {
    await read('src/b.ts');
    await bench.write('src/b.ts', 'let c;\n');
    for (const [tool, args] of [
      ['delete_file', { path: 'src/b.ts' }],
      ['move_file', { from: 'src/b.ts', to: 'c.ts' }],
      ['move_file', { from: 'src', to: 'lib' }],
    ] as const)
      refused(await bench.call(tool, args), /src\/b\.ts has changed[\s\S]*\+let c;/);
  });
  it('is not made again in silence by who did not see it go', async () => {
    await read('a.txt');
    unlinkSync(path.join(bench.folder, 'a.txt'));
    refused(await write('mine\n'), /is gone/);
    assert.equal((await write('mine\n')).ok, true);
  });
  it('stays known when the dialog itself writes, edits and moves it', async () => {
    await write('x\n', 'new.txt');
    await bench.call('edit_file', { path: 'new.txt', old: 'x', new: 'y' });
    await bench.call('move_file', { from: 'new.txt', to: 'moved.txt' });
    assert.equal((await write('z\n', 'moved.txt')).ok, true);
    await bench.call('delete_file', { path: 'moved.txt' });
    assert.equal((await write('again\n', 'moved.txt')).ok, true);
  });
  it('can be written by a member that may not read there', async () => {
    const options = { member: { noReadDirs: ['src'] } };
    assert.equal((await bench.call('write_file', { path: 'src/b.ts', content: 'x' }, options)).ok, true);
  });
  it('keeps its other names', async () => {
    linkSync(path.join(bench.folder, 'a.txt'), path.join(bench.folder, 'same.txt'));
    await read('a.txt');
    await write('a far shorter text\n');
    assert.equal(await bench.read('same.txt'), 'a far shorter text\n');
    await bench.call('edit_file', { path: 'same.txt', old: 'a far shorter text', new: '1' });
    assert.equal(readFileSync(path.join(bench.folder, 'a.txt'), 'utf8'), '1\n');
    assert.equal(statSync(path.join(bench.folder, 'a.txt')).nlink, 2);
  });
  it('is not lost to a write that was decided before it changed', async () => {
    const files = {
      read: async () => undefined,
      // Another one writes while the editor is asked.
      write: async (file: string) => {
        await other.write('late.txt', 'of Bob\n');
        renameSync(path.join(other.folder, 'late.txt'), file);
        return 'not-open' as const;
      },
    };
    const other: ToolBench = await makeBench({ 'a.txt': 'one\n' }, { files });
    refused(await other.call('edit_file', { path: 'a.txt', old: 'one', new: '1' }), /changed just now/);
    refused(await other.call('write_file', { path: 'c.txt', content: '1' }), /changed just now/);
    assert.equal(await other.read('a.txt'), 'of Bob\n');
    await other.remove();
  });
});
