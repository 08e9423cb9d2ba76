// Work is taken whole or not at all, whatever happens in the middle (SPEC 27.3).
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../../scripts/temp-folder.ts';
import type { CallId, DialogId, RootId } from '../../../src/core/base/ids.ts';
import type { Workplace } from '../../../src/core/dialog/workplace.ts';
import { promptTexts } from '../../../src/core/prompt/prompt-texts.ts';
import type { Member } from '../../../src/core/team/team.ts';
import { fileDifferences } from '../../../src/driver/workplaces/base.ts';
import { askWithoutHooks } from '../../../src/driver/workplaces/entries.ts';
import { isOurs, makePlace, type PlacePorts, removePlace } from '../../../src/driver/workplaces/make.ts';
import { applyMerge, bringTheirs, stagedMerge } from '../../../src/driver/workplaces/merge.ts';
import { type SettledWork, takeWork } from '../../../src/driver/workplaces/take.ts';
import { createAskGit } from '../../../src/tools/files/ask-git.ts';
import { gitIn, listing } from '../../runtime/workplaces/story.ts';

const ref = { rootId: 'r' as RootId, selfId: 's' as DialogId };
const callId = 'c' as CallId;
const author = { id: 'coder' } as unknown as Member;
const git = askWithoutHooks(createAskGit({ PATH: process.env.PATH ?? '' }, () => () => {}));
const five = 'one\ntwo\nthree\nfour\nfive\n';

let base: string;
let shared: string;
let ports: PlacePorts;

beforeEach(async () => {
  base = await makeTempFolder('take');
  shared = path.join(base, 'shared');
  fs.mkdirSync(shared);
  ports = { folder: path.join(base, 'places'), git };
});
afterEach(() => removeTempFolder(base));

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
}

function commitAll(folder = shared): void {
  gitIn(folder, 'init', '--quiet');
  gitIn(folder, 'add', '--all');
  gitIn(folder, 'commit', '--quiet', '--message', 'first');
}

async function placed(): Promise<Workplace> {
  const made = await makePlace(ports, ref, { from: shared });
  assert.ok(made.ok, JSON.stringify(made));
  return made.place;
}

function take(place: Workplace, began: () => void = () => {}, paths?: readonly string[]): Promise<SettledWork> {
  const texts = promptTexts('en');
  const asked = { ports, place, callId, target: shared, author, texts, isShared: true, began };
  return takeWork({ ...asked, ...(paths && { paths }) });
}

/** Contents alone, by path. */
function contents(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(listing(folder)).map(([file, text]) => [file, text.replace(/^\d+ /, '')]));
}

async function begun(): Promise<Workplace> {
  write(shared, { 'a.txt': five, 'b.txt': 'b\n', 'gone.txt': 'gone\n', 'same.txt': 'same\n' });
  const place = await placed();
  write(place.root, { 'a.txt': five.replace('two', 'TWO'), 'b.txt': 'B\n', 'new/c.txt': 'c\n' });
  fs.rmSync(path.join(place.root, 'gone.txt'));
  write(shared, { 'a.txt': five.replace('five', 'FIVE') });
  return place;
}

const whole = {
  'a.txt': five.replace('two', 'TWO').replace('five', 'FIVE'),
  'b.txt': 'B\n',
  'new/c.txt': 'c\n',
  'same.txt': 'same\n',
};

