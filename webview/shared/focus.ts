// Focus for fields that open: set in the task that opens them. An effect runs after the next paint, and a key pressed
// before that would go to the previously focused element.

/** A `ref` for an element that takes the focus once, when it is inserted. */
export function focusOnOpen(element: HTMLElement | null): void {
  if (element) takeFocus(element);
}

/** The same for a field that shows a value: what is typed replaces it. */
export function selectOnOpen(element: HTMLInputElement | null): void {
  focusOnOpen(element);
  element?.select();
}

/**
 * Gives an element the focus: now where the page has it, else as soon as the page gets it, for which `want` asks. A page in the editor
 * could take it from whatever a person types into elsewhere, and the editor, which hands it to a panel a moment after the panel came to
 * the front, would take it away again in the middle of a word.
 */
export function takeFocus(element: HTMLElement, want: () => void = () => undefined): void {
  if (document.hasFocus()) {
    element.focus();
    return;
  }
  const giveNow = () => {
    if (element.isConnected) element.focus();
  };
  window.addEventListener('focus', giveNow, { once: true });
  want();
}
