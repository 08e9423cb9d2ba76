// Focus for fields that open: set in the task that opens them. An effect runs after the next paint, and a key pressed
// before that would go to the previously focused element.

/** A `ref` for an element that takes the focus once, when it is inserted. */
export function focusOnOpen(element: HTMLElement | null): void {
  element?.focus();
}
