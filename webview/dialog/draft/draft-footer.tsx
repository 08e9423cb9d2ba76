// Replaces the composer while a message waits for a draft: one message at a time (SPEC 15.2).
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { DraftState } from '../../../src/core/draft/state.ts';
import { Button } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { isSendKey } from '../../shared/keys.ts';
import { draftsEn } from '../../shared/words/en/draft.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { isSteered, type View } from '../conversation/transcript.ts';
import { usePanel } from '../panel-context.ts';
import { addition, additionFocus } from './draft-ui.ts';
import { isDrafting } from './is-drafting.ts';

/** A word to the message that waits (SPEC 15.15). */
function AdditionField(): JSX.Element {
  const { intents } = usePanel();
  const words = useWords(draftsEn);
  const field = useRef<HTMLInputElement>(null);
  const focus = additionFocus.value;
  useEffect(() => {
    if (focus > 0) field.current?.focus();
  }, [focus]);
  const add = () => {
    const content = addition.value.trim();
    if (content === '') return;
    intents.addWord(content);
    addition.value = '';
  };
  return (
    <div class="addition">
      <input
        ref={field}
        aria-label={words.addition}
        placeholder={words.addition}
        value={addition.value}
        onInput={event => {
          addition.value = event.currentTarget.value;
        }}
        onKeyDown={event => isSendKey(event) && add()}
      />
      <button type="button" class="chip" disabled={addition.value.trim() === ''} onClick={add}>
        {words.add}
      </button>
    </div>
  );
}

/** Says what to do first, takes a word to the message, and stops the mind. */
export function DraftingFooter({ view, draft }: { readonly view: View; readonly draft: DraftState }): JSX.Element {
  const { intents, words: panelWords } = usePanel();
  const words = useWords(draftsEn);
  if (view.rootStatus === 'completed') {
    return (
      <div class="composer closed" role="status">
        <span>{words.reopenFirst}</span>
        {isSteered(view) && <Button onPress={() => intents.post({ kind: 'reopen' })}>{panelWords.value.reopen}</Button>}
      </div>
    );
  }
  const isAtWork = isDrafting(view.state);
  const idle = draft.drafts.length > 0 ? words.acceptFirst : words.noDraftYet;
  return (
    <div class="composer closed" role="status">
      <span>{isAtWork && draft.drafts.length === 0 ? words.waitFirst : idle}</span>
      {isSteered(view) && <AdditionField />}
      {isAtWork && (
        <Button onPress={() => intents.post({ kind: 'stop' })}>
          <Icon name="stop" />
          {words.stop}
        </Button>
      )}
    </div>
  );
}
