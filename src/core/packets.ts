// A person's messages, from a panel to the host and from process to process (SPEC 5.3, 5.4). The names are part of the
// protocol.
import type { AnsweredBy } from './dialog/answered-by.ts';
import type { DialogId, DialogRef } from './dialog/ids.ts';
import type { GivenImage } from './image.ts';

/** A message to a dialog. The same `msgId` is applied once. */
export interface UserMessage {
  readonly kind: 'drive_dlg_by_user_msg';
  readonly dialog: DialogRef;
  readonly content: string;
  readonly msgId: string;
  readonly images?: readonly GivenImage[] | undefined;
  /** Where it was said; absent from a program that does not name it. */
  readonly by?: AnsweredBy | undefined;
}

/**
 * An answer to a question. The question id decides; `dialog` is the one that asks, or its root with `targetSubdialogId`. The same
 * `msgId` is applied once.
 */
export interface UserAnswer {
  readonly kind: 'drive_dialog_by_user_answer';
  readonly dialog: DialogRef;
  readonly content: string;
  readonly msgId: string;
  readonly questionId: string;
  readonly continuationType: 'answer';
  readonly targetSubdialogId?: DialogId | undefined;
  /** A queued message of the dialog that asks, which is sent as the answer instead of being delivered. */
  readonly queuedMsgId?: string | undefined;
  /** The surface of the answer; absent from a program that does not name it. */
  readonly by?: AnsweredBy | undefined;
}

/** A message of the person. */
export function userMessage(
  dialog: DialogRef,
  said: Pick<UserMessage, 'content' | 'msgId' | 'by'> & { readonly images?: readonly GivenImage[] },
): UserMessage {
  const { content, msgId, images = [], by } = said;
  return {
    kind: 'drive_dlg_by_user_msg',
    dialog,
    content,
    msgId,
    ...(images.length > 0 && { images }),
    ...(by && { by }),
  };
}

/** An answer of the person. */
export function userAnswer(
  dialog: DialogRef,
  answer: Pick<UserAnswer, 'questionId' | 'content' | 'msgId' | 'queuedMsgId' | 'by'>,
): UserAnswer {
  const { questionId, content, msgId, queuedMsgId, by } = answer;
  const said = { content, msgId, questionId, continuationType: 'answer' } as const;
  return {
    kind: 'drive_dialog_by_user_answer',
    dialog,
    ...said,
    ...(queuedMsgId !== undefined && { queuedMsgId }),
    ...(by && { by }),
  };
}

/** The dialog that an answer names. */
export function answeredDialog({
  dialog,
  targetSubdialogId,
}: Pick<UserAnswer, 'dialog' | 'targetSubdialogId'>): DialogRef {
  return targetSubdialogId === undefined ? dialog : { rootId: dialog.rootId, selfId: targetSubdialogId };
}
