// The team as an agent of an editor, driven by the protocol library's own client (SPEC 22.3).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { type AgentContext, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { type RootId, rootRef } from '../../../src/core/base/ids.ts';
import { AcpSession } from '../../../src/doors/acp/session.ts';
import { openRuntime } from '../../../src/runtime.ts';
import { doorWords } from '../../../src/words/say.ts';
import { redPixel } from '../../support/images.ts';
import { nextTurn } from '../../support/next-turn.ts';
import { makeTempWorkspace } from '../../support/temp-workspace.ts';
import { connectEditor, type Person } from './support.ts';
import { acpTeam, files } from './team.ts';

const blue: NonNullable<Person['fillIn']> = () => ({ action: 'accept', content: { choice: 'blue' } });

describe('an ACP client', () => {
  const team = acpTeam();

  it('starts a session, reads thoughts and words as they come, and its turn ends', async () => {
    const editor = await team.connect();
    const sessionId = await editor.start(team.workspace.folder);
    assert.equal(await editor.prompt(sessionId, 'hello'), 'end_turn');
    assert.equal(editor.said(sessionId).trim(), 'Hello.');
    const kinds = new Set(editor.updates.map(({ update }) => update.sessionUpdate));
    for (const kind of ['agent_thought_chunk', 'available_commands_update', 'session_info_update'] as const)
      assert.ok(kinds.has(kind), kind);
    assert.ok(!kinds.has('user_message_chunk'), 'the editor shows its own prompt');
    assert.deepEqual(editor.warnings, []);
  });

  it('gets a question as a form, and the turn goes on with the answer', async () => {
    const asked: string[] = [];
    const editor = await team.connect({
      fillIn: request => {
        asked.push(request.message);
        return blue(request);
      },
    });
    const sessionId = await editor.start(team.workspace.folder);
    assert.equal(await editor.prompt(sessionId, 'paint it'), 'end_turn');
    assert.deepEqual(asked, ['lead asks: Which colour?']);
    assert.equal(editor.said(sessionId).trim().replaceAll(/\s+/g, ' '), 'One moment. Painted blue.');
    const viewed = await team.runtime.view(rootRef(sessionId as RootId));
    assert.ok(viewed.ok);
    const answered = viewed.view.records.find(({ kind }) => kind === 'questionAnswered');
    assert.equal(answered?.kind === 'questionAnswered' && answered.by?.surface, 'acp');
  });

  it('without forms reads the question as text, and the next message answers it', async () => {
    const editor = await team.connect();
    const sessionId = await editor.start(team.workspace.folder);
    assert.equal(await editor.prompt(sessionId, 'paint it'), 'end_turn');
    assert.match(editor.said(sessionId), /Which colour\?\n- red\n- blue\n\nYour next message answers/);
    assert.equal(await editor.prompt(sessionId, 'blue'), 'end_turn');
    assert.match(editor.said(sessionId), /Painted blue\./);
    assert.deepEqual(await team.runtime.questions(), []);
  });

  it('is done by a command, and with a question open only by force', async () => {
    const editor = await team.connect();
    const sessionId = await editor.start(team.workspace.folder);
    await editor.prompt(sessionId, 'paint it');
    await assert.rejects(editor.prompt(sessionId, '/done'), /Which colour.* — finish it, or end it: `\/done force`/s);
    assert.equal((await team.runtime.questions()).length, 1);
    assert.equal(await editor.prompt(sessionId, '/done force '), 'end_turn');
    assert.deepEqual(await team.runtime.questions(), []);
    assert.deepEqual(
      team.runtime.listRoots().map(({ status }) => status),
      ['completed'],
    );
  });

  it('leaves a question open that the person closes, and asks it again with the next message', async () => {
    let isThere = false;
    const editor = await team.connect({
      fillIn: request => (isThere ? blue(request) : { action: 'cancel' }),
    });
    const sessionId = await editor.start(team.workspace.folder);
    assert.equal(await editor.prompt(sessionId, 'paint it'), 'end_turn');
    assert.match(editor.said(sessionId), /still open/);
    assert.equal((await team.runtime.questions()).length, 1);
    isThere = true;
    assert.equal(await editor.prompt(sessionId, 'hello'), 'end_turn');
    assert.deepEqual(await team.runtime.questions(), []);
  });

  it('sees a subdialog as a tool call with what it says and does, and permits its command', async () => {
    const titles: (string | null | undefined)[] = [];
    const editor = await team.connect({
      permit: ({ toolCall, options }) => {
        titles.push(toolCall.title);
        return options.find(({ kind }) => kind === 'allow_once')?.optionId;
      },
    });
    const sessionId = await editor.start(team.workspace.folder);
    assert.equal(await editor.prompt(sessionId, 'delegate it'), 'end_turn');
    assert.deepEqual(titles, ['coder: Run: N=1 echo built']);
    const [tellask, command] = editor.toolCalls(sessionId);
    assert.deepEqual([tellask?.title, tellask?.status], ['@coder: Build it', 'completed']);
    for (const part of ['Starting.', '▸ run_shell N=1 echo built', 'Built.'])
      assert.ok(tellask?.text.includes(part), part);
    assert.deepEqual([command?.title, command?.status], ['coder: Run: N=1 echo built', 'completed']);
    assert.match(editor.said(sessionId), /^I ask Coder\.\s+All is built\.\s+$/);
  });

  it('refuses a command that the person denies, and leaves it open when they choose nothing', async () => {
    const choices = [undefined, 'deny'];
    const editor = await team.connect({ permit: () => choices.shift() });
    const sessionId = await editor.start(team.workspace.folder);
    assert.equal(await editor.prompt(sessionId, 'delegate it'), 'end_turn');
    assert.equal((await team.runtime.questions()).length, 1);
    assert.equal(await editor.prompt(sessionId, '/continue'), 'end_turn');
    assert.deepEqual(await team.runtime.questions(), []);
    assert.match(editor.said(sessionId), /It was not built\./);
  });

  it('is shown the change of a file before it permits it', async () => {
    const shown: unknown[] = [];
    const editor = await team.connect({
      permit: ({ toolCall }) => {
        shown.push(toolCall.content);
        return 'allow once';
      },
    });
    await team.workspace.write('a.txt', 'old\n');
    const sessionId = await editor.start(team.workspace.folder);
    await editor.prompt(sessionId, 'write it');
    assert.deepEqual(shown, [
      [{ type: 'diff', path: path.join(team.workspace.folder, 'a.txt'), oldText: 'old\n', newText: 'new\n' }],
    ]);
    assert.equal(await team.workspace.read('a.txt'), 'new\n');
  });

  it('is spoken to in the language of its person', async () => {
    const asked: unknown[] = [];
    const permit: Person['permit'] = ({ options }) => {
      asked.push(options.map(({ name }) => name));
      return 'allow once';
    };
    const editor = await team.connect({ permit }, 'zh');
    const sessionId = await editor.start(team.workspace.folder);
    await editor.prompt(sessionId, 'delegate it');
    assert.deepEqual(asked, [['允许一次', '始终允许', '在此工作区始终允许', '拒绝']]);
    await editor.prompt(sessionId, 'paint it');
    assert.match(editor.said(sessionId), /lead 询问：Which colour\?[\s\S]*你的下一条消息将回答这个问题。/);
    await assert.rejects(editor.prompt(sessionId, ' '), /消息是空的 — /);
  });

  for (const [language, told] of [
    [
      'en',
      /^lead was interrupted: .* — add a reply that fits to the playbook, or .*\n\n`\/continue` continues it\.\n\n$/,
    ],
    ['zh', /^lead 已中断：.* — 请在脚本中加入合适的回复，或配置真实模型\n\n`\/continue` 可继续。\n\n$/],
  ] as const)
    it(`reads in ${language} what to do about trouble, without commands that only VS Code has`, async () => {
      const editor = await team.connect({}, language);
      const sessionId = await editor.start(team.workspace.folder);
      await editor.prompt(sessionId, 'nothing fits');
      assert.match(editor.said(sessionId), told);
    });

  it('withdraws a question that was answered elsewhere', async () => {
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    const editor = await team.connect({
      permit: () => {
        asked();
        return new Promise(() => {});
      },
    });
    const sessionId = await editor.start(team.workspace.folder);
    const turn = editor.prompt(sessionId, 'delegate it');
    await isAsked;
    const [question] = await team.runtime.questions();
    const by = { kind: 'person', surface: 'panel' } as const;
    await team.runtime.perform(
      { kind: 'answer', questionId: question?.id ?? '', content: 'allow once', msgId: 'm' },
      by,
    );
    assert.equal(await turn, 'end_turn');
    assert.match(editor.said(sessionId), /All is built\./);
  });

  it('cancels one of two sessions, and the other goes on', async () => {
    const editor = await team.connect();
    const [slow, quick] = [await editor.start(team.workspace.folder), await editor.start(team.workspace.folder)];
    const turn = editor.prompt(slow, 'slow work');
    assert.equal(await editor.prompt(quick, 'hello'), 'end_turn');
    await editor.connection.agent.notify(methods.agent.session.cancel, { sessionId: slow });
    assert.equal(await turn, 'cancelled');
    assert.equal(editor.said(quick).trim(), 'Hello.');
    assert.equal(await editor.prompt(slow, 'hello'), 'end_turn');
    assert.equal(editor.said(slow).trim(), 'Hello.');
  });

  for (const method of [methods.agent.session.load, methods.agent.session.resume])
    it(`cancels a turn that was under way when it opened the session again by ${method}`, async () => {
      const editor = await team.connect();
      const sessionId = await editor.start(team.workspace.folder);
      const turn = editor.prompt(sessionId, 'slow work');
      while (team.runtime.activity().generating === 0) await nextTurn();
      const { agent } = editor.connection;
      await agent.request(method, { sessionId, cwd: team.workspace.folder, mcpServers: [] });
      await agent.notify(methods.agent.session.cancel, { sessionId });
      assert.equal(await turn, 'cancelled');
    });

  it('is asked again when it loads a session in the middle of a turn, which goes on with the answer', async () => {
    const titles: string[] = [];
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    const editor = await team.connect({
      permit({ toolCall, options }) {
        titles.push(toolCall.title ?? '');
        asked();
        return titles.length === 1 ? new Promise(() => {}) : options[0]?.optionId;
      },
    });
    const sessionId = await editor.start(team.workspace.folder);
    const turn = editor.prompt(sessionId, 'run it');
    await isAsked;
    const opened = { sessionId, cwd: team.workspace.folder, mcpServers: [] };
    await editor.connection.agent.request(methods.agent.session.load, opened);
    assert.equal(await turn, 'end_turn');
    assert.deepEqual(titles, ['lead: Run: N=1 echo done', 'lead: Run: N=1 echo done']);
    assert.deepEqual(await team.runtime.questions(), []);
  });

  it('cancels a turn that it has just begun', async () => {
    const started = await team.runtime.perform({ kind: 'start' });
    assert.ok(started.ok);
    const { rootId } = started;
    const client = { notify: async () => {} } as unknown as AgentContext;
    const words = doorWords('en');
    const session = new AcpSession(
      { runtime: team.runtime, rootId, client, capabilities: {}, warn: () => {}, words, remedies: {} },
      'tellask',
    );
    const turn = session.prompt({ text: 'slow work', images: [] });
    // As when both come in one piece.
    await session.cancel();
    assert.deepEqual(await turn, { ok: true, end: 'cancelled' });
    assert.equal(team.runtime.activity().generating, 0);
  });

  it('is asked between turns too, and when it loads a session', async () => {
    const asked: string[] = [];
    const person: Person = {
      permit: ({ toolCall }) => {
        asked.push(toolCall.title ?? '');
        return undefined;
      },
    };
    const editor = await team.connect(person);
    const sessionId = await editor.start(team.workspace.folder);
    const by = { kind: 'person', surface: 'panel' } as const;
    const dialog = rootRef(sessionId as RootId);
    await editor.prompt(sessionId, 'hello');
    assert.ok((await team.runtime.perform({ kind: 'say', dialog, content: 'run it', msgId: 'm1' }, by)).ok);
    await team.runtime.settled(dialog.rootId);
    while (asked.length === 0) await nextTurn();
    const later = await team.connect(person);
    await later.connection.agent.request(methods.agent.session.load, {
      sessionId,
      cwd: team.workspace.folder,
      mcpServers: [],
    });
    while (asked.length < 2) await nextTurn();
    assert.deepEqual(asked, ['lead: Run: N=1 echo done', 'lead: Run: N=1 echo done']);
  });

  it('gives images with the answer to a question as a message behind it', async () => {
    const editor = await team.connect();
    const sessionId = await editor.start(team.workspace.folder);
    await editor.prompt(sessionId, 'paint it');
    await editor.connection.agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [
        { type: 'text', text: 'blue' },
        { type: 'image', mimeType: 'image/png', data: redPixel },
      ],
    });
    const viewed = await team.runtime.view(rootRef(sessionId as RootId));
    assert.ok(viewed.ok);
    const words = viewed.view.records.flatMap(record =>
      record.kind === 'userSaid' ? [[record.content, record.images?.length ?? 0]] : [],
    );
    assert.deepEqual(words, [
      ['paint it', 0],
      ['', 1],
    ]);
    assert.deepEqual(await team.runtime.questions(), []);
  });

  it('is told of files by their whole paths', async () => {
    const editor = await team.connect({ permit: () => 'allow once' });
    const sessionId = await editor.start(team.workspace.folder);
    await editor.prompt(sessionId, 'write it');
    const paths = editor.updates.flatMap(({ update }) =>
      'locations' in update ? (update.locations ?? []).map(location => location.path) : [],
    );
    assert.ok(paths.length > 0);
    assert.deepEqual(new Set(paths), new Set([path.join(team.workspace.folder, 'a.txt')]));
  });

  it('chooses what runs without a question, before the first message and later', async () => {
    const asked: string[] = [];
    const editor = await team.connect({ permit: ({ toolCall }) => void asked.push(toolCall.title ?? '') });
    const { agent } = editor.connection;
    const cwd = team.workspace.folder;
    const { sessionId, modes } = await agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
    assert.deepEqual(
      [modes?.currentModeId, modes?.availableModes.map(({ id }) => id)],
      ['ask', ['ask', 'edits', 'all']],
    );
    await agent.request(methods.agent.session.setMode, { sessionId, modeId: 'all' });
    await assert.rejects(
      agent.request(methods.agent.session.setMode, { sessionId, modeId: 'none' }),
      /none of this agent/,
    );
    await editor.prompt(sessionId, 'hello');
    await editor.prompt(sessionId, 'run it');
    assert.deepEqual(asked, []);
    const loaded = await agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
    assert.equal(loaded.modes?.currentModeId, 'all');
    await team.runtime.perform({
      kind: 'changePermissions',
      dialog: rootRef(sessionId as RootId),
      change: { mode: 'ask' },
    });
    const told = editor.updates.flatMap(({ update }) =>
      update.sessionUpdate === 'current_mode_update' ? [update.currentModeId] : [],
    );
    assert.deepEqual(told, ['all', 'ask']);
    await editor.prompt(sessionId, 'delegate it');
    assert.deepEqual(asked, ['coder: Run: N=1 echo built']);
  });

  it('cancels while a permission is asked, and the question stays open', async () => {
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    const editor = await team.connect({
      permit: () => {
        asked();
        return new Promise(() => {});
      },
    });
    const sessionId = await editor.start(team.workspace.folder);
    const turn = editor.prompt(sessionId, 'delegate it');
    await isAsked;
    await editor.connection.agent.notify(methods.agent.session.cancel, { sessionId });
    assert.equal(await turn, 'cancelled');
  });

  it('loads a session with its questions and the answers of the person', async () => {
    const first = await team.connect({ fillIn: blue });
    const sessionId = await first.start(team.workspace.folder);
    await first.prompt(sessionId, 'paint it');
    const second = await team.connect();
    await second.connection.agent.request(methods.agent.session.load, {
      sessionId,
      cwd: team.workspace.folder,
      mcpServers: [],
    });
    const told = second.updates.flatMap(({ update }) =>
      'content' in update && update.content && 'text' in update.content ? [update.content.text.trim()] : [],
    );
    assert.deepEqual(
      told.filter(text => /paint|asks|blue/.test(text)),
      ['paint it', 'lead asks: Which colour?', 'blue', 'Painted blue.'],
    );
  });

  it('lists sessions in which something was said, and loads one with all that happened', async () => {
    const first = await team.connect();
    const sessionId = await first.start(team.workspace.folder);
    await first.start(team.workspace.folder);
    await first.prompt(sessionId, 'delegate it');
    await first.prompt(sessionId, 'hello');
    const { sessions } = await first.connection.agent.request(methods.agent.session.list, {
      cwd: team.workspace.folder,
    });
    assert.deepEqual(
      sessions.map(each => [each.sessionId, each.cwd, each.title]),
      [[sessionId, team.workspace.folder, 'delegate it']],
    );
    const second = await team.connect();
    await second.connection.agent.request(methods.agent.session.load, {
      sessionId,
      cwd: team.workspace.folder,
      mcpServers: [],
    });
    const prompts = second.updates.flatMap(({ update }) =>
      update.sessionUpdate === 'user_message_chunk' && update.content.type === 'text' ? [update.content.text] : [],
    );
    assert.deepEqual(prompts, ['delegate it', 'hello']);
    assert.match(second.said(sessionId), /^I ask Coder\.[\s\S]*coder asks: /);
    assert.match(second.toolCalls(sessionId)[0]?.text ?? '', /Starting\./);
    assert.equal(await second.prompt(sessionId, 'hello'), 'end_turn');
  });

  it('lists many sessions by pages, each once', async () => {
    for (let count = 0; count < 101; count++)
      assert.ok((await team.runtime.perform({ kind: 'start', text: `hello ${count}`, noDiligence: true })).ok);
    const editor = await team.connect();
    const page = (cursor?: string) =>
      editor.connection.agent.request(methods.agent.session.list, {
        cwd: team.workspace.folder,
        ...(cursor && { cursor }),
      });
    const first = await page();
    const second = await page(first.nextCursor ?? assert.fail());
    assert.deepEqual([first.sessions.length, second.sessions.length, second.nextCursor], [100, 1, undefined]);
    const ids = [...first.sessions, ...second.sessions].map(each => each.sessionId);
    assert.equal(new Set(ids).size, 101);
    await team.runtime.perform({ kind: 'stopAll' });
  });

  it('resumes a session without its history', async () => {
    const first = await team.connect();
    const sessionId = await first.start(team.workspace.folder);
    await first.prompt(sessionId, 'hello');
    const second = await team.connect();
    await second.connection.agent.request(methods.agent.session.resume, { sessionId, cwd: team.workspace.folder });
    assert.equal(second.said(sessionId), '');
    await second.prompt(sessionId, 'hello');
    assert.equal(second.said(sessionId).trim(), 'Hello.');
  });

  it('has no dialog until it says something, with two messages at once too', async () => {
    const editor = await team.connect();
    const { agent } = editor.connection;
    const { folder: cwd } = team.workspace;
    const [sessionId, closed] = [await editor.start(cwd), await editor.start(cwd)];
    await agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
    await agent.request(methods.agent.session.close, { sessionId: closed });
    await assert.rejects(editor.prompt(sessionId, ' '), / — /);
    assert.deepEqual(team.runtime.listRoots(), []);
    assert.equal(existsSync(path.join(cwd, '.dialogs/roots.jsonl')), false);
    const ends = await Promise.all([editor.prompt(sessionId, 'hello'), editor.prompt(sessionId, 'hello again')]);
    assert.deepEqual(ends, ['end_turn', 'end_turn']);
    const viewed = await team.runtime.view(rootRef(sessionId as RootId));
    assert.ok(viewed.ok);
    const said = viewed.view.records.flatMap(record =>
      record.kind === 'userSaid' ? [`${record.content} ${record.by?.surface}`] : [],
    );
    assert.deepEqual(said, ['hello acp', 'hello again acp']);
  });

  it('is told at once that a member for its sessions is unknown', async () => {
    const editor = await team.connect({}, 'en', 'nobody');
    await assert.rejects(editor.start(team.workspace.folder), /nobody/);
  });

  it('reads the whole reply beside a window that drives', async () => {
    const opened = await openRuntime({ rtws: team.workspace.folder, env: {}, mode: 'read' });
    assert.ok(opened.ok);
    try {
      const editor = await team.connect({ fillIn: blue }, 'en', 'lead', opened.runtime);
      const sessionId = await editor.start(team.workspace.folder);
      assert.equal(await editor.prompt(sessionId, 'hello'), 'end_turn');
      assert.equal(await editor.prompt(sessionId, 'paint it'), 'end_turn');
      assert.equal(editor.said(sessionId).trim().replaceAll(/\s+/g, ' '), 'Hello. One moment. Painted blue.');
      const thoughts = editor.updates.filter(({ update }) => update.sessionUpdate === 'agent_thought_chunk');
      assert.equal(thoughts.length, 1);
      assert.deepEqual(editor.warnings, []);
    } finally {
      await opened.runtime.close();
    }
  });

  it('that goes away stops nothing', async () => {
    const editor = await team.connect();
    const sessionId = await editor.start(team.workspace.folder);
    void editor.prompt(sessionId, 'slow work').catch(() => {});
    while (team.runtime.activity().generating === 0) await new Promise(setImmediate);
    await team.ends.pop()?.();
    assert.equal(team.runtime.activity().generating, 1);
    assert.deepEqual(
      team.runtime.listRoots().map(({ rootId }) => `${rootId}`),
      [sessionId],
    );
  });

  it('is told whether its arguments were wrong or something else', async () => {
    const editor = await team.connect();
    const { agent } = editor.connection;
    const { folder: cwd } = team.workspace;
    const sessionId = await editor.start(cwd);
    for (const cursor of ['x', '-5', '1.5']) {
      await assert.rejects(agent.request(methods.agent.session.list, { cwd, cursor }), { code: -32602 });
    }
    await assert.rejects(editor.prompt(sessionId, ' '), { code: -32602 });
    await editor.prompt(sessionId, 'hello');
    await team.runtime.perform({ kind: 'markDone', dialog: rootRef(sessionId as RootId) });
    await team.runtime.perform({ kind: 'archive', dialog: rootRef(sessionId as RootId) });
    await assert.rejects(editor.prompt(sessionId, 'hello'), { code: -32603 });
  });

  it('is told in words what was wrong', async () => {
    const editor = await team.connect();
    await assert.rejects(editor.prompt('nobody', 'hello'), /nobody/);
    const sessionId = await editor.start(team.workspace.folder);
    await editor.prompt(sessionId, 'hello');
    await team.runtime.perform({ kind: 'markDone', dialog: rootRef(sessionId as RootId) });
    await team.runtime.perform({ kind: 'archive', dialog: rootRef(sessionId as RootId) });
    await assert.rejects(editor.prompt(sessionId, 'hello'), / — /);
  });
});

