import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeBench, type ToolBench } from './workspace-support.ts';

describe('read_file', () => {
  let bench: ToolBench;
  before(async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index + 1} ${'x'.repeat(20)}`);
    bench = await makeBench({
      'a.txt': 'one\ntwo\nthree\n',
      'no-end.txt': 'one\ntwo',
      'windows.txt': 'one\r\ntwo\r\n',
      'empty.txt': '',
      'long.txt': lines.join('\n'),
      'wide.txt': `${'w'.repeat(50_000)}\nshort\n`,
      'src/b.ts': 'b',
    });
    await writeFile(path.join(bench.folder, 'image.png'), Buffer.from([0x89, 0x50, 0, 1]));
    await writeFile(path.join(bench.folder, 'latin.txt'), Buffer.from([0x63, 0xe9]));
    await writeFile(path.join(bench.folder, 'bom.txt'), '\ufeffone\n');
    await writeFile(path.join(bench.folder, 'le.txt'), Buffer.from('\ufeffone\n二\n', 'utf16le'));
    await writeFile(path.join(bench.folder, 'be.txt'), Buffer.from('\ufeffone\n', 'utf16le').swap16());
    execFileSync('mkfifo', [path.join(bench.folder, 'pipe')]);
  });
  after(() => bench.remove());

  const check = async (args: Readonly<Record<string, unknown>>, content: string, ok = true) =>
    assert.deepEqual(await bench.call('read_file', args), { ok, content });

  it('shows a whole file under a header', () =>
    check({ path: 'a.txt' }, 'a.txt, lines 1-3 of 3\n1\tone\n2\ttwo\n3\tthree'));
  it('shows a file without a last line end', () =>
    check({ path: 'no-end.txt' }, 'no-end.txt, lines 1-2 of 2\n1\tone\n2\ttwo'));
  it('shows Windows line ends as line ends', () =>
    check({ path: 'windows.txt' }, 'windows.txt, lines 1-2 of 2\n1\tone\n2\ttwo'));
  it('shows a range', () => check({ path: 'a.txt', from: 2, to: 2 }, 'a.txt, lines 2-2 of 3\n2\ttwo'));
  it('shows what there is of a range', () =>
    check({ path: 'a.txt', from: 3, to: 99 }, 'a.txt, lines 3-3 of 3\n3\tthree'));
  it('takes `null` for what is left out', () =>
    check({ path: 'a.txt', from: null, to: null }, 'a.txt, lines 1-3 of 3\n1\tone\n2\ttwo\n3\tthree'));
  it('takes a number that is written as text', () =>
    check({ path: 'a.txt', from: '2', to: 2 }, 'a.txt, lines 2-2 of 3\n2\ttwo'));
  it('refuses a text that is no such number, and `null` for what it needs', async () => {
    const refused = (problem: string, path: string) =>
      `read_file: ${problem} Call it like this: read_file {"path": "${path}"}. Its arguments: path, from (optional), to (optional), column (optional).`;
    await check({ path: 'a.txt', from: 'two' }, refused('"from" must be a number, not "two".', 'a.txt'), false);
    await check({ path: null }, refused('the argument "path" is missing.', '<path>'), false);
  });
  it('refuses a range beyond the end', () => check({ path: 'a.txt', from: 4 }, 'a.txt has 3 lines.', false));
  it('refuses a range from behind', () =>
    check({ path: 'a.txt', from: 3, to: 2 }, '`to` must not be below `from`.', false));
  it('says that a file is empty', () => check({ path: 'empty.txt' }, 'empty.txt is empty.'));
  it('says that there is no such file', () => check({ path: 'x.txt' }, 'There is no x.txt.', false));

  it('names a file of that name elsewhere, or one with other spaces, accents or case', async () => {
    await check({ path: 'B.ts' }, 'There is no B.ts. Do you mean src/b.ts?', false);
    await writeFile(path.join(bench.folder, 'src/Shot 9.41\u202fPM e\u0301.txt'), 'x');
    const meant = 'src/Shot 9.41\u202fPM e\u0301.txt';
    await check(
      { path: 'Shot 9.41 PM \u00e9.txt' },
      `There is no Shot 9.41 PM \u00e9.txt. Do you mean ${meant}?`,
      false,
    );
  });
  it('refuses a folder', () => check({ path: 'src' }, 'src is a folder; list_dir lists it.', false));
  it('reads a byte order mark as none', () => check({ path: 'bom.txt' }, 'bom.txt, lines 1-1 of 1\n1\tone'));
  it('reads UTF-16', () => check({ path: 'le.txt' }, 'le.txt, lines 1-2 of 2\n1\tone\n2\t二'));
  it('reads UTF-16 in big-endian order', () => check({ path: 'be.txt' }, 'be.txt, lines 1-1 of 1\n1\tone'));
  it('refuses a picture', () => check({ path: 'image.png' }, 'image.png is a binary file.', false));
  it('reads text in other encodings, and says as which', () =>
    check({ path: 'latin.txt' }, 'latin.txt (not UTF-8, read as windows-1252), lines 1-1 of 1\n1\tcé'));
  it('refuses a pipe at once instead of waiting for it', () =>
    check({ path: 'pipe' }, 'pipe is not a plain file.', false));

  it('cuts a long file at a line and says where to go on', async () => {
    const { content } = await bench.call('read_file', { path: 'long.txt' });
    const [header = '', ...lines] = content.split('\n');
    const shown = lines.length;
    assert.equal(header, `long.txt, lines 1-${shown} of 3000 (cut here; go on with from: ${shown + 1})`);
    assert.equal(lines[0], `   1\tline 1 ${'x'.repeat(20)}`);
    assert.equal(lines.at(-1)?.trim(), `${shown}\tline ${shown} ${'x'.repeat(20)}`);
    assert.ok(content.length < 40_200);
  });
  it('cuts a line that is too long by itself', async () => {
    const { content } = await bench.call('read_file', { path: 'wide.txt' });
    assert.match(
      content,
      /^wide\.txt, lines 1-1 of 2 \(cut here; go on with from: 2\)\n1\tw{39998}… \(10002 more characters in this line; go on with from: 1, column: 39999\)$/,
    );
  });
  it('reads a line of a million characters to its end, part by part', async () => {
    const line = `{"items":[${'"an 😀 item",'.repeat(90_000)}"the end"]}`;
    await bench.write('wide.json', `${line}\nnext`);
    let read = '';
    let at: { from?: number; column?: number } | undefined = {};
    for (let calls = 0; at && calls < 40; calls += 1) {
      const { ok, content }: { ok: boolean; content: string } = await bench.call('read_file', {
        path: 'wide.json',
        to: 1,
        ...at,
      });
      assert.equal(ok, true, content);
      const shown = /\n1\t…?(.*?)(?:… \(\d+ more characters in this line; go on with from: 1, column: (\d+)\))?$/.exec(
        content,
      );
      read += shown?.[1] ?? '';
      at = shown?.[2] === undefined ? undefined : { from: 1, column: Number(shown[2]) };
    }
    assert.equal(read, line);
    const { content } = await bench.call('read_file', { path: 'wide.json', column: line.length - 9 });
    assert.equal(content, 'wide.json, lines 1-2 of 2\n1\t…the end"]}\n2\tnext');
    const beyond = await bench.call('read_file', { path: 'wide.json', from: 2, column: 5 });
    assert.deepEqual([beyond.ok, beyond.content], [false, 'Line 2 of wide.json has 4 characters.']);
  });
  it('says which argument is wrong', async () => {
    const { ok, content } = await bench.call('read_file', { path: 'a.txt', from: 0 });
    assert.equal(ok, false);
    assert.match(content, /^read_file: .*from/s);
  });
  it('reads the unsaved text of the editor', async () => {
    const files = { read: async () => 'unsaved\n', write: async () => 'written' as const };
    const other = await makeBench({ 'a.txt': 'saved\n' }, { files });
    assert.equal(
      (await other.call('read_file', { path: 'a.txt' })).content,
      'a.txt (with unsaved edits), lines 1-1 of 1\n1\tunsaved',
    );
    await other.remove();
  });
});

describe('list_dir', () => {
  let bench: ToolBench;
  before(async () => {
    const many = Object.fromEntries(Array.from({ length: 1_005 }, (_, index) => [`many/${index + 10_000}`, '']));
    const long = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`long/${'x'.repeat(196)}${index + 100}`, '']),
    );
    bench = await makeBench({
      ...long,
      'src/b.ts': '',
      'src/a/c.ts': '',
      'tasks/x.tsk/goals.md': '',
      'tasks/plain.md': '',
      '.minds/team.yaml': '',
      '.dialogs/x': '',
      ...many,
    });
    symlinkSync('/etc', path.join(bench.folder, 'src', 'out'));
  });
  after(() => bench.remove());

  it('names files, folders and links, sorted', async () => {
    assert.deepEqual(await bench.call('list_dir', { path: 'src' }), {
      ok: true,
      content: 'src, 3 entries\na/\nb.ts\nout (link)',
    });
  });
  it('does not name what is closed to file tools', async () => {
    assert.equal((await bench.call('list_dir', { path: '.' })).content, '., 4 entries\nlong/\nmany/\nsrc/\ntasks/');
    assert.equal((await bench.call('list_dir', { path: 'tasks' })).content, 'tasks, 1 entries\nplain.md');
  });
  it('cuts a long list and says so', async () => {
    const lines = (await bench.call('list_dir', { path: 'many' })).content.split('\n');
    assert.equal(lines.length, 1_002);
    assert.equal(lines[0], 'many, 1005 entries');
    assert.equal(lines.at(-1), '… and 5 more, not shown (go on with from: 1001)');
  });
  it('goes on where the list was cut, down to its end', async () => {
    const from = async (place: number) => (await bench.call('list_dir', { path: 'many', from: place })).content;
    assert.equal(await from(1_001), 'many, 1005 entries, from 1001\n11000\n11001\n11002\n11003\n11004');
    assert.equal((await from(2)).split('\n').at(-1), '… and 4 more, not shown (go on with from: 1002)');
    assert.equal(await from(1_006), 'many has 1005 entries.');
  });
  it('cuts a list of long names at the size of a result', async () => {
    const lines = (await bench.call('list_dir', { path: 'long' })).content.split('\n');
    assert.equal(lines.length, 202);
    assert.equal(lines.at(-1), '… and 100 more, not shown (go on with from: 201)');
  });
  it('refuses what is no folder', async () => {
    assert.deepEqual(await bench.call('list_dir', { path: 'src/b.ts' }), {
      ok: false,
      content: 'src/b.ts is not a folder; read_file reads a file.',
    });
    assert.equal((await bench.call('list_dir', { path: 'nowhere' })).content, 'There is no nowhere.');
  });
});
