// Hostile paths through every tool: nothing outside of the rtws, in protected places, or beyond the member's folders is
// read, listed, changed or run in; links that are swapped in after a path was decided included (SPEC 6.5, 12.4).
import assert from 'node:assert/strict';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { WorkspaceFiles } from '../../../src/tools/files/workspace-files.ts';
import type { WorkspacePorts } from '../../../src/tools/workspace-tools.ts';
import { type Args, type CallOptions, makeBench, type ToolBench } from './workspace-support.ts';

const files = {
  'outside/secret.txt': 'SECRET\n',
  'ws/src/a.ts': 'let a;\n',
  'ws/src/deep/b.ts': 'let b;\n',
  'ws/private/key': 'SECRET\n',
  'ws/tasks/x.tsk/goals.md': 'SECRET\n',
  'ws/.minds/team.yaml': 'SECRET\n',
  'ws/.dialogs/run/r/course-001.jsonl': 'SECRET\n',
};

const links = [
  ['../outside', 'to-outside'],
  ['../outside/secret.txt', 'src/to-secret'],
  ['../outside/not-yet', 'to-new-outside'],
  ['.minds', 'src/../to-minds'],
  ['tasks/x.tsk', 'to-task'],
  ['private', 'to-private'],
  ['private/key', 'to-key'],
  ['/etc', 'to-etc'],
] as const;

const member = { noReadDirs: ['private'], noWriteDirs: ['private'] };

/** Paths of files that no tool may touch; for tools on folders their parents are used. */
const hostile = [
  '../outside/secret.txt',
  'src/../../outside/secret.txt',
  '..\\outside\\secret.txt',
  '/etc/hostname',
  'to-etc/hostname',
  'to-outside/secret.txt',
  'src/to-secret',
  'to-new-outside',
  '.minds/team.yaml',
  'src/../.minds/team.yaml',
  '.MINDS/team.yaml',
  '.minds\\team.yaml',
  '.minds./team.yaml',
  'to-minds/team.yaml',
  '.dialogs/run/r/course-001.jsonl',
  'tasks/x.tsk/goals.md',
  'tasks/x.TSK/goals.md',
  'tasks/new.tsk/goals.md',
  'to-task/goals.md',
  'private/key',
  './private//key',
  'Private/key',
  'to-private/key',
  'to-key',
  'src/a.ts\0.txt',
  `${'../'.repeat(2_000)}etc/hostname`,
  `${'src/'.repeat(200_000)}x`,
];

/** How each tool would touch a hostile path. */
const attacks: readonly [tool: string, args: (hostile: string) => Args][] = [
  ['read_file', file => ({ path: file })],
  ['list_dir', file => ({ path: folderOf(file) })],
  ['search_text', file => ({ query: 'SECRET', path: file })],
  ['search_text', file => ({ query: 'SECRET', path: folderOf(file) })],
  ['write_file', file => ({ path: file, content: 'evil' })],
  ['edit_file', file => ({ path: file, old: 'SECRET', new: 'evil' })],
  ['move_file', file => ({ from: file, to: 'src/taken' })],
  ['move_file', file => ({ from: 'src/a.ts', to: file })],
  ['delete_file', file => ({ path: file })],
  ['run_shell', file => ({ command: 'cat *', cwd: folderOf(file) })],
];

describe('hostile paths', () => {
  let bench: ToolBench;
  let options: CallOptions;
  let before: readonly string[];
  beforeEach(async () => {
    bench = await hostileBench();
    options = { rtws: path.join(bench.folder, 'ws'), member };
    before = snapshot(bench.folder);
  });
  afterEach(() => bench.remove());

  for (const [tool, argsFor] of attacks) {
    it(`${tool} ${JSON.stringify(argsFor('<path>'))} gives and changes nothing`, async () => {
      for (const file of hostile) {
        const args = argsFor(file);
        // A folder of the table may itself be open; what lies closed in it is the walker's matter, below.
        if (['src', '.', 'tasks'].includes(String(args.path ?? args.cwd ?? ''))) continue;
        const review = await bench.review(tool, args, options);
        assert.equal(review.kind, 'fails', `${tool} ${file} would ask`);
        const { ok, content } = await bench.call(tool, args, options);
        assert.equal(ok, false, `${tool} ${file}: ${content}`);
        assert.doesNotMatch(content, /SECRET/, `${tool} ${file}`);
        assert.ok(content.length < 5_000, 'a refusal goes into the course file and into every later request');
        assert.deepEqual(snapshot(bench.folder), before, `${tool} ${file}`);
      }
    });
  }

  it('a search of everything finds nothing closed, through links neither', async () => {
    const { content } = await bench.call('search_text', { query: 'SECRET' }, options);
    assert.equal(content, 'No matches.');
  });

  it('a folder that holds something closed cannot be moved or deleted', async () => {
    for (const args of [
      { from: 'tasks', to: 'src/t' },
      { from: '.', to: 'src/all' },
      { from: 'private', to: 'src/p' },
    ])
      assert.equal((await bench.call('move_file', args, options)).ok, false);
    for (const file of ['tasks', '.', 'private', 'tasks/x.tsk'])
      assert.equal((await bench.call('delete_file', { path: file }, options)).ok, false);
    assert.deepEqual(snapshot(bench.folder), before);
  });

  it('a member with folders of its own touches no other', async () => {
    const only = { ...options, member: { readDirs: ['src'], writeDirs: ['src/deep'] } };
    assert.equal((await bench.call('read_file', { path: 'src/a.ts' }, only)).ok, true);
    await bench.call('read_file', { path: 'src/deep/b.ts' }, only);
    assert.equal((await bench.call('write_file', { path: 'src/deep/b.ts', content: 'x' }, only)).ok, true);
    const after = snapshot(bench.folder);
    for (const [tool, args] of [
      ['read_file', { path: 'private/key' }],
      ['read_file', { path: 'to-key' }],
      ['list_dir', { path: '.' }],
      ['search_text', { query: 'SECRET' }],
      ['write_file', { path: 'src/a.ts', content: 'x' }],
      ['write_file', { path: 'src/deep/../new.ts', content: 'x' }],
      ['edit_file', { path: 'src/a.ts', old: 'let', new: 'x' }],
      ['move_file', { from: 'src/deep/b.ts', to: 'src/b.ts' }],
      ['delete_file', { path: 'src/a.ts' }],
      ['run_shell', { command: 'ls', cwd: 'private' }],
    ] as const)
      assert.equal((await bench.call(tool, args, only)).ok, false, tool);
    assert.deepEqual(snapshot(bench.folder), after);
  });
});

