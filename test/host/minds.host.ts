import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { rootRef } from '../../src/core/base/ids.ts';
import type { DomindsApi } from '../../src/host/extension.ts';
import { inRtws, write } from './rtws.ts';

const team = `default_responder: lead
members:
  lead:
    name: Lena
  robin:
    toolsets: [read, ]
`;

describe('minds in the extension host', () => {
  let document: vscode.TextDocument;

  before(async () => {
    await write('.minds/team.yaml', team);
    await write('.minds/llm.yaml', 'providers:\n  my-box:\n    base_url: http://localhost:1\n');
    await write('tasks/mind.tsk/goals.md', 'Paint the house.');
    const uri = inRtws('.minds/team.yaml');
    document = await vscode.workspace.openTextDocument(uri);
    // Another test may have left it open: then the editor reads it again a moment after it was written.
    if (document.getText() !== team) await textOf(uri, text => text === team);
    await vscode.window.showTextDocument(document);
  });

  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('offers members, toolsets and keys in the team file', async () => {
    assert.deepEqual(await completions(0, 19), ['lead', 'robin']);
    assert.ok((await completions(5, 21)).includes('shell'));
    assert.ok(!(await completions(5, 21)).includes('read'));
    const keys = await completions(3, 4);
    assert.ok(keys.includes('model'));
  });

  it('offers the limits of drafts in their file', async () => {
    await write('.minds/draft.yaml', 'quiet_steps: 3\n\n');
    const { items } = await completionsIn('.minds/draft.yaml', 1, 0);
    assert.ok(items.some(({ label }) => label === 'history_pairs'));
  });

  it('explains a key', async () => {
    const at = new vscode.Position(5, 6);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      at,
    );
    const text = hovers.flatMap(({ contents }) => contents.map(each => (each as vscode.MarkdownString).value)).join();
    assert.match(text, /\*\*toolsets\*\* — Sets of tools/);
  });

  it('marks what is wrong while it is typed, offers the nearest name, and lets go when it is right', async () => {
    await replace(document, new vscode.Range(0, 19, 0, 23), 'leed');
    const [wrong] = await diagnosticsOf(document.uri, found => found.length > 0);
    assert.match(wrong?.message ?? '', /default_responder names no member: leed/);
    assert.deepEqual(wrong?.range, new vscode.Range(0, 19, 0, 23));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      wrong?.range,
    );
    const fix = actions.find(({ title }) => title === 'Change to “lead”');
    assert.ok(fix?.edit);
    await vscode.workspace.applyEdit(fix.edit);
    await diagnosticsOf(document.uri, found => found.length === 0);
    assert.equal(document.getText(), team);
  });

  it('shows the effective taskdoc, current with its files', async () => {
    const uri = vscode.Uri.parse('dominds-taskdoc:/tasks/mind.tsk/mind.md');
    const shown = await vscode.workspace.openTextDocument(uri);
    assert.match(shown.getText(), /## Goals\n\nPaint the house\.\n\n## Constraints/);
    const changed = textOf(uri, text => text.includes('Paint it blue.'));
    await write('tasks/mind.tsk/goals.md', 'Paint it blue.');
    await changed;
  });

  it('changes no section that is open with unsaved edits', async () => {
    const { runtime } = await api();
    const open = runtime();
    assert.ok(open);
    const started = await open.perform({ kind: 'start', agentId: 'lead', taskDocPath: 'tasks/mind.tsk' });
    assert.ok(started.ok);
    const goals = await vscode.workspace.openTextDocument(inRtws('tasks/mind.tsk/goals.md'));
    await replace(goals, new vscode.Range(0, 0, 0, 5), 'Draw');
    const refused = await open.perform({
      kind: 'changeMind',
      dialog: rootRef(started.rootId),
      selector: 'goals',
      content: 'Tear it down.',
    });
    assert.equal(refused.ok, false);
    await goals.save();
    const changed = await open.perform({
      kind: 'changeMind',
      dialog: rootRef(started.rootId),
      selector: 'goals',
      content: 'Tear it down.',
    });
    assert.equal(changed.ok, true);
    await open.perform({ kind: 'archive', dialog: rootRef(started.rootId) });
  });
});

async function completions(line: number, column: number): Promise<string[]> {
  const { items } = await completionsIn('.minds/team.yaml', line, column);
  return items.filter(({ sortText }) => sortText !== undefined).map(({ label }) => label as string);
}

async function completionsIn(file: string, line: number, column: number): Promise<vscode.CompletionList> {
  const place = new vscode.Position(line, column);
  return vscode.commands.executeCommand('vscode.executeCompletionItemProvider', inRtws(file), place);
}

async function replace(document: vscode.TextDocument, range: vscode.Range, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  await vscode.workspace.applyEdit(edit);
}

/** Resolves with the diagnostics of a file as soon as they are what is wanted. */
function diagnosticsOf(
  uri: vscode.Uri,
  holds: (found: readonly vscode.Diagnostic[]) => boolean,
): Promise<readonly vscode.Diagnostic[]> {
  return new Promise(resolve => {
    const look = () => {
      const found = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Dominds');
      if (!holds(found)) return;
      following.dispose();
      resolve(found);
    };
    const following = vscode.languages.onDidChangeDiagnostics(look);
    look();
  });
}

/** Resolves when an open document says what is wanted. */
function textOf(uri: vscode.Uri, holds: (text: string) => boolean): Promise<void> {
  return new Promise(resolve => {
    const following = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.toString() !== uri.toString() || !holds(document.getText())) return;
      following.dispose();
      resolve();
    });
  });
}

async function api(): Promise<DomindsApi> {
  const found = vscode.extensions.getExtension<DomindsApi>('dominds.dominds');
  assert.ok(found);
  return found.activate();
}
