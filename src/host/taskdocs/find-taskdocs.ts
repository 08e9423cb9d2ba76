// Finds the files of the taskdoc packages in a folder (SPEC 13.6).
import path from 'node:path';
import { RelativePattern, type Uri, workspace } from 'vscode';

/** Files of packages that are looked at; more than a folder of tasks ever has. */
const MOST = 5000;

/** The files in all packages, relative to the folder, with `/`. */
export async function findTaskdocFiles(folder: Uri): Promise<readonly string[]> {
  const pattern = new RelativePattern(folder, '**/*.tsk/**');
  const files = await workspace.findFiles(pattern, '**/{node_modules,.dialogs,.minds}/**', MOST);
  return files.map(file => inRtws(folder, file));
}

/** The path of a file relative to the folder, with `/`. */
export function inRtws(folder: Uri, file: Uri): string {
  return path.relative(folder.fsPath, file.fsPath).replaceAll('\\', '/');
}
