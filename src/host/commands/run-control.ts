// Stop, Stop All, Retry Now, Continue, Continue All, Cancel Request, Report as Failed (SPEC 1.7, 4.4, 11.1).

import { window } from 'vscode';
import type { DialogRef } from '../../core/base/ids.ts';
import type { DialogNode, PendingCall } from '../../core/dialog/view/projection.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import { plainHeadline } from '../../pages/headline.ts';
import { memberName } from '../../pages/member-name.ts';
import { asPerson, type Runtime } from '../../runtime/api.ts';
import type { Host } from '../host.ts';
import { pickOnce } from '../notices/prompts.ts';
import { showInformation, showWarning } from '../notices/show.ts';
import { fitting } from '../rows/palette-contexts.ts';
import { t } from '../words.ts';
import { beginning, driving } from './command.ts';
import { findTargetDialog, surfaceOfTarget } from './target.ts';

/** Ends the generation of a dialog; of a root, of everything under it too. */
export function stopDialog(host: Host, target: unknown): Promise<void> {
  return driving(host, async runtime => {
    const dialog = await findTargetDialog({ host, runtime, target }, { title: t('Stop'), fits: fitting.work });
    return dialog && runtime.perform({ kind: 'stop', dialog });
  });
}

export function stopAll(host: Host): Promise<void> {
  return driving(host, async runtime => {
    const all = await runtime.perform({ kind: 'stopAll' });
    if (!all.ok) return all;
    const { length } = all.stopped;
    window.setStatusBarMessage(length === 1 ? t('1 dialog stopped') : t('{0} dialogs stopped', length), 4000);
    return undefined;
  });
}

/** Sends the request of a dialog that waits to retry at once; of a root, all such requests of its tree. */
export function retryDialogNow(host: Host, target: unknown): Promise<void> {
  return driving(host, async runtime => {
    const dialog = await findTargetDialog({ host, runtime, target }, { title: t('Retry Now'), fits: fitting.retrying });
    return dialog && asPerson(runtime, surfaceOfTarget(target)).perform({ kind: 'retryNow', dialog });
  });
}

/** Drives a dialog that is interrupted or was left with something to do; of a root, its whole tree. */
export function continueOne(host: Host, target: unknown): Promise<void> {
  return driving(host, async runtime => {
    const dialog = await findTargetDialog({ host, runtime, target }, { title: t('Continue'), fits: fitting.paused });
    return dialog && tellWhenNothing(await runtime.perform({ kind: 'continue', dialog }));
  });
}

export function continueAll(host: Host): Promise<void> {
  return beginning(host, async runtime => {
    const all = await runtime.perform({ kind: 'continueAll' });
    if (!all.ok) return all;
    const { length } = all.continued;
    window.setStatusBarMessage(length === 1 ? t('1 dialog goes on') : t('{0} dialogs go on', length), 4000);
    return undefined;
  });
}

/** Ends a call that is no longer needed, after a confirmation: the subdialog's work on it stops. */
export function cancelRequest(host: Host, target: unknown): Promise<void> {
  return driving(host, async runtime => {
    const dialog = await findRunning({ host, runtime, target }, t('Cancel Request'));
    if (!dialog) return undefined;
    const found = await runtime.tree(dialog.rootId);
    if (!found.ok) return found;
    const call = await pickCall(runtime, findNode(found.tree, dialog)?.pending ?? []);
    if (!call) return undefined;
    const cancel = t('Cancel Request');
    const question = t('Cancel the request to {0}? Its work on it stops.', memberName(runtime, call.agentId));
    const chosen = await showWarning(question, { modal: true, detail: plainHeadline(call.tellaskHead) }, cancel);
    return chosen === cancel ? runtime.perform({ kind: 'dismiss', dialog, callId: call.callId }) : undefined;
  });
}

/** Gives the callers of an interrupted subdialog a failed answer, so that they go on without it. */
export function reportAsFailed(host: Host, target: unknown): Promise<void> {
  return driving(host, async runtime => {
    const dialog = await findRunning({ host, runtime, target }, t('Report as Failed'));
    return dialog && runtime.perform({ kind: 'answerAsFailed', dialog });
  });
}

function findRunning(
  pick: { readonly host: Host; readonly runtime: Runtime; readonly target: unknown },
  title: string,
): Promise<DialogRef | undefined> {
  return findTargetDialog(pick, { title, fits: root => root.status === 'running' });
}

function tellWhenNothing(outcome: Outcome<{ continued: readonly DialogRef[] }>): typeof outcome {
  if (outcome.ok && outcome.continued.length === 0) {
    void showInformation(t('Nothing to continue.'));
  }
  return outcome;
}

async function pickCall(runtime: Runtime, calls: readonly PendingCall[]): Promise<PendingCall | undefined> {
  if (calls.length === 0) void showInformation(t('This dialog is not waiting for anyone.'));
  if (calls.length <= 1) return calls[0];
  const items = calls.map(call => ({
    label: plainHeadline(call.tellaskHead, 100),
    description: memberName(runtime, call.agentId),
    call,
  }));
  return (await pickOnce(items, { title: t('Cancel which request?') }))?.call;
}

function findNode(node: DialogNode, { selfId }: DialogRef): DialogNode | undefined {
  if (node.selfId === selfId) return node;
  for (const child of node.children) {
    const found = findNode(child, { rootId: node.rootId, selfId });
    if (found) return found;
  }
  return undefined;
}
