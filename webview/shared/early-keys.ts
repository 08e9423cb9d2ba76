// Keys that a page got before it knew whether they are its own or a prompt's. Text goes into its field at once, so that the person sees
// it, and is taken back for the prompt; whatever would do something waits.

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Where the first key went: a field, what it held, and where its caret was. */
type Start = { readonly field: undefined } | { readonly field: Field; readonly before: string; readonly at: number };

export class EarlyKeys {
  #start: Start | undefined;
  /** Text that went into the field. */
  #typed = '';
  readonly #waiting: KeyboardEvent[] = [];

  /** True if the key may do what it does; it waits otherwise. */
  passes(event: KeyboardEvent): boolean {
    this.#start ??= startAt(event.target);
    const keys = keysOf(event);
    const isText = this.#waiting.length === 0 && event.target === this.#start.field;
    // A new line is text as well, but no prompt has one.
    if (keys === '' || (isText && event.key === 'Enter' && event.shiftKey)) return true;
    if (isText && keys !== '\n') {
      this.#typed += keys;
      return true;
    }
    this.#waiting.push(event);
    return false;
  }

  /** They are the page's: does what waited, before any other key. */
  async replay(): Promise<void> {
    for (const event of this.#waiting) {
      press(event);
      // What the key changed is drawn in a microtask that is queued already.
      await Promise.resolve();
    }
  }

  /** They are the prompt's: takes them out of the field, and returns them, Enter as `\n` and Backspace as `\b`. */
  takeBack(): string {
    const waiting = this.#waiting.map(keysOf).join('');
    if (this.#typed === '' || !this.#start?.field) return waiting;
    const { field, before, at } = this.#start;
    if (field.value !== withKeys(before, at, this.#typed)) return waiting;
    setText(field, before, at);
    return this.#typed + waiting;
  }
}

function startAt(target: EventTarget | null): Start {
  if (!isField(target)) return { field: undefined };
  return { field: target, before: target.value, at: target.selectionStart ?? target.value.length };
}

/** The key as a prompt takes it; '' for one that makes no text. */
export function keysOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  if (key === 'Enter') return '\n';
  if (key === 'Backspace') return '\b';
  // Some keyboards make characters with Alt, or with Ctrl and Alt.
  const isCommand = metaKey || (ctrlKey && !altKey);
  return [...key].length === 1 && !isCommand ? key : '';
}

/** A text after keys were typed at a place. */
function withKeys(text: string, at: number, keys: string): string {
  let before = text.slice(0, at);
  for (const key of keys) before = key === '\b' ? [...before].slice(0, -1).join('') : before + key;
  return before + text.slice(at);
}

/** What a key presses. */
const pressed: Readonly<Record<string, string>> = {
  '\n': 'button, a[href], summary, [role=button]',
  ' ': 'button, summary, [role=button], input',
};

/** Does what the key does that was kept from the page. */
function press(kept: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
  if (!target.dispatchEvent(new KeyboardEvent('keydown', kept))) return;
  const keys = keysOf(kept);
  if (isField(target)) {
    const at = target.selectionEnd ?? target.value.length;
    const text = withKeys(target.value, at, keys);
    setText(target, text, at + text.length - target.value.length);
  } else if (target.matches(pressed[keys] ?? ':not(*)')) {
    (target as HTMLElement).click();
  }
}

/** As if the person had typed it. */
function setText(field: Field, text: string, caret: number): void {
  field.value = text;
  // A field of a number has no caret that a page knows.
  if (field.selectionStart !== null) field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function isField(target: EventTarget | null): target is Field {
  return (target as Element | null)?.matches?.('textarea, input:not([type=checkbox], [type=radio])') === true;
}