describe('taking work', () => {
  it('gives the same files when it is done again after any number of them was written', async () => {
    for (let written = 0; written <= 4; written++) {
      const place = await begun();
      await assert.rejects(
        take(place, () => {
          throw new Error('power cut');
        }).then(settled => Promise.reject(new Error(settled.kind === 'refused' ? settled.why : 'no cut'))),
        /power cut/,
      );
      const staged = stagedMerge(place, callId, '[null,null]');
      assert.equal(staged?.files.length, 4);
      applyMerge(place, { ...staged, files: staged.files.slice(0, written) });
      const again = await take(place);
      assert.ok(again.kind === 'taken');
      assert.equal(again.changed.length, 4, 'all changes are recorded, whoever wrote them');
      assert.deepEqual(contents(shared), whole);
      // Before it is recorded the process ends once more.
      const third = await take(place);
      assert.ok(third.kind === 'taken');
      assert.equal(third.changed.length, 4);
      third.forget();
      assert.deepEqual(contents(shared), whole);
      assert.deepEqual((await take(place)).kind, 'taken');
      fs.rmSync(shared, { recursive: true });
      fs.mkdirSync(shared);
    }
  });

  for (const [how, torn] of [
    ['nothing', () => Buffer.alloc(0)],
    ['half', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
    ['a hole', (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at < 2 ? 0 : byte)))],
  ] as const)
    it(`writes a file again of which a power cut left ${how}`, async () => {
      const place = await begun();
      await take(place, () => {
        throw new Error('power cut');
      });
      for (const [file, text] of Object.entries(whole))
        if (file !== 'same.txt') {
          write(shared, { [file]: '' });
          fs.writeFileSync(path.join(shared, file), torn(Buffer.from(text)));
        }
      const again = await take(place);
      assert.ok(again.kind === 'taken', JSON.stringify(again));
      assert.deepEqual(contents(shared), whole);
    });

  it('is planned anew when somebody writes a file in the middle, and keeps that too', async () => {
    const place = await begun();
    await take(place, () => {
      throw new Error('power cut');
    });
    const staged = stagedMerge(place, callId, '[null,null]');
    assert.ok(staged);
    applyMerge(place, { ...staged, files: staged.files.filter(({ path: file }) => file === 'b.txt') });
    write(shared, { 'a.txt': five.replace('four', 'FOUR').replace('five', 'FIVE') });
    assert.equal((await take(place)).kind, 'taken');
    assert.deepEqual(contents(shared), { ...whole, 'a.txt': whole['a.txt'].replace('four', 'FOUR') });
  });

  it('leaves nothing when a file conflicts, and the marks are no work until they are resolved', async () => {
    const place = await begun();
    write(shared, { 'a.txt': five.replace('two', 'zwei') });
    const before = listing(shared);
    const settled = await take(place);
    assert.ok(settled.kind === 'conflict');
    assert.deepEqual(
      settled.conflicts.map(({ path: file, isMarked }) => [file, isMarked]),
      [['a.txt', true]],
    );
    assert.deepEqual(listing(shared), before);
    bringTheirs(place, settled.conflicts);
    const marked = fs.readFileSync(path.join(place.root, 'a.txt'), 'utf8');
    assert.equal(marked, 'one\n<<<<<<< yours\nTWO\n=======\nzwei\n>>>>>>> others\nthree\nfour\nfive\n');
    assert.equal((await take(place)).kind, 'conflict');
    write(place.root, { 'a.txt': five.replace('two', 'TWO, zwei') });
    assert.equal((await take(place)).kind, 'taken');
    assert.equal(contents(shared)['a.txt'], five.replace('two', 'TWO, zwei'));
  });

  it('takes a part, and the rest later', async () => {
    const place = await begun();
    const part = await take(place, undefined, ['new', 'b.txt']);
    assert.ok(part.kind === 'taken');
    assert.deepEqual(part.left, ['a.txt', 'gone.txt']);
    part.forget();
    assert.equal(contents(shared)['gone.txt'], 'gone\n');
    const unknown = await take(place, undefined, ['b.txt']);
    assert.ok(unknown.kind === 'refused' && unknown.why.includes('a.txt'));
    assert.equal((await take(place)).kind, 'taken');
    assert.deepEqual(contents(shared), whole);
  });

  it('takes hunks by their numbers, and the rest later', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at}\n`);
    const text = (changes: Readonly<Record<number, string>>) => lines.map((line, at) => changes[at] ?? line).join('');
    write(shared, { 'a.txt': text({}), 'b.txt': 'b\n' });
    const place = await placed();
    write(place.root, { 'a.txt': text({ 2: 'two\n', 12: 'twelve\n', 22: '' }), 'b.txt': 'B\n' });
    fs.chmodSync(path.join(place.root, 'a.txt'), 0o755);
    write(shared, { 'a.txt': text({ 27: 'theirs\n' }) });
    const part = await take(place, undefined, ['a.txt:1,3']);
    assert.ok(part.kind === 'taken', JSON.stringify(part));
    assert.deepEqual([part.paths, part.left], [['a.txt:1,3'], ['a.txt', 'b.txt']]);
    part.forget();
    assert.deepEqual(contents(shared), { 'a.txt': text({ 2: 'two\n', 22: '', 27: 'theirs\n' }), 'b.txt': 'b\n' });
    const none = await take(place, undefined, ['a.txt:2']);
    assert.ok(none.kind === 'refused' && none.why.includes('a.txt:2'), 'one hunk is left, with the number 1');
    const rest = await take(place, undefined, ['a.txt:1', 'b.txt']);
    assert.ok(rest.kind === 'taken');
    assert.deepEqual(rest.left, []);
    const all = text({ 2: 'two\n', 12: 'twelve\n', 22: '', 27: 'theirs\n' });
    assert.deepEqual(contents(shared), { 'a.txt': all, 'b.txt': 'B\n' });
    assert.equal(fs.statSync(path.join(shared, 'a.txt')).mode & 0o111, 0o111);
  });

  it('gives the author both sides in full when a chosen hunk conflicts', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}\n`);
    const text = (changes: Readonly<Record<number, string>>) => lines.map((line, at) => changes[at] ?? line).join('');
    write(shared, { 'a.txt': text({}) });
    const place = await placed();
    write(place.root, { 'a.txt': text({ 2: 'two\n', 15: 'fifteen\n' }) });
    write(shared, { 'a.txt': text({ 2: 'zwei\n' }) });
    const before = listing(shared);
    const settled = await take(place, undefined, ['a.txt:1']);
    assert.ok(settled.kind === 'conflict');
    assert.deepEqual(listing(shared), before);
    bringTheirs(place, settled.conflicts);
    const marked = fs.readFileSync(path.join(place.root, 'a.txt'), 'utf8');
    assert.ok(marked.includes('zwei') && marked.includes('<<<<<<<') && marked.includes('fifteen'), marked);
    assert.equal((await take(place, undefined, ['a.txt:1'])).kind, 'conflict');
    assert.equal((await take(place, undefined, ['a.txt:2'])).kind, 'taken', 'a hunk without marks is work');
  });

  it('has no numbers for a file of which only the ends of lines differ, and keeps them in the others', async () => {
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');
    const changed = lines.replace('line 2\n', 'two\n').replace('line 15\n', 'fifteen\n');
    write(shared, { 'a.txt': crlf(lines), 'b.txt': lines });
    const place = await placed();
    write(place.root, { 'a.txt': crlf(changed), 'b.txt': crlf(changed) });
    assert.equal((await take(place, undefined, ['b.txt:2'])).kind, 'refused');
    const part = await take(place, undefined, ['a.txt:2']);
    assert.ok(part.kind === 'taken');
    assert.deepEqual(contents(shared), { 'a.txt': crlf(lines.replace('line 15\n', 'fifteen\n')), 'b.txt': lines });
  });

  it('is not misled by the merge of an earlier part that a crash left', async () => {
    const place = await begun();
    const part = await take(place, undefined, ['b.txt']);
    assert.ok(part.kind === 'taken');
    // It is recorded, and the process ends before it is forgotten.
    const rest = await take(place);
    assert.ok(rest.kind === 'taken');
    assert.deepEqual(rest.paths, ['a.txt', 'gone.txt', 'new/c.txt']);
    assert.deepEqual(contents(shared), whole);
  });

  it('names both sides where one deleted what the other changed, and of what is no text', async () => {
    write(shared, { 'a.txt': five, 'p.bin': 'a\0b' });
    const place = await placed();
    write(place.root, { 'a.txt': `${five}six\n`, 'p.bin': 'a\0c' });
    fs.rmSync(path.join(shared, 'a.txt'));
    write(shared, { 'p.bin': 'a\0d' });
    const settled = await take(place);
    assert.ok(settled.kind === 'conflict');
    assert.deepEqual(
      settled.conflicts.map(({ path: file, isMarked, isGone }) => ({ file, isMarked, isGone })),
      [
        { file: 'a.txt', isMarked: false, isGone: true },
        { file: 'p.bin', isMarked: false, isGone: false },
      ],
    );
    bringTheirs(place, settled.conflicts);
    assert.equal((await take(place)).kind, 'taken');
    assert.deepEqual(contents(shared), { 'a.txt': `${five}six\n`, 'p.bin': 'a\0c' });
  });

  it('keeps the right to run a file, links, and files that become folders', async () => {
    write(shared, { 'run.sh': 'run\n', 'a/b.txt': 'b\n', x: 'x\n' });
    const place = await placed();
    fs.chmodSync(path.join(place.root, 'run.sh'), 0o755);
    fs.rmSync(path.join(place.root, 'a'), { recursive: true });
    write(place.root, { a: 'now a file\n' });
    fs.rmSync(path.join(place.root, 'x'));
    write(place.root, { 'x/y.txt': 'now a folder\n' });
    fs.symlinkSync('run.sh', path.join(place.root, 'link'));
    const settled = await take(place);
    assert.ok(settled.kind === 'taken', JSON.stringify(settled));
    assert.equal(fs.statSync(path.join(shared, 'run.sh')).mode & 0o111, 0o111);
    assert.equal(fs.readFileSync(path.join(shared, 'a'), 'utf8'), 'now a file\n');
    assert.equal(fs.readFileSync(path.join(shared, 'x/y.txt'), 'utf8'), 'now a folder\n');
    assert.equal(fs.readlinkSync(path.join(shared, 'link')), 'run.sh');
  });

  it('takes nothing that leads out of the workspace, or that its author may not write', async () => {
    write(shared, { 'a.txt': five });
    write(base, { 'outside/secret.txt': 's' });
    const place = await placed();
    fs.symlinkSync(path.join(base, 'outside'), path.join(place.root, 'out'));
    const before = listing(shared);
    assert.equal((await take(place)).kind, 'refused');
    fs.rmSync(path.join(place.root, 'out'));
    write(place.root, { '.minds/team.yaml': 'members: {}\n', 'tasks/x.tsk/goals.md': 'g' });
    assert.deepEqual(await fileDifferences(place, ports), []);
    assert.deepEqual(listing(shared), before);
  });
});

