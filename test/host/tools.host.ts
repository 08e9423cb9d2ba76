// File tools on open editors, what the editor's chat gets of us, and what dialogs get of its tools (SPEC 12.4, 13.7).
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmdirSync } from 'node:fs';
import * as vscode from 'vscode';
import type { RootId } from '../../src/core/base/ids.ts';
import { rootRef } from '../../src/core/base/ids.ts';
import type { DomindsApi } from '../../src/host/extension.ts';
import type { Runtime } from '../../src/runtime.ts';
import { inRtws, stored } from './rtws.ts';

const edit = (from: string, to: string) => ({
  tools: [{ name: 'edit_file', args: { path: 'notes.txt', old: from, new: to } }],
});
const replies = [
  { when: { contains: 'edit the clean one' }, ...edit('two', 'three') },
  { when: { contains: 'edit the dirty one' }, ...edit('mine', 'ours') },
  { when: { contains: 'look around' }, tools: [{ name: 'dominds_test_echo', args: { text: 'hello' } }] },
  { when: { contains: 'ask me' }, say: '!?@human Which colour?\n!?Red or blue.\n' },
  { when: { contains: 'ask for the chat' }, say: '!?@human Which shape?\n!?Round or square.\n' },
  { when: { contains: 'run for the chat' }, tools: [{ name: 'delete_file', args: { path: '.vscode/x.json' } }] },
  { when: { contains: 'talk in the chat' }, say: 'I talk.' },
  {
    when: { contains: 'save the stubborn one' },
    tools: [{ name: 'edit_file', args: { path: 'stubborn.txt', old: 'two', new: 'three' } }],
  },
  { say: 'Done.', repeat: true },
];
const team = 'members:\n  hand: { toolsets: [read, write, editor], diligence-push-max: 0 }\n';

