// What dialogs made of files: recorded, shown, and taken back only where nothing else is lost (SPEC 12.4).
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RootId } from '../../src/core/base/ids.ts';
import { rootRef } from '../../src/core/base/ids.ts';
import { openRuntime, type Runtime, type WorkspaceFiles } from '../../src/runtime.ts';
import { byPerson } from '../support/by-person.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

const files = {
  '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, bob: {}}\n',
  '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
  // Writes in a git work tree need no leave.
  '.git/HEAD': 'ref: refs/heads/main\n',
  'a.txt': 'one\r\ntwo\r\n',
  'b.txt': 'bee\n',
  'c.txt': 'sea\n',
};

type Call = readonly [name: string, args: Readonly<Record<string, unknown>>];

describe('edits of dialogs', () => {
  let workspace: TempWorkspace;
  let runtime: Runtime;
  let buffers: Map<string, string>;
  let rootId: RootId;

  beforeEach(async () => {
    workspace = await makeTempWorkspace(files);
    buffers = new Map();
  });
  afterEach(async () => {
    await runtime.close();
    await workspace.remove();
  });

  const editor: WorkspaceFiles = {
    read: async file => buffers.get(path.relative(workspace.folder, file)),
    async write(file, text) {
      const name = path.relative(workspace.folder, file);
      if (!buffers.has(name)) return 'not-open';
      buffers.set(name, text);
      return 'written';
    },
  };
  const reply = (calls: readonly Call[], agent: string) => ({
    when: { agent },
    tools: calls.map(([name, args]) => ({ name, args })),
  });
  /** Lead makes the calls, asks bob to make his, and says that all is done. */
  const open = async (lead: readonly Call[], bob: readonly Call[] = []) => {
    const replies = [
      reply(lead, 'lead'),
      ...(bob.length > 0
        ? [
            { when: { agent: 'lead' }, say: '!?@bob go on' },
            reply(bob, 'bob'),
            { when: { agent: 'bob' }, say: 'Went on.' },
          ]
        : []),
      { when: { agent: 'lead' }, say: 'Done.', repeat: true },
    ];
    await workspace.write('.minds/p.yaml', JSON.stringify({ replies }));
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive', workspaceFiles: editor });
    assert.ok(opened.ok, JSON.stringify(opened));
    runtime = opened.runtime;
    const started = await runtime.perform({ kind: 'start', text: 'go' });
    assert.ok(started.ok, JSON.stringify(started));
    rootId = started.rootId;
    await runtime.settled(rootId);
  };
  const edits = async () => {
    const found = await runtime.edits(rootRef(rootId));
    assert.ok(found.ok);
    return found.edits.map(({ path: file, kind, entry, state }) => {
      const name = entry === 'file' ? file : `${entry} ${file}`;
      return `${kind} ${name}: ${state}`;
    });
  };
  const undo = async () => {
    const outcome = await runtime.perform({ kind: 'undoEdits', dialog: rootRef(rootId) });
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return outcome.undone;
  };

  const redo = async () => {
    const outcome = await runtime.perform({ kind: 'redoEdits', dialog: rootRef(rootId) });
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return outcome.redone;
  };
  const lineOf = () => runtime.listRoots()[0];

  it('are taken back over a whole tree: written, edited, deleted and moved files', async () => {
    await chmod(path.join(workspace.folder, 'b.txt'), 0o755);
    await open(
      [
        ['edit_file', { path: 'a.txt', old: 'two', new: 'three' }],
        ['delete_file', { path: 'b.txt' }],
      ],
      [
        ['edit_file', { path: 'a.txt', old: 'three', new: 'four' }],
        ['move_file', { from: 'c.txt', to: 'd/c.txt' }],
        ['write_file', { path: 'new.txt', content: 'new\n' }],
      ],
    );
    assert.equal(await workspace.read('a.txt'), 'one\r\nfour\r\n');
    assert.deepEqual(await edits(), [
      'edited a.txt: as-written',
      'deleted b.txt: as-written',
      'created folder d: as-written',
      'deleted c.txt: as-written',
      'created d/c.txt: as-written',
      'created new.txt: as-written',
    ]);
    assert.deepEqual(await runtime.textBefore(rootRef(rootId), 'a.txt'), { ok: true, text: files['a.txt'] });
    const { restored, left } = await undo();
    assert.deepEqual([restored.length, left], [6, []]);
    for (const name of ['a.txt', 'b.txt', 'c.txt'] as const) assert.equal(await workspace.read(name), files[name]);
    assert.equal((await stat(path.join(workspace.folder, 'b.txt'))).mode & 0o777, 0o755);
    for (const name of ['new.txt', 'd/c.txt', 'd']) assert.equal(existsSync(path.join(workspace.folder, name)), false);
    assert.deepEqual(await edits(), []);
    assert.deepEqual(await undo(), { restored: [], left: [] });

    const redone = await redo();
    assert.deepEqual([redone.restored.length, redone.left], [6, []]);
    assert.equal(await workspace.read('a.txt'), 'one\r\nfour\r\n');
    assert.equal(await workspace.read('d/c.txt'), files['c.txt']);
    assert.equal(await workspace.read('new.txt'), 'new\n');
    for (const name of ['b.txt', 'c.txt']) assert.equal(existsSync(path.join(workspace.folder, name)), false);
    assert.equal((await edits()).length, 6);
    assert.equal((await undo()).restored.length, 6);
  });

  it('are taken back for folders that were moved, with what is in them, and written in afterwards', async () => {
    const at = (name: string) => path.join(workspace.folder, name);
    for (const [name, text] of Object.entries({ 'lib/a.js': 'a\n', 'lib/deep/b.js': 'b\n', 'lib/raw.bin': 'r\0\xff' }))
      await workspace.write(name, text);
    await mkdir(at('lib/hollow'));
    await symlink('a.js', at('lib/link'));
    await open(
      [
        ['move_file', { from: 'lib', to: 'src/moved' }],
        ['edit_file', { path: 'src/moved/deep/b.js', old: 'b', new: 'bee' }],
      ],
      [
        ['delete_file', { path: 'src/moved/a.js' }],
        ['write_file', { path: 'src/moved/new/c.js', content: 'c\n' }],
      ],
    );
    assert.equal(await workspace.read('src/moved/deep/b.js'), 'bee\n');
    assert.deepEqual((await undo()).left, []);
    assert.equal(await workspace.read('lib/a.js'), 'a\n');
    assert.equal(await workspace.read('lib/deep/b.js'), 'b\n');
    assert.equal(await workspace.read('lib/raw.bin'), 'r\0\xff');
    assert.equal(await readlink(at('lib/link')), 'a.js');
    assert.equal((await stat(at('lib/hollow'))).isDirectory(), true);
    assert.equal(existsSync(at('src')), false);
    assert.deepEqual(await edits(), []);
  });

  it('are taken back for links and emptied folders, and a folder with something of others in it stays', async () => {
    const at = (name: string) => path.join(workspace.folder, name);
    await mkdir(at('empty'));
    await symlink('a.txt', at('link'));
    await open([
      ['delete_file', { path: 'empty' }],
      ['delete_file', { path: 'link' }],
      ['write_file', { path: 'made/new.txt', content: 'new\n' }],
    ]);
    assert.deepEqual(await edits(), [
      'deleted folder empty: as-written',
      'deleted link link: as-written',
      'created folder made: as-written',
      'created made/new.txt: as-written',
    ]);
    await workspace.write('made/mine.txt', 'mine\n');
    assert.deepEqual((await undo()).left, [{ path: 'made', why: 'not-written' }]);
    assert.equal((await stat(at('empty'))).isDirectory(), true);
    assert.equal(await readlink(at('link')), 'a.txt');
    assert.equal(existsSync(at('made/new.txt')), false);
    assert.equal(await workspace.read('made/mine.txt'), 'mine\n');
  });

  it('of a moved folder stay where a file was changed since', async () => {
    await workspace.write('lib/a.js', 'a\n');
    await workspace.write('lib/b.js', 'b\n');
    await open([['move_file', { from: 'lib', to: 'moved' }]]);
    await workspace.write('moved/a.js', 'mine\n');
    const { left } = await undo();
    assert.deepEqual(
      left.map(({ path: file, why }) => `${file}: ${why}`),
      ['lib/a.js: not-kept', 'moved/a.js: changed-since', 'moved: not-written'],
    );
    assert.equal(await workspace.read('moved/a.js'), 'mine\n');
    assert.equal(await workspace.read('lib/b.js'), 'b\n');
  });

  it('tell the model that they were taken back', async () => {
    await open([['write_file', { path: 'new.txt', content: 'new\n' }]]);
    await undo();
    const prompt = await runtime.prompt(rootRef(rootId));
    assert.match(prompt.ok ? (prompt.prompt.messages.at(-1)?.content ?? '') : '', /reverted your edits.*new\.txt/);
  });

  it('are redone in another process, the last revert first, and the model is told', async () => {
    await open([['write_file', { path: 'new.txt', content: 'new\n' }]]);
    await undo();
    await runtime.close();
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    assert.ok(opened.ok);
    runtime = opened.runtime;
    assert.equal(lineOf()?.undone, true);
    assert.deepEqual(await redo(), { restored: ['new.txt'], left: [] });
    assert.equal(await workspace.read('new.txt'), 'new\n');
    assert.equal(lineOf()?.undone, null);
    const prompt = await runtime.prompt(rootRef(rootId));
    assert.match(prompt.ok ? (prompt.prompt.messages.at(-1)?.content ?? '') : '', /restored your edits.*new\.txt/);
    const again = await runtime.perform({ kind: 'redoEdits', dialog: rootRef(rootId) });
    assert.equal(!again.ok && again.why.id, 'nothing-to-redo');
  });

  it('are not redone in a file that was changed after the revert', async () => {
    await open([['edit_file', { path: 'a.txt', old: 'two', new: 'three' }]]);
    await undo();
    await workspace.write('a.txt', 'mine\n');
    assert.deepEqual(await redo(), { restored: [], left: [{ path: 'a.txt', why: 'changed-since' }] });
    assert.equal(await workspace.read('a.txt'), 'mine\n');
    assert.equal(lineOf()?.undone, true);
  });

  it('stay where the reverted content could not be kept', async () => {
    await open([['write_file', { path: 'new.txt', content: 'new\n' }]]);
    const before = path.join(workspace.folder, '.dialogs/run', rootId, 'before');
    await rm(before, { recursive: true, force: true });
    await writeFile(before, 'in the way');
    assert.deepEqual(await undo(), { restored: [], left: [{ path: 'new.txt', why: 'not-kept' }] });
    assert.equal(await workspace.read('new.txt'), 'new\n');
  });

  it('are told in the list of roots', async () => {
    await open([['read_file', { path: 'a.txt' }]]);
    assert.deepEqual([lineOf()?.edited, lineOf()?.undone], [null, null]);
    await runtime.close();
    await open([['read_file', { path: 'a.txt' }]], [['write_file', { path: 'new.txt', content: 'new\n' }]]);
    assert.equal(runtime.listRoots().find(root => root.rootId === rootId)?.edited, true);
    const tree = await runtime.tree(rootRef(rootId).rootId);
    assert.deepEqual(tree.ok && [tree.tree.edited, tree.tree.children.map(({ edited }) => edited)], [false, [true]]);
  });

  it('stay if the file was changed since, or in between', async () => {
    await open([
      ['edit_file', { path: 'a.txt', old: 'two', new: 'three' }],
      ['read_file', { path: 'b.txt' }],
      ['write_file', { path: 'b.txt', content: 'b1\n' }],
      ['run_shell', { command: 'touch other.txt' }],
      ['edit_file', { path: 'b.txt', old: 'b1', new: 'b2' }],
    ]);
    await workspace.write('b.txt', 'b1\nx\n');
    const [question] = await runtime.questions();
    await runtime.perform(
      { kind: 'answer', questionId: question?.id ?? '', content: 'allow once', msgId: 'm1' },
      byPerson,
    );
    await runtime.settled(rootId);
    await workspace.write('a.txt', 'mine\n');
    assert.deepEqual(await edits(), [
      'edited a.txt: changed-since',
      'edited b.txt: mixed',
      'created other.txt: as-written',
    ]);
    assert.deepEqual(await undo(), {
      restored: ['other.txt'],
      left: [
        { path: 'a.txt', why: 'changed-since' },
        { path: 'b.txt', why: 'mixed' },
      ],
    });
    assert.equal(await workspace.read('a.txt'), 'mine\n');
    assert.equal(await workspace.read('b.txt'), 'b2\nx\n');
  });

  it('of commands are taken back with those of tools around them', async () => {
    await open([
      ['edit_file', { path: 'a.txt', old: 'two', new: 'three' }],
      ['run_shell', { command: 'echo x >> a.txt; rm b.txt; echo y > d.txt' }],
      ['edit_file', { path: 'a.txt', old: 'three', new: 'four' }],
    ]);
    const [question] = await runtime.questions();
    await runtime.perform(
      { kind: 'answer', questionId: question?.id ?? '', content: 'allow once', msgId: 'm1' },
      byPerson,
    );
    await runtime.settled(rootId);
    const made = ['edited a.txt: as-written', 'deleted b.txt: as-written', 'created d.txt: as-written'];
    assert.deepEqual(await edits(), made);
    assert.deepEqual(await undo(), { restored: ['a.txt', 'b.txt', 'd.txt'], left: [] });
    assert.equal(await workspace.read('b.txt'), files['b.txt']);
    assert.deepEqual(await redo(), { restored: ['a.txt', 'd.txt', 'b.txt'], left: [] });
  });

  it('are kept by the person: later ones count from there, and the whole stays known', async () => {
    await open(
      [['edit_file', { path: 'b.txt', old: 'bee', new: 'bee\nbuzz' }]],
      [['write_file', { path: 'new.txt', content: 'new\n' }]],
    );
    assert.deepEqual(lineOf()?.changes, { files: 2, added: 2, removed: 0 });
    assert.ok((await runtime.perform({ kind: 'keepEdits', dialog: rootRef(rootId) })).ok);
    assert.deepEqual([await edits(), lineOf()?.changes], [[], null]);
    assert.deepEqual(await undo(), { restored: [], left: [] });
    const all = await runtime.edits(rootRef(rootId), 'all');
    assert.deepEqual(all.ok && all.edits.map(each => [each.path, each.lines]), [
      ['b.txt', { added: 1, removed: 0 }],
      ['new.txt', { added: 1, removed: 0 }],
    ]);
  });

  it('are kept and undone hunk by hunk, also in a file that changed since; the member reads what was undone', async () => {
    const lines = (...changed: readonly string[]) => `${changed.join('\n')}\n`;
    await workspace.write('h.txt', lines('1', '2', '3', '4', '5', '6'));
    await open(
      [['read_file', { path: 'h.txt' }]],
      [
        ['edit_file', { path: 'h.txt', old: '2', new: 'two' }],
        ['edit_file', { path: 'h.txt', old: '5', new: 'five' }],
      ],
    );
    await workspace.write('h.txt', lines('0', '1', 'two', '3', '4', 'five', '6'));
    const dialog = rootRef(rootId);
    const two = { path: 'h.txt', at: 2, lines: ['-2', '+two'] };
    const keptTwo = await runtime.perform({ kind: 'keepEdits', dialog, hunk: two });
    assert.ok(keptTwo.ok, JSON.stringify(keptTwo));
    assert.deepEqual(await runtime.textBefore(dialog, 'h.txt'), {
      ok: true,
      text: lines('1', 'two', '3', '4', '5', '6'),
    });
    const five = { path: 'h.txt', at: 5, lines: ['-5', '+five'] };
    assert.ok((await runtime.perform({ kind: 'undoEdits', dialog, hunk: five })).ok);
    assert.equal(await workspace.read('h.txt'), lines('0', '1', 'two', '3', '4', '5', '6'));
    const again = await runtime.perform({ kind: 'undoEdits', dialog, hunk: five });
    assert.equal(again.ok === false && again.why.id, 'hunk-gone');
    const tree = await runtime.tree(dialog.rootId);
    const [bob] = tree.ok ? tree.tree.children : [];
    assert.ok(bob);
    const prompt = await runtime.prompt({ rootId, selfId: bob.selfId });
    assert.match(
      JSON.stringify(prompt.ok && prompt.prompt.messages),
      /undid this change of yours in h\.txt[\s\S]*-5\\n\+five/,
    );
    assert.equal((await redo()).restored.length, 1);
    assert.match(await workspace.read('h.txt'), /five/);
  });

  it('of a new file are gone with its only hunk', async () => {
    await open([['write_file', { path: 'new.txt', content: 'new\n' }]]);
    const hunk = { path: 'new.txt', at: 1, lines: ['+new'] };
    assert.ok((await runtime.perform({ kind: 'undoEdits', dialog: rootRef(rootId), hunk })).ok);
    assert.equal(existsSync(path.join(workspace.folder, 'new.txt')), false);
    assert.deepEqual([await edits(), lineOf()?.changes], [[], null]);
  });

  it('are made and taken back in the open buffer, with what was not saved in it', async () => {
    buffers.set('a.txt', 'one\r\nmine\r\n');
    await open([['edit_file', { path: 'a.txt', old: 'mine', new: 'ours' }]]);
    assert.equal(buffers.get('a.txt'), 'one\r\nours\r\n');
    assert.equal(await workspace.read('a.txt'), files['a.txt']);
    assert.deepEqual((await undo()).restored, ['a.txt']);
    assert.equal(buffers.get('a.txt'), 'one\r\nmine\r\n');
    assert.equal(await workspace.read('a.txt'), files['a.txt']);
  });

  it('are refused while the dialog waits for leave', async () => {
    await open([
      ['write_file', { path: 'new.txt', content: 'new\n' }],
      ['run_shell', { command: 'touch x' }],
    ]);
    const outcome = await runtime.perform({ kind: 'undoEdits', dialog: rootRef(rootId) });
    assert.equal(!outcome.ok && outcome.code, 'wrong-state');
    assert.equal(await workspace.read('new.txt'), 'new\n');
  });

  it('lead nowhere outside of the workspace, whatever a record says', async () => {
    await open([['write_file', { path: 'new.txt', content: 'new\n' }]]);
    const log = path.join('.dialogs/run', rootId, 'course-001.jsonl');
    await runtime.close();
    const text = await workspace.read(log);
    await workspace.write(log, text.replaceAll('"path":"new.txt"', '"path":"../outside.txt"'));
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    assert.ok(opened.ok);
    runtime = opened.runtime;
    assert.deepEqual(await undo(), { restored: [], left: [{ path: '../outside.txt', why: 'out-of-reach' }] });
  });

  it('are shown as a proposal before they are made', async () => {
    await workspace.write(
      '.minds/team.yaml',
      `${files['.minds/team.yaml']}`.replace('lead: {}', 'lead: {policy: [{decision: ask, tools: [write]}]}'),
    );
    await open([['edit_file', { path: 'a.txt', old: 'two', new: 'three' }]]);
    const [question] = await runtime.questions();
    const found = await runtime.proposal(question?.id ?? '');
    assert.deepEqual(found.ok && found.proposal.change, {
      path: 'a.txt',
      before: 'one\r\ntwo\r\n',
      after: 'one\r\nthree\r\n',
    });
    assert.equal(await workspace.read('a.txt'), files['a.txt']);
  });
});
