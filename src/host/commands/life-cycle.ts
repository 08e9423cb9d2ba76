// Mark Done, Archive, Reopen, Fork, Open Dialog (SPEC 1.6, 13.8).
import { env } from 'vscode';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import type { Outcome, Refusal } from '../../core/facts/trouble.ts';
import { completeAfter } from '../../pages/complete-root.ts';
import type { Runtime } from '../../runtime.ts';
import type { Host } from '../host.ts';
import { pickOnce } from '../notices/prompts.ts';
import { showInformation, showWarning } from '../notices/show.ts';
import { formatDialogUri } from '../open/deep-link.ts';
import { forkChoices } from '../rows/fork-rows.ts';
import { refusalWords, t } from '../words.ts';
import { driving, reading } from './command.ts';
import { dialogOfTarget, findTargetDialog, pickRoot } from './target.ts';

export function openDialog(host: Host, target: unknown): Promise<void> {
  return reading(host, async runtime => {
    const dialog = dialogOfTarget(target) ?? (await pickRoot(runtime, { title: t('Open Dialog'), fits: () => true }));
    if (dialog) host.panels.open(dialog);
    return undefined;
  });
}

export function markDialogDone(host: Host, target: unknown): Promise<void> {
  return withRoot(
    host,
    { target, title: t('Mark Done'), fits: root => root.status === 'running' },
    completeRootInEditor,
  );
}

export function archiveDialog(host: Host, target: unknown): Promise<void> {
  const fits = (root: RootSummary) => root.status !== 'archived';
  return withRoot(host, { target, title: t('Archive'), fits }, (runtime, rootId) =>
    runtime.perform({ kind: 'archive', dialog: rootRef(rootId) }),
  );
}

export function reopenDialog(host: Host, target: unknown): Promise<void> {
  const fits = (root: RootSummary) => root.status !== 'running';
  return withRoot(host, { target, title: t('Reopen'), fits }, (runtime, rootId) =>
    runtime.perform({ kind: 'reopen', dialog: rootRef(rootId) }),
  );
}

/** Marks a root as done; when work is pending, only after the person confirms. */
export function completeRootInEditor(runtime: Runtime, rootId: RootId): Promise<Outcome<object> | undefined> {
  return completeAfter(confirmCompletion, runtime, rootId);
}

async function confirmCompletion(pending: Refusal): Promise<boolean> {
  const complete = t('Complete Anyway');
  const detail = t('Running work stops and open questions are withdrawn. Reopen brings the dialog back.');
  const question = { modal: true, detail: `${refusalWords(pending).message}\n\n${detail}` };
  return (await showWarning(t('Complete this dialog although work is pending?'), question, complete)) === complete;
}

/** Makes a new root from a generation of this one, the newest offered first. */
export function fork(host: Host, target: unknown): Promise<void> {
  return withRoot(host, { target, title: t('Fork'), fits: () => true }, async (runtime, rootId) => {
    const viewed = await runtime.view(rootRef(rootId));
    if (!viewed.ok) return viewed;
    const at = await pickGeneration(viewed.view.records);
    if (at === undefined) return undefined;
    const forked = await runtime.perform({
      kind: 'fork',
      dialog: rootRef(rootId),
      at: { course: viewed.view.course, genseq: at },
    });
    if (forked.ok) host.panels.open(rootRef(forked.rootId));
    return forked;
  });
}

/** Puts a link on the clipboard that opens this dialog from anywhere. */
export function copyLink(host: Host, target: unknown): Promise<void> {
  return reading(host, async runtime => {
    const dialog = await findTargetDialog({ host, runtime, target }, { title: t('Copy Link'), fits: () => true });
    if (!dialog) return undefined;
    const editor = { scheme: env.uriScheme, extensionId: host.extension.extension.id };
    await env.clipboard.writeText(formatDialogUri(editor, { dialog, rtws: runtime.rtws }));
    return undefined;
  });
}

async function withRoot(
  host: Host,
  pick: { readonly target: unknown; readonly title: string; readonly fits: (root: RootSummary) => boolean },
  work: (runtime: Runtime, rootId: RootId) => Promise<Outcome<object> | undefined>,
): Promise<void> {
  await driving(host, async runtime => {
    const dialog = await findTargetDialog({ host, runtime, target: pick.target }, pick);
    return dialog && work(runtime, dialog.rootId);
  });
}

async function pickGeneration(records: readonly CourseRecord[]): Promise<number | undefined> {
  const items = forkChoices(records).map(choice => ({
    ...choice,
    description: new Date(choice.at).toLocaleString(env.language),
  }));
  if (items.length === 0) void showInformation(t('There is no finished generation to fork from.'));
  if (items.length === 0) return undefined;
  return (await pickOnce(items, { title: t('Fork from which reply?') }))?.genseq;
}
