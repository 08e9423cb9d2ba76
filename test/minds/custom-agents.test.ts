// Custom agents of other tools, in the shapes of public repositories (SPEC 22.5).
import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import type { AgentId } from '../../src/core/base/ids.ts';
import type { WorkspaceFiles } from '../support/temp-workspace.ts';
import type { MindsFixture } from './minds-support.ts';
import { makeMinds } from './minds-support.ts';

const files: WorkspaceFiles = {
  '.claude/agents/code-reviewer.md':
    '---\nname: code-reviewer\ndescription: "Use this agent after code was written. Examples:\\n<example>user: review it</example>"\ntools: Read, Grep, Glob, Bash(git diff:*)\nmodel: sonnet\ncolor: red\n---\n\nYou are a senior reviewer.\n',
  '.claude/agents/all-tools.md':
    '---\nname: all-tools\ndescription: Does anything.\nmodel: inherit\n---\nYou do anything.\n',
  '.claude/agents/no-shell.md': '---\nname: no-shell\ndescription: x\ndisallowedTools: Bash, Write\n---\nYou read.\n',
  '.claude/agents/README.md': 'About these agents.\n',
  '.claude/agents/empty.md': '---\nname: empty\n---\n',
  '.github/agents/Test Specialist.agent.md':
    "---\nname: Test Specialist\ndescription: Focuses on test coverage\ntools: ['read', 'edit', 'search', 'github/*', 'agent', 'web']\ntarget: github-copilot\n---\n\nYou write tests.\n",
  '.github/agents/planner.agent.md':
    '---\ndescription: Plans only\ntools:\n  - codebase\n  - fetch\n  - usages\nhandoffs:\n  - label: Start\n    agent: agent\n---\nYou plan.\n',
  '.github/agents/notes.md': 'no agent',
  '.github/agents/zeta.agent.md':
    "---\ndescription: >-\n  Builds pages,\n  and tests them.\nname: 'Zeta, the Builder'\ntools: ['search/codebase', 'edit/editFiles', 'execute/runInTerminal', 'read/problems', 'web/fetch', 'agent/runSubagent', 'vscode/extensions', 'playwright/*']\n---\nYou build.\n",
};

describe('custom agents', () => {
  let fixture: MindsFixture;
  afterEach(() => fixture.workspace.remove());
  const open = async (given: WorkspaceFiles = files) => {
    fixture = await makeMinds(given);
    return fixture.minds;
  };
  const agentsIn = async (given?: WorkspaceFiles) =>
    [...(await open(given)).team().team.members.values()].filter(
      ({ id }) => !['dominds', 'fuxi', 'pangu'].includes(id),
    );

  it('are members with their names and the toolsets that stand for their tools', async () => {
    assert.deepEqual(
      (await agentsIn()).map(({ id, name, toolsets }) => [id, name, toolsets]),
      [
        ['test-specialist', 'Test Specialist', ['read', 'write', 'mcp:github', 'memory']],
        ['planner', 'planner', ['read', 'memory']],
        ['zeta-the-builder', 'Zeta, the Builder', ['read', 'write', 'shell', 'mcp:playwright', 'memory']],
        ['all-tools', 'all-tools', undefined],
        ['code-reviewer', 'code-reviewer', ['read', 'shell', 'memory']],
        ['no-shell', 'no-shell', ['read', 'memory']],
      ],
    );
  });

  it('bring who they are and what they are called for, as the file says now', async () => {
    const minds = await open();
    const member = () => minds.team().team.members.get('code-reviewer' as AgentId) ?? assert.fail();
    const persona = () => minds.brief(member(), 'tasks/x.tsk').persona;
    const zeta = minds.team().team.members.get('zeta-the-builder' as AgentId) ?? assert.fail();
    assert.match(minds.brief(zeta, 'tasks/x.tsk').persona, /for this: Builds pages, and tests them\.$/);
    assert.match(persona(), /^You are a senior reviewer\.\n\nTeammates call on you for this: Use this agent after/);
    await fixture.workspace.write('.claude/agents/code-reviewer.md', '---\nname: code-reviewer\n---\nYou are new.\n');
    assert.equal(persona(), 'You are new.');
  });

  it('stand behind the members of the team file, which win', async () => {
    const minds = await open({ ...files, '.minds/team.yaml': 'members:\n  planner: {toolsets: [memory]}\n' });
    const { members, defaultResponder } = minds.team().team;
    assert.equal(defaultResponder, 'planner');
    assert.deepEqual(members.get('planner' as AgentId)?.toolsets, ['memory']);
    assert.equal(members.has('all-tools' as AgentId), true);
  });

  it('are held to what the team file says of all members, and have no tools while that cannot be read', async () => {
    const minds = await open({
      ...files,
      '.minds/team.yaml': 'member_defaults: {no_write_dirs: [vendor]}\nmembers:\n  lead: {}\n',
    });
    const member = () => minds.team().team.members.get('all-tools' as AgentId);
    assert.deepEqual(member()?.noWriteDirs, ['vendor']);
    await fixture.workspace.write('.minds/team.yaml', 'member_defaults: {no_write_dirs: 5}\nmembers:\n  lead: {}\n');
    assert.equal(member()?.withheld?.kind, 'unreadable');
  });

  it('may be links to files of the workspace', async () => {
    const minds = await open({
      'prompts/one.md': '---\nname: one\ndescription: x\n---\nOne.\n',
      '.claude/agents/a.md': '',
    });
    await symlink('../../prompts/one.md', path.join(fixture.workspace.folder, '.claude/agents/one.md'));
    minds.renew();
    assert.equal(minds.team().team.members.has('one' as AgentId), true);
  });

  it('that go are members no longer', async () => {
    const minds = await open({ '.claude/agents/one.md': '---\nname: one\ndescription: x\n---\nOne.\n' });
    assert.equal(minds.team().team.members.has('one' as AgentId), true);
    await fixture.workspace.write('.claude/agents/one.md', '---\nname: two\ndescription: x\n---\nTwo.\n');
    const ids = [...minds.team().team.members.keys()];
    assert.deepEqual([ids.includes('one' as AgentId), ids.includes('two' as AgentId)], [false, true]);
  });

  it('with a Chinese name are members by the name of their file, and a problem when that has no Latin letters either', async () => {
    const text = '---\nname: 代码审查\ndescription: 审查代码\n---\n你审查代码。\n';
    const minds = await open({
      '.claude/agents/reviewer.md': text,
      '.github/agents/代码审查.agent.md': text,
      '.github/agents/说明.md': '关于这些智能体。\n',
    });
    assert.equal(minds.team().team.members.get('reviewer' as AgentId)?.name, '代码审查');
    assert.deepEqual(minds.problems(), [
      {
        file: '.github/agents/代码审查.agent.md',
        fault: { id: 'agent-without-id', name: '代码审查' },
        severity: 'warning',
      },
    ]);
  });
});
