// What a person does to messages that are not delivered yet (SPEC 13.11). A message is being edited while `drafts` has
// a text for it, so that a half-edited one comes back after a reload. No page.
import { userAnswer } from '../../../src/core/intents/packets.ts';
import { withoutBlankEdges } from '../../../src/core/text/blank-edges.ts';
import { wordsFor } from '../../shared/words/use-words.ts';
import { openQuestions, questionAimedAt } from '../items/open-questions.ts';
import type { Door, Signals } from '../signals.ts';
import type { Asking } from './aim.ts';

const prefix = 'queued ';

/** The key in `drafts` for the text of a queued message that is being edited. */
export function editKey(msgId: string): string {
  return prefix + msgId;
}

/**
 * The question that a queued message can be sent to as its answer. A permission is not given by text that was meant
 * otherwise.
 */
export function answerable(signals: Signals): Asking | undefined {
  const { own } = openQuestions(signals);
  const aimedAt = questionAimedAt(signals)?.questionId;
  const others = own.filter(({ questionKind }) => questionKind !== 'permission');
  return others.find(({ questionId }) => questionId === aimedAt) ?? others[0];
}

/** Opens a queued message for editing, or changes the text of an open one. */
export function editQueued({ drafts }: Signals, msgId: string, text: string): void {
  drafts.value = { ...drafts.value, [editKey(msgId)]: text };
}

/** Ends the editing; the message stays unchanged. */
export function leaveQueued({ drafts }: Signals, msgId: string): void {
  const { [editKey(msgId)]: _, ...others } = drafts.value;
  drafts.value = others;
}

/** Saves the edited message; an empty text is ignored. */
export function saveQueued(signals: Signals, { post }: Door, msgId: string): void {
  const content = withoutBlankEdges(signals.drafts.value[editKey(msgId)] ?? '');
  if (content === '') return;
  post({ kind: 'changeQueued', queuedMsgId: msgId, content });
  leaveQueued(signals, msgId);
}

/** Sends a queued message as the answer to the open question. */
export function answerWithQueued(signals: Signals, door: Door, msgId: string): void {
  const { picture, outbox } = signals;
  const state = picture.value?.view.state;
  const message = state?.queued.find(each => each.msgId === msgId);
  const question = answerable(signals);
  if (!state || !message || !question) return;
  const { rootId, selfId } = state.identity;
  const { questionId } = question;
  const sent = { msgId: door.newId(), content: message.content, questionId, queuedMsgId: msgId };
  door.post(userAnswer({ rootId, selfId }, sent));
  outbox.value = [...outbox.value, { ...sent, images: [] }];
}

/** A message that was delivered, or removed elsewhere, while its text was changed: the text goes to the composer. */
export function keepEdited({ picture, drafts, notice }: Signals): void {
  const { view, items = [] } = picture.value ?? {};
  if (!view) return;
  for (const [key, text] of Object.entries(drafts.value)) {
    if (!key.startsWith(prefix) || view.state.queued.some(({ msgId }) => editKey(msgId) === key)) continue;
    const { [key]: _, ...others } = drafts.value;
    const isSaid = items.some(item => item.kind === 'user' && item.content === withoutBlankEdges(text));
    const typed = (others[''] ?? '').trim();
    drafts.value = isSaid ? others : { ...others, '': typed === '' ? text : `${typed}\n\n${text}` };
    if (!isSaid) notice.value = wordsFor(view.language).queuedMessage.deliveredFirst;
  }
}
