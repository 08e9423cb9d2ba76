// The intents of a panel. Independent of the editor and of how refusals look.
import { type DialogRef, rootRef } from '../core/base/ids.ts';
import type { Outcome } from '../core/facts/trouble.ts';
import type { Intent } from '../core/intents/intents.ts';
import type { ToHost } from '../protocol/messages.ts';
import type { ActingRuntime } from '../runtime.ts';

/**
 * A message of the page of `dialog`: what it asks of dialogs, or a message for the view, some of which need the
 * person's confirmation first.
 */
export function readMessage(message: ToHost, dialog: DialogRef) {
  switch (message.kind) {
    case 'drive_dlg_by_user_msg':
      return asks({ ...message, kind: 'say' });
    case 'drive_dialog_by_user_answer':
      return asks({ ...message, kind: 'answer' });
    case 'keepEdits':
      return asks({ kind: 'keepEdits', dialog: rootRef(dialog.rootId) });
    case 'redoEdits':
      return asks({ kind: 'redoEdits', dialog: rootRef(dialog.rootId) });
    case 'changePermissions':
      return asks({ kind: 'changePermissions', dialog, change: message.change });
    case 'draft':
      return asks({ kind: 'draft', dialog, draft: message.intent });
    case 'belief':
      return asks({ kind: 'belief', dialog, belief: message.intent });
    case 'changeQueued':
    case 'removeQueued':
    case 'continue':
    case 'stop':
    case 'retryNow':
    case 'answerAsFailed':
    case 'reopen':
    case 'clearMind':
    case 'dismiss':
    case 'tell':
    case 'steerCommand':
    case 'changeReminder':
    case 'setDiligence':
      return asks({ ...message, dialog });
    default:
      return { intent: undefined, view: message };
  }
}

function asks(intent: Intent) {
  return { intent, view: undefined };
}

/** Performs an intent of a page. What a message names of MCP servers is read now. */
export async function performIntent(runtime: ActingRuntime, intent: Intent): Promise<Outcome<object>> {
  const words = intent.kind === 'say' ? intent.content : intent.kind === 'start' ? intent.text : undefined;
  if (words === undefined) return runtime.perform(intent);
  const filled = await runtime.fillIn(words);
  if (!filled.ok) return filled;
  const { content } = filled;
  return runtime.perform(intent.kind === 'say' ? { ...intent, content } : ({ ...intent, text: content } as Intent));
}
