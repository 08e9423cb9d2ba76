// The messages: of the person, of the runtime, and of the responder.
import type { JSX } from 'preact';
import type { ImageRef } from '../../../src/core/base/image.ts';
import { Icon, type IconName } from '../../shared/icons.tsx';
import { Prose } from '../../shared/text/prose.tsx';
import { Time } from '../../shared/time.tsx';
import { SaidImages } from '../composer/attached-list.tsx';
import { isSteered } from '../conversation/transcript.ts';
import { usePanel } from '../panel-context.ts';
import { Clamp, Fold } from './fold.tsx';
import type { Item } from './item.ts';

type Of<K extends Item['kind']> = Extract<Item, { kind: K }>;

interface UserBubbleProps {
  readonly content: string;
  readonly images?: readonly ImageRef[];
  readonly note?: string;
  /** Of one that can be gone back to. */
  readonly msgId?: string | undefined;
}

/** A message of the person. `note` says so when it is not delivered yet. */
export function UserBubble({ content, images = [], note, msgId }: UserBubbleProps): JSX.Element {
  const words = usePanel().words.value;
  return (
    <article
      class={`user ${note ? 'undelivered' : ''}`}
      aria-label={words.you}
      data-vscode-context={menuContext(msgId)}
    >
      {images.length > 0 && <SaidImages images={images} />}
      <div class="bubble-row">
        {content !== '' && (
          <div class="bubble">
            <Prose text={content} typed />
          </div>
        )}
        {msgId !== undefined && <MessageActions msgId={msgId} content={content} />}
      </div>
      {note && (
        <div class="note">
          <Icon name="clock" />
          {note}
        </div>
      )}
    </article>
  );
}

/** Tells the editor's context menu which message it is for. */
function menuContext(msgId: string | undefined): string | undefined {
  return msgId === undefined ? undefined : JSON.stringify({ webviewSection: 'message', msgId });
}

/** Going back to before a message; in sight while the message has the pointer or the focus. */
function MessageActions({ msgId, content }: { readonly msgId: string; readonly content: string }): JSX.Element | null {
  const { view, words, intents } = usePanel();
  if (!view.value || !isSteered(view.value)) return null;
  const { restoreTo, edit } = words.value.restore;
  return (
    <span class="row-buttons message-actions">
      <QuietButton icon="undo" label={restoreTo(content)} onPress={() => intents.startRestore(msgId)} />
      <QuietButton icon="edit" label={edit(content)} onPress={() => intents.startRestore(msgId, content)} />
    </span>
  );
}

/** A plain button: there are hundreds of them in a long dialog. */
function QuietButton(props: { readonly icon: IconName; readonly label: string; readonly onPress: () => void }) {
  const { icon, label, onPress } = props;
  return (
    <button type="button" class="quiet-button" title={label} aria-label={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}

/** An automatic message, marked as such. */
export function AutomaticMessage({ item }: { readonly item: Of<'automatic'> }): JSX.Element | null {
  const words = usePanel().words.value;
  if (item.reason === 'diligence') return <Reminded item={item} />;
  const label = words.automaticReason(item.reason);
  if (item.reason === 'checkPassed' || item.reason === 'checkFailed') return <Checked item={item} label={label} />;
  return (
    <article class="automatic" aria-label={`${words.automatic}: ${label}`}>
      <div class="line">
        <Icon name="automatic" />
        <span class="tag">{words.automatic}</span>
        <span>{label}</span>
        <Time at={item.at} />
      </div>
      <Clamp id={item.key} text={item.content}>
        <Prose text={item.content} />
      </Clamp>
    </article>
  );
}

/** What the check of an acceptance line found; its output is in sight when it failed. */
function Checked({ item, label }: { readonly item: Of<'automatic'>; readonly label: string }): JSX.Element {
  const failed = item.reason === 'checkFailed';
  const [, line = ''] = item.content.split('\n', 2);
  const summary = (
    <>
      <Icon name={failed ? 'warning' : 'check'} />
      <span>{label}</span>
      <span class="preview">{line}</span>
    </>
  );
  return (
    <Fold id={item.key} class="reminded" openAtFirst={failed} summary={summary}>
      {() => <Prose text={item.content} />}
    </Fold>
  );
}

/** A reminder to keep going, as one line with its text folded away; the last of a run stands for all of it. */
function Reminded({ item }: { readonly item: Of<'automatic'> }): JSX.Element | null {
  const { words, view } = usePanel();
  if (item.isFolded) return null;
  const all = view.value?.pushMax ?? 0;
  const nth = item.left === undefined ? 0 : all - item.left;
  const summary = (
    <>
      <Icon name="automatic" />
      <span>{nth > 0 ? words.value.remindedOf(nth, all) : words.value.reminded}</span>
    </>
  );
  return (
    <Fold id={item.key} class="reminded" summary={summary}>
      {() => <Prose text={item.content} />}
    </Fold>
  );
}

/** The responder's thinking; folded. */
export function Thinking({ item }: { readonly item: Of<'thinking'> }): JSX.Element {
  const words = usePanel().words.value;
  return (
    <Fold id={item.key} class="thinking" summary={<ThinkingLine label={words.thought} text={item.text} />}>
      {() => (
        <>
          <Prose text={item.text} />
          {item.cut && <Cut />}
        </>
      )}
    </Fold>
  );
}

/** The folded line of a thought: a label and its first words. */
export function ThinkingLine({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  return (
    <>
      <Icon name="spark" />
      <span>{label}</span>
      <span class="preview" dir="auto">
        {text.trim().slice(0, 160)}
      </span>
    </>
  );
}

/** The responder's text. */
export function Saying({ item }: { readonly item: Of<'prose'> }): JSX.Element {
  const { words, intents, announcement } = usePanel();
  const copy = () => {
    intents.post({ kind: 'copy', content: item.text });
    announcement.value = words.value.copied;
  };
  return (
    <article class="saying">
      <Prose text={item.text} />
      {item.cut && <Cut />}
      <span class="copy-reply">
        <QuietButton icon="copy" label={words.value.copyReply} onPress={copy} />
      </span>
    </article>
  );
}

/** Marks a part whose stream ended too early. */
function Cut(): JSX.Element {
  return (
    <div class="note">
      <Icon name="warning" />
      {usePanel().words.value.cut}
    </div>
  );
}
