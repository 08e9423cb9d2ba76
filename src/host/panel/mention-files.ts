// Files that a message can mention: suggestions while typing, and files dropped on the composer.
import { RelativePattern, Uri, workspace } from 'vscode';
import { rankPaths } from '../../core/rank-paths.ts';

/** Files looked at, suggestions given, and how long (milliseconds) a list is good. */
const FILES_MAX = 20_000;
const SUGGESTED = 20;
const GOOD_FOR = 15_000;
/** The scheme that a page of a remote window uses for files; the extension, which runs remotely, calls it `file`. */
const REMOTE = 'vscode-remote';

let listed: { readonly folder: string; readonly at: number; readonly paths: Promise<readonly string[]> } | undefined;

/** Paths relative to the folder that fit the query, the best first. Files that the editor excludes are left out. */
export async function suggestFiles(folder: Uri, query: string): Promise<readonly string[]> {
  if (!listed || listed.folder !== folder.fsPath || Date.now() - listed.at > GOOD_FOR) {
    listed = { folder: folder.fsPath, at: Date.now(), paths: listFiles(folder) };
  }
  return rankPaths(await listed.paths, query, SUGGESTED);
}

/** The dropped files that lie in the folder, as paths relative to it. */
export function pathsInside(folder: Uri, uris: readonly string[]): readonly string[] {
  const inside = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
  return uris.flatMap(each => {
    try {
      const uri = Uri.parse(each, true);
      return [folder.scheme, REMOTE].includes(uri.scheme) && uri.path.startsWith(inside)
        ? [uri.path.slice(inside.length)]
        : [];
    } catch {
      return [];
    }
  });
}

async function listFiles(folder: Uri): Promise<readonly string[]> {
  const excluded = new RelativePattern(folder, '{**/node_modules/**,**/.git/**,.dialogs/**}');
  const files = await workspace.findFiles(new RelativePattern(folder, '**/*'), excluded, FILES_MAX);
  return pathsInside(
    folder,
    files.map(file => file.toString()),
  );
}
