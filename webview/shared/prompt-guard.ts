// A prompt of the editor that is open keeps the focus: the editor gives it back to a page a moment after the palette closed, also
// when the command has opened a prompt by then. Keys typed in between would go into a message, or start something here.
import { effect, type Signal } from '@preact/signals';

/**
 * Gives the focus, and every key, back to the prompt while one is open (`isOpen`), until the person clicks in the page. Returns what
 * ends it.
 */
export function guardPrompts(isOpen: Signal<boolean>, giveBack: () => void): () => void {
  const giveBackIfOpen = () => {
    if (isOpen.value) giveBack();
  };
  const onKey = (event: KeyboardEvent) => {
    if (!isOpen.value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    giveBack();
  };
  const onPointer = () => {
    isOpen.value = false;
  };
  // The page may have been given the focus before it was told of the prompt.
  const stop = effect(() => {
    if (isOpen.value && document.hasFocus()) giveBack();
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
