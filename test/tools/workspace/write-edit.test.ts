import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { makeBench, type ToolBench } from './workspace-support.ts';

let bench: ToolBench;
const useBench = () => {
  beforeEach(async () => {
    bench = await makeBench({ 'a.txt': 'one\ntwo\nthree\n', 'src/b.ts': 'let b;\n' });
  });
  afterEach(() => bench.remove());
};

const at = (file: string) => path.join(bench.folder, file);
const bytesOf = (file: string) => readFileSync(at(file));

describe('write_file', () => {
  useBench();

  it('creates a file with its folders', async () => {
    const result = await bench.call('write_file', { path: 'new/deep/c.txt', content: 'x\ny\n' });
    assert.deepEqual(result, { ok: true, content: 'Wrote new/deep/c.txt, 2 lines.' });
    assert.equal(await bench.read('new/deep/c.txt'), 'x\ny\n');
    assert.deepEqual(readdirSync(at('new/deep')), ['c.txt']);
  });
  it('writes a new file exactly as given', async () => {
    await bench.call('write_file', { path: 'w.txt', content: 'a\r\nb\nc' });
    assert.equal(await bench.read('w.txt'), 'a\r\nb\nc');
  });
  it('keeps encoding and line ends of what it replaces', async () => {
    writeFileSync(at('w.txt'), Buffer.from('\ufeffa\r\nb\r\n', 'utf16le').swap16());
    await bench.call('read_file', { path: 'w.txt' });
    await bench.call('write_file', { path: 'w.txt', content: '一\nc\n' });
    assert.deepEqual(bytesOf('w.txt'), Buffer.from('\ufeff一\r\nc\r\n', 'utf16le').swap16());
  });
  it('keeps the permissions of what it replaces', async () => {
    chmodSync(at('a.txt'), 0o755);
    await bench.call('read_file', { path: 'a.txt' });
    await bench.call('write_file', { path: 'a.txt', content: 'x' });
    assert.equal(statSync(at('a.txt')).mode & 0o777, 0o755);
  });
  it('writes through a link to the file it leads to', async () => {
    symlinkSync('src/b.ts', at('link'));
    await bench.call('read_file', { path: 'src/b.ts' });
    await bench.call('write_file', { path: 'link', content: 'x' });
    assert.equal(await bench.read('src/b.ts'), 'x');
    assert.ok(lstatSync(at('link')).isSymbolicLink());
  });
  it('refuses to replace a binary file, a folder, or the workspace', async () => {
    writeFileSync(at('x.bin'), Buffer.from([1, 0, 2]));
    for (const [file, message] of [
      ['x.bin', 'x.bin is a binary file.'],
      ['src', 'src is a folder; list_dir lists it.'],
      ['.', 'Name a file, not the workspace itself.'],
    ]) {
      assert.deepEqual(await bench.call('write_file', { path: file, content: 'x' }), { ok: false, content: message });
    }
  });
  it('leaves text in other encodings as it is, and says how to change it', async () => {
    const bytes = Buffer.from([0x63, 0xe9, 0x0a]);
    writeFileSync(at('latin.txt'), bytes);
    await bench.call('read_file', { path: 'latin.txt' });
    for (const [tool, args] of [
      ['write_file', { content: 'x' }],
      ['edit_file', { old: 'c', new: 'd' }],
    ] as const) {
      const { ok, content } = await bench.call(tool, { path: 'latin.txt', ...args });
      assert.equal(ok, false);
      assert.match(content, /latin\.txt .* looks like windows-1252.*iconv -f windows-1252/);
      assert.deepEqual(readFileSync(at('latin.txt')), bytes);
    }
  });
  it('refuses a path through a file', async () => {
    const { ok, content } = await bench.call('write_file', { path: 'a.txt/x', content: 'x' });
    assert.equal(ok, false);
    assert.match(content, /^a\.txt\/x/);
  });
  it('leaves the file whole and nothing else when the disk refuses', async function () {
    if (process.getuid?.() === 0) this.skip();
    await bench.call('read_file', { path: 'src/b.ts' });
    chmodSync(at('src'), 0o555);
    const result = await bench.call('write_file', { path: 'src/b.ts', content: 'x' });
    chmodSync(at('src'), 0o755);
    assert.deepEqual(result, { ok: false, content: 'src/b.ts: the system does not permit it.' });
    assert.equal(await bench.read('src/b.ts'), 'let b;\n');
    assert.deepEqual(readdirSync(at('src')), ['b.ts']);
  });
  it('says that nothing was written when the editor could not save it', async () => {
    const files = { read: async () => undefined, write: async () => 'not-saved' as const };
    const other = await makeBench({ 'a.txt': 'one\n' }, { files });
    await other.call('read_file', { path: 'a.txt' });
    for (const [tool, args] of [
      ['write_file', { path: 'a.txt', content: 'two\n' }],
      ['edit_file', { path: 'a.txt', old: 'one', new: 'two' }],
    ] as const)
      assert.deepEqual(await other.call(tool, args), {
        ok: false,
        content: 'a.txt could not be saved in the editor; nothing was written. Ask the person to look at it.',
      });
    assert.equal(await other.read('a.txt'), 'one\n');
    await other.remove();
  });
  it('gives the text to the editor when the file is open there', async () => {
    const written: string[] = [];
    const files = {
      read: async () => undefined,
      write: async (file: string, text: string) => {
        written.push(`${path.basename(file)}: ${text}`);
        return 'written' as const;
      },
    };
    const other = await makeBench({ 'a.txt': 'one\r\n' }, { files });
    await other.call('read_file', { path: 'a.txt' });
    await other.call('write_file', { path: 'a.txt', content: 'two\n' });
    assert.deepEqual(written, ['a.txt: two\r\n']);
    assert.equal(await other.read('a.txt'), 'one\r\n');
    await other.remove();
  });
});

