// Preview of a rule import as a read-only document in the editor's Markdown preview. It is planned again on request and
// whenever `.minds/` changes, so after an import it shows the remaining notes.
import { commands, Disposable, EventEmitter, Uri, workspace } from 'vscode';
import type { Outcome } from '../core/facts/trouble.ts';
import { fence } from '../core/text/fence.ts';
import type { ImportPlan } from '../runtime.ts';
import { sayImportNote } from '../words/say.ts';
import type { EditorMinds } from './minds.ts';
import { loadRuntime } from './open/load-runtime.ts';
import { displayLanguage, refusalWords, t } from './words.ts';

const document = Uri.from({ scheme: 'dominds-import', path: '/import-rules.md' });

/** Plans the import of a folder's rules; unsaved edits of files count. */
export async function planFolderImport(folder: Uri): Promise<Outcome<{ plan: ImportPlan }>> {
  const { planRuleImport } = await loadRuntime();
  return planRuleImport({ rtws: folder.fsPath, unsaved: unsavedText });
}

/**
 * Opens the preview, and leaves the focus where it is: the editor gives it to a preview once that has loaded, when a
 * prompt may be open. The command for previews knows no such way.
 */
export async function showImportPreview(): Promise<void> {
  await commands.executeCommand('vscode.openWith', document, 'vscode.markdown.preview.editor', { preserveFocus: true });
}

/** Gives the document its text. */
export function registerImportPreview(minds: EditorMinds): Disposable {
  const changes = new EventEmitter<Uri>();
  return Disposable.from(
    changes,
    workspace.registerTextDocumentContentProvider(document.scheme, {
      onDidChange: changes.event,
      async provideTextDocumentContent() {
        const folder = (await minds.open())?.folder;
        const planned = folder && (await planFolderImport(folder));
        if (!planned) return '';
        if (planned.ok) return previewText(planned.plan);
        const { message, remedy } = refusalWords(planned);
        return `${message} ${remedy}\n`;
      },
    }),
    minds.onChange(() => changes.fire(document)),
  );
}

/** All planned files, and the notes about them. */
function previewText(plan: ImportPlan): string {
  const notes = plan.notes.map(note => `- ${asPlainText(sayImportNote(note, displayLanguage()))}`).join('\n');
  const files = plan.files.map(
    ({ path, text, sources }) => `## ${path}\n\n← ${sources.join(', ')}\n\n${fence('', text.trimEnd())}`,
  );
  return [`# ${t('Import Rules')}`, notes, ...files, ''].filter((part, at) => part !== '' || at > 1).join('\n\n');
}

/** Nothing in it is markup. */
function asPlainText(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|!]/g, '\\$&');
}

function unsavedText(file: string): string | undefined {
  return workspace.textDocuments.find(({ uri, isDirty }) => isDirty && uri.fsPath === file)?.getText();
}
