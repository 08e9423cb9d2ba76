// A prompt of the editor that is open keeps the focus: the editor gives it back to a page a moment after the palette closed, also
// when the command has opened a prompt by then. Keys typed in between are for the prompt: they would go into a message, or start
// something here.
import { effect, type Signal } from '@preact/signals';

/** They close the prompt or open another one: the editor takes them from a page, too. A page has no use for them while a prompt is open. */
const editorKeys: ReadonlySet<string> = new Set(['Escape', 'F1']);

type FocusTaken = { readonly kind: 'focusTaken'; readonly keys?: string };

/**
 * Gives the focus, and every key but those of the editor, back to the prompt while one is open (`isOpen`), until the person clicks in the page.
 * Returns what ends it.
 */
export function guardPrompts(isOpen: Signal<boolean>, post: (message: FocusTaken) => void): () => void {
  const giveBackIfOpen = () => {
    if (isOpen.value) post({ kind: 'focusTaken' });
  };
  const onKey = (event: KeyboardEvent) => {
    // What an input method makes of keys is not known here: it stays in the field that has the focus.
    if (!isOpen.value || event.isComposing || event.key === 'Process' || editorKeys.has(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const keys = keysOf(event);
    post({ kind: 'focusTaken', ...(keys !== '' && { keys }) });
  };
  const onPointer = () => {
    isOpen.value = false;
  };
  // The page may have been given the focus before it was told of the prompt.
  const stop = effect(() => {
    if (isOpen.value && document.hasFocus()) post({ kind: 'focusTaken' });
  });
  window.addEventListener('focus', giveBackIfOpen);
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('pointerdown', onPointer, true);
  return () => {
    stop();
    window.removeEventListener('focus', giveBackIfOpen);
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('pointerdown', onPointer, true);
  };
}

/** The key as the prompt takes it; '' for one that makes no text. */
function keysOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  if (key === 'Enter') return '\n';
  if (key === 'Backspace') return '\b';
  // Some keyboards make characters with Alt, or with Ctrl and Alt.
  const isCommand = metaKey || (ctrlKey && !altKey);
  return [...key].length === 1 && !isCommand ? key : '';
}
