// What a person does to messages that are not delivered yet (SPEC 13.11). Each intent may come twice: the second
// changes nothing.
import type { Fact } from '../../core/dialog/record.ts';
import { type Outcome, type Refusal, refuse } from '../../core/facts/trouble.ts';
import { withoutBlankEdges } from '../../core/text/blank-edges.ts';
import { refuseText } from '../../core/text/message-text.ts';
import { commit } from '../commit.ts';
import type { Dialog } from '../driver-context.ts';

/** Gives a queued message another text. */
export function changeQueued(
  dialog: Dialog,
  { queuedMsgId, content: typed }: { readonly queuedMsgId: string; readonly content: string },
): Outcome<object> {
  const content = withoutBlankEdges(typed);
  const message = dialog.state.queued.find(({ msgId }) => msgId === queuedMsgId);
  if (!message) return refusalOfDelivered();
  const unusable = message.images && content === '' ? undefined : refuseText(content, 'message');
  if (unusable) return unusable;
  if (message.content !== content) commit(dialog, { kind: 'queuedChanged', msgId: queuedMsgId, content });
  return { ok: true };
}

/** Takes a queued message back. */
export function removeQueued(dialog: Dialog, { queuedMsgId }: { readonly queuedMsgId: string }): Outcome<object> {
  if (isQueued(dialog, queuedMsgId)) commit(dialog, { kind: 'queuedRemoved', msgId: queuedMsgId });
  else if (!wasRemoved(dialog, queuedMsgId)) return refusalOfDelivered();
  return { ok: true };
}

/** The record beside an answer that was a queued message of the asking dialog; refused once it was delivered. */
export function takenAsAnswer(dialog: Dialog, queuedMsgId: string | undefined): Outcome<{ facts: readonly Fact[] }> {
  if (queuedMsgId === undefined) return { ok: true, facts: [] };
  if (!isQueued(dialog, queuedMsgId)) return refusalOfDelivered();
  return { ok: true, facts: [{ kind: 'queuedRemoved', msgId: queuedMsgId }] };
}

/** The reason why a message that is no longer queued cannot be changed. */
export function refusalOfDelivered(): Refusal {
  return refuse('message-delivered');
}

function isQueued({ state }: Dialog, queuedMsgId: string): boolean {
  return state.queued.some(({ msgId }) => msgId === queuedMsgId);
}

/** Only in the present course: a queue is carried over, so earlier courses need not be searched. */
function wasRemoved({ records }: Dialog, queuedMsgId: string): boolean {
  return records.some(record => record.kind === 'queuedRemoved' && record.msgId === queuedMsgId);
}
