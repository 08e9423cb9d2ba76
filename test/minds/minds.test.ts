import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkspaceFiles } from '../support/temp-workspace.ts';
import { toldProblem } from '../support/told.ts';
import type { MindsFixture } from './minds-support.ts';
import { makeMinds, memberNamed } from './minds-support.ts';

const taskdoc = 'tasks/x.tsk';

describe('minds', () => {
  let fixture: MindsFixture;
  afterEach(() => fixture.workspace.remove());

  const open = async (files: WorkspaceFiles = {}) => {
    fixture = await makeMinds(files);
    return fixture;
  };

  it('has one member and an empty brief in an empty workspace', async () => {
    const { minds, alice } = await open();
    assert.equal(minds.team().team.defaultResponder, 'dominds');
    assert.deepEqual(minds.problems(), []);
    assert.deepEqual(minds.brief(alice, taskdoc), {
      persona: '',
      knowledge: '',
      lessons: '',
      env: '',
      agents: '',
      skills: [],
      sharedMemories: [],
      ownMemories: [],
      taskdoc: [
        { name: 'goals', text: '## Goals\n\n(empty)' },
        { name: 'constraints', text: '## Constraints\n\n(empty)' },
        { name: 'progress', text: '## Progress\n\n(empty)' },
      ],
    });
  });

  for (const [form, obstruct] of Object.entries({
    'a link to nowhere': (at: string) => symlinkSync('gone', at),
    'a file': (at: string) => writeFileSync(at, 'text'),
    'a link in a circle': (at: string) => symlinkSync('.minds', at),
  })) {
    it(`withholds all tools while .minds is ${form}, and says so`, async () => {
      const { minds, workspace } = await open();
      obstruct(path.join(workspace.folder, '.minds'));
      const { team, withheld } = minds.team();
      assert.deepEqual(withheld, [...team.members.keys()]);
      const told = minds.problems().filter(({ file }) => file === '.minds/team.yaml');
      assert.deepEqual(
        told.map(({ fault }) => fault.id),
        ['not-opened', 'members-withheld'],
      );
    });
  }

  it('reads persona, knowledge, lessons, env, AGENTS.md, memories and the taskdoc', async () => {
    const { minds, alice } = await open({
      '.minds/team/alice/persona.md': 'You are careful.\n',
      '.minds/team/alice/knowledge.md': 'K',
      '.minds/team/alice/lessons.md': 'L',
      '.minds/team/bob/persona.md': 'not mine',
      '.minds/env.md': 'E',
      'AGENTS.md': 'A',
      '.minds/memory/team_shared/b.md': 'shared b',
      '.minds/memory/team_shared/a/deep.md': 'shared a',
      '.minds/memory/team_shared/picture.png': 'x',
      '.minds/memory/individual/alice/mine.md': 'own',
      '.minds/memory/individual/bob/his.md': 'not mine',
      'tasks/x.tsk/goals.md': 'Win.\n',
    });
    assert.deepEqual(minds.brief(alice, taskdoc), {
      persona: 'You are careful.',
      knowledge: 'K',
      lessons: 'L',
      env: 'E',
      agents: 'A',
      skills: [],
      sharedMemories: [
        { path: 'a/deep', text: 'shared a' },
        { path: 'b', text: 'shared b' },
      ],
      ownMemories: [{ path: 'mine', text: 'own' }],
      taskdoc: [
        { name: 'goals', text: '## Goals\n\nWin.' },
        { name: 'constraints', text: '## Constraints\n\n(empty)' },
        { name: 'progress', text: '## Progress\n\n(empty)' },
      ],
    });
  });

  it('names schedules whose agent or taskdoc starts nothing, until the team has that member', async () => {
    const { minds, workspace } = await open({
      '.minds/team.yaml': 'members: {lead: {}}\n',
      '.minds/schedules.yaml': [
        '- {name: a, cron: "0 3 * * *", task: x, agent: leadd}',
        '- {name: b, cron: "0 3 * * *", task: x, agent: lead, taskdoc: ../../x.tsk}',
        '- {name: c, cron: "0 3 * * *", task: x, taskdoc: tasks/notes.md}',
        '- {name: d, cron: "0 3 * * *", task: x, agent: lead, taskdoc: tasks/d.tsk}',
      ].join('\n'),
    });
    const faults = () => minds.problems().map(({ file, line, column, fault }) => [file, line, column, fault]);
    const file = '.minds/schedules.yaml';
    const taskdocs = [
      [file, 2, 63, { id: 'bad-taskdoc', name: 'b', taskdoc: '../../x.tsk' }],
      [file, 3, 50, { id: 'bad-taskdoc', name: 'c', taskdoc: 'tasks/notes.md' }],
    ];
    assert.deepEqual(faults(), [
      [file, 1, 48, { id: 'unknown-agent', name: 'a', agent: 'leadd', near: 'lead' }],
      ...taskdocs,
    ]);
    await workspace.write('.minds/team.yaml', 'members: {lead: {}, leadd: {}}\n');
    assert.deepEqual(faults(), taskdocs);
  });

  it('prefers the file of the work language, and falls back to the plain one', async () => {
    const { minds, alice, speak } = await open({
      '.minds/team/alice/persona.md': 'plain',
      '.minds/team/alice/persona.zh.md': '中文',
      '.minds/env.en.md': 'english',
    });
    assert.equal(minds.brief(alice, taskdoc).persona, 'plain');
    assert.equal(minds.brief(alice, taskdoc).env, 'english');
    speak('zh-CN');
    assert.equal(minds.brief(alice, taskdoc).persona, '中文');
    speak('zh');
    assert.equal(minds.brief(alice, taskdoc).persona, '中文');
    assert.equal(minds.brief(alice, taskdoc).env, '');
  });

  it('reads the files of any language, the nearest form of its tag first', async () => {
    const { minds, alice, speak, workspace } = await open({
      '.minds/team/alice/persona.md': 'plain',
      '.minds/team/alice/persona.pt.md': 'português',
      '.minds/env.pt-BR.md': 'ambiente',
      '.minds/diligence.pt-br.md': 'continue',
    });
    speak('pt_BR.UTF-8');
    const { persona, env } = minds.brief(alice, taskdoc);
    assert.deepEqual([persona, env], ['português', 'ambiente']);
    assert.deepEqual(minds.diligence(), {
      kind: 'text',
      text: 'continue',
      source: '.minds/diligence.pt-br.md',
      language: 'pt-BR',
    });
    rmSync(path.join(workspace.folder, '.minds/diligence.pt-br.md'));
    const builtIn = minds.diligence();
    assert.deepEqual(builtIn.kind === 'text' && [builtIn.source, builtIn.language], ['built-in', 'en']);
  });

  it('caps each text and shows the cut', async () => {
    const { minds, alice } = await open({ '.minds/env.md': 'word '.repeat(4000) });
    const { env } = minds.brief(alice, taskdoc);
    assert.match(env, /\[… cut here: 8000 of 19999 characters are shown\]$/);
    assert.ok(env.length < 8100);
  });

  it('names the memories that have no room', async () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f'].map(name => [`.minds/memory/team_shared/${name}.md`, name.repeat(7000)]),
    );
    const { minds, alice } = await open(files);
    const shared = minds.brief(alice, taskdoc).sharedMemories;
    assert.deepEqual(
      shared.map(({ path: name }) => name),
      ['a', 'b', 'c', 'd', ''],
    );
    assert.equal(shared.at(-1)?.text, '[not shown for want of room: e, f]');
  });

  it('shows shorter memories behind one that has no room, as long as there is room for them', async () => {
    const memory = (name: string, length: number) => [`.minds/memory/team_shared/${name}.md`, name.repeat(length)];
    const long = ['a', 'b', 'c', 'd', 'e'].map(name => memory(name, 7000));
    const short = ['f', 'g', 'h', 'i'].map(name => memory(name, 1500));
    const { minds, alice } = await open(Object.fromEntries([...long, ...short]));
    const shared = minds.brief(alice, taskdoc).sharedMemories;
    assert.deepEqual(
      shared.map(({ path: name }) => name),
      ['a', 'b', 'c', 'd', 'f', 'g', ''],
    );
    assert.equal(shared.at(-1)?.text, '[not shown for want of room: e, h, i]');
  });

  it('sees an edit at the next call: in place, by rename, a new file, a removed one', async () => {
    const { minds, alice, workspace } = await open({ '.minds/env.md': 'one' });
    const env = () => minds.brief(alice, taskdoc).env;
    assert.equal(env(), 'one');
    await workspace.write('.minds/env.md', 'three');
    assert.equal(env(), 'three');
    await workspace.write('.minds/env.md.new', 'moved');
    renameSync(path.join(workspace.folder, '.minds/env.md.new'), path.join(workspace.folder, '.minds/env.md'));
    assert.equal(env(), 'moved');
    await workspace.write('.minds/env.en.md', 'own language');
    assert.equal(env(), 'own language');
    rmSync(path.join(workspace.folder, '.minds'), { recursive: true });
    assert.equal(env(), '');
  });

  it('sees an edit of equal size within one tick of the clock', async () => {
    fixture = await makeMinds({ '.minds/env.md': 'one' }, Date.now);
    const { minds, alice, workspace } = fixture;
    assert.equal(minds.brief(alice, taskdoc).env, 'one');
    const file = path.join(workspace.folder, '.minds/env.md');
    const { atime, mtime } = statSync(file);
    writeFileSync(file, 'two');
    utimesSync(file, atime, mtime);
    assert.equal(minds.brief(alice, taskdoc).env, 'two');
  });

  it('parses the team file again only when it changed', async () => {
    const { minds, workspace } = await open({ '.minds/team.yaml': 'members: {a: {}}' });
    const before = minds.team();
    assert.equal(minds.team(), before);
    await workspace.write('.minds/team.yaml', 'members: {b: {}}');
    assert.deepEqual([...minds.team().team.members.keys()], ['b', 'fuxi', 'pangu']);
  });

  it('tells huge, binary, foreign and leading-away files with their remedy, and works with the rest', async () => {
    const { minds, alice, workspace } = await open({
      '.minds/team.yaml': `# ${'x'.repeat(1024 * 1024)}\nmembers: {a: {}}`,
      '.minds/env.md': 'a\0b',
      'AGENTS.md': 'works',
    });
    const { folder } = workspace;
    mkdirSync(path.join(folder, '.minds/team/dominds/persona.md'), { recursive: true });
    writeFileSync(path.join(folder, '.minds/diligence.md'), Buffer.from([0xff, 0xfe, 0x41]));
    symlinkSync('/etc/hostname', path.join(folder, '.minds/team/dominds/lessons.md'));
    assert.deepEqual(
      minds
        .problems()
        .map(toldProblem)
        .map(({ file, message, remedy }) => `${file}: ${message} — ${remedy}`),
      [
        '.minds/team.yaml: not read: it is larger than 1048576 bytes — Make it shorter.',
        '.minds/team.yaml: @dominds, @fuxi, @pangu: no tools for files, commands and memories, since restrictions cannot be read — Correct the errors in this file.',
        '.minds/team/dominds/persona.md: not read: it cannot be opened — It must be a file that you can read.',
        '.minds/team/dominds/lessons.md: not read: it points outside of its folder — Replace the link with the file itself.',
        '.minds/env.md: not read: it is a binary file — Replace it with UTF-8 text.',
        '.minds/diligence.md: not read: it is not in UTF-8 — Save it in UTF-8.',
      ],
    );
    assert.equal(minds.team().team.defaultResponder, 'dominds');
    assert.equal(minds.brief(alice, taskdoc).agents, 'works');
    assert.equal(minds.brief(memberNamed('dominds'), taskdoc).lessons, '');
    assert.equal(minds.diligence().kind, 'text');
  });

  it('reports the cap of cost of a member while no model has prices', async () => {
    const { minds, workspace } = await open({ '.minds/team.yaml': 'members:\n  bob:\n    max_cost: 2\n' });
    assert.deepEqual(
      minds.problems().map(({ file, line, column, fault }) => [file, line, column, fault.id]),
      [['.minds/team.yaml', 3, 5, 'cap-without-prices']],
    );
    await workspace.write('.minds/llm.yaml', 'prices: {input: 1, output: 2}\n');
    assert.deepEqual(minds.problems(), []);
  });

  it('forgets a problem when the file is mended', async () => {
    const { minds, workspace } = await open({ '.minds/env.md': '\0' });
    assert.equal(minds.problems().length, 1);
    await workspace.write('.minds/env.md', 'fine');
    assert.deepEqual(minds.problems(), []);
  });

  it('reads a text with a byte order mark without it', async () => {
    const { minds, alice } = await open({ '.minds/env.md': '\uFEFFplain' });
    assert.equal(minds.brief(alice, taskdoc).env, 'plain');
  });

  it('holds what was read for one turn of the event loop, unless it was changed by a tool', async () => {
    let turn = 1;
    fixture = await makeMinds({ '.minds/team/alice/persona.md': 'Old.' }, undefined, () => turn);
    const { minds, alice, workspace } = fixture;
    const persona = () => minds.brief(alice, taskdoc).persona;
    assert.equal(persona(), 'Old.');
    writeFileSync(path.join(workspace.folder, '.minds/team/alice/persona.md'), 'Newer.');
    assert.equal(persona(), 'Old.');
    turn = 2;
    assert.equal(persona(), 'Newer.');
    minds.memories.add(alice.id, 'color', 'Blue.');
    assert.deepEqual(minds.brief(alice, taskdoc).ownMemories, [{ path: 'color', text: 'Blue.' }]);
    writeFileSync(path.join(workspace.folder, '.minds/team/alice/persona.md'), 'By a shell.');
    minds.renew();
    assert.equal(persona(), 'By a shell.');
  });
});
