// Focus for fields that open: set in the task that opens them. An effect runs after the next paint, and a key pressed
// before that would go to the previously focused element.

/**
 * Tells each time that the editor gives the page the focus and the person did not, by a click: a prompt that is open
 * wants it again. Returns what ends it.
 */
export function followFocus(given: () => void): () => void {
  let isByPerson = false;
  const onPointer = () => {
    isByPerson = true;
  };
  const onBlur = () => {
    isByPerson = false;
  };
  const onFocus = () => {
    if (!isByPerson) given();
  };
  window.addEventListener('pointerdown', onPointer, true);
  window.addEventListener('blur', onBlur);
  window.addEventListener('focus', onFocus);
  return () => {
    window.removeEventListener('pointerdown', onPointer, true);
    window.removeEventListener('blur', onBlur);
    window.removeEventListener('focus', onFocus);
  };
}

/** A `ref` for an element that takes the focus once, when it is inserted. */
export function focusOnOpen(element: HTMLElement | null): void {
  if (element) takeFocus(element);
}

/** The same for a field that shows a value: what is typed replaces it. */
export function selectOnOpen(element: HTMLInputElement | null): void {
  focusOnOpen(element);
  element?.select();
}

/** Milliseconds in which the editor gives a panel the focus by itself, for example after its palette has closed. */
const BY_ITSELF_MS = 150;

/**
 * Gives an element the focus: now where the page has it, else as soon as the page gets it, for which `want` asks if it
 * does not come by itself. A page in the editor could take it from whatever a person types into elsewhere. The editor
 * hands it over in steps, and drops keys in between: it is asked for only where it is missing.
 */
export function takeFocus(element: HTMLElement, want: () => void = () => undefined): void {
  if (document.hasFocus()) {
    element.focus();
    return;
  }
  const asking = setTimeout(() => {
    if (!document.hasFocus()) want();
  }, BY_ITSELF_MS);
  const giveNow = () => {
    // It may be wanted elsewhere a moment later.
    clearTimeout(asking);
    if (element.isConnected) element.focus();
  };
  window.addEventListener('focus', giveNow, { once: true });
}
