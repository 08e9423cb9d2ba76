import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promptTexts } from '../../src/core/prompt/prompt-texts.ts';
import type { PathRequest } from '../../src/tools/files/path-guard.ts';
import { guardPath, protectionOf } from '../../src/tools/files/path-guard.ts';
import type { TempWorkspace } from '../support/temp-workspace.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

describe('the guard of paths', () => {
  let outer: TempWorkspace;
  let rtws: string;

  before(async () => {
    outer = await makeTempWorkspace({
      'outside.txt': 'x',
      'ws/src/a.ts': 'x',
      'ws/src/secret/key': 'x',
      'ws/lib/b.ts': 'x',
      'ws/tasks/x.tsk/goals.md': 'x',
      'ws/.minds/team.yaml': 'x',
      'ws/.dialogs/run/r/course-001.jsonl': 'x',
      'ws/plain/deep/file': 'x',
      'ws/cafe\u0301/e\u0301.txt': 'x',
      'ws/twins/e\u0301.txt': 'x',
      'ws/twins/\u00e9.txt': 'x',
    });
    rtws = path.join(outer.folder, 'ws');
    for (const [target, link] of [
      ['.minds', 'to-minds'],
      ['.minds/new.md', 'to-new-mind'],
      ['tasks/x.tsk', 'to-taskdoc'],
      ['../.dialogs', 'src/to-dialogs'],
      ['..', 'to-outside'],
      ['/etc', 'to-etc'],
      ['src', 'to-src'],
      ['src/a.ts', 'to-file'],
      ['ring-b', 'ring-a'],
      ['ring-a', 'ring-b'],
      ['nowhere', 'dangling'],
    ] as const)
      symlinkSync(target, path.join(rtws, link));
  });
  after(() => outer.remove());

  const guard = (given: string, access: PathRequest['access'] = 'read', member: PathRequest['member'] = {}) =>
    guardPath({ rtws, member, path: given, access });
  const isAllowed = (...args: Parameters<typeof guard>) => guard(...args).ok;

  const fine: readonly [given: string, relative: string][] = [
    ['src/a.ts', 'src/a.ts'],
    ['./src/../src/a.ts', 'src/a.ts'],
    ['src\\a.ts', 'src/a.ts'],
    ['.', '.'],
    ['', '.'],
    ['src/new/deep/file.ts', 'src/new/deep/file.ts'],
    ['to-src/a.ts', 'to-src/a.ts'],
    ['to-file', 'to-file'],
    ['.mindset', '.mindset'],
    ['minds', 'minds'],
    ['dialogs/x', 'dialogs/x'],
    ['tsk', 'tsk'],
    ['a.tsk.md', 'a.tsk.md'],
    ['.env', '.env'],
    ['caf\u00e9/\u00e9.txt', 'cafe\u0301/e\u0301.txt'],
    ['caf\u00e9/new \u00e9.txt', 'cafe\u0301/new \u00e9.txt'],
    ['twins/\u00e9.txt', 'twins/\u00e9.txt'],
    ['twins/e\u0301.txt', 'twins/e\u0301.txt'],
    ['..name', '..name'],
    ['文件/名.md', '文件/名.md'],
  ];
  for (const [given, relative] of fine) {
    it(`lets pass ${JSON.stringify(given)}`, () => {
      assert.deepEqual(guard(given), { ok: true, relative, absolute: path.join(rtws, relative) });
    });
  }

  const closed: readonly string[] = [
    // plain, in depth, not there yet
    'tasks/x.tsk',
    'tasks/x.tsk/',
    'tasks/x.tsk/goals.md',
    'tasks/new.tsk/goals.md',
    'deep/er/.minds/x',
    '.minds',
    '.minds/team.yaml',
    '.dialogs/run',
    // dots and separators
    'src/../.minds/team.yaml',
    './/.minds//team.yaml',
    '.minds\\team.yaml',
    'src\\..\\.dialogs\\run',
    'tasks\\x.tsk\\goals.md',
    '../ws/.minds/team.yaml',
    // case
    '.MINDS/team.yaml',
    '.Dialogs/run',
    'tasks/x.TSK/goals.md',
    // links, to what is there and to what is not
    'to-minds',
    'to-minds/team.yaml',
    'to-minds/not-yet.md',
    'to-new-mind',
    'to-taskdoc/goals.md',
    'src/to-dialogs/run',
    'to-src/to-dialogs/run',
    'to-outside/ws/.minds/team.yaml',
    // names that some file system takes for the same
    '.minds./team.yaml',
    '.minds /team.yaml',
    '.minds. . /team.yaml',
    'tasks/x.tsk./goals.md',
    '.minds::$INDEX_ALLOCATION/team.yaml',
    '.minds:stream',
    'MINDS~1/team.yaml',
    'dialog~1/run',
    'X~1.TSK/goals.md',
    // unicode forms
    '.\uff4dinds/team.yaml',
    '.mind\u017f/team.yaml',
    '.min\u200dds/team.yaml',
    '\ufeff.minds/team.yaml',
    'tasks/x.ts\u212a/goals.md',
    'tasks/cafe\u0301.tsk/goals.md',
    'tasks/caf\u00e9.tsk/goals.md',
  ];
  for (const given of closed) {
    it(`closes ${JSON.stringify(given)} to reading and writing`, () => {
      assert.equal(isAllowed(given, 'read'), false);
      assert.equal(isAllowed(given, 'write'), false);
    });
  }

  for (const given of [
    '..',
    '../outside.txt',
    'src/../../outside.txt',
    '/etc/passwd',
    '/',
    'to-outside',
    'to-outside/outside.txt',
    'to-etc/passwd',
    'to-etc/not-yet',
    '..\\outside.txt',
    '../ws-sibling/x',
    'ring-a',
    'ring-a/x',
    'dangling',
    'a\0b',
  ]) {
    it(`keeps within the workspace: ${JSON.stringify(given)}`, () => assert.equal(isAllowed(given), false));
  }

  it('takes an absolute path within the workspace, protected or not', () => {
    assert.ok(isAllowed(path.join(rtws, 'src/a.ts')));
    assert.ok(!isAllowed(path.join(rtws, '.minds/team.yaml')));
  });

  it('works in a workspace that is reached by a link', () => {
    const link = path.join(outer.folder, 'linked');
    symlinkSync(rtws, link);
    const through = (given: string) => guardPath({ rtws: link, member: {}, path: given, access: 'read' });
    assert.deepEqual(through('src/a.ts'), { ok: true, relative: 'src/a.ts', absolute: path.join(link, 'src/a.ts') });
    assert.ok(through(path.join(rtws, 'src/a.ts')).ok);
    assert.ok(!through('.minds/team.yaml').ok);
  });

  it('is not troubled by a workspace below a folder with a protected name', () => {
    const inside = path.join(outer.folder, '.minds/ws');
    mkdirSync(inside, { recursive: true });
    writeFileSync(path.join(inside, 'a'), 'x');
    assert.ok(guardPath({ rtws: inside, member: {}, path: 'a', access: 'write' }).ok);
  });

  it('names the right tool', () => {
    const message = (given: string) => {
      const guarded = guard(given);
      return guarded.ok ? '' : guarded.message(promptTexts('en').results);
    };
    assert.match(message('tasks/x.tsk/goals.md'), /change_mind.*recall_taskdoc|recall_taskdoc.*change_mind/);
    assert.match(message('.minds/memory/x.md'), /add_memory/);
    assert.match(message('.dialogs/x'), /add_reminder/);
    assert.match(message('../x'), /outside of the workspace/);
  });

  it('keeps a folder whole that holds something protected', () => {
    assert.equal(isAllowed('tasks', 'write'), false);
    assert.equal(isAllowed('.', 'write'), false);
    assert.ok(isAllowed('tasks', 'read'));
    assert.ok(isAllowed('plain', 'write'));
    assert.ok(isAllowed('tasks/note.md', 'write'));
  });

  const members: readonly [what: string, member: PathRequest['member'], allowed: string[], barred: string[]][] = [
    [
      'read_dirs',
      { readDirs: ['src'] },
      ['r src/a.ts', 'r src', 'r to-src/a.ts', 'w lib/b.ts'],
      ['r lib/b.ts', 'r .', 'r srcs/x'],
    ],
    [
      'write_dirs',
      { writeDirs: ['lib/', './plain/**'] },
      ['w lib/c.ts', 'w plain/x', 'r src/a.ts'],
      ['w src/a.ts', 'w top'],
    ],
    [
      'no_read_dirs',
      { noReadDirs: ['src/secret'] },
      ['r src/a.ts', 'w src/secret/key'],
      ['r src/secret/key', 'r SRC/Secret/key', 'r to-src/secret/key', 'w src'],
    ],
    ['no_write_dirs', { noWriteDirs: ['lib'] }, ['w src/a.ts', 'r lib/b.ts'], ['w lib/b.ts', 'w lib', 'w LIB./b.ts']],
    [
      'no_read_dirs over read_dirs',
      { readDirs: ['src'], noReadDirs: ['src/secret'] },
      ['r src/a.ts'],
      ['r src/secret/key'],
    ],
    ['a folder given by a link', { writeDirs: ['to-src'] }, ['w src/a.ts', 'w to-src/a.ts'], ['w lib/b.ts']],
    ['no folder at all', { readDirs: [], writeDirs: [] }, [], ['r src/a.ts', 'w src/a.ts']],
    ['a folder outside', { readDirs: ['..', '/'] }, [], ['r src/a.ts', 'r ../outside.txt']],
  ];
  for (const [what, member, allowed, barred] of members) {
    it(`holds a member to ${what}`, () => {
      const check = (line: string) =>
        isAllowed(line.slice(2), line.startsWith('w') ? 'write' : 'read', member) ? 'allowed' : 'barred';
      for (const line of allowed) assert.equal(check(line), 'allowed', line);
      for (const line of barred) assert.equal(check(line), 'barred', line);
    });
  }

  it('knows the names that are protected', () => {
    assert.deepEqual(['x.tsk', '.tsk', '.minds', '.dialogs', 'src'].map(protectionOf), [
      'taskdoc',
      'taskdoc',
      'minds',
      'dialogs',
      undefined,
    ]);
  });
});
