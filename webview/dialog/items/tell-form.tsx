// On the card of a running call: the notes to its callees, and a field for more (SPEC 19.2).
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/controls.tsx';
import { takeFocus } from '../../shared/focus.ts';
import { isComposing, isSendKey } from '../../shared/keys.ts';
import { Prose } from '../../shared/text/prose.tsx';
import { asidesEn } from '../../shared/words/en/dialog.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { useKeptText } from '../draft-text.ts';
import { usePanel } from '../panel-context.ts';
import type { TellaskItem } from './item.ts';
import { useMentioned } from './member-name.tsx';

/** The notes so far. */
export function ToldNotes({ item: { told = [] } }: { readonly item: TellaskItem }): JSX.Element | null {
  const words = useWords(asidesEn);
  if (told.length === 0) return null;
  return (
    <ul class="told">
      {told.map(({ content, by }, at) => (
        <li key={at}>
          <span class="faint">{by === 'person' ? words.youTold : words.callerTold}</span> <Prose text={content} />
        </li>
      ))}
    </ul>
  );
}

/** A field that opens below the card. */
export function TellForm({ item }: { readonly item: TellaskItem }): JSX.Element | null {
  const { toggled } = usePanel();
  return toggled.value.has(tellKey(item.callId)) ? <TellField item={item} /> : null;
}

function TellField({ item: { callId, mention } }: { readonly item: TellaskItem }): JSX.Element {
  const { intents } = usePanel();
  const words = useWords(asidesEn);
  const who = useMentioned(mention);
  const [kept, keep] = useKeptText(tellKey(callId));
  const content = kept ?? '';
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    // One that comes back with its words leaves the focus where it is.
    if (field.current && kept === undefined) takeFocus(field.current);
    return () => opener instanceof HTMLElement && opener.focus();
  }, []);
  const close = () => {
    keep(undefined);
    intents.toggle(tellKey(callId));
  };
  const send = () => {
    if (content.trim() === '') return;
    intents.tell(callId, content);
    close();
  };
  return (
    <div class="tell">
      <textarea
        ref={field}
        rows={2}
        dir="auto"
        aria-label={words.tellLabel(who)}
        placeholder={words.tellHint}
        value={content}
        onInput={event => keep(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape' && !isComposing(event)) close();
          else if (isSendKey(event)) {
            event.preventDefault();
            send();
          }
        }}
      />
      <Button look="primary" onPress={send}>
        {words.sendWords}
      </Button>
      <Button onPress={close}>{words.cancel}</Button>
    </div>
  );
}

/** The button that opens it. */
export function TellButton({ callId }: { readonly callId: string }): JSX.Element {
  const { intents, toggled } = usePanel();
  const key = tellKey(callId);
  return (
    <button
      type="button"
      class="text-button faint"
      aria-expanded={toggled.value.has(key)}
      onClick={() => intents.toggle(key)}
    >
      {useWords(asidesEn).tell}
    </button>
  );
}

function tellKey(callId: string): string {
  return `tell ${callId}`;
}
