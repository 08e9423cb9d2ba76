// Export Dialog: a dialog with all below it as a file, readable or with all its records (SPEC 13.2).
import { Uri, window, workspace } from 'vscode';
import { firstLine } from '../../pages/headline.ts';
import { exportDialogs, exportText } from '../../runtime/folder/export-dialog.ts';
import type { Host } from '../host.ts';
import { pickOnce } from '../notices/prompts.ts';
import { displayLanguage, t } from '../words.ts';
import { reading } from './command.ts';
import { findTargetDialog } from './target.ts';

/** Asks for the format and the file, writes it, and shows it. */
export function exportDialog(host: Host, target: unknown): Promise<void> {
  return reading(host, async runtime => {
    const title = t('Export Dialog');
    const dialog = await findTargetDialog({ host, runtime, target }, { title, fits: () => true });
    const format = dialog && (await pickFormat(title));
    if (!dialog || !format) return undefined;
    const exported = await exportDialogs(runtime, dialog);
    if (!exported.ok) return exported;
    const file = await askForFile(title, `${fileName(exported.dialogs[0]?.headline ?? '', dialog.selfId)}.${format}`);
    if (!file) return undefined;
    await workspace.fs.writeFile(file, Buffer.from(exportText(exported.dialogs, format, displayLanguage())));
    await window.showTextDocument(file);
    return undefined;
  });
}

async function pickFormat(title: string): Promise<'md' | 'json' | undefined> {
  const items = [
    { label: 'Markdown', description: t('to be read'), format: 'md' as const },
    { label: 'JSON', description: t('all records, for programs'), format: 'json' as const },
  ];
  return (await pickOnce(items, { title }))?.format;
}

async function askForFile(title: string, name: string): Promise<Uri | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  return window.showSaveDialog({ title, ...(folder && { defaultUri: Uri.joinPath(folder, name) }) });
}

/** Letters and digits of the headline, joined by `-`; the id when it has none. */
function fileName(headline: string, id: string): string {
  const words = firstLine(headline, 50).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').toLowerCase() || id;
}