describe('hands in the extension host', () => {
  let runtime: Runtime;

  before('a member with hands is configured', async () => {
    // Writes in a git work tree need no leave.
    for (const [name, text] of Object.entries({
      '.git/HEAD': 'ref: refs/heads/main\n',
      'notes.txt': 'one\ntwo\n',
      'hands.playbook.yaml': JSON.stringify({ replies }),
      '.minds/team.yaml': team,
    }))
      await vscode.workspace.fs.writeFile(inRtws(name), Buffer.from(text));
    const settings = vscode.workspace.getConfiguration('dominds');
    await settings.update('provider', 'playbook', vscode.ConfigurationTarget.Workspace);
    await settings.update('playbook', 'hands.playbook.yaml', vscode.ConfigurationTarget.Workspace);
  });

  const start = async (text: string): Promise<RootId> => {
    await vscode.commands.executeCommand('dominds.startRootDialog', { text, agentId: 'hand' });
    const found = vscode.extensions.getExtension<DomindsApi>('dominds.dominds')?.exports.runtime();
    assert.ok(found);
    runtime = found;
    const [root] = runtime.listRoots();
    assert.ok(root);
    await runtime.settled(root.rootId);
    return root.rootId;
  };

  it('edits an open file in its editor and saves it, so that the person can undo it', async () => {
    const document = await vscode.workspace.openTextDocument(inRtws('notes.txt'));
    await vscode.window.showTextDocument(document);
    await start('edit the clean one');
    assert.equal(document.getText(), 'one\nthree\n');
    assert.equal(document.isDirty, false);
    assert.equal(await stored('notes.txt'), 'one\nthree\n');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'one\ntwo\n');
    await document.save();
  });

  it('edits what is not saved as it stands, and leaves saving to the person', async () => {
    const document = await vscode.workspace.openTextDocument(inRtws('notes.txt'));
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit(change => change.insert(new vscode.Position(0, 0), 'mine\n'));
    const rootId = await start('edit the dirty one');
    assert.equal(document.getText(), 'ours\none\ntwo\n');
    assert.equal(document.isDirty, true);
    assert.equal(await stored('notes.txt'), 'one\ntwo\n');
    const undone = await runtime.perform({ kind: 'undoEdits', dialog: rootRef(rootId) });
    assert.deepEqual(undone.ok && undone.undone, { restored: ['notes.txt'], left: [] });
    assert.equal(document.getText(), 'mine\none\ntwo\n');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('lets a member use a tool of another extension, once the person allows it', async () => {
    const rootId = await start('look around');
    const [question] = await runtime.questions();
    assert.equal(question?.tellaskHead, "Use the editor's tool dominds_test_echo");
    await vscode.commands.executeCommand('dominds.allowOnce', { questionId: question.id });
    await runtime.settled(rootId);
    const viewed = await runtime.view(rootRef(rootId));
    const returned = viewed.ok ? viewed.view.records.filter(record => record.kind === 'toolReturned') : [];
    assert.deepEqual(
      returned.map(({ ok, content }) => [ok, content]),
      [[true, 'echo: hello']],
    );
  });

  it('offers no dialog the tools by which the editor’s chat uses us', async () => {
    const rootId = await start('anything');
    const asked = await runtime.prompt(rootRef(rootId));
    const names = asked.ok ? asked.prompt.tools.map(({ name }) => name) : [];
    assert.equal(names.includes('dominds_test_echo'), true);
    assert.deepEqual(
      names.filter(name => ['list_pending_questions', 'start_dialog', 'answer_question'].includes(name)),
      [],
    );
  });

  it('tells the editor’s chat of questions and of how a dialog stands', async () => {
    const rootId = await start('ask me');
    const questions = (await invoke('list_pending_questions', {})) as { questionId: string; headline: string }[];
    assert.match(questions.map(({ headline }) => headline).join(), /^(@human )?Which colour\?$/);
    const status = (await invoke('get_dialog_status', { dialog: rootId })) as { state: string; questions: unknown[] };
    assert.deepEqual([status.state, status.questions.length], ['awaiting-q4h', 1]);
  });

  it('lets the editor’s chat start a dialog and answer its question, each once the person confirms it', async () => {
    const started = (await invoke('start_dialog', { task: 'ask for the chat', agent: 'hand' })) as { rootId: RootId };
    await runtime.settled(started.rootId);
    const asked = (await runtime.questions()).find(({ rootId }) => rootId === started.rootId);
    assert.ok(asked);
    const answered = (await invoke('answer_question', { questionId: asked.id, answer: 'Round' })) as { ok: boolean };
    assert.equal(answered.ok, true);
    assert.equal(await settledAnswer(runtime, started.rootId), 'Done.');
  });

  it('lets the editor’s chat give no leave for a tool call', async () => {
    await vscode.workspace.fs.writeFile(inRtws('.vscode/x.json'), Buffer.from('{}'));
    const rootId = await start('run for the chat');
    const asked = (await runtime.questions()).find(question => question.rootId === rootId);
    assert.equal(asked?.kind, 'permission');
    const answered = (await invoke('answer_question', { questionId: asked.id, answer: 'allow once' })) as {
      ok: boolean;
    };
    assert.equal(answered.ok, false);
    assert.equal(await stored('.vscode/x.json'), '{}');
  });

  it('takes a task from @dominds in the editor’s chat', async () => {
    const before = new Set(runtime.listRoots().map(({ rootId }) => rootId));
    const begun = new Promise<RootId>(resolve => {
      const following = runtime.subscribe(({ rootId }) => {
        if (before.has(rootId)) return;
        following.dispose();
        resolve(rootId);
      });
    });
    await vscode.commands.executeCommand('workbench.action.chat.open', {
      query: '@dominds talk in the chat',
      mode: 'ask',
    });
    assert.equal(await settledAnswer(runtime, await begun), 'I talk.');
  });

  it('tells the agent when the editor cannot save a file, and leaves its text as it was', async () => {
    await vscode.workspace.fs.writeFile(inRtws('stubborn.txt'), Buffer.from('one\ntwo\n'));
    const document = await vscode.workspace.openTextDocument(inRtws('stubborn.txt'));
    await vscode.window.showTextDocument(document);
    const { fsPath } = document.uri;
    // The last moment before the editor writes: then a folder stands where the file was.
    const spoiling = vscode.workspace.onWillSaveTextDocument(() => {
      renameSync(fsPath, `${fsPath}.aside`);
      mkdirSync(fsPath);
    });
    try {
      const rootId = await start('save the stubborn one');
      const viewed = await runtime.view(rootRef(rootId));
      const returned = viewed.ok ? viewed.view.records.find(record => record.kind === 'toolReturned') : undefined;
      assert.deepEqual(
        [returned?.ok, returned?.content],
        [false, 'stubborn.txt could not be saved in the editor; nothing was written. Ask the person to look at it.'],
      );
      assert.equal(document.getText(), 'one\ntwo\n');
    } finally {
      spoiling.dispose();
      rmdirSync(fsPath);
      renameSync(`${fsPath}.aside`, fsPath);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    }
  });
});

async function settledAnswer(runtime: Runtime, rootId: RootId): Promise<string | undefined> {
  return (await runtime.settled(rootId)).response?.trim();
}

async function invoke(name: string, input: object): Promise<unknown> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value);
}