describe('edit_file', () => {
  useBench();

  const edit = (args: { path?: string; old: string; new: string; all?: boolean }) =>
    bench.call('edit_file', { path: 'a.txt', ...args });
  const refuses = async (args: Parameters<typeof edit>[0], content: string) => {
    const before = bytesOf('a.txt');
    assert.deepEqual(await edit(args), { ok: false, content });
    assert.deepEqual(bytesOf('a.txt'), before);
  };

  it('leaves out line numbers that were copied with the text', async () => {
    assert.ok((await edit({ old: '1\tone\n2\ttwo\n', new: '1\tONE\n2\tTWO\n' })).ok);
    assert.equal(await bench.read('a.txt'), 'ONE\nTWO\nthree\n');
    assert.ok((await edit({ old: ' 2\tTWO\n 3\tthree', new: 'both' })).ok);
    assert.equal(await bench.read('a.txt'), 'ONE\nboth\n');
  });
  it('refuses line numbers that cannot be told from the text', async () => {
    const numbers =
      '`old` or `new` has the line numbers that read_file shows; they are no part of the file. Leave them out.';
    await refuses({ old: '1\tone\n3\ttwo', new: 'x' }, numbers);
    await refuses({ old: 'one\n2\ttwo', new: 'x' }, numbers);
    await refuses({ old: '1\tone', new: '1\tone\nnew\n2\tx' }, numbers);
  });
  it('takes numbers that are in the file as its text', async () => {
    writeFileSync(at('a.txt'), '1\tone\n2\ttwo\n');
    assert.ok((await edit({ old: '1\tone\n2\ttwo', new: '1\tuno' })).ok);
    assert.equal(await bench.read('a.txt'), '1\tuno\n');
  });
  it('replaces the one place', async () => {
    assert.deepEqual(await edit({ old: 'two\nth', new: '2\n\nTh' }), { ok: true, content: 'Edited a.txt at line 2.' });
    assert.equal(await bench.read('a.txt'), 'one\n2\n\nThree\n');
  });
  it('takes `$` in the new text as it is', async () => {
    await edit({ old: 'two', new: '$& $1 $$' });
    assert.equal(await bench.read('a.txt'), 'one\n$& $1 $$\nthree\n');
  });
  it('can take a text out', async () => {
    await edit({ old: 'two\n', new: '' });
    assert.equal(await bench.read('a.txt'), 'one\nthree\n');
  });
  it('replaces every place when told to', async () => {
    assert.deepEqual(await edit({ old: 'o', new: '0', all: true }), {
      ok: true,
      content: 'Edited a.txt at 2 places (lines 1, 2).',
    });
    assert.equal(await bench.read('a.txt'), '0ne\ntw0\nthree\n');
  });
  it('says how often a text stands there that is not unique', () =>
    refuses({ old: 'e', new: 'x' }, '`old` stands 3 times in a.txt (lines 1, 3, 3): add lines around it, or set all.'));
  it('says that a text is not there, and where its first line is', async () => {
    await refuses({ old: 'four', new: 'x' }, 'a.txt does not hold `old`. Read the file again.');
    await refuses(
      { old: '  two\n  three', new: 'x' },
      'a.txt does not hold `old`. Its first line stands at 2, but what follows or the space around differs: read it there.',
    );
  });
  it('refuses an edit that changes nothing, or has nothing to look for', async () => {
    await refuses({ old: 'two', new: 'two' }, '`old` and `new` are the same; nothing would change.');
    await refuses({ old: '', new: 'x' }, '`old` is empty; write_file replaces a whole text.');
  });
  it('refuses a file that is not there', () =>
    refuses({ path: 'b.txt', old: 'x', new: 'y' }, 'There is no b.txt; write_file creates it.'));

  const encodings = [
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 BE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ] as const;
  for (const [name, encode] of encodings) {
    it(`keeps ${name} and Windows line ends`, async () => {
      writeFileSync(at('a.txt'), encode('é\r\ntwo\r\n😀\r\n'));
      assert.ok((await edit({ old: 'two\n😀', new: '2\n2½\n🎉' })).ok);
      assert.deepEqual(bytesOf('a.txt'), encode('é\r\n2\r\n2½\r\n🎉\r\n'));
    });
  }
  it('keeps each line end of a mixed file that it does not touch', async () => {
    writeFileSync(at('a.txt'), 'a\r\nb\nc\r\nd\r\ne\n');
    await edit({ old: 'c\n', new: 'C\nCC\n' });
    assert.equal(await bench.read('a.txt'), 'a\r\nb\nC\r\nCC\r\nd\r\ne\n');
    await edit({ old: 'a\nb\nC', new: 'x' });
    assert.equal(await bench.read('a.txt'), 'x\r\nCC\r\nd\r\ne\n');
  });
  it('edits the unsaved text of the editor, and says that the disk does not have it yet', async () => {
    const written: string[] = [];
    const files = {
      read: async () => 'one\nunsaved\n',
      write: async (_: string, text: string) => {
        written.push(text);
        return 'written' as const;
      },
    };
    const other = await makeBench({ 'a.txt': 'one\n' }, { files });
    const result = await other.call('edit_file', { path: 'a.txt', old: 'unsaved', new: 'edited' });
    assert.match(result.content, /unsaved editor of the user; commands do not see it yet/);
    assert.ok(result.ok);
    assert.deepEqual(written, ['one\nedited\n']);
    await other.remove();
  });
  it('refuses a file that the member may write but not read', async () => {
    const member = { noReadDirs: ['src'] };
    const result = await bench.call('edit_file', { path: 'src/b.ts', old: 'b', new: 'c' }, { member });
    assert.deepEqual(result, { ok: false, content: 'src/b.ts: you may not read in src.' });
  });
});

