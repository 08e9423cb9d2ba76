// The cache over files that people edit: an unchanged file gives the identical object while it is remembered.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTextFiles, type TextFile } from '../../src/minds/files/text-files.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('files that people edit', () => {
  let workspace: TempWorkspace;
  const taskdocs = Array.from({ length: 520 }, (_, index) => `tasks/${index}.md`);
  beforeEach(async () => {
    workspace = await makeTempWorkspace(Object.fromEntries(taskdocs.map(file => [file, `Goal of ${file}`])));
  });
  afterEach(() => workspace.remove());

  it('are remembered by their stamp, those that were read last; a thousand taskdocs do not stay in memory', () => {
    const files = createTextFiles(workspace.folder, () => Date.UTC(2100, 0, 1));
    const [first = '', second = '', ...others] = taskdocs;
    const [a, b] = [files.read(first), files.read(second)];
    for (const file of others) {
      files.read(file);
      assert.equal(files.read(first), a);
    }
    const again = files.read(second);
    assert.notEqual(again, b);
    assert.deepEqual(again, b);
  });

  it('are listed once where links lead back to folders that they are in', function () {
    if (process.platform === 'win32') this.skip();
    const at = (place: string) => path.join(workspace.folder, place);
    for (const folder of ['a/deep', 'b', 'c']) mkdirSync(at(folder), { recursive: true });
    for (const [target, link] of [
      ['.', 'a/self'],
      ['..', 'a/deep/up'],
      ['../..', 'a/deep/top'],
      ['../b', 'a/other'],
      ['../a', 'b/back'],
      ['../c', 'b/beside'],
    ] as const)
      symlinkSync(target, at(link));
    const files = createTextFiles(workspace.folder, Date.now);
    const namesIn = (folder: string) => files.list(folder).map(({ name, kind }) => `${kind} ${name}`);
    assert.deepEqual(namesIn('a'), ['folder deep', 'folder other']);
    assert.deepEqual(namesIn('a/deep'), []);
    assert.deepEqual(namesIn('a/other'), ['folder beside']);
    assert.deepEqual(namesIn('b'), ['folder back', 'folder beside']);
  });

  // Reading a pipe waits for a writer; from this one, nothing but the test's own end would come.
  it('are plain files: a pipe in their place is refused, and blocks no reader', function () {
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [path.join(workspace.folder, 'AGENTS.md')]);
    const read = createTextFiles(workspace.folder, Date.now).read('AGENTS.md');
    assert.deepEqual(read, {
      kind: 'broken',
      problem: {
        file: 'AGENTS.md',
        fault: { id: 'not-a-file' },
        severity: 'error',
      },
    });
  });
});

describe('files that were missing', () => {
  let workspace: TempWorkspace;
  let look: number;
  const settled = () => Date.UTC(2100, 0, 1);
  const write = (file: string) => {
    const absolute = path.join(workspace.folder, file);
    mkdirSync(path.dirname(absolute), { recursive: true });
    writeFileSync(absolute, 'here');
  };
  const open = (now = settled) => {
    look = 0;
    return createTextFiles(workspace.folder, now, () => look);
  };
  const paths = ['AGENTS.md', '.minds/env.md', '.minds/team/lead/persona.md', '.github/skills/one/SKILL.md'];
  beforeEach(async () => {
    workspace = await makeTempWorkspace({ '.minds/team.yaml': '' });
  });
  afterEach(() => workspace.remove());

  it('are there with the next look, however many folders came with them', () => {
    for (const file of paths) {
      const files = open();
      assert.equal(files.read(file).kind, 'missing');
      look += 1;
      assert.equal(files.read(file).kind, 'missing');
      write(file);
      look += 1;
      assert.deepEqual(files.read(file), { kind: 'text', text: 'here' });
    }
  });

  it('are looked for again and again while their folder changed a moment ago', () => {
    const { mtimeMs: changed } = statSync(workspace.folder);
    const files = open(() => changed);
    for (const file of paths) assert.equal(files.read(file).kind, 'missing');
    for (const file of paths) write(file);
    for (const file of paths) assert.equal(files.read(file).kind, 'text', 'in the same look');
  });

  it('are not missing but unreadable behind a link that leads nowhere, until its target comes', function () {
    if (process.platform === 'win32') this.skip();
    const files = open();
    for (const [link, target] of [
      ['AGENTS.md', '.minds/rules.md'],
      ['.claude', '.minds/claude'],
    ] as const) {
      symlinkSync(path.join(workspace.folder, target), path.join(workspace.folder, link));
    }
    assert.deepEqual(files.read('AGENTS.md'), notOpened('AGENTS.md'));
    assert.deepEqual(files.read('.claude/rules/one.md'), notOpened('.claude/rules/one.md'));
    assert.deepEqual(files.list('.claude/skills'), []);
    look += 1;
    write('.minds/rules.md');
    write('.minds/claude/skills/one/SKILL.md');
    assert.equal(files.read('AGENTS.md').kind, 'text');
    assert.deepEqual(files.list('.claude/skills'), [{ name: 'one', kind: 'folder' }]);
  });

  it('are unreadable when a plain file takes the place of their folder, with and without a cache', () => {
    writeFileSync(path.join(workspace.folder, 'notes'), 'a file');
    const file = 'notes/team/lead/persona.md';
    const files = open();
    for (let again = 0; again < 2; again += 1) assert.deepEqual(files.read(file), notOpened(file));
    assert.deepEqual(createTextFiles(workspace.folder, settled).read(file), notOpened(file));
  });

  it('are missing again after they were removed, and lists of folders follow alike', () => {
    const files = open();
    const list = () => {
      look += 1;
      return files.list('.minds/skills').map(({ name }) => name);
    };
    assert.deepEqual(list(), []);
    assert.deepEqual(list(), []);
    write('.minds/skills/one/SKILL.md');
    assert.deepEqual(list(), ['one']);
    rmSync(path.join(workspace.folder, '.minds'), { recursive: true });
    assert.deepEqual(list(), []);
    write('.minds/skills/two/SKILL.md');
    assert.deepEqual(list(), ['two']);
  });
});

function notOpened(file: string): TextFile {
  return { kind: 'broken', problem: { file, fault: { id: 'not-opened' }, severity: 'error' } };
}
