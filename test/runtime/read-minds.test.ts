import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readMinds } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { toldProblem } from '../support/told.ts';

describe('reading minds without a runtime', () => {
  let workspace: TempWorkspace;

  before(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'members:\n  lead: { name: Lena }\n',
      '.minds/llm.yaml': 'modell: x\n',
      'tasks/a.tsk/goals.md': 'Paint it.',
    });
  });

  after(() => workspace.remove());

  it('shows team, taskdoc and faults, and makes no folder', () => {
    const reader = readMinds({ rtws: workspace.folder, env: {} });
    assert.equal(reader.team().team.defaultResponder, 'lead');
    assert.match(reader.taskdocText('tasks/a.tsk'), /## Goals\n\nPaint it\./);
    assert.deepEqual(
      reader
        .problems([])
        .map(toldProblem)
        .map(({ file, message }) => [file, message]),
      [['.minds/llm.yaml', 'unknown key modell']],
    );
    assert.equal(existsSync(path.join(workspace.folder, '.dialogs')), false);
  });

  it('names the MCP servers of .minds/mcp.yaml, without those of .mcp.json', async () => {
    const served = await makeTempWorkspace({
      '.minds/mcp.yaml': 'servers: {docs: {command: docs}}\n',
      '.mcp.json': '{"mcpServers": {"weather": {"command": "weather"}}}',
    });
    assert.deepEqual(readMinds({ rtws: served.folder, env: {} }).ownServers(), ['docs']);
    await served.remove();
  });

  it('knows which members have a model that takes no tools: by settings, the models file and the environment', async () => {
    const folder = await makeTempWorkspace({
      '.minds/team.yaml':
        'members:\n  lead: {name: Lena}\n  robin: {name: Robin, provider: small}\n  ada: {name: Ada, acp: agent}\n',
      '.minds/llm.yaml': 'providers:\n  small: {base_url: "http://127.0.0.1:9/v1", model: tiny, tools: false}\n',
    });
    const without = (options: Partial<Parameters<typeof readMinds>[0]>) => {
      const reader = readMinds({ rtws: folder.folder, env: {}, ...options });
      const members = [...reader.team().team.members.values()];
      return members.filter(member => !member.hidden && !reader.takesTools(member)).map(({ id }) => id);
    };
    assert.deepEqual(without({}), ['robin']);
    assert.deepEqual(without({ settings: () => ({ provider: 'small' }) }), ['lead', 'robin']);
    assert.deepEqual(without({ env: { DOMINDS_PROVIDER: 'anthropic' } }), []);
    await folder.remove();
  });

  it('tells of a models file that cannot be read', async () => {
    const broken = await makeTempWorkspace({ '.minds/llm.yaml': 'model: a\0b\n' });
    const reader = readMinds({ rtws: broken.folder, env: {} });
    assert.deepEqual(
      reader
        .problems([])
        .map(toldProblem)
        .map(({ file, message }) => [file, message]),
      [['.minds/llm.yaml', 'not read: it is a binary file']],
    );
    await broken.remove();
  });

  it('checks a text that is not saved yet', () => {
    const reader = readMinds({ rtws: workspace.folder, env: {} });
    const [problem] = reader.check('.minds/team.yaml', 'default_responder: nobody\n') ?? [];
    assert.deepEqual([problem?.line, problem?.column], [1, 20]);
    assert.equal(reader.check('.minds/llm.yaml', 'model: [')?.length === 0, false);
    assert.match(
      reader.check('.minds/draft.yaml', 'quiet_steps: many\n')?.map(toldProblem)[0]?.message ?? '',
      /whole number/,
    );
    assert.equal(reader.check('.minds/env.md', 'x'), undefined);
  });
});
