// What an ACP client gives for the work in its folder: files, terminals, forms and MCP servers (SPEC 22.3).
import assert from 'node:assert/strict';
import path from 'node:path';
import { type McpServerStdio, methods } from '@agentclientprotocol/sdk';
import { acpTeam, server } from './team.ts';

describe('an ACP client that gives', () => {
  const team = acpTeam();

  it('its files, has unsaved text read, and what is written goes through it', async () => {
    const shown: unknown[] = [];
    const unsaved = new Map([[path.join(team.workspace.folder, 'a.txt'), 'unsaved\n']]);
    const editor = await team.connect({
      unsaved,
      permit: ({ toolCall }) => {
        shown.push(toolCall.content?.[0]);
        return 'allow once';
      },
    });
    await team.workspace.write('a.txt', 'old\n');
    const sessionId = await editor.start(team.workspace.folder);
    await editor.prompt(sessionId, 'write it');
    assert.deepEqual(shown, [
      { type: 'diff', path: path.join(team.workspace.folder, 'a.txt'), oldText: 'unsaved\n', newText: 'new\n' },
    ]);
    assert.deepEqual([...unsaved.values()], ['new\n']);
    assert.equal(await team.workspace.read('a.txt'), 'old\n', 'the editor saves it');
  });

  it('forms, fills in a form of an MCP server with its fields, and the call goes on', async () => {
    const forms: unknown[] = [];
    const editor = await team.connect({
      permit: () => 'allow once',
      fillIn: request => {
        forms.push(request.message.split('\n')[0], 'requestedSchema' in request ? request.requestedSchema : '');
        return { action: 'accept', content: { name: 'Ada', seats: 2 } };
      },
    });
    const sessionId = await editor.start(team.workspace.folder);
    assert.equal(await editor.prompt(sessionId, 'two seats'), 'end_turn');
    assert.deepEqual(forms, [
      'lead asks: The MCP server weather asks: Which seats?',
      {
        type: 'object',
        properties: { name: { type: 'string' }, seats: { type: 'integer' } },
        required: ['name', 'seats'],
      },
    ]);
    assert.equal(editor.said(sessionId).trim(), 'All booked.');
    assert.match(JSON.stringify(editor.updates), /booked \{\\\\*"name/);
  });

  it('MCP servers, gives members their tools, as long as the session is open', async () => {
    const editor = await team.connect({ permit: () => 'allow once' });
    const weather: McpServerStdio = { name: 'My Weather', command: process.execPath, args: [server], env: [] };
    const { agent } = editor.connection;
    const { sessionId } = await agent.request(methods.agent.session.new, {
      cwd: team.workspace.folder,
      mcpServers: [weather],
    });
    assert.equal(await editor.prompt(sessionId, 'forecast'), 'end_turn');
    assert.equal(editor.said(sessionId).trim(), 'It is sunny.');
    assert.deepEqual(
      team.handed().map(({ name }) => name),
      ['My-Weather'],
    );
    await agent.request(methods.agent.session.close, { sessionId });
    assert.deepEqual(team.handed(), []);
  });

  it('terminals, has commands run there, without keys, and shows them with their calls', async () => {
    const commands: unknown[] = [];
    const editor = await team.connect({
      permit: () => 'allow once',
      run({ command, args, cwd, env = [] }) {
        commands.push([command, args, cwd, env.find(({ name }) => name === 'OPENAI_API_KEY')?.value]);
        return 'built in a terminal\n';
      },
    });
    const sessionId = await editor.start(team.workspace.folder);
    await editor.prompt(sessionId, 'delegate it');
    await editor.prompt(sessionId, 'run it');
    assert.deepEqual(commands, [
      ['/bin/sh', ['-c', 'N=1 echo built'], team.workspace.folder, ''],
      ['/bin/sh', ['-c', 'N=1 echo done'], team.workspace.folder, ''],
    ]);
    assert.match(editor.said(sessionId), /All is built\.[\s\S]*It ran\./);
    const shown = editor.updates.flatMap(({ update }) =>
      update.sessionUpdate === 'tool_call_update' ? (update.content ?? []) : [],
    );
    // The one of the subdialog, then that of the root.
    assert.deepEqual(
      shown.filter(({ type }) => type === 'terminal'),
      [
        { type: 'terminal', terminalId: 't0' },
        { type: 'terminal', terminalId: 't1' },
      ],
    );
  });
});
