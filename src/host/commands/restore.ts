// Restore to Here, Edit and Resend (SPEC 25.4): opens the panel with what will happen to a message of the person.
import { env } from 'vscode';
import { type DialogRef, isRootRef } from '../../core/base/ids.ts';
import { firstLine } from '../../pages/headline.ts';
import { messagesIn } from '../../pages/restore.ts';
import type { Host } from '../host.ts';
import { pickOnce } from '../notices/prompts.ts';
import { showInformation } from '../notices/show.ts';
import { t } from '../words.ts';
import { reading } from './command.ts';
import { findTargetDialog } from './target.ts';

/** Goes back to a message of the menu, or of the person's pick. */
export function restoreToMessage(host: Host, target: unknown): Promise<void> {
  return open(host, target, { title: t('Restore to Message'), edit: false });
}

/** The same with the message in the composer, to be changed and sent again. */
export function editAndResend(host: Host, target: unknown): Promise<void> {
  return open(host, target, { title: t('Edit and Resend'), edit: true });
}

function open(host: Host, target: unknown, { title, edit }: { title: string; edit: boolean }): Promise<void> {
  return reading(host, async runtime => {
    const dialog = await findTargetDialog({ host, runtime, target }, { title, fits: () => true });
    const found = dialog && (await messagesIn(runtime, dialog));
    if (!dialog || !found?.ok) return found;
    const { msgId } = (target ?? {}) as { readonly msgId?: unknown };
    const meant = found.messages.find(each => each.msgId === msgId) ?? (await pick(title, dialog, found.messages));
    if (meant) host.panels.open(meant.dialog, { focus: { kind: 'restore', to: meant.msgId, edit } });
    return undefined;
  });
}

type Messages = Extract<Awaited<ReturnType<typeof messagesIn>>, { readonly ok: true }>['messages'];

/** Lets the person pick a message, the newest first. */
async function pick(title: string, dialog: DialogRef, messages: Messages): Promise<Messages[number] | undefined> {
  const items = messages.toReversed().map(message => ({
    label: firstLine(message.content, 80),
    description: new Date(message.at).toLocaleString(env.language),
    ...(isRootRef(dialog) && !isRootRef(message.dialog) && { detail: `@${message.agentId}` }),
    message,
  }));
  if (items.length === 0) void showInformation(t('There is no message of yours to go back to.'));
  return items.length === 0 ? undefined : (await pickOnce(items, { title }))?.message;
}
