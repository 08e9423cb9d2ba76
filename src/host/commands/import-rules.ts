// Import Rules: what other tools' rules would become is shown before anything is written; then the files that the
// person keeps chosen are written as edits that can be undone.
import { type QuickPickItem, Uri, workspace } from 'vscode';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { ImportPlan, PlannedFile } from '../../runtime.ts';
import type { Host } from '../host.ts';
import { planFolderImport, showImportPreview } from '../import-preview.ts';
import { prompting } from '../notices/prompts.ts';
import { showInformation } from '../notices/show.ts';
import { t } from '../words.ts';
import { exists, inFolder, writeText } from './in-folder.ts';

/** Writes nothing before the person has chosen among the files. */
export function importRules(host: Host): Promise<void> {
  return inFolder(host, async folder => {
    const planned = await planFolderImport(folder);
    if (!planned.ok) return planned;
    const { plan } = planned;
    if (plan.files.length > 0) {
      await showImportPreview();
      const chosen = await pickFiles(plan.files);
      return chosen && chosen.length > 0 ? write(folder, chosen, plan) : undefined;
    }
    tell(plan.isEmpty ? t('No rules from other tools found.') : t('All rules are imported already.'), plan);
    return undefined;
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
  const title = t('Choose rules to import. Existing files are kept.');
  const picked = await prompting(prompts => prompts.pickMany(items, { title }));
  return picked?.map(({ file }) => file);
}

async function write(folder: Uri, files: readonly PlannedFile[], plan: ImportPlan): Promise<Outcome<object>> {
  let count = 0;
  for (const { path, text, before } of files) {
    const file = Uri.joinPath(folder, path);
    // A file created since the plan was made belongs to the person.
    const isAsPlanned = before === undefined ? !(await exists(file)) : (await currentText(file)) === before;
    if (!isAsPlanned) continue;
    await writeText(file, text);
    count += 1;
  }
  tell(t('{0} of {1} files written to .minds.', count, files.length), plan);
  return { ok: true };
}

/** A message; what could not be carried over is one click away. Not waited for: it may stand for long. */
function tell(message: string, { notes }: ImportPlan): void {
  const show = t('Show Notes');
  const choice = showInformation(message, ...(notes.length > 0 ? [show] : []));
  void choice.then(chosen => (chosen === show ? showImportPreview() : undefined));
}

async function currentText(file: Uri): Promise<string | undefined> {
  return workspace.openTextDocument(file).then(
    document => document.getText(),
    () => undefined,
  );
}
