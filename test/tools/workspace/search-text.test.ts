import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSlices, SLICE_MS, type Slices } from '../../../src/core/base/time-slices.ts';
import { createMatcher, matchLines } from '../../../src/tools/files/match-lines.ts';
import { makeBench, type ToolBench } from './workspace-support.ts';

describe('search_text', () => {
  let bench: ToolBench;
  before(async () => {
    bench = await makeBench({
      'a.txt': 'needle one\nnothing\n  a needle (two)\n',
      'src/b.ts': 'const needle = 1;\r\nconst NEEDLE = 2;\r\n',
      'src/gen/c.ts': 'needle generated\n',
      'src/.gitignore': 'gen/\n*.log\n!keep.log\n',
      'src/x.log': 'needle logged\n',
      'src/keep.log': 'needle kept\n',
      'out/d.js': 'needle built\n',
      'out/.ignore': '!d.js\n',
      '.gitignore': 'out/*\n/only-top.txt\n',
      'only-top.txt': 'needle\n',
      'deep/only-top.txt': 'needle deep\n',
      'node_modules/m/index.js': 'needle\n',
      '.git/config': 'needle\n',
      '.minds/team.yaml': 'needle\n',
      '.dialogs/run/r/c.jsonl': 'needle\n',
      'tasks/t.tsk/goals.md': 'needle\n',
      'secret/key': 'needle secret\n',
      'wide.min.js': `${'a'.repeat(2_000)}needle-wide${'b'.repeat(2_000)}\n`,
    });
    writeFileSync(path.join(bench.folder, 'image.png'), Buffer.from('\0needle'));
    writeFileSync(path.join(bench.folder, 'utf16.txt'), Buffer.from('\ufeffneedle sixteen\n', 'utf16le'));
    symlinkSync('a.txt', path.join(bench.folder, 'link-to-file'));
    symlinkSync('secret', path.join(bench.folder, 'link-to-folder'));
  });
  after(() => bench.remove());

  const search = async (args: { query: string; regex?: boolean; path?: string }, member = {}) => {
    const { ok, content } = await bench.call('search_text', args, { member });
    assert.equal(ok, true, content);
    return content.split('\n');
  };
  const filesOf = (lines: readonly string[]) => lines.slice(1).map(line => line.replace(/:.*/, ''));

  it('looks into a large file that is named, and says of one that is too large what can be done', async () => {
    const line = `${'a'.repeat(99)}\n`;
    await bench.write('tmp/large.txt', `${line.repeat(30_000)}needle at the end\n`);
    await bench.write('tmp/huge.txt', line.repeat(110_000));
    await bench.write('tmp/.gitignore', '*\n');
    assert.deepEqual(filesOf(await search({ query: 'needle at', path: 'tmp/large.txt' })), ['tmp/large.txt']);
    const { ok, content } = await bench.call('search_text', { query: 'needle', path: 'tmp/huge.txt' });
    assert.equal(ok, false);
    assert.match(content, /^tmp\/huge\.txt is too large: 11\.0 MB, at most 10 MB are read\. Use run_shell/);
    assert.equal((await bench.call('read_file', { path: 'tmp/huge.txt' })).content, content);
  });

  it('finds a text in all files but ignored and closed ones, by path and line', async () => {
    assert.deepEqual(
      (await search({ query: 'needle' })).filter(line => !line.startsWith('wide')),
      [
        '9 matching lines in 8 files',
        'a.txt:1: needle one',
        'a.txt:3:   a needle (two)',
        'utf16.txt:1: needle sixteen',
        'deep/only-top.txt:1: needle deep',
        'out/d.js:1: needle built',
        'secret/key:1: needle secret',
        'src/b.ts:1: const needle = 1;',
        'src/keep.log:1: needle kept',
        'Long lines are cut around the match; read_file shows more from there, with from and column: wide.min.js:1:2001.',
      ],
    );
  });
  it('shows the part of a wide line around the match', async () => {
    const [, line = ''] = await search({ query: 'needle-wide' });
    assert.match(line, /^wide\.min\.js:1: …a{100}needle-wideb+…$/);
    assert.ok(line.length < 330);
  });
  it('takes special characters in a text as they are', async () =>
    assert.deepEqual(filesOf(await search({ query: '(two)' })), ['a.txt']));
  it('matches an expression line by line', async () => {
    assert.deepEqual(await search({ query: '^const (needle|NEEDLE) = \\d;$', regex: true, path: 'src' }), [
      '2 matching lines in 1 files',
      'src/b.ts:1: const needle = 1;',
      'src/b.ts:2: const NEEDLE = 2;',
    ]);
  });
  it('takes expressions that escape more than they must', async () =>
    assert.deepEqual(filesOf(await search({ query: 'needle \\(two\\)\\-?$', regex: true, path: 'a.txt' })), ['a.txt']));
  it('searches a folder, with the ignore files above it, or one file', async () => {
    assert.deepEqual(filesOf(await search({ query: 'needle', path: 'out' })), ['out/d.js']);
    assert.deepEqual(filesOf(await search({ query: 'needle', path: 'src/gen' })), ['src/gen/c.ts']);
    assert.deepEqual(filesOf(await search({ query: 'needle', path: 'src/x.log' })), ['src/x.log']);
  });
  it('says that there are no matches', async () =>
    assert.deepEqual(await search({ query: 'haystack', path: 'src' }), ['No matches.']));
  it('says which files it could not search, when it found nothing', async () =>
    assert.deepEqual(await search({ query: 'haystack' }), ['No matches.', 'Binary, not searched: image.png.']));
  it('finds text in other encodings, in a folder and in the file that is named, and says as which it read them', async () => {
    const other = await makeBench({ 'a.c': 'int needle;\n' });
    const write = (name: string, bytes: Buffer) => writeFileSync(path.join(other.folder, name), bytes);
    const gbk = Buffer.from('2f2f20c4e3bac30a696e74206e6565646c653b0a', 'hex');
    for (const name of ['g1.c', 'g2.c', 'g3.c', 'g4.c', 'g5.c', 'g6.c']) write(name, gbk);
    write('latin.txt', Buffer.from('needle café\n', 'latin1'));
    write('wide.txt', Buffer.from('a needle\n', 'utf16le'));
    const found = async (query: string, file?: string) =>
      (await other.call('search_text', { query, ...(file && { path: file }) })).content.split('\n').slice(1);
    const lines = await found('needle');
    assert.deepEqual(lines.slice(-5), [
      'latin.txt:1: needle café',
      'wide.txt:1: a needle',
      'Not UTF-8, searched as gb18030: g1.c, g2.c, g3.c, g4.c, g5.c and 1 more.',
      'Not UTF-8, searched as windows-1252: latin.txt.',
      'Not UTF-8, searched as utf-16le: wide.txt.',
    ]);
    assert.deepEqual(await found('你好', 'g2.c'), ['g2.c:1: // 你好', 'Not UTF-8, searched as gb18030: g2.c.']);
    await other.remove();
  });
  it('keeps out what the member may not read', async () => {
    assert.ok(!filesOf(await search({ query: 'needle' }, { noReadDirs: ['secret'] })).includes('secret/key'));
    const policy = [{ decision: 'deny', paths: ['secret'] }];
    assert.ok(!filesOf(await search({ query: 'needle' }, { policy })).includes('secret/key'));
  });
  it('looks into the unsaved text of the editor', async () => {
    const files = {
      read: async (file: string) => (file.endsWith('a.txt') ? 'thimble\n' : undefined),
      write: async () => 'not-open' as const,
    };
    const other = await makeBench({ 'a.txt': 'x', 'b.txt': 'thimble' }, { files });
    assert.deepEqual((await other.call('search_text', { query: 'thimble' })).content.split('\n').slice(1), [
      'a.txt:1: thimble',
      'b.txt:1: thimble',
    ]);
    await other.remove();
  });
  it('refuses what is no expression, and an empty query', async () => {
    const broken = await bench.call('search_text', { query: '(', regex: true });
    assert.equal(broken.ok, false);
    assert.match(broken.content, /^This regular expression cannot be used: /);
    assert.equal((await bench.call('search_text', { query: '' })).ok, false);
  });
  it('refuses several lines, which it would find nowhere though they are there', async () => {
    const other = await makeBench({ 'a.txt': 'one\ntwo\n' });
    assert.deepEqual(await other.call('search_text', { query: 'one\ntwo' }), {
      ok: false,
      content: 'The query has several lines; search for one of them.',
    });
    await other.remove();
  });
  it('cuts too many matches and says so', async () => {
    const other = await makeBench({ 'a.txt': 'x\n'.repeat(2_000), 'b.txt': 'x\n' });
    const lines = (await other.call('search_text', { query: 'x' })).content.split('\n');
    assert.equal(lines[0], '500 matching lines in 1 files');
    assert.equal(lines.at(-1), 'Cut here, there may be more: narrow the query or the path.');
    await other.remove();
  });
  it('takes an expression with nested repetition like any other', async () => {
    const other = await makeBench({ 'a.txt': `${'a'.repeat(60)}!\n`, 'b.txt': 'aab\n' });
    const { content } = await other.call('search_text', { query: '^(a+)+b$', regex: true });
    assert.deepEqual(content.split('\n'), ['1 matching lines in 1 files', 'b.txt:1: aab']);
    await other.remove();
  });
  it('says what to write instead of a lookahead', async () => {
    const { ok, content } = await bench.call('search_text', { query: 'a(?=b)', regex: true });
    assert.equal(ok, false);
    assert.equal(
      content,
      'This regular expression cannot be used: (?=…) looks ahead, which is not supported. Match the text that follows instead.',
    );
  });
  it('finds what stands at the end of a line of a million characters, and says where read_file goes on', async () => {
    const start = '"item 😀",'.repeat(100_000);
    const other = await makeBench({ 'a.json': `first\n[${start}"the end"]`, 'b.json': `[${start}]` });
    const found = async (args: { query: string; regex?: boolean }) =>
      (await other.call('search_text', { ...args, path: 'a.json' })).content.split('\n').slice(1);
    for (const args of [{ query: 'the end' }, { query: 'the [ef]nd', regex: true }]) {
      const [line = '', note] = await found(args);
      assert.match(line, /^a\.json:2: ….*,"the end"\]$/);
      const column = start.length + 3;
      assert.equal(
        note,
        `Long lines are cut around the match; read_file shows more from there, with from and column: a.json:2:${column}.`,
      );
      const { content } = await other.call('read_file', { path: 'a.json', from: 2, column });
      assert.equal(content, 'a.json, lines 2-2 of 2\n2\t…the end"]');
    }
    assert.deepEqual((await other.call('search_text', { query: 'thr[ee] end', regex: true })).content.split('\n'), [
      'No matches.',
      'In long lines, matches over 1000 characters may be missing.',
    ]);
    assert.match(
      (await other.call('search_text', { query: 'end"\\]$', regex: true })).content,
      /^No matches\.\nOf longer/,
    );
    assert.match((await other.call('search_text', { query: 'the [^f]nd\\"', regex: true })).content, /a\.json:2/);
    await other.remove();
  });
  it('says that the end of a long line was not searched by an expression', async () => {
    const lines = await search({ query: 'needle-wid.b*$', regex: true, path: 'wide.min.js' });
    assert.deepEqual(lines, [
      'No matches.',
      'Of longer lines only the first 2000 characters were searched; an expression without ^, $, \\b and lookbehind searches all of them.',
    ]);
  });
  it('applies rules with any number of wildcards, and none that is longer than 1000 characters', async () => {
    const other = await makeBench({
      '.gitignore': `${'*a'.repeat(12)}\n${'b'.repeat(1_001)}\n`,
      [`${'a'.repeat(120)}c`]: 'x\n',
      [`${'a'.repeat(120)}`]: 'x\n',
    });
    const lines = (await other.call('search_text', { query: 'x' })).content.split('\n');
    assert.equal(lines[0], '1 matching lines in 1 files');
    assert.equal(lines.at(-1), 'Rules of ignore files that are longer than 1000 characters were not applied.');
    await other.remove();
  });
  it('stops when the dialog is stopped', async () => {
    const signal = AbortSignal.abort('stopped');
    assert.deepEqual(await bench.call('search_text', { query: 'x' }, { signal }), {
      ok: false,
      content: 'The search was stopped.',
    });
  });
});

