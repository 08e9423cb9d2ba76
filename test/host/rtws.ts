// The folder that the editor of the suite has open.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { DomindsApi } from '../../src/host/extension.ts';
import type { Runtime } from '../../src/runtime.ts';

/** The address of a path in it. */
export function inRtws(path: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  return vscode.Uri.joinPath(folder.uri, path);
}

/** Whether there is a file or folder at a path. */
export function exists(path: string): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(inRtws(path))).then(
    () => true,
    () => false,
  );
}

/** Writes a file, with its folders. */
export async function write(path: string, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(inRtws(path), Buffer.from(text));
}

/** The text of a file on the disk. */
export async function stored(path: string): Promise<string> {
  return Buffer.from(await vscode.workspace.fs.readFile(inRtws(path))).toString();
}

/** The runtime of the extension, opened if need be. */
export async function openRuntime(): Promise<Runtime> {
  const extension = vscode.extensions.getExtension<DomindsApi>('dominds.dominds');
  const api = await extension?.activate();
  const open = api?.runtime();
  if (open) return open;
  await vscode.commands.executeCommand('dominds.openDialog');
  const runtime = api?.runtime();
  assert.ok(runtime);
  return runtime;
}