describe('dominds acp', function () {
  this.timeout(60_000);

  it('loses nothing when it is killed in the middle of a turn', async () => {
    // Every program that starts costs a second of the processor: none but the agent itself is needed.
    const { '.minds/mcp.yaml': _, ...withoutServers } = files;
    const workspace = await makeTempWorkspace(withoutServers);
    try {
      const first = await startAgent(workspace.folder);
      const sessionId = await first.editor.start(workspace.folder);
      await first.editor.prompt(sessionId, 'hello');
      const { promise: begun, resolve } = Promise.withResolvers<void>();
      first.onUpdate(resolve);
      const turn = first.editor.prompt(sessionId, 'delegate it').catch(() => 'lost');
      await begun;
      first.child.kill('SIGKILL');
      await once(first.child, 'exit');
      assert.equal(await turn, 'lost');
      const second = await startAgent(workspace.folder, { permit: () => 'allow once' });
      const { agent } = second.editor.connection;
      await agent.request(methods.agent.session.load, { sessionId, cwd: workspace.folder, mcpServers: [] });
      assert.match(second.editor.said(sessionId), /Hello\./);
      assert.equal(await second.editor.prompt(sessionId, '/continue'), 'end_turn');
      assert.match(second.editor.said(sessionId), /All is built\./);
      second.editor.connection.close();
      second.child.stdin.end();
      const [code] = await once(second.child, 'exit');
      assert.equal(code, 0);
      assert.equal(existsSync(path.join(workspace.folder, '.dialogs/lock')), false);
    } finally {
      await workspace.remove();
    }
  });

  it('trusts the folder of its --trust, and no other one that the editor opens', async () => {
    const allowing = {
      '.minds/team.yaml': `members:\n  lead: {diligence-push-max: 0, policy: [{decision: allow, commands: ['N=1 echo *']}]}\n`,
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `replies:
  - {when: {contains: go}, tools: [{name: run_shell, args: {command: N=1 echo hi}}]}
  - {say: Done., repeat: true}
`,
    };
    const both = ['one', 'two'].flatMap(name =>
      Object.entries(allowing).map(([file, text]) => [`${name}/${file}`, text]),
    );
    const workspace = await makeTempWorkspace(Object.fromEntries(both));
    const [one, two] = ['one', 'two'].map(name => path.join(workspace.folder, name)) as [string, string];
    const env = { ...process.env, XDG_CONFIG_HOME: path.join(workspace.folder, 'home') };
    const asked: string[] = [];
    const permit: Person['permit'] = ({ sessionId }) => {
      asked.push(sessionId);
      return 'allow once';
    };
    try {
      const { editor, child } = await startAgent(one, { permit }, env);
      const trusted = await editor.start(one);
      const other = await editor.start(two);
      for (const sessionId of [trusted, other]) assert.equal(await editor.prompt(sessionId, 'go'), 'end_turn');
      assert.deepEqual(asked, [other]);
      // What the trusted folder says anew counts there no more than what the other one says.
      await workspace.write('one/.minds/team.yaml', allowing['.minds/team.yaml'].replace('echo *', '*'));
      const changed = await editor.start(one);
      await editor.prompt(changed, 'go');
      assert.deepEqual(asked, [other, changed]);
      editor.connection.close();
      child.stdin.end();
      await once(child, 'exit');
      const kept = Object.keys(JSON.parse(await workspace.read('home/dominds/folders.json')));
      assert.deepEqual(kept, [one]);
    } finally {
      await workspace.remove();
    }
  });
});

async function startAgent(folder: string, person: Person = {}, env: NodeJS.ProcessEnv = process.env) {
  const entry = path.resolve(import.meta.dirname, '../../../src/cli/entry.ts');
  const child = spawn(process.execPath, [entry, '-C', folder, 'acp', '--trust'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  });
  const stream = ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
  );
  let listener = () => {};
  const editor = await connectEditor(stream, person);
  const push = editor.updates.push.bind(editor.updates);
  editor.updates.push = (...each) => {
    const size = push(...each);
    if (each.some(({ update }) => update.sessionUpdate === 'tool_call')) listener();
    return size;
  };
  return { child, editor, onUpdate: (next: () => void) => (listener = next) };
}
