import assert from 'node:assert/strict';
import fs, { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { mock } from 'node:test';
import { plainTaskdocPath } from '../../src/minds/taskdoc/taskdoc-path.ts';
import { said } from '../support/in-english.ts';
import type { WorkspaceFiles } from '../support/temp-workspace.ts';
import type { MindsFixture } from './minds-support.ts';
import { makeMinds } from './minds-support.ts';

const taskDocPath = 'tasks/x.tsk';
const files: WorkspaceFiles = {
  'tasks/x.tsk/goals.md': 'G\n',
  'tasks/x.tsk/constraints.md': '',
  'tasks/x.tsk/progress.md': 'P',
};

describe('taskdocs', () => {
  let fixture: MindsFixture;
  afterEach(() => fixture.workspace.remove());

  const open = async (more: WorkspaceFiles = {}) => {
    fixture = await makeMinds({ ...files, ...more });
    return fixture;
  };
  const write = (selector: string, content: string, dialog?: string, category?: string) =>
    said(
      fixture.minds.taskdocs.write(
        { taskDocPath, section: { selector, category }, ...(dialog !== undefined && { dialog }) },
        content,
      ),
    );
  const see = (dialog: string) => fixture.minds.brief(fixture.alice, taskDocPath, dialog);
  const shown = (dialog: string) =>
    see(dialog)
      .taskdoc.map(({ text }) => text)
      .join('\n\n');
  const read = (file: string) => fixture.workspace.read(`tasks/x.tsk/${file}`);

  it('shows goals, constraints, bear in mind and progress in this order, and names the rest', async () => {
    const { minds } = await open({
      'tasks/x.tsk/bearinmind/risks.md': 'R',
      'tasks/x.tsk/bearinmind/contracts.md': 'C',
      'tasks/x.tsk/bearinmind/else.md': 'never shown',
      'tasks/x.tsk/research/sources.md': 'secret',
      'tasks/x.tsk/research/notes.txt': 'no section',
      'tasks/x.tsk/odd.md': 'no section',
    });
    assert.equal(
      minds.taskdocText(taskDocPath),
      '## Goals\n\nG\n\n## Constraints\n\n(empty)\n\n## Bear In Mind\n\n### Contracts\n\nC\n\n### Risks\n\nR\n\n## Progress\n\nP\n\nOther sections, by name: research/sources',
    );
  });

  for (const [what, target] of [
    ['out of the workspace', '/tmp'],
    ['nowhere', 'gone'],
    ['to a folder that is no taskdoc', '../docs'],
  ] as const) {
    it(`says of a package that is a link ${what} that it is not read`, async () => {
      const { minds, workspace } = await open({ 'docs/goals.md': 'D' });
      symlinkSync(target, path.join(workspace.folder, 'tasks/out.tsk'));
      assert.match(minds.taskdocText('tasks/out.tsk'), /^\(not read: it [^.]+\. [A-Z][^.]+\.\)$/);
      assert.equal(minds.hasGoals('tasks/out.tsk'), false);
    });
  }

  it('says of a package that cannot be looked at that it cannot be opened, not that it leads elsewhere', async () => {
    const { workspace } = await open();
    rmSync(path.join(workspace.folder, 'tasks/x.tsk'), { recursive: true });
    // Like a folder without permissions, which is open to the root user: the system refuses to look at it.
    symlinkSync('x.tsk', path.join(workspace.folder, 'tasks/x.tsk'));
    const outcome = write('goals', 'New');
    assert.equal(outcome.ok, false);
    assert.match(
      outcome.message,
      /tasks\/x\.tsk cannot be opened\. Ask the person to check its permissions and links\./,
    );
  });

  it('names a package that leads out of the workspace in the health check', async () => {
    const { minds, workspace } = await open();
    symlinkSync('/tmp', path.join(workspace.folder, 'tasks/out.tsk'));
    assert.deepEqual(
      minds.problems(['tasks/out.tsk']).map(({ file, fault }) => [file, fault.id]),
      [['tasks/out.tsk', 'leads-out']],
    );
  });

  it('has no Bear In Mind without such files', async () => {
    const { minds, workspace } = await open();
    mkdirSync(path.join(workspace.folder, taskDocPath, 'bearinmind'));
    assert.doesNotMatch(minds.taskdocText(taskDocPath), /Bear/);
  });

  it('makes what is missing of a package, and leaves the rest alone', async () => {
    const { minds } = await open({ 'tasks/y.tsk/goals.md': 'mine' });
    assert.deepEqual(said(minds.ensureTaskdoc('tasks/y.tsk')), { ok: true, message: 'tasks/y.tsk' });
    assert.equal(await fixture.workspace.read('tasks/y.tsk/goals.md'), 'mine');
    assert.equal(await fixture.workspace.read('tasks/y.tsk/progress.md'), '');
    assert.equal(await fixture.workspace.read('tasks/y.tsk/constraints.md'), '');
    assert.ok(said(minds.ensureTaskdoc('new/z.tsk/')).ok);
    assert.equal(await fixture.workspace.read('new/z.tsk/goals.md'), '');
  });

  it('makes no package where a file has its name, and says so', async () => {
    const { minds } = await open({ 'y.tsk': 'a file' });
    assert.deepEqual(said(minds.ensureTaskdoc('y.tsk')), {
      ok: false,
      message: 'A taskdoc is a folder, but this is a file: y.tsk',
    });
  });

  it('makes no file of a default path before the first write', async () => {
    const { minds, workspace, alice } = await open();
    minds.brief(alice, 'tasks/later.tsk', 'd1');
    assert.ok(!existsSync(path.join(workspace.folder, 'tasks/later.tsk')));
    const at = { taskDocPath: 'tasks/later.tsk', section: { selector: 'progress' }, dialog: 'd1' };
    assert.deepEqual(said(minds.taskdocs.write(at, 'begun')), {
      ok: true,
      message: 'Replaced tasks/later.tsk/progress.md.',
    });
    const made = readdirSync(path.join(workspace.folder, 'tasks/later.tsk')).sort();
    assert.deepEqual(made, ['constraints.md', 'goals.md', 'progress.md']);
  });

  it('grows by what is appended, under the same rules', async () => {
    const { minds, workspace, alice } = await open();
    minds.brief(alice, 'tasks/later.tsk', 'd1');
    const section = { taskDocPath: 'tasks/later.tsk', section: { selector: 'progress' } };
    const add = (dialog: string, content: string) =>
      said(minds.taskdocs.write({ ...section, dialog }, content, { append: true }));
    assert.deepEqual(add('d1', 'one'), { ok: true, message: 'Added to tasks/later.tsk/progress.md.' });
    assert.ok(add('d1', '- two\n').ok);
    assert.ok(add('d1', '- three').ok);
    assert.equal(await workspace.read('tasks/later.tsk/progress.md'), 'one\n- two\n- three');
    assert.equal(add('d1', ' ').ok, false);
    assert.ok(said(minds.taskdocs.write(section, 'theirs')).ok);
    assert.match(add('d1', 'four').message, /Nothing was changed\. It now says:\n\ntheirs$/);
    assert.ok(add('d1', 'four').ok);
    assert.equal(await workspace.read('tasks/later.tsk/progress.md'), 'theirs\nfour');
  });

  it('is looked for once a brief while there is none, and found when it comes', async () => {
    const { minds, alice, workspace } = await open();
    const asked: string[] = [];
    const { statSync, lstatSync } = fs;
    const note = (file: unknown) => asked.push(path.relative(workspace.folder, String(file)).replaceAll('\\', '/'));
    const mocks = [
      mock.method(fs, 'statSync', (...args: Parameters<typeof statSync>) => {
        note(args[0]);
        return statSync(...args);
      }),
      mock.method(fs, 'lstatSync', (...args: Parameters<typeof lstatSync>) => {
        note(args[0]);
        return lstatSync(...args);
      }),
    ];
    syncBuiltinESMExports();
    try {
      assert.match(JSON.stringify(minds.brief(alice, 'later/y.tsk', 'd').taskdoc), /Goals\\n\\n\(empty\)/);
    } finally {
      for (const { mock: each } of mocks) each.restore();
      syncBuiltinESMExports();
    }
    assert.deepEqual(
      asked.filter(file => file.startsWith('later')),
      ['later/y.tsk'],
    );
    await workspace.write('later/y.tsk/goals.md', 'Now');
    minds.renew();
    assert.match(JSON.stringify(minds.brief(alice, 'later/y.tsk', 'd').taskdoc), /Now/);
  });

  it('replaces exactly one file', async () => {
    await open();
    see('d1');
    assert.ok(write('progress', 'half\n', 'd1').ok);
    assert.deepEqual(
      [await read('goals.md'), await read('constraints.md'), await read('progress.md')],
      ['G\n', '', 'half\n'],
    );
    assert.deepEqual(readdirSync(path.join(fixture.workspace.folder, taskDocPath)), [
      'constraints.md',
      'goals.md',
      'progress.md',
    ]);
  });

  it('shows the change of one dialog to another at its next brief', async () => {
    await open();
    see('d1');
    write('progress', 'new', 'd1');
    assert.match(shown('d2'), /## Progress\n\nnew$/);
  });

  it('refuses a stale change with the present text, and takes the next one', async () => {
    await open();
    see('d1');
    see('d2');
    assert.ok(write('goals', 'by d1', 'd1').ok);
    assert.ok(write('goals', 'by d1 again', 'd1').ok);
    const refusal = write('goals', 'by d2', 'd2');
    assert.equal(refusal.ok, false);
    assert.match(refusal.message, /changed since you last saw it.*Nothing was changed. It now says:\n\nby d1 again$/s);
    assert.equal(await read('goals.md'), 'by d1 again');
    assert.ok(write('goals', 'both', 'd2').ok);
  });

  it('refuses a change to a section that the dialog never saw', async () => {
    await open();
    assert.equal(write('goals', 'blind', 'd9').ok, false);
    assert.ok(write('constraints', 'was empty', 'd9').ok);
  });

  it('refuses a change when only a part of the section was shown', async () => {
    await open({ 'tasks/x.tsk/goals.md': 'long\n'.repeat(10_000) });
    assert.match(shown('d1'), /cut here/);
    assert.equal(write('goals', 'short', 'd1').ok, false);
  });

  it('refuses a change while the section has unsaved edits, and returns those', async () => {
    const { unsaved, workspace } = await open();
    see('d1');
    unsaved.set(path.join(workspace.folder, taskDocPath, 'goals.md'), 'being typed');
    assert.match(write('goals', 'mine', 'd1').message, /editing this section.*being typed$/s);
    assert.equal(await read('goals.md'), 'G\n');
  });

  it('lets a person write whatever was there before', async () => {
    await open();
    assert.ok(write('goals', 'by hand').ok);
  });

  it('writes bear-in-mind sections of its six names, and categories of any other name', async () => {
    await open();
    assert.ok(write('risks', 'R', 'd1', 'bearinmind').ok);
    assert.ok(write('risks', 'R2', 'd1', 'BearInMind').ok);
    assert.equal(await read('bearinmind/risks.md'), 'R2');
    assert.ok(write('来源', 'S', 'd1', 'research').ok);
    assert.equal(await read('research/来源.md'), 'S');
    for (const [selector, category] of [
      ['luck', 'bearinmind'],
      ['hopes', undefined],
      ['x', '../..'],
      ['../x', 'research'],
      ['x', 'a/b'],
      ['x', '.hidden'],
      ['x\\y', 'research'],
      ['', 'research'],
    ] as const)
      assert.equal(write(selector, 'x', 'd1', category).ok, false, `${category}/${selector}`);
  });

  it('refuses empty content', async () => {
    await open();
    assert.match(write('goals', ' \n', 'd1').message, /^Empty content/);
  });

  it('recalls any section, which then counts as seen', async () => {
    const { minds } = await open({ 'tasks/x.tsk/research/sources.md': 'S' });
    const at = (selector: string, category?: string) => ({
      dialog: 'd1',
      taskDocPath,
      section: { selector, category },
    });
    assert.equal(write('sources', 'blind', 'd1', 'research').ok, false);
    assert.deepEqual(said(minds.taskdocs.recall(at('sources', 'research'))), { ok: true, message: 'S' });
    assert.ok(write('sources', 'S2', 'd1', 'research').ok);
    assert.deepEqual(said(minds.taskdocs.recall(at('none', 'research'))), {
      ok: false,
      message: 'There is no section research/none.',
    });
    assert.equal(said(minds.taskdocs.recall(at('goals'))).message, 'G\n');
  });

  it('keeps a section that cannot be read, and says so', async () => {
    await open({ 'tasks/x.tsk/goals.md': 'a\0b' });
    assert.match(shown('d1'), /## Goals\n\n\(not read: it is a binary file/);
    assert.match(write('goals', 'x', 'd1').message, /binary file/);
    assert.deepEqual(
      fixture.minds.problems([taskDocPath]).map(({ file }) => file),
      ['tasks/x.tsk/goals.md'],
    );
  });

  it('follows no link out of its package', async () => {
    const { workspace, minds } = await open({ '.minds/team.yaml': 'members: {a: {}}', 'other.md': 'other' });
    const link = (target: string, at: string) => symlinkSync(target, path.join(workspace.folder, at));
    link('../../.minds/team.yaml', 'tasks/x.tsk/linked.md');
    mkdirSync(path.join(workspace.folder, 'tasks/l.tsk'));
    link('../../.minds/team.yaml', 'tasks/l.tsk/goals.md');
    link('../../new.md', 'tasks/l.tsk/progress.md');
    link('/etc', 'tasks/l.tsk/etc');
    assert.match(minds.taskdocText('tasks/l.tsk'), /## Goals\n\n\(not read: it points outside of its folder/);
    for (const selector of ['goals', 'progress'])
      assert.equal(said(minds.taskdocs.write({ taskDocPath: 'tasks/l.tsk', section: { selector } }, 'x')).ok, false);
    assert.equal(
      said(minds.taskdocs.write({ taskDocPath: 'tasks/l.tsk', section: { selector: 'x', category: 'etc' } }, 'x')).ok,
      false,
    );
    assert.equal(await workspace.read('.minds/team.yaml'), 'members: {a: {}}');
    link('/tmp', 'tasks/out.tsk');
    assert.equal(said(minds.ensureTaskdoc('tasks/out.tsk')).ok, false);
    link('../.minds', 'tasks/minds.tsk');
    assert.equal(
      said(minds.taskdocs.write({ taskDocPath: 'tasks/minds.tsk', section: { selector: 'goals' } }, 'x')).ok,
      false,
    );
  });

  it('takes only paths of packages within the workspace', async () => {
    const { minds } = await open();
    const isFine = (file: string) => said(minds.ensureTaskdoc(file)).ok;
    for (const file of ['x.tsk', 'a/b/x.tsk', './x.tsk', 'x.tsk/', 'a\\x.tsk', '任务/x.tsk'])
      assert.ok(isFine(file), file);
    for (const file of [
      '',
      '.tsk',
      'x',
      'x.md',
      '../x.tsk',
      '/x.tsk',
      'C:\\x.tsk',
      'a/../../x.tsk',
      'a.tsk/b.tsk',
      '.minds/x.tsk',
      '.Dialogs/x.tsk',
      'x\0.tsk',
    ])
      assert.ok(!isFine(file), file);
  });

  it('takes a single file in the texting dialect', async () => {
    const { minds } = await open({ '.minds/team.yaml': 'dialect: texting\n' });
    assert.ok(said(minds.ensureTaskdoc('todo.md')).ok);
    assert.ok(said(minds.ensureTaskdoc('x.tsk')).ok);
    assert.ok(!said(minds.ensureTaskdoc('.minds/env.md')).ok);
  });

  it('has one spelling of a path', () => {
    for (const file of ['a/b.tsk', './a/b.tsk', 'a//b.tsk/', 'a/./b.tsk', '././a\\b.tsk//'])
      assert.equal(plainTaskdocPath(file), 'a/b.tsk');
    assert.equal(plainTaskdocPath('../a.tsk'), '../a.tsk');
  });

  it('makes all required files of a package with the first section that is written, and none again', async () => {
    const { minds } = await open();
    const at = (selector: string, category?: string) => ({
      taskDocPath: 'new/first.tsk',
      section: { selector, category },
    });
    const here = () => readdirSync(path.join(fixture.workspace.folder, 'new/first.tsk')).sort();
    assert.ok(said(minds.taskdocs.write(at('risks', 'bearinmind'), 'R')).ok);
    assert.deepEqual(here(), ['bearinmind', 'constraints.md', 'goals.md', 'progress.md']);
    rmSync(path.join(fixture.workspace.folder, 'new/first.tsk/constraints.md'));
    assert.ok(said(minds.taskdocs.write(at('goals'), 'G')).ok);
    assert.deepEqual(here(), ['bearinmind', 'goals.md', 'progress.md']);
  });

  it('treats a single file as one text with the section goals', async () => {
    const { minds, alice } = await open({ 'todo.md': 'all of it' });
    const at = (selector: string) => ({ dialog: 'd1', taskDocPath: 'todo.md', section: { selector } });
    assert.deepEqual(minds.brief(alice, 'todo.md', 'd1').taskdoc, [{ name: 'goals', text: 'all of it' }]);
    assert.ok(said(minds.taskdocs.write(at('goals'), 'new')).ok);
    assert.equal(await fixture.workspace.read('todo.md'), 'new');
    const refused = said(minds.taskdocs.write(at('progress'), 'new'));
    assert.deepEqual([refused.ok, refused.because], [false, 'single-file']);
    const uncategorized = { ...at('goals'), section: { selector: 'goals', category: '' } };
    assert.ok(said(minds.taskdocs.write(uncategorized, 'newer')).ok);
  });
});
