// A prompt of the editor that is open keeps the focus: the editor gives it back to a page a moment after the palette closed, also
// when the command has opened a prompt by then. Keys typed in between are for the prompt: they would go into a message, or start
// something here. A page that is given the focus asks whether a prompt is open, and until it knows, nothing that is typed has an effect
// but text in a field, which the prompt may still get.
import { effect, type Signal } from '@preact/signals';
import type { FocusPacket, PromptingPacket } from '../../src/protocol/focus-packets.ts';
import { createAsker, later } from './asker.ts';
import { EarlyKeys, keysOf } from './early-keys.ts';

/** What the host told last. `handed`: the prompt that is open hands the focus over to this page. */
export type Prompting = PromptingPacket | { readonly kind: 'handed' };

/** They close the prompt or open another one: the editor takes them from a page, too. A page has no use for them while a prompt is open. */
const editorKeys: ReadonlySet<string> = new Set(['Escape', 'F1']);

/**
 * Gives the focus, and every key but those of the editor, back to the prompt while one is open, until the person clicks in the page.
 * `told` is absent outside an editor, where there are no prompts. Returns what ends it.
 */
export function guardPrompts(told: Signal<Prompting | undefined>, post: (packet: FocusPacket) => void): () => void {
  /** Whose keys are: the page's, the prompt's, or not known before the host answers. */
  let owner: 'page' | 'prompt' | EarlyKeys = 'page';
  let asked = 0;
  /** The last time that the host was told that it has every key. */
  let answered = 0;
  /** By the person, with a click, since the page has the focus. */
  let isChosen = false;
  const asker = createAsker(() => post({ kind: 'focusGiven', nth: asked }), later);

  const onFocus = () => {
    if (told.value === undefined || isChosen) return;
    if (owner === 'prompt') return post({ kind: 'focusTaken' });
    if (owner === 'page') owner = new EarlyKeys();
    asked++;
    asker.begin();
  };
  const onBlur = () => {
    isChosen = false;
  };
  const onKey = (event: KeyboardEvent) => {
    // What an input method makes of keys is not known here: it stays in the field that has the focus.
    if (owner === 'page' || event.isComposing || event.key === 'Process' || editorKeys.has(event.key)) return;
    if (owner === 'prompt') give(keysOf(event));
    else if (owner.passes(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onPointer = () => {
    isChosen = true;
    settle('page');
  };
  const give = (keys: string) => {
    if (keys !== '') post({ kind: 'keysTaken', keys });
  };
  const settle = (now: 'page' | 'prompt') => {
    const before = owner;
    owner = now;
    asker.end();
    if (before instanceof EarlyKeys) now === 'prompt' ? give(before.takeBack()) : before.replay();
    // The page may have been given the focus before it was told of the prompt, and the prompt may have taken it from there.
    if (before !== 'prompt' && now === 'prompt' && document.hasFocus()) post({ kind: 'focusTaken' });
  };

  const stop = effect(() => {
    const now = told.value;
    if (now?.kind === 'handed') {
      // What was typed here until now follows what the prompt has.
      if (owner instanceof EarlyKeys) give(owner.takeBack());
      owner = 'page';
      asker.end();
    } else if (now && (!(owner instanceof EarlyKeys) || now.heard === asked)) {
      settle(now.open ? 'prompt' : 'page');
      const { wanted = 0 } = now;
      if (wanted > answered) post({ kind: 'keysTold', nth: wanted });
      answered = wanted;
    }
  });
  window.addEventListener('focus', onFocus);
  window.addEventListener('blur', onBlur);
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('pointerdown', onPointer, true);
  return () => {
    stop();
    asker.end();
    window.removeEventListener('focus', onFocus);
    window.removeEventListener('blur', onBlur);
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('pointerdown', onPointer, true);
  };
}
