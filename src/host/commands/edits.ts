// Shows a dialog's file changes in the editor's own diff, and reverts them after the person confirmed (SPEC 12.4).
import { type CommentReply, commands, Uri } from 'vscode';
import { type DialogRef, rootRef } from '../../core/base/ids.ts';
import type { EditedFile, Runtime, UndoneEdits } from '../../runtime.ts';
import type { LensTarget } from '../changes/change-lenses.ts';
import { beforeUri } from '../diffs/diff-documents.ts';
import type { Host } from '../host.ts';
import { showInformation, showWarning } from '../notices/show.ts';
import { fitting } from '../rows/palette-contexts.ts';
import { t } from '../words.ts';
import { beginning, reading } from './command.ts';
import { findTargetDialog, pathOfTarget, titleOf } from './target.ts';

/** Shows everything a dialog changed, a root with all its subdialogs, in one view of diffs. */
export function showChanges(host: Host, target: unknown): Promise<void> {
  return reading(host, async runtime => {
    const title = t('Show Changes of a Dialog');
    const dialog = await findTargetDialog({ host, runtime, target }, { title, fits: fitting.edited });
    const found = dialog && (await runtime.edits(dialog));
    if (!dialog || !found?.ok) return found;
    host.changes.follow(dialog.rootId);
    const files = found.edits.filter(({ entry }) => entry === 'file');
    const one = files.find(({ path }) => path === pathOfTarget(target));
    if (one) return showOne(runtime, dialog, one);
    if (files.length === 0) {
      const others = found.edits.length > 0 && t('Only links and folders were changed: {0}', names(found.edits));
      void showInformation(others || t('This dialog has not changed any files.'));
      return undefined;
    }
    const resources = files.map(edit => diffOf(runtime, dialog, edit));
    await commands.executeCommand('vscode.changes', await changesTitle(runtime, dialog), resources);
    return undefined;
  });
}

/** Keeps one hunk, so that it is no longer offered to be undone. */
export function keepChange(host: Host, target: unknown): Promise<void> {
  return decideHunk(host, target, 'keepEdits');
}

/** Undoes one hunk; the member who made it is told. */
export function undoChange(host: Host, target: unknown): Promise<void> {
  return decideHunk(host, target, 'undoEdits');
}

/** Sends a comment beside changed lines to the dialog that changed them. */
export function sendComment(host: Host, target: unknown): Promise<void> {
  return beginning(host, async runtime => {
    const message = await host.changes.messageOf(target as CommentReply);
    if (!message) {
      void showInformation(t('No dialog changed this file, or what it changed was kept.'));
      return undefined;
    }
    const { dialog, content } = message;
    const outcome = await runtime.perform({ kind: 'say', dialog, content, msgId: crypto.randomUUID() });
    if (outcome.ok) message.sent();
    return outcome;
  });
}

/** Keeps all that a dialog's tree changed so far. */
export function keepEdits(host: Host, target: unknown): Promise<void> {
  return beginning(host, async runtime => {
    const title = t("Keep a Dialog's Edits");
    const dialog = await findTargetDialog(
      { host, runtime, target },
      { title, fits: ({ changes }) => Boolean(changes) },
    );
    return dialog && runtime.perform({ kind: 'keepEdits', dialog: rootRef(dialog.rootId) });
  });
}

function decideHunk(host: Host, target: unknown, kind: 'keepEdits' | 'undoEdits'): Promise<void> {
  return beginning(host, async runtime => {
    const { dialog, hunk } = target as LensTarget;
    return runtime.perform({ kind, dialog, hunk });
  });
}

/** Takes back what a dialog wrote, in files that are still as it wrote them. */
export function undoEdits(host: Host, target: unknown): Promise<void> {
  return beginning(host, async runtime => {
    const title = t("Revert a Dialog's Edits");
    const dialog = await findTargetDialog({ host, runtime, target }, { title, fits: fitting.edited });
    const found = dialog && (await runtime.edits(dialog));
    if (!dialog || !found?.ok) return found;
    const mine = found.edits.filter(({ state }) => state === 'as-written');
    if (mine.length === 0) {
      void showInformation(nothingToUndo(found.edits));
      return undefined;
    }
    if (!(await confirm(withoutFolders(mine), found.edits.length - mine.length))) return undefined;
    const outcome = await runtime.perform({ kind: 'undoEdits', dialog });
    if (outcome.ok) void tellUndone(host, dialog, outcome.undone);
    return outcome;
  });
}

