// Focus for fields that open: given in the task that opens them. An effect runs after the next paint, and a key pressed before
// that would go to whatever had the focus until then.

/** A `ref` for an element that takes the focus as soon as it is in the page, and never again. */
export function focusOnOpen(element: HTMLElement | null): void {
  element?.focus();
}
