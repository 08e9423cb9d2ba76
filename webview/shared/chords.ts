// The product's key chords (`Ctrl+Alt+D`, then a key) belong to the editor, which hears every key of a panel. The page
// must not take the second key as well: it would be typed into a field, or stop a dialog in a tree.

const modifiers: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'Meta']);

/**
 * From now on the key after `Ctrl+Alt+D` does nothing in the page; handlers of keys leave what is `defaultPrevented`
 * alone.
 */
export function leaveChordsToEditor(page: Window): void {
  let isBegun = false;
  page.addEventListener(
    'keydown',
    event => {
      if (modifiers.has(event.key)) return;
      if (isBegun) event.preventDefault();
      isBegun = !isBegun && event.code === 'KeyD' && event.ctrlKey && event.altKey;
    },
    true,
  );
  page.addEventListener('blur', () => {
    isBegun = false;
  });
}
