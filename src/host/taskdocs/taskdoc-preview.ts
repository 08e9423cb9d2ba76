// The effective taskdoc as a read-only document in the editor's Markdown preview: exactly the text that models see, as
// saved on the disk (SPEC 6.4, 13.6).
import { commands, Disposable, EventEmitter, Uri, workspace } from 'vscode';
import { withoutImages } from '../../core/text/plain-markdown.ts';
import type { EditorMinds } from '../minds.ts';

const SCHEME = 'dominds-taskdoc';

/** Opens the preview of a taskdoc beside the active editor. */
export async function showTaskdocPreview(taskDocPath: string): Promise<void> {
  await commands.executeCommand('markdown.showPreviewToSide', previewUri(taskDocPath));
}

/** The document that shows a taskdoc; its last step names the preview's tab. */
function previewUri(taskDocPath: string): Uri {
  const name = taskDocPath.slice(taskDocPath.lastIndexOf('/') + 1).replace(/\.(tsk|md)$/, '');
  return Uri.from({ scheme: SCHEME, path: `/${taskDocPath}/${name}.md` });
}

/** Gives the documents their text, and a new one when a file of theirs changed. */
export function registerTaskdocPreview(minds: EditorMinds): Disposable {
  const changes = new EventEmitter<Uri>();
  const shown = () => workspace.textDocuments.map(({ uri }) => uri).filter(({ scheme }) => scheme === SCHEME);
  const follow = () => minds.follow('preview', [...new Set(shown().map(pathOf))]);
  return Disposable.from(
    changes,
    workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changes.event,
      provideTextDocumentContent: async uri =>
        withoutImages((await minds.open())?.reader.taskdocText(pathOf(uri)) ?? ''),
    }),
    workspace.onDidOpenTextDocument(({ uri }) => {
      if (uri.scheme === SCHEME) follow();
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === SCHEME) follow();
    }),
    minds.onChange(paths => {
      for (const uri of shown()) if (concerns(paths, pathOf(uri))) changes.fire(uri);
    }),
  );
}

function pathOf({ path }: Uri): string {
  return path.slice(1, path.lastIndexOf('/'));
}

function concerns(paths: readonly string[], taskDocPath: string): boolean {
  return paths.length === 0 || paths.some(path => path === taskDocPath || path.startsWith(`${taskDocPath}/`));
}
