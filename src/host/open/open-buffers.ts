// Files open in this window, for the file tools (SPEC 12.4): unsaved text is read and changed in the editor, and every
// change can be undone there. Never touches a file that is not open.
import { realpathSync } from 'node:fs';
import { Range, type TextDocument, Uri, WorkspaceEdit, workspace } from 'vscode';
import { unixLines } from '../../core/text/lines.ts';
import type { WorkspaceFiles } from '../../runtime.ts';
import { changedSpan } from '../changed-span.ts';

/** The open files of this window. */
export const openBuffers: WorkspaceFiles = {
  async read(absolute) {
    return openDocuments(absolute)
      .find(({ isDirty }) => isDirty)
      ?.getText();
  },
  async write(absolute, text) {
    const [document] = openDocuments(absolute);
    if (!document) return 'not-open';
    const wasDirty = document.isDirty;
    // The editor has not reloaded the file yet: a change of its text would restore the older version.
    if (!wasDirty && !(await isInStep(document))) return 'not-open';
    const before = document.getText();
    if (!(await change(document, text))) return 'not-open';
    // A person's unsaved edits are theirs to save.
    if (wasDirty || (await save(document))) return 'written';
    await change(document, before);
    return 'not-saved';
  },
};

/** Documents of this very file, whatever links either path contains. */
function openDocuments(absolute: string): readonly TextDocument[] {
  const real = realPathOf(absolute);
  return workspace.textDocuments.filter(
    ({ uri, isClosed }) =>
      uri.scheme === 'file' && !isClosed && (uri.fsPath === absolute || realPathOf(uri.fsPath) === real),
  );
}

async function isInStep(document: TextDocument): Promise<boolean> {
  try {
    const stored = await workspace.decode(await workspace.fs.readFile(document.uri), { uri: document.uri });
    return unixLines(stored) === unixLines(document.getText());
  } catch {
    return false;
  }
}

/** True if a document was saved; otherwise the editor tells the person why not. */
async function save(document: TextDocument): Promise<boolean> {
  try {
    return await document.save();
  } catch {
    return false;
  }
}

/** One edit of just what differs, so that cursors and folds stay where they are. */
async function change(document: TextDocument, text: string): Promise<boolean> {
  const span = changedSpan(document.getText(), text);
  if (!span) return true;
  const edit = new WorkspaceEdit();
  const range = new Range(document.positionAt(span.start), document.positionAt(span.end));
  edit.replace(document.uri, range, span.text);
  return workspace.applyEdit(edit);
}

function realPathOf(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

/** Saves a file of the folder that is open in this window. */
export async function saveOpen(folder: Uri | undefined, file: string): Promise<void> {
  const [document] = folder ? openDocuments(Uri.joinPath(folder, file).fsPath) : [];
  if (document) await save(document);
}
