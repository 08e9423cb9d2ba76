// What keys mean in a text field.

/** True while an input method composes: its Enter and Escape are its own. Safari says so by the key code alone. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** True for the key that sends or saves what was typed. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !isComposing(event);
}
