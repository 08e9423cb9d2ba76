// Messages that were sent and are not in the conversation yet. One that is queued can be edited, removed, or sent as
// the answer to the question that keeps it waiting (SPEC 13.11).
import type { JSX } from 'preact';
import type { QueuedMessage } from '../../../src/core/dialog/state.ts';
import { Button } from '../../shared/controls.tsx';
import { focusOnOpen } from '../../shared/focus.ts';
import { isComposing, isSendKey } from '../../shared/keys.ts';
import { editKey } from '../composer/queued.ts';
import { isNewest } from '../conversation/transcript.ts';
import { usePanel } from '../panel-context.ts';
import { UserBubble } from './messages.tsx';

/** Beneath the conversation, in the order in which they were said. */
export function Undelivered(): JSX.Element {
  const { view, outbox, words, drafts } = usePanel();
  const { queued = [], questions = [] } = view.value?.state ?? {};
  const waits = questions.length > 0 ? words.value.queuedBehindQuestion : words.value.queued;
  const canChange = view.value !== undefined && isNewest(view.value) && view.value.readOnly === undefined;
  return (
    <>
      {queued.map(message => {
        const { msgId, content, images = [] } = message;
        const isBeingSent = outbox.value.some(sent => sent.queuedMsgId === msgId);
        if (canChange && drafts.value[editKey(msgId)] !== undefined) return <Editing key={msgId} msgId={msgId} />;
        return (
          <div key={msgId}>
            <UserBubble content={content} images={images} note={isBeingSent ? words.value.sending : waits} />
            {canChange && !isBeingSent && <Actions message={message} />}
          </div>
        );
      })}
      {outbox.value
        .filter(({ questionId, msgId }) => questionId === '' && !queued.some(message => message.msgId === msgId))
        .map(({ msgId, content, images }) => (
          <UserBubble
            key={msgId}
            content={content || images.map(({ name }) => name).join(', ')}
            note={words.value.sending}
          />
        ))}
    </>
  );
}

function Actions({ message }: { readonly message: QueuedMessage }): JSX.Element {
  const { words, intents, answerable } = usePanel();
  const { msgId, content, images = [] } = message;
  const own = words.value.queuedMessage;
  return (
    <div class="queued-actions">
      {answerable.value && images.length === 0 && (
        <Button onPress={() => intents.answerWithQueued(msgId)}>{own.sendAsAnswer}</Button>
      )}
      <Button onPress={() => intents.editQueued(msgId, content)}>{own.edit}</Button>
      <Button onPress={() => intents.post({ kind: 'removeQueued', queuedMsgId: msgId })}>{own.remove}</Button>
    </div>
  );
}

/** The text of one message in a field in its place. Enter saves it, Esc discards the changes. */
function Editing({ msgId }: { readonly msgId: string }): JSX.Element {
  const { words, intents, drafts } = usePanel();
  const own = words.value.queuedMessage;
  const text = drafts.value[editKey(msgId)] ?? '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') intents.leaveQueued(msgId);
    else if (isSendKey(event)) intents.saveQueued(msgId);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="queued-edit">
      <textarea
        ref={focusOnOpen}
        rows={Math.min(text.split('\n').length, 12)}
        value={text}
        dir="auto"
        aria-label={own.label}
        onInput={event => intents.editQueued(msgId, event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="queued-actions">
        <Button look="primary" disabled={text.trim() === ''} onPress={() => intents.saveQueued(msgId)}>
          {own.save}
        </Button>
        <Button onPress={() => intents.leaveQueued(msgId)}>{words.value.cancel}</Button>
      </div>
    </div>
  );
}
