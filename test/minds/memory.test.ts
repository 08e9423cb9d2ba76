import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentId } from '../../src/core/base/ids.ts';
import { said } from '../support/in-english.ts';
import type { MindsFixture } from './minds-support.ts';
import { makeMinds, memberNamed } from './minds-support.ts';

const alice = 'alice' as AgentId;

describe('memories', () => {
  let fixture: MindsFixture;
  beforeEach(async () => {
    fixture = await makeMinds();
  });
  afterEach(() => fixture.workspace.remove());

  const shown = () => fixture.minds.brief(fixture.alice, 'x.tsk').ownMemories;

  it('are added, replaced and dropped, and show in the next brief', () => {
    const { memories } = fixture.minds;
    assert.deepEqual(said(memories.add(alice, 'build/windows.md', 'slow')), {
      ok: true,
      message: 'Added memory build/windows.',
    });
    assert.deepEqual(shown(), [{ path: 'build/windows', text: 'slow' }]);
    assert.ok(said(memories.replace(alice, 'build/windows', 'fast')).ok);
    assert.deepEqual(shown(), [{ path: 'build/windows', text: 'fast' }]);
    assert.ok(said(memories.drop(alice, 'build/windows')).ok);
    assert.deepEqual(shown(), []);
  });

  it('of the team show to everybody', () => {
    fixture.minds.memories.add('team', 'style', 'short');
    assert.deepEqual(fixture.minds.brief(fixture.alice, 'x.tsk').sharedMemories, [{ path: 'style', text: 'short' }]);
  });

  it('are not added over another, nor replaced or dropped when not there', () => {
    const { memories } = fixture.minds;
    memories.add(alice, 'a', 'x');
    assert.match(said(memories.add(alice, 'a', 'y')).message, /replace it instead/);
    assert.match(said(memories.replace(alice, 'b', 'y')).message, /add it instead/);
    assert.match(said(memories.drop(alice, 'b')).message, /no memory b/);
  });

  it('refuse empty and overlong content', () => {
    const { memories } = fixture.minds;
    assert.equal(said(memories.add(alice, 'a', ' ')).ok, false);
    assert.equal(said(memories.add(alice, 'a', 'x'.repeat(8001))).ok, false);
  });

  it('never leave their folder', () => {
    const { memories } = fixture.minds;
    const own = path.join(fixture.workspace.folder, '.minds/memory/individual/alice');
    mkdirSync(own, { recursive: true });
    symlinkSync('/tmp', path.join(own, 'out'));
    symlinkSync('../../../team.yaml', path.join(own, 'link.md'));
    for (const name of [
      '../bob/x',
      '/etc/x',
      'a/../../x',
      '..',
      '',
      'a//b',
      '.hidden',
      'a\\..\\..\\x',
      'out/x',
      'link',
      'a/b/c/d/e',
      'x\0',
    ])
      assert.equal(said(memories.add(alice, name, 'x')).ok, false, name);
  });

  it('that are links which are not followed are reported', function () {
    if (process.platform === 'win32') this.skip();
    const { workspace, minds } = fixture;
    const folder = '.minds/memory/individual/dominds';
    mkdirSync(path.join(workspace.folder, folder), { recursive: true });
    const targets = { folder: '/tmp', 'gone.md': 'nowhere.md', 'outside.md': '/etc/hosts' };
    for (const [name, target] of Object.entries(targets))
      symlinkSync(target, path.join(workspace.folder, folder, name));
    assert.deepEqual(
      minds.problems().map(({ file, fault }) => [file, fault.id]),
      [
        [`${folder}/folder`, 'leads-out'],
        [`${folder}/gone.md`, 'not-opened'],
        [`${folder}/outside.md`, 'leads-out'],
      ],
    );
  });

  for (const folder of ['.minds/memory/individual/dominds', '.minds/memory/team_shared', '.minds/skills'])
    it(`are reported when ${folder} itself is a link out of the workspace`, function () {
      if (process.platform === 'win32') this.skip();
      const { workspace, minds } = fixture;
      const at = path.join(workspace.folder, folder);
      mkdirSync(path.dirname(at), { recursive: true });
      symlinkSync('/tmp', at);
      // Once, however often they are read.
      minds.brief(memberNamed('dominds'), 'x.tsk');
      for (const _ of [1, 2])
        assert.deepEqual(
          minds.problems().map(({ file, fault }) => [file, fault.id]),
          [[folder, 'leads-out']],
        );
    });

  it('are reported when a folder of theirs is a link that leads nowhere, or a file', function () {
    if (process.platform === 'win32') this.skip();
    const { workspace, minds } = fixture;
    const own = '.minds/memory/individual/dominds';
    mkdirSync(path.join(workspace.folder, '.minds/memory/individual'), { recursive: true });
    symlinkSync('gone', path.join(workspace.folder, own));
    writeFileSync(path.join(workspace.folder, '.minds/memory/team_shared'), 'not a folder');
    const problems = minds.problems().map(({ file, fault }) => `${file} ${fault.id}`);
    assert.deepEqual(problems.sort(), [`${own} not-opened`, '.minds/memory/team_shared not-opened'].sort());
    const added = said(minds.memories.add('dominds' as AgentId, 'a', 'x'));
    assert.match(added.message, /^\.minds\/memory\/individual\/dominds is a link that leads nowhere/);
    unlinkSync(path.join(workspace.folder, own));
    mkdirSync(path.join(workspace.folder, own));
    assert.deepEqual(
      minds.problems().map(({ file }) => file),
      ['.minds/memory/team_shared'],
    );
  });
});

describe('the files of .minds/', () => {
  let fixture: MindsFixture;
  beforeEach(async () => {
    fixture = await makeMinds({ '.minds/env.md': 'E', '.minds/team/a/persona.md': 'P', 'out.md': 'O' });
  });
  afterEach(() => fixture.workspace.remove());

  it('are read and listed by their path below it', () => {
    const { teamFiles } = fixture.minds;
    assert.deepEqual(said(teamFiles.read('env.md')), { ok: true, message: 'E' });
    assert.deepEqual(said(teamFiles.read('.minds/env.md')), { ok: true, message: 'E' });
    assert.deepEqual(said(teamFiles.read('')), { ok: true, message: 'env.md\nteam/' });
    assert.equal(said(teamFiles.read('none.md')).ok, false);
  });

  it('are written, and a team file is checked', () => {
    const { teamFiles, team } = fixture.minds;
    assert.deepEqual(said(teamFiles.write('team.yaml', 'members: {a: {tools: x}, b: {}}')), {
      ok: true,
      message:
        'Wrote .minds/team.yaml.\nerror: .minds/team.yaml:1:22: members.a.tools: expected a list, received text — Write it like `tools: [read_file, run_shell]`.',
    });
    assert.equal(team().team.defaultResponder, 'b');
    assert.deepEqual(said(teamFiles.write('diligence.md', '')), { ok: true, message: 'Wrote .minds/diligence.md.' });
  });

  it('stay within .minds/', () => {
    for (const file of [
      '../out.md',
      '.minds/../out.md',
      '..',

      'a\\..\\..\\out.md',
      '.hidden.md',
      'x.sh',
      'C:/x.md',
    ])
      assert.equal(fixture.minds.teamFiles.write(file, 'x').ok, false, file);
  });
});
