// Names that differ in kinds of spaces or in Unicode form: models write the usual ones.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { makeBench, type ToolBench } from './workspace-support.ts';

describe('a file whose name has other spaces or another Unicode form', () => {
  let bench: ToolBench;
  beforeEach(async () => {
    bench = await makeBench();
  });
  afterEach(() => bench.remove());

  const forms: Readonly<Record<string, readonly [stored: string, written: string]>> = {
    'U+202F': ['Shot 9.41\u202fPM.txt', 'Shot 9.41 PM.txt'],
    'U+00A0': ['a\u00a0b.txt', 'a b.txt'],
    'U+3000': ['表\u3000一.txt', '表 一.txt'],
    'plain spaces where the model writes others': ['a b.txt', 'a\u00a0b.txt'],
    'two characters for an accent': ['re\u0301sume\u0301.txt', 'r\u00e9sum\u00e9.txt'],
    'one character for an accent': ['r\u00e9sum\u00e9.txt', 're\u0301sume\u0301.txt'],
    'both, in a folder too': ['u\u0308 x\u202fy/a\u00a0b.txt', '\u00fc x y/a b.txt'],
  };
  const done = async (name: string, args: Readonly<Record<string, unknown>>) => {
    const { ok, content } = await bench.call(name, args);
    assert.equal(ok, true, content);
  };
  const names = () => readdirSync(bench.folder, { recursive: true }).map(String).sort();

  for (const [kind, [stored, written]] of Object.entries(forms))
    it(`is the one that every tool means: ${kind}`, async () => {
      await bench.write(stored, 'one\n');
      const all = names();
      await done('read_file', { path: written });
      await done('edit_file', { path: written, old: 'one', new: 'two' });
      await done('write_file', { path: written, content: 'three\n' });
      await done('search_text', { query: 'three', path: written });
      assert.equal(await bench.read(stored), 'three\n');
      assert.deepEqual(names(), all);
      await done('move_file', { from: written, to: 'plain.txt' });
      await done('move_file', { from: 'plain.txt', to: stored });
      await done('delete_file', { path: written });
      assert.deepEqual(
        names().filter(name => name.endsWith('.txt')),
        [],
      );
    });

  it('is not meant where the exact name is there', async () => {
    await bench.write('a\u00a0b.txt', 'other\n');
    await bench.write('a b.txt', 'exact\n');
    await done('delete_file', { path: 'a b.txt' });
    assert.deepEqual(names(), ['a\u00a0b.txt']);
  });

  it('is not chosen among several', async () => {
    await bench.write('a\u00a0b.txt', '1\n');
    await bench.write('a\u202fb.txt', '2\n');
    const { ok, content } = await bench.call('read_file', { path: 'a b.txt' });
    assert.deepEqual([ok, content], [false, 'There is no a b.txt. Do you mean a\u00a0b.txt or a\u202fb.txt?']);
    assert.equal((await bench.call('delete_file', { path: 'a b.txt' })).ok, false);
    const { content: told } = await bench.call('write_file', { path: 'a b.txt', content: '3\n' });
    assert.equal(
      told,
      'Wrote a b.txt, 1 lines. It is a new file: a\u00a0b.txt and a\u202fb.txt beside it differ in kinds of spaces or Unicode form.',
    );
  });

  it('can be moved to the usual name', async () => {
    await bench.write('a\u202fb.txt', '1\n');
    await done('move_file', { from: 'a b.txt', to: 'a b.txt' });
    assert.deepEqual(names(), ['a b.txt']);
  });

  it('is not overwritten by a move', async () => {
    await bench.write('a\u202fb.txt', '1\n');
    await bench.write('c.txt', '2\n');
    const { ok, content } = await bench.call('move_file', { from: 'c.txt', to: 'a b.txt' });
    assert.equal(ok, false, content);
  });

  it('is not what a member may not read', async () => {
    await bench.write('my\u202fkeys/a.txt', '1\n');
    for (const member of [{ noReadDirs: ['my keys'] }, { noReadDirs: ['my\u00a0keys'] }])
      assert.equal((await bench.call('read_file', { path: 'my keys/a.txt' }, { member })).ok, false);
  });
});
