// A person's messages, from a panel to the host and from process to process (SPEC 5.3, 5.4). The names are part of the
// protocol. Pages load it: it needs nothing to run.
import type { DialogRef } from '../base/ids.ts';
import type { IntentOf } from './intents.ts';

/** A message to a dialog. */
export function userMessage(
  dialog: DialogRef,
  { content, msgId, images = [] }: Omit<IntentOf<'say'>, 'kind' | 'dialog'>,
) {
  return { kind: 'drive_dlg_by_user_msg', dialog, content, msgId, ...(images.length > 0 && { images }) } as const;
}

/**
 * An answer to a question. The question id decides; `dialog` is the one that asks, or its root with
 * `targetSubdialogId`.
 */
export function userAnswer<D extends DialogRef | undefined>(
  dialog: D,
  answer: Omit<IntentOf<'answer'>, 'kind' | 'dialog'>,
) {
  const { questionId, content, msgId, targetSubdialogId, queuedMsgId, images = [] } = answer;
  return {
    kind: 'drive_dialog_by_user_answer',
    dialog,
    content,
    msgId,
    questionId,
    continuationType: 'answer',
    ...(targetSubdialogId !== undefined && { targetSubdialogId }),
    ...(queuedMsgId !== undefined && { queuedMsgId }),
    ...(images.length > 0 && { images }),
  } as const;
}
