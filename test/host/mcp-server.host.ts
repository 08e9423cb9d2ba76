// The editor lists the team as an MCP server, starts it and calls its tools (SPEC 22.2).
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { rootRef } from '../../src/core/base/ids.ts';
import { inRtws, openRuntime, write } from './rtws.ts';

/** The editor's name for the server: the extension, and the label of the definition. */
const SERVER = 'dominds.dominds/Dominds';

describe('the MCP server of this window', () => {
  before('a member talks and has the tools of the editor', async () => {
    await write('served.playbook.yaml', 'replies:\n  - {say: Hello., repeat: true}\n');
    await vscode.workspace.fs.writeFile(
      inRtws('.minds/team.yaml'),
      Buffer.from('members:\n  hand: { toolsets: [editor], diligence-push-max: 0 }\n'),
    );
    const settings = vscode.workspace.getConfiguration('dominds');
    await settings.update('provider', 'playbook', vscode.ConfigurationTarget.Workspace);
    await settings.update('playbook', 'served.playbook.yaml', vscode.ConfigurationTarget.Workspace);
  });

  it('is started by the editor, whose chat begins dialogs by it, and no dialog has its tools', async () => {
    const runtime = await openRuntime();
    const find = () => vscode.lm.tools.map(({ name }) => name).filter(name => name.startsWith('mcp_dominds'));
    // The window hears of the server, and this process of its tools, a moment later.
    while (find().length < 6)
      await vscode.commands.executeCommand('workbench.mcp.startServer', SERVER, { waitForLiveTools: true });
    const served = find();
    assert.deepEqual(served.map(name => name.replace(/^mcp_dominds\d*_/, '')).sort(), [
      'answer_question',
      'get_dialog',
      'list_questions',
      'send',
      'start_dialog',
      'stop',
    ]);
    const started = served.find(name => name.endsWith('start_dialog')) ?? '';
    const { content } = await vscode.lm.invokeTool(started, {
      input: { task: 'Say hello', agent: 'hand' },
      toolInvocationToken: undefined,
    });
    const told = content.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
    assert.match(told, /Hello\./);
    const [root] = runtime.listRoots();
    assert.ok(root);
    const asked = await runtime.prompt(rootRef(root.rootId));
    const names = asked.ok ? asked.prompt.tools.map(({ name }) => name) : [];
    assert.deepEqual(
      names.filter(name => name.startsWith('mcp_dominds')),
      [],
    );
  });
});