describe('move_file', () => {
  useBench();

  const move = (from: string, to: string) => bench.call('move_file', { from, to });

  it('moves a file into folders that it makes', async () => {
    assert.deepEqual(await move('a.txt', 'new/deep/b.txt'), { ok: true, content: 'Moved a.txt to new/deep/b.txt.' });
    assert.equal(await bench.read('new/deep/b.txt'), 'one\ntwo\nthree\n');
    assert.deepEqual(readdirSync(bench.folder).sort(), ['new', 'src']);
  });
  it('moves a folder', async () => {
    await move('src', 'lib');
    assert.equal(await bench.read('lib/b.ts'), 'let b;\n');
  });
  it('moves a link, not what it leads to', async () => {
    symlinkSync('a.txt', at('link'));
    assert.ok((await move('link', 'other')).ok);
    assert.ok(lstatSync(at('other')).isSymbolicLink());
    assert.equal(await bench.read('a.txt'), 'one\ntwo\nthree\n');
  });
  for (const [from, to, content] of [
    ['a.txt', 'src/b.ts', 'src/b.ts is there already; name the whole new path, or delete it first.'],
    ['a.txt', 'src', 'src is there already; name the whole new path, or delete it first.'],
    ['nothing', 'x', 'There is no nothing.'],
    ['src', 'src/inner', 'src/inner: a folder cannot be moved into itself.'],
    ['.', 'x', 'The workspace folder itself cannot be changed.'],
  ] as const) {
    it(`refuses ${from} to ${to}`, async () => {
      assert.deepEqual(await move(from, to), { ok: false, content });
      assert.equal(await bench.read('a.txt'), 'one\ntwo\nthree\n');
      assert.equal(await bench.read('src/b.ts'), 'let b;\n');
    });
  }
  it('refuses to carry a file out of a folder that the member may not read', async () => {
    const result = await bench.call('move_file', { from: 'src/b.ts', to: 'b.ts' }, { member: { noReadDirs: ['src'] } });
    assert.deepEqual(result, { ok: false, content: 'src/b.ts: you may not read in src.' });
  });
});

describe('delete_file', () => {
  useBench();

  const remove = (file: string) => bench.call('delete_file', { path: file });

  it('deletes a file', async () => {
    assert.deepEqual(await remove('a.txt'), { ok: true, content: 'Deleted a.txt.' });
    assert.deepEqual(readdirSync(bench.folder), ['src']);
  });
  it('deletes a link, not what it leads to', async () => {
    symlinkSync('a.txt', at('link'));
    assert.ok((await remove('link')).ok);
    assert.deepEqual(readdirSync(bench.folder).sort(), ['a.txt', 'src']);
  });
  it('deletes an empty folder, and refuses one that holds something', async () => {
    mkdirSync(at('hollow'));
    assert.ok((await remove('hollow')).ok);
    assert.deepEqual(await remove('src'), {
      ok: false,
      content: 'src: the folder is not empty; delete its files first.',
    });
    assert.equal(await bench.read('src/b.ts'), 'let b;\n');
  });
  it('refuses what is not there', async () =>
    assert.deepEqual(await remove('x'), { ok: false, content: 'There is no x.' }));
  it('refuses a file with unsaved edits', async () => {
    const files = { read: async () => 'unsaved', write: async () => 'written' as const };
    const other = await makeBench({ 'a.txt': 'x' }, { files });
    assert.equal((await other.call('delete_file', { path: 'a.txt' })).ok, false);
    assert.equal((await other.call('move_file', { from: 'a.txt', to: 'b.txt' })).ok, false);
    assert.equal(await other.read('a.txt'), 'x');
    await other.remove();
  });
});
