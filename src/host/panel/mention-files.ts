// Files that a message can mention: suggestions while typing, and files dropped on the composer.
import { RelativePattern, Uri, workspace } from 'vscode';
import {
  createFileSuggestions,
  MOST_SUGGESTIONS,
  type SuggestFiles,
  unmentioned,
} from '../../pages/file-suggestions.ts';

/** The scheme that a page of a remote window uses for files; the extension, which runs remotely, calls it `file`. */
const REMOTE = 'vscode-remote';

let last: { readonly folder: string; readonly suggest: SuggestFiles } | undefined;

/** Paths relative to the folder that fit the query, the best first. Files that the editor excludes are left out. */
export function suggestFiles(folder: Uri, query: string): Promise<readonly string[]> {
  if (last?.folder !== folder.fsPath)
    last = { folder: folder.fsPath, suggest: createFileSuggestions(() => listFiles(folder), Date.now) };
  return last.suggest(query);
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
  const excluded = new RelativePattern(folder, `{${unmentioned.map(name => `**/${name}/**`).join(',')}}`);
  const files = await workspace.findFiles(new RelativePattern(folder, '**/*'), excluded, MOST_SUGGESTIONS);
  return pathsInside(
    folder,
    files.map(file => file.toString()),
  );
}
