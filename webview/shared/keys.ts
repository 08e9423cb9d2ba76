// What keys mean in a text field.

/** True while an input method composes: its Enter and Escape are its own. Safari says so by the key code alone. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/**
 * True for the key that sends or saves what was typed: Enter, and in a field of several lines by touch only with Ctrl
 * or Cmd.
 */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return false;
  return event.ctrlKey || event.metaKey || !(event.target instanceof HTMLTextAreaElement) || !isByTouch();
}

/** A keyboard on the screen has no Shift+Enter for a new line, and a button sends. */
function isByTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
