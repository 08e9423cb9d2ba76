import assert from 'node:assert/strict';
import type { AgentId } from '../../src/core/base/ids.ts';
import { newBeliefProgress } from '../../src/core/belief/belief-progress.ts';
import { promptTexts } from '../../src/core/prompt/prompt-texts.ts';
import type { Member } from '../../src/core/team/team.ts';
import { findTool } from '../../src/tools/find-tool.ts';
import { controlTools } from '../../src/tools/minds/control-tools.ts';
import { memoryTools, teamFileTools, teamMemoryTools } from '../../src/tools/minds/memory-tools.ts';
import { mindTools, textingMindTools } from '../../src/tools/minds/mind-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';
import type { ToolCatalog } from '../../src/tools/toolsets.ts';
import { absentToolMessage, selectTools } from '../../src/tools/toolsets.ts';
import { play, set } from '../core/belief/support.ts';
import type { StateOptions } from './tool-support.ts';
import { alice, callTool, contextOf, stateOf } from './tool-support.ts';

const say = (message: string) => ({ ok: true, message });
const taskdocs = { write: () => say('w'), recall: () => say('r') };
const memories = {
  add: (owner: string, name: string, content: string) => say(`add ${owner} ${name} ${content}`),
  replace: (owner: string, name: string, content: string) => say(`replace ${owner} ${name} ${content}`),
  drop: (owner: string, name: string) => say(`drop ${owner} ${name}`),
};
const fake = (name: string): Tool => ({
  spec: { name, description: '', parameters: {} },
  call: () => Promise.resolve({ ok: true, content: '' }),
});
const catalog: ToolCatalog = {
  mind: mindTools(taskdocs),
  textingMind: textingMindTools(taskdocs),
  control: controlTools({ states: () => [] }),
  belief: [fake('finish_flow')],
  sets: {
    read: [fake('read_file'), fake('list_dir')],
    write: [fake('write_file')],
    shell: [fake('run_shell')],
    memory: memoryTools(memories),
    team: teamMemoryTools(memories),
  },
  teamFiles: teamFileTools({ read: say, write: say, peek: file => ({ ok: true, file }) }),
};
const everyone =
  'clear_mind change_mind add_reminder update_reminder delete_reminder recall_taskdoc read_course mark_done tell_subdialog dismiss_subdialog merge_work';
const ofSub =
  'clear_mind add_reminder update_reminder delete_reminder recall_taskdoc read_course tell_subdialog dismiss_subdialog merge_work';
const memory = 'add_memory replace_memory drop_memory';

function names(change: Partial<Member> = {}, options: StateOptions = {}): string {
  return selectTools(catalog, { ...alice, ...change }, stateOf(options))
    .map(({ spec }) => spec.name)
    .join(' ');
}

