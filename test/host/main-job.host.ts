import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { rootRef } from '../../src/core/base/ids.ts';
import type { DomindsApi } from '../../src/host/extension.ts';
import { formatDialogUri, parseDialogLink } from '../../src/host/open/deep-link.ts';
import type { Runtime } from '../../src/runtime.ts';
import { byPerson } from '../support/by-person.ts';
import { exists, inRtws } from './rtws.ts';

const playbook = `replies:
  - when: {agent: dominds, contains: colour}
    say: |
      I need to know one thing.
      !?@human Which colour?
      !?Red or blue.
  - when: {contains: blue}
    say: The house is blue now.
    tools: [{name: mark_done, args: {}}]
  - say: Done.
`;

describe('the main job in the extension host', () => {
  before('a scripted model is configured', async () => {
    await vscode.workspace.fs.writeFile(inRtws('demo.playbook.yaml'), Buffer.from(playbook));
    const settings = vscode.workspace.getConfiguration('dominds');
    await settings.update('provider', 'playbook', vscode.ConfigurationTarget.Workspace);
    await settings.update('playbook', 'demo.playbook.yaml', vscode.ConfigurationTarget.Workspace);
  });

  it('registers every command of the manifest', async () => {
    const { packageJSON } = extension();
    await extension().activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    for (const { command } of packageJSON.contributes.commands) assert.ok(registered.has(command), command);
  });

  it('makes no folder of its own before anything is started', async () => {
    const { length } = await vscode.workspace.findFiles('.dialogs/**');
    assert.equal(length, 0);
  });

  it('starts a root dialog whose question is shown, and completes it when the question is answered', async () => {
    await vscode.commands.executeCommand('dominds.startRootDialog', { text: 'Paint the house, ask me the colour.' });
    const runtime = runtimeOf(await api());
    const [root] = runtime.listRoots();
    assert.ok(root);
    await runtime.settled(root.rootId);
    const [question] = await runtime.questions();
    assert.ok(question);
    await seen(await api(), questions => questions.includes(question.id));
    assert.ok(await exists(`.dialogs/run/${root.rootId}/course-001.jsonl`));
    assert.equal(
      panelTitles().some(title => title.includes('Paint the house')),
      true,
    );

    const answered = await runtime.perform(
      { kind: 'answer', questionId: question.id, content: 'blue', msgId: 'test-answer-1' },
      byPerson,
    );
    assert.equal(answered.ok, true);
    const settled = await runtime.settled(root.rootId);
    assert.deepEqual(settled.questions, []);
    assert.equal(settled.state, 'completed');
    assert.ok(await exists(`.dialogs/done/${root.rootId}/course-001.jsonl`));
    await seen(await api(), questions => questions.length === 0);
  });

  it('makes links that name the dialog and this folder again when the editor hands them over', async () => {
    const runtime = runtimeOf(await api());
    const [root] = runtime.listRoots();
    assert.ok(root);
    const link = { dialog: rootRef(root.rootId), rtws: `${runtime.rtws}/a & b#c%20d` };
    const editor = { scheme: vscode.env.uriScheme, extensionId: extension().id };
    const uri = vscode.Uri.parse(formatDialogUri(editor, link), true);
    assert.equal(uri.authority, extension().id);
    assert.deepEqual(parseDialogLink(uri), link);
  });

  it('opens the Overview once', async () => {
    await vscode.commands.executeCommand('dominds.openOverview');
    await vscode.commands.executeCommand('dominds.openOverview');
    await tabsWith('Overview');
    assert.equal(panelTitles().filter(title => title === 'Overview').length, 1);
  });

  it('takes a root back with Reopen and puts it away with Archive', async () => {
    const runtime = runtimeOf(await api());
    const [root] = runtime.listRoots();
    assert.ok(root);
    await vscode.commands.executeCommand('dominds.reopen', { rootId: root.rootId });
    assert.equal(runtime.listRoots()[0]?.status, 'running');
    await vscode.commands.executeCommand('dominds.archive', { rootId: root.rootId });
    assert.equal(runtime.listRoots()[0]?.status, 'archived');
  });

  it('makes a team file to begin with and opens it', async () => {
    await vscode.commands.executeCommand('dominds.openTeamFile');
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /default_responder: lead/);
  });
});

function extension(): vscode.Extension<DomindsApi> {
  const found = vscode.extensions.getExtension<DomindsApi>('dominds.dominds');
  assert.ok(found);
  return found;
}

async function api(): Promise<DomindsApi> {
  return extension().activate();
}

function runtimeOf({ runtime }: DomindsApi): Runtime {
  const open = runtime();
  assert.ok(open);
  return open;
}

/** Resolves when a tab has that title: tabs are told of a little after they were opened. */
function tabsWith(title: string): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (!panelTitles().includes(title)) return;
      following.dispose();
      resolve();
    };
    const following = vscode.window.tabGroups.onDidChangeTabs(look);
    look();
  });
}

function panelTitles(): string[] {
  return vscode.window.tabGroups.all.flatMap(group => group.tabs.map(tab => tab.label));
}

/** Resolves when the Q4H tree shows what is wanted: it is refreshed a moment after the records. */
function seen(shown: DomindsApi, holds: (questions: readonly string[]) => boolean): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (!holds(shown.questionsShown())) return;
      following.dispose();
      resolve();
    };
    const following = shown.onQuestions(look);
    look();
  });
}
