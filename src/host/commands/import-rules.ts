// Import Rules: what other tools' rules would become, shown before anything is written; then the files the person keeps chosen
// are written as edits that can be undone.
import { type QuickPickItem, Uri, ViewColumn, window, workspace } from 'vscode';
import { describeImportNote } from '../../core/import-note.ts';
import type { Outcome } from '../../core/trouble.ts';
import type { ImportPlan, PlannedFile } from '../../runtime.ts';
import type { Host } from '../host.ts';
import { displayLanguage, t } from '../words.ts';
import { exists, inFolder, writeText } from './in-folder.ts';

export function importRules(host: Host): Promise<void> {
  return inFolder(host, async folder => {
    const { planRuleImport } = await import('../../runtime.ts');
    const planned = planRuleImport({ rtws: folder.fsPath, unsaved: unsavedText });
    if (!planned.ok) return planned;
    const { plan } = planned;
    if (plan.files.length === 0) {
      const nothing = plan.isEmpty
        ? t('There are no rules of other tools in this folder.')
        : t('All rules are imported already.');
      await tell(nothing, plan);
      return undefined;
    }
    await showText(preview(plan));
    const chosen = await pickFiles(plan.files);
    return chosen && chosen.length > 0 ? write(folder, chosen, plan) : undefined;
  });
}

async function pickFiles(files: readonly PlannedFile[]): Promise<readonly PlannedFile[] | undefined> {
  const items = files.map((file): QuickPickItem & { readonly file: PlannedFile } => ({
    label: file.path,
    description: file.before === undefined ? t('new') : t('extended'),
    detail: file.sources.join(', '),
    picked: true,
    file,
  }));
  const picked = await window.showQuickPick(items, {
    title: t('Import which rules? Nothing is overwritten.'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return picked?.map(({ file }) => file);
}

async function write(folder: Uri, files: readonly PlannedFile[], plan: ImportPlan): Promise<Outcome<object>> {
  let count = 0;
  for (const { path, text, before } of files) {
    const file = Uri.joinPath(folder, path);
    // What has come into its place since it was planned is the person's.
    const isAsPlanned = before === undefined ? !(await exists(file)) : (await currentText(file)) === before;
    if (!isAsPlanned) continue;
    await writeText(file, text);
    count += 1;
  }
  await tell(t('{0} of {1} files written to .minds.', count, files.length), plan);
  return { ok: true };
}

/** A message; what could not be carried over is one click away. */
async function tell(message: string, { notes }: ImportPlan): Promise<void> {
  const show = t('Show Notes');
  const choice = window.showInformationMessage(message, ...(notes.length > 0 ? [show] : []));
  void choice.then(chosen => (chosen === show ? showText(notesText(notes)) : undefined));
}

async function showText(content: string): Promise<void> {
  const document = await workspace.openTextDocument({ language: 'markdown', content });
  await window.showTextDocument(document, { preview: true, viewColumn: ViewColumn.Active });
}

/** Everything that would be written, and what is to be known about it. */
function preview(plan: ImportPlan): string {
  const files = plan.files.map(({ path, text, sources }) => `## ${path}\n\n← ${sources.join(', ')}\n\n${fenced(text)}`);
  const notes = plan.notes.length > 0 ? [notesText(plan.notes)] : [];
  return [`# ${t('Import Rules')}`, ...notes, ...files, ''].join('\n\n');
}

function notesText(notes: ImportPlan['notes']): string {
  return notes.map(note => `- ${describeImportNote(note, displayLanguage())}`).join('\n');
}

/** A fence longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}

function unsavedText(file: string): string | undefined {
  return workspace.textDocuments.find(({ uri, isDirty }) => isDirty && uri.fsPath === file)?.getText();
}

async function currentText(file: Uri): Promise<string | undefined> {
  return workspace.openTextDocument(file).then(
    document => document.getText(),
    () => undefined,
  );
}