describe('the tools of a member', () => {
  it('are the default toolsets when it names none', () => {
    assert.equal(names(), `${everyone} read_file list_dir write_file run_shell ${memory}`);
  });

  it('are the sets and single tools it names, each once', () => {
    assert.equal(
      names({ toolsets: ['read'], tools: ['read_file', 'run_shell'] }),
      `${everyone} read_file list_dir run_shell`,
    );
    assert.equal(names({ tools: ['list_dir'] }), `${everyone} list_dir`);
    assert.equal(names({ toolsets: [] }), everyone);
  });

  it('include team memory when granted, the team files for fuxi alone', () => {
    const team = 'add_team_memory replace_team_memory drop_team_memory';
    assert.equal(names({ toolsets: ['team'] }), `${everyone} ${team}`);
    assert.equal(names({ tools: ['add_team_memory', 'write_team_file'] }), `${everyone} add_team_memory`);
    assert.equal(
      names({ id: 'fuxi' as AgentId, toolsets: ['team'] }),
      `${everyone} ${team} read_team_file write_team_file`,
    );
  });

  it('leave out those of root dialogs in a subdialog', () => {
    assert.equal(names({ toolsets: [] }, { kind: 'sub' }), ofSub);
  });

  it('stay on offer in a talk and while the active flow waits for the person, and refuse to write and run', async () => {
    const all = ['change_mind', 'read_file', 'write_file', 'run_shell'];
    const working = {
      ...newBeliefProgress,
      state: play([[{ start: 'count' }, set('count', 'source', ['users'])]]).state,
    };
    const offered = JSON.stringify(
      selectTools(catalog, alice, { ...stateOf(), belief: working }).map(({ spec }) => spec),
    );
    const granted = async (...turns: readonly (readonly unknown[])[]) => {
      const belief = { ...newBeliefProgress, state: play(turns).state };
      const tools = selectTools(catalog, alice, { ...stateOf(), belief });
      assert.equal(JSON.stringify(tools.map(({ spec }) => spec)), offered);
      const found = all.map(name => tools.find(({ spec }) => spec.name === name) ?? assert.fail(name));
      const context = contextOf(stateOf());
      const answers = await Promise.all(found.map(tool => tool.call('{}', context, new AbortController().signal)));
      return all.filter((_, index) => !answers[index]?.content.startsWith('Not done: nothing is written'));
    };
    const filled = [{ start: 'count' }, set('count', 'source', ['users'])];
    const interrupted = [filled, [{ start: 'chat' }], [{ complete: 'chat' }]];
    assert.deepEqual(await granted(filled), all);
    assert.deepEqual(await granted([...filled, { converse: true }]), ['read_file']);
    assert.deepEqual(await granted([{ start: 'count' }]), ['read_file']);
    assert.deepEqual(await granted(...interrupted), ['read_file']);
    assert.deepEqual(await granted(...interrupted, [{ confirm: 'count' }]), all);
    assert.deepEqual(await granted([{ start: 'trip' }]), all);
  });

  it('are none for a draft mind', () => {
    assert.equal(names({}, { mode: 'draft' }), '');
  });

  it('are none for a fresh self when fbr says so', () => {
    const fbr = { effort: 2, tools: false };
    assert.equal(names({ fbr }, { kind: 'sub', freshSelf: true, headline: 'think\n' }), '');
    assert.equal(names({ fbr }, { kind: 'sub', headline: '@self think\n' }), '');
    assert.notEqual(names({ fbr }, { kind: 'sub', headline: '@selfish think\n' }), '');
    assert.notEqual(names({ fbr }, { kind: 'sub', headline: '@self go on\n', session: 's' }), '');
    assert.notEqual(names({ fbr }), '');
    assert.notEqual(names({}, { kind: 'sub', headline: '@self think\n' }), '');
  });

  it('are those of the texting dialect in a texting dialog', () => {
    const tools = selectTools(catalog, alice, stateOf({ dialect: 'texting' }));
    assert.ok(catalog.textingMind.every(tool => tools.includes(tool)));
  });

  it('are none with a model that takes none, but for those that the texting dialect calls in text', () => {
    const withheld = { kind: 'model' } as const;
    assert.equal(names({ withheld }), '');
    const inText = (options: StateOptions) => names({ withheld }, { ...options, dialect: 'texting' });
    assert.equal(
      inText({}),
      'clear_mind change_mind add_reminder update_reminder delete_reminder recall_taskdoc read_course',
    );
    assert.equal(
      inText({ kind: 'sub' }),
      'clear_mind add_reminder update_reminder delete_reminder recall_taskdoc read_course',
    );
  });

  const absent = (name: string, offered: readonly Tool[], options: StateOptions = {}) =>
    absentToolMessage(name, offered, { member: alice, state: stateOf(options), texts: promptTexts('en') });

  it('that are absent are answered with what to do', () => {
    assert.match(absent('change_mind', [], { kind: 'sub' }), /tellasker/);
    assert.equal(
      absent('fly', catalog.control),
      'You have no tool fly. Your tools: mark_done, tell_subdialog, dismiss_subdialog, merge_work.',
    );
  });

  const standard = ['read_file', 'list_dir', 'search_text', 'write_file', 'edit_file', 'delete_file', 'run_shell'];
  const nearest: readonly (readonly [names: string, ours: string])[] = [
    ['bash shell execute_command run_terminal_cmd container.exec', 'run_shell'],
    ['Read cat view_file read_fle', 'read_file'],
    ['ls glob listFiles', 'list_dir'],
    ['grep Grep codebase_search', 'search_text'],
    ['create_file write_to_file Write', 'write_file'],
    ['str_replace apply_patch MultiEdit replace_in_file', 'edit_file'],
    ['rm', 'delete_file'],
    ['attempt_completion', 'mark_done'],
  ];
  for (const [names, ours] of nearest)
    it(`that are absent, such as ${names.split(' ')[0]}, name ${ours} when it is offered`, () => {
      const offered = [...standard, 'mark_done'].map(fake);
      for (const name of names.split(' '))
        assert.match(absent(name, offered), new RegExp(` Use ${ours}\\. Your tools`));
      const others = offered.filter(({ spec }) => spec.name !== ours);
      for (const name of names.split(' ')) assert.doesNotMatch(absent(name, others), new RegExp(`Use|${ours}`));
    });

  it('that are absent name the tool for questions and calls, or the line of text for them', () => {
    const offered = ['tellask', 'ask_human'].map(fake);
    assert.match(absent('ask_followup_question', offered), / Use ask_human\./);
    assert.match(absent('task', offered), / Use tellask\./);
    assert.match(absent('ask_user', [], { dialect: 'tellask' }), /begin a line of your reply with `!\?@human`/);
    assert.match(absent('new_task', [], { dialect: 'texting' }), /begin a line of your reply with `@…`/);
  });

  it('are found by a name that differs in case, separators or prefix alone', () => {
    const tools = [...standard.map(fake), fake('Run_Fast'), fake('runfast')];
    for (const name of ['readFile', 'Read_File', 'functions.read_file', 'read-file', 'tools:READ_FILE'])
      assert.equal(findTool(name, tools)?.spec.name, 'read_file', name);
    assert.equal(findTool('run_fast', tools), undefined);
    assert.equal(findTool('runfast', tools)?.spec.name, 'runfast');
    assert.equal(findTool('read', tools), undefined);
  });

  it('change the memories of their member, or of the team', async () => {
    const own = await callTool(memoryTools(memories), 'add_memory', { path: 'p', content: 'c' });
    assert.deepEqual(own, { ok: true, content: 'add alice p c' });
    const dropped = await callTool(teamMemoryTools(memories), 'drop_team_memory', { path: 'p' });
    assert.deepEqual(dropped, { ok: true, content: 'drop team p' });
  });
});