describe('a link swapped in after the path was decided', () => {
  if (process.platform === 'win32') return;
  // The tools ask the editor for unsaved text between deciding and using: there the swap is made.
  for (const [name, swap] of [
    ['its folder', swapFolder],
    ['a folder above', swapUpper],
    ['the file itself', swapFile],
  ] as const) {
    for (const [tool, args] of [
      ['read_file', { path: 'src/deep/b.ts' }],
      ['write_file', { path: 'src/deep/b.ts', content: 'evil' }],
      ['write_file', { path: 'src/deep/secret.txt', content: 'evil' }],
      ['edit_file', { path: 'src/deep/b.ts', old: 'SECRET', new: 'evil' }],
      ['move_file', { from: 'src/deep/b.ts', to: 'src/taken' }],
      ['delete_file', { path: 'src/deep/b.ts' }],
    ] as const) {
      it(`${tool} ${args === undefined ? '' : Object.values(args)[0]}: ${name} leads nowhere else`, async () => {
        let swapNow = () => {};
        const editor: WorkspaceFiles = {
          read: async () => {
            swapNow();
            return undefined;
          },
          write: async () => 'not-open' as const,
        };
        const bench = await hostileBench({ files: editor });
        const rtws = path.join(bench.folder, 'ws');
        swapNow = () => {
          swapNow = () => {};
          swap(rtws, bench.folder);
        };
        const { content } = await bench.call(tool, args, { rtws });
        assert.doesNotMatch(content, /SECRET/);
        assert.deepEqual(snapshot(path.join(bench.folder, 'outside')), [
          'b.ts: SECRET\n',
          'deep/b.ts: SECRET\n',
          'secret.txt: SECRET\n',
        ]);
        await bench.remove();
      });
    }
  }
});

it('a command runs in no folder that a link was swapped in for while it waited', async function () {
  if (process.platform === 'win32') this.skip();
  for (const swap of [swapFolder, swapUpper]) {
    let swapNow = () => {};
    const secrets = async () => {
      swapNow();
      return [];
    };
    const bench = await hostileBench({ shell: { env: process.env, secrets } });
    const rtws = path.join(bench.folder, 'ws');
    swapNow = () => swap(rtws, bench.folder);
    const { ok, content } = await bench.call('run_shell', { command: 'cat *', cwd: 'src/deep' }, { rtws });
    assert.equal(ok, false, content);
    assert.doesNotMatch(content, /SECRET/);
    await bench.remove();
  }
});

function swapFolder(rtws: string, outer: string): void {
  renameSync(path.join(rtws, 'src/deep'), path.join(rtws, 'src/gone'));
  symlinkSync(path.join(outer, 'outside'), path.join(rtws, 'src/deep'));
}

function swapUpper(rtws: string, outer: string): void {
  renameSync(path.join(rtws, 'src'), path.join(rtws, 'gone'));
  symlinkSync(path.join(outer, 'outside'), path.join(rtws, 'src'));
}

function swapFile(rtws: string, outer: string): void {
  renameSync(path.join(rtws, 'src/deep/b.ts'), path.join(rtws, 'src/gone'));
  symlinkSync(path.join(outer, 'outside/b.ts'), path.join(rtws, 'src/deep/b.ts'));
}

async function hostileBench(ports: Partial<WorkspacePorts> = {}): Promise<ToolBench> {
  const more = { 'outside/b.ts': 'SECRET\n', 'outside/deep/b.ts': 'SECRET\n' };
  const bench = await makeBench({ ...files, ...(ports.files && more) }, ports);
  for (const [target, link] of links) symlinkSync(target, path.join(bench.folder, 'ws', link));
  mkdirSync(path.join(bench.folder, 'ws/hollow'));
  return bench;
}

function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : file;
}

/** Every file and link below a folder, with its text or target. */
function snapshot(folder: string, below = ''): string[] {
  return readdirSync(path.join(folder, below))
    .sort()
    .flatMap(name => {
      const file = path.join(below, name);
      const stat = lstatSync(path.join(folder, file));
      if (stat.isDirectory()) return snapshot(folder, file);
      const absolute = path.join(folder, file);
      return [`${file}: ${stat.isSymbolicLink() ? readlinkSync(absolute) : readFileSync(absolute, 'utf8')}`];
    });
}