describe('the matcher of lines', () => {
  it('knows no line after the last line end', async () => {
    const made = createMatcher('^', true);
    assert.ok(made.ok);
    const { matcher } = made;
    const count = async (text: string) => {
      const options = { limit: 10, slices: { due: () => undefined }, signal: new AbortController().signal };
      return (await matchLines(text, matcher, options)).matches.length;
    };
    assert.deepEqual(
      [await count('a\nb\n'), await count('a\r\nb'), await count('\r\n'), await count('')],
      [2, 2, 1, 0],
    );
  });
});

describe('a long search', () => {
  it('gives the process back after each slice', async () => {
    let ms = 0;
    let turns = 0;
    // Each look at the clock takes a millisecond.
    const slices = createSlices({ now: () => ++ms, nextTurn: async () => void ++turns });
    const looks = 1_000;
    for (let look = 0; look < looks; look += 1) await slices.due();
    assert.equal(turns, looks / SLICE_MS);
  });

  it('ends at the next line after a stop', async () => {
    const stop = new AbortController();
    let looks = 0;
    const slices: Slices = {
      due() {
        looks += 1;
        if (looks === 20) stop.abort('stopped');
        return undefined;
      },
    };
    const bench = await makeBench({ 'a.txt': 'x\n'.repeat(10_000), 'b.txt': 'x\n' }, { newSlices: () => slices });
    const result = await bench.call('search_text', { query: 'y' }, { signal: stop.signal });
    assert.deepEqual(result, { ok: false, content: 'The search was stopped.' });
    assert.equal(looks, 20);
    await bench.remove();
  });
});