/** Restores what the last revert took back, in files that are still as it left them. */
export function redoEdits(host: Host, target: unknown): Promise<void> {
  return beginning(host, async runtime => {
    const title = t('Redo Reverted Edits');
    const dialog = await findTargetDialog({ host, runtime, target }, { title, fits: fitting.undone });
    const outcome = dialog && (await runtime.perform({ kind: 'redoEdits', dialog }));
    if (outcome?.ok) void say(outcome.redone, redoneWords(outcome.redone));
    return outcome;
  });
}

async function showOne(runtime: Runtime, dialog: DialogRef, edit: EditedFile): Promise<undefined> {
  const [file, before, after] = diffOf(runtime, dialog, edit);
  // No file has this name, so its former text is empty.
  const empty = beforeUri(file, '', dialog);
  const title = t('{0} (changes)', edit.path);
  await commands.executeCommand('vscode.diff', before ?? empty, after ?? empty, title, { preview: true });
  return undefined;
}

/** The title of the view: several may be open, so it names its dialog. */
async function changesTitle(runtime: Runtime, dialog: DialogRef): Promise<string> {
  return t('Changes: {0}', await titleOf(runtime, dialog));
}

/** The arguments of `vscode.changes`: the file, its old text, its new text. */
function diffOf(
  { rtws }: Runtime,
  dialog: DialogRef,
  { path, kind }: EditedFile,
): [Uri, Uri | undefined, Uri | undefined] {
  const file = Uri.joinPath(Uri.file(rtws), path);
  const before = kind === 'created' ? undefined : beforeUri(file, path, dialog);
  return [file, before, kind === 'deleted' ? undefined : file];
}

/** Folders come along with what lies in them. */
function withoutFolders(edits: readonly EditedFile[]): readonly EditedFile[] {
  const others = edits.filter(({ entry }) => entry !== 'folder');
  return others.length > 0 ? others : edits;
}

function nothingToUndo(edits: readonly EditedFile[]): string {
  if (edits.length === 0) return t('This dialog has not changed any files.');
  return t('All files were changed since; nothing can be reverted: {0}', names(edits));
}

async function confirm(mine: readonly EditedFile[], others: number): Promise<boolean> {
  const undo = t('Revert Edits');
  const kept = others > 0 ? t('{0} more were changed since and are skipped.', others) : '';
  const detail = [
    names(mine.map(withFate)),
    kept,
    t('Only files change; Git history is untouched. Redo brings the edits back.'),
  ];
  const chosen = await showWarning(
    mine.length === 1
      ? t('Revert 1 file to its state before this dialog?')
      : t('Revert {0} files to their state before this dialog?', mine.length),
    { modal: true, detail: detail.filter(line => line !== '').join('\n\n') },
    undo,
  );
  return chosen === undo;
}

/** Changes to a file other than its text. */
function withFate({ path, kind }: EditedFile): { readonly path: string } {
  if (kind === 'created') return { path: t('{0} (will be deleted)', path) };
  return { path: kind === 'deleted' ? t('{0} (will be restored)', path) : path };
}

async function tellUndone(host: Host, dialog: DialogRef, undone: UndoneEdits): Promise<void> {
  const count = countOf(undone);
  const redo = t('Redo');
  const words = count === 1 ? t('Reverted 1 file.') : t('Reverted {0} files.', count);
  const chosen = await say(undone, words, ...(count > 0 ? [redo] : []));
  if (chosen === redo) await redoEdits(host, dialog);
}

function redoneWords(redone: UndoneEdits): string {
  const count = countOf(redone);
  return count === 1 ? t('Restored the edits of 1 file.') : t('Restored the edits of {0} files.', count);
}

/** Folders come along with what lies in them. */
function countOf({ restored }: UndoneEdits): number {
  return restored.filter(path => !path.endsWith('/')).length || restored.length;
}

function say({ left }: UndoneEdits, done: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  if (left.length === 0) return showInformation(done, ...buttons);
  return showWarning(`${done} ${t('Skipped (changed since, or not kept): {0}', names(left))}`, ...buttons);
}

/** Names shown in one message. */
const NAMED = 12;

function names(edits: readonly { readonly path: string }[]): string {
  const shown = edits.slice(0, NAMED).map(({ path }) => path);
  return edits.length > NAMED ? `${shown.join(', ')}, …` : shown.join(', ');
}
