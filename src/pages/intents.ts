// The intents of a panel, one line each. Independent of the editor and of how refusals look.

import { assertNever } from '../core/assert.ts';
import { type CallId, type DialogRef, isRootRef } from '../core/dialog/ids.ts';
import { answeredDialog } from '../core/packets.ts';
import type { Outcome } from '../core/trouble.ts';
import type { ToHost } from '../protocol/messages.ts';
import type { ActingRuntime, AnswerQuestion, Say } from '../runtime.ts';

const kinds = [
  'drive_dlg_by_user_msg',
  'drive_dialog_by_user_answer',
  'changeQueued',
  'removeQueued',
  'stop',
  'continue',
  'retryNow',
  'answerAsFailed',
  'reopen',
  'dismiss',
  'tell',
  'changeReminder',
  'changePermissions',
  'setDiligence',
  'draft',
  'belief',
] as const;

/** A message that changes a dialog. The other ones concern the view alone, or need the person's confirmation first. */
export type Intent = Extract<ToHost, { kind: (typeof kinds)[number] }>;

/** True if a message changes a dialog. */
export function isIntent(message: ToHost): message is Intent {
  return (kinds as readonly string[]).includes(message.kind);
}

/** Does what the page of `dialog` asks; a refusal changed nothing. */
export function performIntent(runtime: ActingRuntime, dialog: DialogRef, intent: Intent): Promise<Outcome<object>> {
  switch (intent.kind) {
    case 'drive_dlg_by_user_msg':
      return say(runtime, intent);
    case 'drive_dialog_by_user_answer': {
      const { questionId, content, msgId } = intent;
      return runtime.answer({ questionId, content, msgId, dialog: answeredDialog(intent), ...queuedOf(intent) });
    }
    case 'changeQueued':
      return runtime.changeQueued(dialog, intent);
    case 'removeQueued':
      return runtime.removeQueued(dialog, intent);
    case 'stop':
      // A waiting root has nothing of its own to stop: the work below it is meant.
      return runtime.stop(dialog, { tree: isRootRef(dialog) });
    case 'continue':
      return runtime.continueDialog(dialog);
    case 'retryNow':
      return runtime.retryNow(dialog, { tree: isRootRef(dialog) });
    case 'answerAsFailed':
      return runtime.answerAsFailed(dialog);
    case 'reopen':
      return runtime.reopen(dialog.rootId);
    case 'dismiss':
      return runtime.dismiss(dialog.rootId, intent.callId as CallId);
    case 'tell': {
      const { content, msgId } = intent;
      return runtime.tellCallee(dialog.rootId, { callId: intent.callId as CallId, content, msgId });
    }
    case 'changeReminder':
      return runtime.changeReminder(dialog, intent);
    case 'changePermissions':
      return runtime.changePermissions(dialog.rootId, intent.change);
    case 'setDiligence':
      return runtime.setDiligence(dialog.rootId, diligenceChange(intent));
    case 'draft':
      return runtime.draft(dialog.rootId, intent.intent);
    case 'belief':
      return runtime.changeBelief(dialog.rootId, intent.intent);
    default:
      return assertNever(intent);
  }
}

/** What the message names of MCP servers is read now. */
async function say(
  runtime: ActingRuntime,
  intent: Extract<Intent, { kind: 'drive_dlg_by_user_msg' }>,
): Promise<Outcome<object>> {
  const { dialog, msgId } = intent;
  const filled = await runtime.fillIn(intent.content);
  return filled.ok ? runtime.say({ dialog, content: filled.content, msgId, ...imagesOf(intent) }) : filled;
}

function imagesOf({ images }: Extract<Intent, { kind: 'drive_dlg_by_user_msg' }>): Pick<Say, 'images'> {
  return images && images.length > 0 ? { images } : {};
}

function queuedOf({
  queuedMsgId,
}: Extract<Intent, { kind: 'drive_dialog_by_user_answer' }>): Pick<AnswerQuestion, 'queuedMsgId'> {
  return queuedMsgId === undefined ? {} : { queuedMsgId };
}

function diligenceChange({ on, refill }: Extract<Intent, { kind: 'setDiligence' }>): {
  on?: boolean;
  refill?: boolean;
} {
  return { ...(on !== undefined && { on }), ...(refill !== undefined && { refill }) };
}