describe('a place of its own', () => {
  it('brings along what is uncommitted, and neither what Git ignores nor submodules', async () => {
    write(base, { 'lib/lib.txt': 'lib\n' });
    commitAll(path.join(base, 'lib'));
    write(shared, { 'a.txt': five, '.gitignore': 'ignored/\n', 'deleted.txt': 'd\n' });
    commitAll();
    gitIn(shared, '-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', path.join(base, 'lib'), 'lib');
    fs.rmSync(path.join(shared, 'deleted.txt'));
    write(shared, { 'a.txt': `${five}six\n`, 'ignored/x': 'x', 'new.txt': 'n\n' });
    const before = listing(shared);
    const place = await placed();
    assert.equal(place.kind, 'git');
    assert.deepEqual(Object.keys(contents(place.root)).sort(), ['.gitignore', '.gitmodules', 'a.txt', 'new.txt']);
    assert.equal(gitIn(place.root, 'rev-parse', '--abbrev-ref', 'HEAD'), 'dominds/s\n');
    assert.deepEqual(await fileDifferences(place, ports), []);
    assert.deepEqual(listing(shared), before);
    assert.ok(await removePlace(ports, place));
    assert.deepEqual(fs.readdirSync(ports.folder ?? ''), []);
    assert.equal(gitIn(shared, 'branch', '--list', 'dominds/*'), '');
  });

  it('has what is brought although Git ignores it, as a copy that is no part of the work', async () => {
    write(base, { 'outside/deep/secret.txt': 's' });
    write(shared, { 'a.txt': five, '.gitignore': 'node_modules/\n.env\nout\n', '.env': 'X=1\n' });
    write(shared, { 'node_modules/tool/cli.js': 'tool\n', '.minds/team.yaml': 'members: {}\n' });
    fs.mkdirSync(path.join(shared, 'node_modules/.bin'));
    fs.symlinkSync('../tool/cli.js', path.join(shared, 'node_modules/.bin/tool'));
    fs.symlinkSync(path.join(base, 'outside'), path.join(shared, 'out'));
    commitAll();
    const bring = ['node_modules', '.env', 'none', 'out/deep', '../outside', '.git'];
    const made = await makePlace(ports, ref, { from: shared, bring });
    assert.ok(made.ok, JSON.stringify(made));
    const { root } = made.place;
    assert.equal(fs.readFileSync(path.join(root, 'node_modules/.bin/tool'), 'utf8'), 'tool\n');
    assert.equal(fs.readFileSync(path.join(root, '.env'), 'utf8'), 'X=1\n');
    assert.ok(!fs.existsSync(path.join(root, 'out')) && !fs.existsSync(path.join(root, 'none')));
    assert.ok(fs.statSync(path.join(root, '.git')).isFile());
    write(root, { 'node_modules/tool/cli.js': 'changed\n' });
    assert.deepEqual(await fileDifferences(made.place, ports), []);
    assert.equal(fs.readFileSync(path.join(shared, 'node_modules/tool/cli.js'), 'utf8'), 'tool\n');
  });

  it('has files of Git LFS and links as they are in the folder; a changed link is taken as a link', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12\n`;
    write(base, { 'outside/data.txt': 'd' });
    write(shared, { 'a.txt': five, 'pointer.bin': pointer, 'real.bin': pointer });
    write(shared, { '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n' });
    fs.symlinkSync(path.join(base, 'outside'), path.join(shared, 'out'));
    commitAll();
    // What LFS put in place of the pointer.
    fs.writeFileSync(path.join(shared, 'real.bin'), 'real content');
    const place = await placed();
    assert.equal(fs.readFileSync(path.join(place.root, 'pointer.bin'), 'utf8'), pointer);
    assert.equal(fs.readFileSync(path.join(place.root, 'real.bin'), 'utf8'), 'real content');
    assert.equal(fs.readlinkSync(path.join(place.root, 'out')), path.join(base, 'outside'));
    assert.deepEqual(await fileDifferences(place, ports), []);
    fs.writeFileSync(path.join(place.root, 'real.bin'), 'new content');
    fs.rmSync(path.join(place.root, 'out'));
    fs.symlinkSync('a.txt', path.join(place.root, 'out'));
    const settled = await take(place);
    assert.ok(settled.kind === 'taken', JSON.stringify(settled));
    assert.equal(fs.readFileSync(path.join(shared, 'real.bin'), 'utf8'), 'new content');
    assert.equal(fs.readFileSync(path.join(shared, 'pointer.bin'), 'utf8'), pointer);
    assert.equal(fs.readlinkSync(path.join(shared, 'out')), 'a.txt');
    assert.equal(fs.readFileSync(path.join(base, 'outside/data.txt'), 'utf8'), 'd');
  });

  it('has the folder as its root where that is a part of a repository', async () => {
    write(shared, { 'top.txt': 't\n', 'part/a.txt': 'a\n' });
    commitAll();
    const made = await makePlace(ports, ref, { from: path.join(shared, 'part') });
    assert.ok(made.ok);
    const { place } = made;
    assert.deepEqual(contents(place.root), { 'a.txt': 'a\n' });
    assert.equal(fs.readFileSync(path.join(place.root, '../top.txt'), 'utf8'), 't\n');
    write(place.root, { 'a.txt': 'A\n' });
    assert.deepEqual(
      (await fileDifferences(place, ports))?.map(each => each.path),
      ['a.txt'],
    );
  });

  it('runs no program that the repository names, and links to the folder lead into the copy', async () => {
    write(shared, { 'a.txt': five, '.gitattributes': '* filter=evil\n' });
    commitAll();
    const mark = path.join(base, 'ran');
    gitIn(shared, 'config', 'filter.evil.clean', `touch ${mark}`);
    gitIn(shared, 'config', 'filter.evil.smudge', `touch ${mark}`);
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction']) {
      write(shared, { [`.git/hooks/${hook}`]: `#!/bin/sh\ntouch ${mark}\n` });
      fs.chmodSync(path.join(shared, '.git/hooks', hook), 0o755);
    }
    fs.symlinkSync(path.join(shared, 'a.txt'), path.join(shared, 'link'));
    const place = await placed();
    await fileDifferences(place, ports);
    assert.equal(fs.readlinkSync(path.join(place.root, 'link')), path.join(place.root, 'a.txt'));
    await removePlace(ports, place);
    assert.ok(!fs.existsSync(mark));
  });

  it('lies where places are made, whatever a record says, and never inside of the workspace', async () => {
    write(shared, { 'a.txt': five });
    const place = await placed();
    assert.ok(isOurs(ports, place));
    assert.ok(!isOurs(ports, { ...place, root: shared }));
    assert.ok(!isOurs(ports, { ...place, root: base, folder: base }));
    assert.ok(!isOurs(ports, { ...place, root: path.join(place.folder, '../../shared') }));
    const inside = await makePlace({ ...ports, folder: path.join(shared, 'places') }, ref, { from: shared });
    assert.ok(!inside.ok);
    assert.ok(!(await makePlace({ ...ports, folder: undefined }, ref, { from: shared })).ok);
  });
});
